import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions

@Suite("corridor")
struct CorridorTests {
    /// The obvious slow way: every point against every segment.
    private func linearScan(_ points: [Coordinate], along line: [Coordinate], width: Meters) -> [Corridor.Match] {
        var lengths = [Meters.zero]
        for (a, b) in zip(line, line.dropFirst()) {
            lengths.append(lengths.last! + Sphere.earth.distance(from: a, to: b))
        }
        let ends = line.count == 1 ? line + line : line
        var found: [Corridor.Match] = []
        for (index, point) in points.enumerated() {
            var best: Corridor.Match?
            for (segment, (a, b)) in zip(ends, ends.dropFirst()).enumerated() {
                let foot = Sphere.earth.nearestPoint(to: point, onSegmentFrom: a, to: b)
                guard foot.distance <= width, foot.distance < best?.aside ?? Meters(.infinity) else { continue }
                let length = lengths[min(segment + 1, lengths.count - 1)] - lengths[segment]
                best = .init(
                    index: index, along: lengths[segment] + length * foot.fraction, aside: foot.distance,
                    segment: segment)
            }
            if let best { found.append(best) }
        }
        return found.sorted { ($0.along, $0.aside, $0.index) < ($1.along, $1.aside, $1.index) }
    }

    @Test("equals a linear scan, in hostile places too", arguments: Regime.allCases, 1...4 as ClosedRange<UInt64>)
    func linearScan(regime: Regime, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let points = regime.points(400, using: &generator)
        let index = PointIndex(points)
        var answers = 0
        for count in [1, 2, 2, 3, 8, 40] {
            var line: [Coordinate] = []
            while line.count < count {
                let question = regime.question(about: points, using: &generator)
                line.append(question.center)
                // Now and then a segment of no length.
                if Int.random(in: 0..<4, using: &generator) == 0 { line.append(question.center) }
            }
            let width = regime.question(about: points, using: &generator).radius
            let corridor = Corridor(along: line, width: width)
            let found = corridor.points(of: index)
            #expect(found == linearScan(points, along: line, width: width))
            #expect(Set(found.map(\.index)) == Set(points.indices.filter { corridor.contains(points[$0]) }))
            answers += found.count
        }
        if regime != .fewPoints && regime != .radiusZero { #expect(answers > 0) }
    }

    @Test(
        "of several lines equals a scan of each, and nothing joins one to the next", arguments: Regime.allCases,
        1...3 as ClosedRange<UInt64>)
    func severalLines(regime: Regime, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let points = regime.points(300, using: &generator)
        let index = PointIndex(points)
        let lines = [2, 0, 1, 5, 0].map { count in
            (0..<count).map { _ in regime.question(about: points, using: &generator).center }
        }
        let width = regime.question(about: points, using: &generator).radius
        var best: [Int: Corridor.Match] = [:]
        var before = Meters.zero
        for (number, line) in lines.enumerated() {
            for match in linearScan(points, along: line, width: width) {
                // Of equally near lines the first.
                if let other = best[match.index], other.aside <= match.aside { continue }
                best[match.index] = .init(
                    index: match.index, along: before + match.along, aside: match.aside, line: number,
                    segment: match.segment)
            }
            for (a, b) in zip(line, line.dropFirst()) { before = before + Sphere.earth.distance(from: a, to: b) }
        }
        let corridor = Corridor(alongEach: lines, width: width)
        let found = corridor.points(of: index).sorted { $0.index < $1.index }
        let expected = best.values.sorted { $0.index < $1.index }
        #expect(found.map(\.index) == expected.map(\.index))
        for (a, b) in zip(found, expected) {
            #expect(a.aside == b.aside && a.line == b.line && a.segment == b.segment)
            #expect(abs(a.along.value - b.along.value) <= 1e-9 * max(1, b.along.value))
        }
    }

    @Test("the outline of several lines leaves out what lies between them")
    func outlineOfSeveral() throws {
        let lines = [[coordinate(37, 127), coordinate(37.2, 127)], [], [coordinate(38, 127), coordinate(38.2, 127)]]
        #expect(try Corridor(alongEach: lines, width: .kilometers(3)).outline().count == 2)
        #expect(try Corridor(along: lines[0] + lines[2], width: .kilometers(3)).outline().count == 1)
        #expect(try Corridor(alongEach: [[], []], width: .kilometers(3)).outline().isEmpty)
    }

    @Test("a line through the whole of Korea finds what a linear scan does among many points")
    func long() {
        var generator = SplitMix64(seed: 9)
        let points = Regime.korea.points(6_000, using: &generator)
        let index = PointIndex(points)
        var line = [coordinate(37.5, 127)]
        for _ in 0..<100 {
            line.append(
                Sphere.earth.destination(
                    from: line.last!, bearing: 150 + .random(in: -60...60, using: &generator), distance: Meters(4500)))
        }
        for width in [0, 500, 5_000, 80_000.0] {
            let width = Meters(width)
            #expect(
                Corridor(along: line, width: width).points(of: index) == linearScan(points, along: line, width: width))
        }
        let even = Corridor(along: line, width: .kilometers(5)).points(of: index) { $0 % 2 == 0 }
        #expect(even == linearScan(points, along: line, width: .kilometers(5)).filter { $0.index % 2 == 0 })
    }

