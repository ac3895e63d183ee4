import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy

@Suite struct SpatialGroupsTests {
    /// The simple slow method: groups are joined pair by pair.
    private func slowly(_ places: [Coordinate], within distance: Meters) -> [[Int]] {
        var group = Array(places.indices)
        for first in places.indices {
            for second in places.indices[..<first]
            where group[first] != group[second]
                && Sphere.earth.distance(from: places[first], to: places[second]) <= distance
            {
                let (old, new) = (group[first], group[second])
                for member in group.indices where group[member] == old { group[member] = new }
            }
        }
        func precedes(_ a: Int, _ b: Int) -> Bool {
            (places[a].latitude, places[a].longitude, a) < (places[b].latitude, places[b].longitude, b)
        }
        return Dictionary(grouping: places.indices) { group[$0] }.values
            .map { $0.sorted(by: precedes) }
            .sorted { precedes($0[0], $1[0]) }
    }

    @Test(
        "groups equal those of joining pair by pair, in the same order",
        arguments: [Regime.korea, .antimeridian, .northPole, .duplicates, .fewPoints])
    func oracle(regime: Regime) {
        var generator = SplitMix64(seed: 1)
        for distance: Meters in [Meters(1), .kilometers(1), .kilometers(20), .kilometers(100), .kilometers(1000)] {
            let places = regime.points(200, using: &generator)
            let groups = SpatialGroups.linked(Array(places.indices), within: distance) { places[$0] }
            #expect(groups == slowly(places, within: distance))
        }
    }

    @Test(
        "clusters and chains with gaps of about the distance are grouped as pair by pair, anywhere",
        arguments: [
            coordinate(37.5, 127), coordinate(0, 180), coordinate(65, -180), coordinate(90, 0), coordinate(-90, 30),
            coordinate(89.9995, -90), coordinate(0, 0),
        ])
    func hostile(center: Coordinate) {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<20 {
            var places = [center]
            while places.count < 120 {
                // A step from anywhere, or on from the last place, to one or more places close together.
                let from = Bool.random(using: &generator) ? places.randomElement(using: &generator)! : places.last!
                let step = [30, 57, 99.999_999, 100, 100.000_001, 100.5, 150].randomElement(using: &generator)!
                let bearing = Double.random(in: 0..<360, using: &generator)
                let place = Sphere.earth.destination(from: from, bearing: bearing, distance: Meters(step))
                for _ in 0..<(Int.random(in: 0..<4, using: &generator) == 0 ? 40 : 1) {
                    places.append(
                        Sphere.earth.destination(
                            from: place, bearing: Double.random(in: 0..<360, using: &generator),
                            distance: Meters(Double.random(in: 0..<0.01, using: &generator))))
                }
            }
            places.shuffle(using: &generator)
            let groups = SpatialGroups.linked(Array(places.indices), within: Meters(100)) { places[$0] }
            #expect(groups == slowly(places, within: Meters(100)))
        }
    }

    @Test("places that are all within the distance of each other, or just beyond it, cost no pair of them")
    func crowded() {
        var generator = SplitMix64(seed: 4)
        let apart = Sphere.earth.destination(from: coordinate(37, 127), bearing: 90, distance: Meters(160))
        let places = (0..<16_000).map { number in
            Sphere.earth.destination(
                from: number % 2 == 0 ? coordinate(37, 127) : apart,
                bearing: Double.random(in: 0..<360, using: &generator),
                distance: Meters(Double.random(in: 0..<29, using: &generator)))
        }
        let growth = growth(from: 2000, to: 16_000) { count in
            let groups = SpatialGroups.linked(Array(0..<count), within: Meters(100)) { places[$0] }
            #expect(groups.map(\.count) == [count / 2, count / 2])
        }
        #expect(growth < 24)
    }

    @Test("a hundred thousand rows with the same name are grouped without comparing each pair")
    func manyOfOneName() {
        var generator = SplitMix64(seed: 2)
        // The same density of places, so that eight times as many have eight times as many pairs.
        let places = Regime.korea.points(50_000, using: &generator)
        let growth = growth(from: 6250, to: 50_000) { count in
            let distance = Meters.kilometers(1) * (50_000 / Double(count)).squareRoot()
            let groups = SpatialGroups.linked(Array(0..<2 * count), within: distance) { places[$0 % count] }
            #expect(groups.count > count / 10 && groups.reduce(0) { $0 + $1.count } == 2 * count)
        }
        #expect(growth < 24)
    }
}
