import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

/// Lines whose corridors are hard to draw.
enum DrawnLine: String, CaseIterable {
    case place, street, korea, antimeridian, northPole, overPole, aroundPole, southPole, ocean, zigzag, dense, loop

    var line: [Coordinate] {
        switch self {
        case .place: [coordinate(37, 127)]
        case .street: [coordinate(37, 127), coordinate(37.001, 127.002), coordinate(37.001, 127.002)]
        case .korea: [coordinate(37.5, 127), coordinate(36.3, 127.4), coordinate(35.2, 129)]
        case .antimeridian: [coordinate(-18, 179), coordinate(-17, -179), coordinate(-16, 179.5), coordinate(-15, 180)]
        case .northPole: [coordinate(90, 0)]
        case .overPole: [coordinate(88, 20), coordinate(88, -150)]
        case .aroundPole: (0...36).map { coordinate(89.5, Double($0 * 10 - 180)) }
        case .southPole: [coordinate(-89.99, 0), coordinate(-89, 100)]
        case .ocean: [coordinate(35, 140), coordinate(45, -125)]
        case .zigzag: (0..<60).map { coordinate(36 + Double($0) / 200, $0 % 2 == 0 ? 127 : 127.3) }
        case .dense:
            // A recorded track: steps of 50 m, with turns of up to 60 degrees.
            (0..<1500).reduce(into: [coordinate(37.5, 127)]) { line, i in
                let turn = Double((i * 7919) % 121 - 60)
                line.append(
                    Sphere.earth.destination(from: line[line.count - 1], bearing: 150 + turn, distance: Meters(50)))
            }
        case .loop:
            [coordinate(36, 127), coordinate(36, 128), coordinate(37, 128), coordinate(37, 127), coordinate(36, 127)]
        }
    }
}

@Suite("drawn corridor")
struct CorridorOutlineTests {
    @Test(
        "contains exactly the corridor, except at its rim", arguments: DrawnLine.allCases,
        [0.2, 3, 40, 400.0])
    func outline(drawn: DrawnLine, kilometers: Double) throws {
        let width = Meters.kilometers(kilometers)
        let corridor = Corridor(along: drawn.line, width: width)
        let polygons = try corridor.outline()
        #expect(!polygons.isEmpty)
        let text = GeoJSONText.geometry(polygons)
        let set = try mended(text)
        #expect(set.regions.count == 1)
        #expect(set.report.notes.isEmpty, "\(set.report.notes)")

        var generator = SplitMix64(seed: UInt64(kilometers * 10))
        let rim = width * (kilometers > 100 ? 0.01 : 0.005)
        let (inner, outer) = (
            Corridor(along: drawn.line, width: width - rim), Corridor(along: drawn.line, width: width + rim)
        )
        var (inside, outside) = (0, 0)
        for _ in 0..<500 {
            // Around vertices and around places between them.
            let i = Int.random(in: 0..<drawn.line.count, using: &generator)
            let on = Sphere.earth.interpolate(
                from: drawn.line[i], to: drawn.line[min(i + 1, drawn.line.count - 1)],
                fraction: .random(in: 0...1, using: &generator))
            let place = Sphere.earth.destination(
                from: on, bearing: .random(in: 0...360, using: &generator),
                distance: width * .random(in: 0...(Bool.random(using: &generator) ? 1.2 : 3), using: &generator))
            let isDrawn = set.region(containing: place) != nil
            if inner.contains(place) {
                inside += 1
                #expect(isDrawn, "\(place)")
            } else if !outer.contains(place) {
                outside += 1
                #expect(!isDrawn, "\(place)")
            }
        }
        #expect(inside > 60 && outside > 2, "\(inside) \(outside)")
    }

    @Test("is cut at the antimeridian, with outer rings counterclockwise")
    func winding() throws {
        let polygons = try Corridor(along: DrawnLine.antimeridian.line, width: .kilometers(20)).outline()
        #expect(polygons.count >= 2)
        for polygon in polygons {
            let ring = polygon.rings[0]
            #expect(ring.first == ring.last)
            #expect(ring.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 })
            // No polygon crosses the antimeridian.
            #expect(ring.map(\.x).max()! - ring.map(\.x).min()! < 90)
            let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
            #expect(area > 0)
        }
    }

    @Test("the outline of several lines excludes the area between them")
    func outlineOfSeveral() throws {
        let lines = [[coordinate(37, 127), coordinate(37.2, 127)], [], [coordinate(38, 127), coordinate(38.2, 127)]]
        #expect(try Corridor(alongEach: lines, width: .kilometers(3)).outline().count == 2)
        #expect(try Corridor(along: lines[0] + lines[2], width: .kilometers(3)).outline().count == 1)
        #expect(try Corridor(along: [], width: .kilometers(3)).outline().isEmpty)
        #expect(try Corridor(alongEach: [[], []], width: .kilometers(3)).outline().isEmpty)
    }

    @Test("too wide a corridor is refused for drawing, with a message")
    func tooWide() {
        #expect(throws: AreaError.corridorTooWide(meters: 500_001)) {
            try Corridor(along: [coordinate(0, 0)], width: Meters(500_001)).outline()
        }
        #expect(throws: AreaError.corridorTooWide(meters: .infinity)) {
            try Corridor(along: [coordinate(0, 0)], width: Meters(.infinity)).outline()
        }
    }
}
