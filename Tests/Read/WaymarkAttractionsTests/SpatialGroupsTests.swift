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
        for distance: Meters in [.zero, .kilometers(1), .kilometers(20), .kilometers(100)] {
            let places = regime.points(200, using: &generator)
            let groups = SpatialGroups.linked(Array(places.indices), within: distance) { places[$0] }
            #expect(groups == slowly(places, within: distance))
        }
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
