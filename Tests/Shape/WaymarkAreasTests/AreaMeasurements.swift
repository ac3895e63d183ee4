import CGEOS
import Foundation
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions

/// The numbers of `Documentation/Areas.md`; nothing is checked here but that answers agree.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil && SharedData.isPresent), .serialized)
struct AreaMeasurements {
    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    @Test("lookups a second, beside GEOS's prepared polygons", arguments: Boundaries.allCases)
    func lookups(boundaries: Boundaries) throws {
        let bytes = try boundaries.bytes()
        var set = try boundaries.regions()
        let reading = try seconds { set = try boundaries.regions() }
        var generator = SplitMix64(seed: 21)
        let places = (0..<200_000).map { _ in
            coordinate(.random(in: 34...38.3, using: &generator), .random(in: 126.3...129.5, using: &generator))
        }
        var sum = 0
        let own = seconds { for place in places { sum += set.region(containing: place) ?? -1 } }
        let oracle = try GEOSOracle(PlainBoundaries(bytes))
        let some = places.prefix(20_000)
        var other = 0
        let geos = seconds { for place in some { other += oracle.regions(containing: place).first ?? -1 } }
        #expect(some.reduce(0) { $0 + (set.region(containing: $1) ?? -1) } == other)
        let outside = places.filter { set.region(containing: $0) == nil }
        var near = 0
        let nearest = seconds {
            for place in outside.prefix(5_000) where set.nearestRegion(to: place, within: .kilometers(5)) != nil {
                near += 1
            }
        }
        print(
            "\(boundaries.rawValue): read in \(Int(reading * 1000)) ms; \(Int(Double(places.count) / own / 1000)) thousand "
                + "lookups a second; GEOS prepared, boxes one after another: \(Int(Double(some.count) / geos / 1000)) thousand; "
                + "nearest within 5 km, from outside: \(Int(Double(min(5_000, outside.count)) / nearest / 1000)) thousand (\(near) near)"
        )
    }

    @Test("corridor of 400 km through a million points, and its drawing")
    func corridor() throws {
        var generator = SplitMix64(seed: 22)
        let points = Regime.korea.points(1_000_000, using: &generator)
        let index = PointIndex(points)
        var line = [coordinate(37.5, 127)]
        for _ in 0..<8_000 {
            line.append(
                Sphere.earth.destination(
                    from: line.last!, bearing: 150 + .random(in: -60...60, using: &generator), distance: Meters(50)))
        }
        for width in [100, 1_000, 10_000.0] {
            let corridor = Corridor(along: line, width: Meters(width))
            var count = 0
            let time = seconds { count = corridor.points(of: index).count }
            var vertices = 0
            let drawing = try seconds { vertices = try corridor.outline().reduce(0) { $0 + $1.rings.joined().count } }
            print(
                "corridor of \(width) m: \(count) points in \(Int(time * 1e6)) µs; drawn in \(Int(drawing * 1000)) ms, \(vertices) vertices"
            )
        }
    }
}
