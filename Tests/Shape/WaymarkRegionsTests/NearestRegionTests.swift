import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions

@Suite("nearest region")
struct NearestRegionTests {
    @Test("follows a parallel where an edge does, not the great circle that bends away from it")
    func parallel() throws {
        // The great circle between the corners passes 2 200 km north of the middle of this edge.
        let set = try regions(collection(polygon("-80 40,80 40,80 50,-80 50,-80 40")))
        let north = try #require(set.nearestRegion(to: coordinate(51, 0), within: .kilometers(200)))
        let degree = Sphere.earth.distance(from: coordinate(50, 0), to: coordinate(51, 0))
        #expect(abs(north.distance.value - degree.value) < 0.001)
        #expect(set.nearestRegion(to: coordinate(51, 0), within: .kilometers(111)) == nil)
        // South of the southern edge the nearest place lies due north.
        let south = try #require(set.nearestRegion(to: coordinate(39, 12.3), within: .kilometers(200)))
        #expect(abs(south.distance.value - degree.value) < 0.001)
    }

    @Test("is found over the antimeridian and around the poles")
    func around() throws {
        let set = try regions(
            collection(polygon("170 -1,179 -1,179 1,170 1,170 -1"), polygon("-170 85,-160 85,-160 86,-170 86,-170 85")))
        let east = try #require(set.nearestRegion(to: coordinate(0, -179.5), within: .kilometers(200)))
        #expect(east.index == 0)
        let expected = Sphere.earth.distance(from: coordinate(0, -179.5), to: coordinate(0, 179))
        #expect(abs(east.distance.value - expected.value) < 0.001)
        let pole = try #require(set.nearestRegion(to: coordinate(90, 0), within: .kilometers(500)))
        #expect(pole.index == 1)
        #expect(
            abs(pole.distance.value - Sphere.earth.distance(from: coordinate(90, 0), to: coordinate(86, 0)).value)
                < 0.001)
        let beyond = try #require(set.nearestRegion(to: coordinate(88, 15), within: .kilometers(800)))
        #expect(beyond.index == 1)
        #expect(set.nearestRegion(to: coordinate(-90, 0), within: .kilometers(20_100))?.index == 0)
    }

    @Test("the tolerance is inclusive, and of equally near regions the first is the answer")
    func ties() throws {
        let set = try regions(
            collection(polygon("1 -1,2 -1,2 1,1 1,1 0,1 -1"), polygon("-1 -1,-2 -1,-2 1,-1 1,-1 0,-1 -1")))
        let place = coordinate(0, 0)
        let degree = Sphere.earth.distance(from: place, to: coordinate(0, 1))
        #expect(set.nearestRegion(to: place, within: .kilometers(112))?.index == 0)
        let match = try #require(set.nearestRegion(to: place, within: .kilometers(112)))
        #expect(set.nearestRegion(to: place, within: match.distance) == match)
        #expect(abs(match.distance.value - degree.value) < 0.001)
        #expect(set.nearestRegion(to: place, within: match.distance - Meters(0.01)) == nil)
        #expect(set.nearestRegion(to: place, within: .zero) == nil)
        #expect(set.nearestRegion(to: coordinate(0, 1), within: .zero)?.distance == .zero)
    }

    /// A triangle or quadrilateral of short edges at a place; nil if it would cross the antimeridian.
    private func island(
        at center: Coordinate, radius: ClosedRange<Double>, using generator: inout SplitMix64
    ) -> [Coordinate]? {
        let count = Int.random(in: 3...4, using: &generator)
        var ring = (0..<count).map { corner in
            Sphere.earth.destination(
                from: center, bearing: Double(corner) * 360 / Double(count),
                distance: Meters(Double.random(in: radius, using: &generator)))
        }
        ring.append(ring[0])
        return zip(ring, ring.dropFirst()).allSatisfy { abs($0.longitude - $1.longitude) < 170 } ? ring : nil
    }

    private func set(_ rings: [[Coordinate]]) throws -> RegionSet {
        let polygons = rings.map { polygon($0.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ",")) }
        let set = try regions(#"{"type":"FeatureCollection","features":[\#(features(polygons))]}"#)
        #expect(set.report.notes.map(\.reason) == [])
        return set
    }

    private func features(_ polygons: [String]) -> String {
        polygons.map { #"{"type":"Feature","properties":{},"geometry":\#($0)}"# }.joined(separator: ",")
    }

    @Test(
        "equals a scan of all edges, with islands anywhere and regions at the same place",
        arguments: [
            coordinate(34, 127), coordinate(0, 180), coordinate(60, -179.9), coordinate(90, 0), coordinate(-89.5, 10),
        ])
    func scan(center: Coordinate) throws {
        var generator = SplitMix64(seed: 5)
        var rings: [[Coordinate]] = []
        while rings.count < 60 {
            let far =
                [1e3, 1e4, 1e5, 3e5].randomElement(using: &generator)! * Double.random(in: 1...3, using: &generator)
            let place = Sphere.earth.destination(
                from: center, bearing: Double.random(in: 0..<360, using: &generator), distance: Meters(far))
            guard let ring = island(at: place, radius: 30...60, using: &generator) else { continue }
            rings += Array(repeating: ring, count: Int.random(in: 1...2, using: &generator))
        }
        let set = try set(rings)
        for _ in 0..<150 {
            let far =
                [100, 1e3, 1e5, 2e6].randomElement(using: &generator)! * Double.random(in: 1...3, using: &generator)
            let place = Sphere.earth.destination(
                from: center, bearing: Double.random(in: 0..<360, using: &generator), distance: Meters(far))
            if set.region(containing: place) != nil { continue }
            let nearest = rings.enumerated().map { number, ring in
                let distances = zip(ring, ring.dropFirst()).map {
                    Sphere.earth.distance(from: place, toSegmentFrom: $0, to: $1)
                }
                return Match(index: number, distance: distances.min()!)
            }.min { ($0.distance, $0.index) < ($1.distance, $1.index) }!
            for tolerance in [.kilometers(1), .kilometers(1000), nearest.distance, .kilometers(30_000)] as [Meters] {
                let found = set.nearestRegion(to: place, within: tolerance)
                if abs(center.latitude) < 80 {
                    #expect(found == (nearest.distance <= tolerance ? nearest : nil))
                } else if abs(nearest.distance.value - tolerance.value) > 1 {
                    // Near a pole an edge is not straight on the ground.
                    #expect((found != nil) == (nearest.distance <= tolerance))
                    if let found { #expect(abs(found.distance.value - nearest.distance.value) < 60) }
                }
            }
        }
    }

    @Test("equals a scan along long edges, which great circles leave by hundreds of kilometres")
    func longEdges() throws {
        var generator = SplitMix64(seed: 6)
        let rings = (0..<12).map { number in
            let west = Double(number) * 30 - 179.5
            let south = number % 3 == 0 ? -90.0 : Double.random(in: -80...40, using: &generator)
            let north = number % 4 == 1 ? 90.0 : south + Double.random(in: 5...40, using: &generator)
            let east = west + Double.random(in: 5...25, using: &generator)
            return [(south, west), (south, east), (north, east), (north, west), (south, west)].map(coordinate)
        }
        let set = try set(rings)
        for _ in 0..<40 {
            let place = Regime.world.points(1, using: &generator)[0]
            if set.region(containing: place) != nil { continue }
            var least = Double.infinity
            for ring in rings {
                for (a, b) in zip(ring, ring.dropFirst()) {
                    func point(_ step: Int) -> Coordinate {
                        if step == 256 { return b }
                        let part = Double(step) / 256
                        return coordinate(
                            a.latitude + (b.latitude - a.latitude) * part,
                            a.longitude + (b.longitude - a.longitude) * part)
                    }
                    for step in 0..<256 {
                        let distance = Sphere.earth.distance(
                            from: place, toSegmentFrom: point(step), to: point(step + 1))
                        least = min(least, distance.value)
                    }
                }
            }
            let found = try #require(set.nearestRegion(to: place, within: .kilometers(21_000)))
            #expect(abs(found.distance.value - least) < 30)
        }
    }

    @Test("does not cost more with more regions within the tolerance")
    func manyRegions() throws {
        func made(_ count: Int) throws -> RegionSet {
            let side = Int(Double(count).squareRoot())
            return try set(
                (0..<side * side).map { number in
                    let (south, west) = (
                        30 + Double(number / side) * 5 / Double(side), 120 + Double(number % side) * 5 / Double(side)
                    )
                    return [(0.0, 0.0), (0, 1), (1, 1), (1, 0), (0, 0)].map {
                        coordinate(south + $0.0 * 0.01, west + $0.1 * 0.01)
                    }
                })
        }
        let sets = [256: try made(256), 4096: try made(4096)]
        let growth = growth(from: 256, to: 4096) { count in
            for step in 0..<300 {
                let place = coordinate(30 + Double(step) / 60, 126)
                #expect(sets[count]?.nearestRegion(to: place, within: .kilometers(1000)) != nil)
            }
        }
        #expect(growth < 4)
    }
}
