import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions

@Suite("Korea's regions", .enabled(if: SharedData.isPresent))
struct RegionOracleTests {
    @Test("are read completely, with names, and without a fault", arguments: zip(Boundaries.allCases, [17, 251, 3482]))
    func read(boundaries: Boundaries, count: Int) throws {
        let set = try boundaries.regions()
        #expect(set.regions.count == count && set.report.features == count)
        #expect(set.report.notes.isEmpty, "\(set.report.notes.first.map { "\($0)" } ?? "")")
        #expect(set.regions.allSatisfy { !$0.name.isEmpty && !$0.code.isEmpty })
        // South Korea has 100 000 km²; the boundaries include bays and tidal flats.
        let area = set.regions.reduce(0) { $0 + $1.squareMeters } / 1e6
        #expect((97_000...106_000).contains(area), "\(area) km²")
    }

    @Test("contain the places given by the winding numbers of all rings", arguments: Boundaries.allCases)
    func windingNumbers(boundaries: Boundaries) throws {
        let bytes = try boundaries.bytes()
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(bytes)
        var generator = SplitMix64(seed: 7)
        let count = boundaries == .submunicipalities ? 4_000 : 12_000
        var inside = 0
        for _ in 0..<count {
            let place = coordinate(
                .random(in: 33...38.7, using: &generator), .random(in: 124.5...131, using: &generator))
            let expected = plain.regions(containing: place)
            #expect(set.regions(containing: place) == expected, "\(place)")
            #expect(set.region(containing: place) == expected.first, "\(place)")
            inside += expected.isEmpty ? 0 : 1
        }
        #expect(inside > count / 10)
    }

    @Test(
        "contain the places given by exact integers, as near to borders as doubles allow",
        arguments: Boundaries.allCases)
    func exact(boundaries: Boundaries) throws {
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(boundaries.bytes())
        var generator = SplitMix64(seed: 13)
        let count = boundaries == .submunicipalities ? 1_000 : 3_000
        var (none, one, more) = (0, 0, 0)
        for _ in 0..<count {
            let (a, b) = plain.edge(using: &generator)
            let t = Double.random(in: 0...1, using: &generator)
            let place = coordinate(a.y + (b.y - a.y) * t, a.x + (b.x - a.x) * t)
            let found = set.regions(containing: place)
            if found != plain.exactRegions(containing: place) { Issue.record("\(place)") }
            none += found.isEmpty ? 1 : 0
            one += found.count == 1 ? 1 : 0
            more += found.count > 1 ? 1 : 0
        }
        #expect(none > 20 && one > 500, "\(none) \(one) \(more)")
    }

    @Test("answer the same to many tasks at once, and to one after another")
    func concurrent() async throws {
        let set = try Boundaries.municipalities.regions()
        var generator = SplitMix64(seed: 3)
        let places = (0..<2_000).map { _ in
            coordinate(.random(in: 33...38.7, using: &generator), .random(in: 124.5...131, using: &generator))
        }
        let expected = places.map { set.nearestRegion(to: $0, within: .kilometers(3)) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { places.map { set.nearestRegion(to: $0, within: .kilometers(3)) } == expected }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test(
        "are as near as the nearest of many places along their borders",
        arguments: [Boundaries.provinces, .municipalities])
    func nearest(boundaries: Boundaries) throws {
        let bytes = try boundaries.bytes()
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(bytes)
        var generator = SplitMix64(seed: 5)
        var (found, none) = (0, 0)
        for _ in 0..<60 {
            let place = coordinate(
                .random(in: 32.8...38.9, using: &generator), .random(in: 124...131.5, using: &generator))
            guard set.region(containing: place) == nil else { continue }
            let tolerance = Meters.kilometers(.random(in: 0.5...60, using: &generator))
            let expected = plain.nearest(to: place)
            let match = set.nearestRegion(to: place, within: tolerance)
            if expected.distance > tolerance + Meters(0.5) {
                none += 1
                #expect(match == nil)
            } else if expected.distance < tolerance - Meters(0.5) {
                found += 1
                let match = try #require(match)
                // Edges are sampled, and the sample is never nearer than the edge.
                #expect(abs(match.distance.value - expected.distance.value) < 0.5)
                #expect(expected.regions.contains(match.index))
            }
        }
        #expect(found >= 10 && none >= 5, "\(found) \(none)")
    }
}