    @Test("between antipodes, along a meridian over the pole, and on the line exactly")
    func special() {
        let points = [coordinate(90, 0), coordinate(80, 0), coordinate(80, 180), coordinate(0, 90), coordinate(-90, 0)]
        let index = PointIndex(points)
        let over = Corridor(along: [coordinate(70, 0), coordinate(70, 180)], width: Meters(0.001)).points(of: index)
        #expect(over.map(\.index) == [1, 0, 2])
        let antipodes = [coordinate(0, 0), coordinate(0, 180)]
        let found = Corridor(along: antipodes, width: Meters(0.001)).points(of: index)
        #expect(found == linearScan(points, along: antipodes, width: Meters(0.001)))
        #expect(found.map(\.index) == [1, 0, 2])
    }

    @Test("no line holds nothing, no points are no answers, and a whole Earth of width holds all")
    func empty() throws {
        let index = PointIndex([coordinate(1, 1), coordinate(2, 2)])
        #expect(Corridor(along: [], width: .kilometers(30_000)).points(of: index).isEmpty)
        #expect(!Corridor(along: [], width: .kilometers(30_000)).contains(coordinate(0, 0)))
        #expect(try Corridor(along: [], width: .kilometers(3)).outline().isEmpty)
        #expect(
            Corridor(along: [coordinate(0, 0)], width: .kilometers(3)).points(of: PointIndex([Coordinate]())).isEmpty)
        let whole = Corridor(along: [coordinate(0, 0), coordinate(0, 1)], width: .kilometers(30_000))
        #expect(whole.points(of: index).map(\.index).sorted() == [0, 1])
    }

    @Test("a width below zero, or that is not a number, is a caller's mistake")
    func width() async {
        await #expect(processExitsWith: .failure) { _ = Corridor(along: [], width: Meters(-1)) }
        await #expect(processExitsWith: .failure) { _ = Corridor(along: [], width: Meters(.nan)) }
    }

    @Test("too wide a corridor is not drawn, and says so")
    func tooWide() {
        #expect(throws: AreaError.corridorTooWide(meters: 500_001)) {
            try Corridor(along: [coordinate(0, 0)], width: Meters(500_001)).outline()
        }
        #expect(throws: AreaError.corridorTooWide(meters: .infinity)) {
            try Corridor(along: [coordinate(0, 0)], width: Meters(.infinity)).outline()
        }
    }
}

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
            // A recorded track: 50 m a step, with turns of up to 60 degrees.
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
        "holds what belongs to the corridor and no more, but for its rim", arguments: DrawnLine.allCases,
        [0.2, 3, 40, 400.0])
    func outline(drawn: DrawnLine, kilometers: Double) throws {
        let width = Meters.kilometers(kilometers)
        let corridor = Corridor(along: drawn.line, width: width)
        let polygons = try corridor.outline()
        #expect(!polygons.isEmpty)
        let text = GeoJSONText.geometry(polygons)
        let set = try regions(text)
        #expect(set.regions.count == 1)
        #expect(set.report.notes.isEmpty, "\(set.report.notes)")

        var generator = SplitMix64(seed: UInt64(kilometers * 10))
        let rim = width * (kilometers > 100 ? 0.01 : 0.005)
        let (inner, outer) = (
            Corridor(along: drawn.line, width: width - rim), Corridor(along: drawn.line, width: width + rim)
        )
        var (inside, outside) = (0, 0)
        for _ in 0..<1500 {
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
        #expect(inside > 300 && outside > 20, "\(inside) \(outside)")
    }

    @Test("is cut at the antimeridian, with outer rings counterclockwise")
    func winding() throws {
        let polygons = try Corridor(along: DrawnLine.antimeridian.line, width: .kilometers(20)).outline()
        #expect(polygons.count >= 2)
        for polygon in polygons {
            let ring = polygon.rings[0]
            #expect(ring.first == ring.last)
            #expect(ring.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 })
            // No polygon reaches over.
            #expect(ring.map(\.x).max()! - ring.map(\.x).min()! < 90)
            let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) }
            #expect(area > 0)
        }
    }
}
