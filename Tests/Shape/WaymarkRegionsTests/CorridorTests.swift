import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions

@Suite("corridor")
struct CorridorTests {
    /// The simple slow method: every point with every segment.
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
                // Sometimes a segment of length zero.
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
        "of several lines equals a scan of each, without bridging gaps", arguments: Regime.allCases,
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

    @Test("a line through all of Korea finds the same as a linear scan among many points")
    func long() {
        var generator = SplitMix64(seed: 9)
        let points = Regime.korea.points(2_000, using: &generator)
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

    @Test("no line contains nothing, no points give no answers, and a width of the whole Earth contains all")
    func empty() {
        let index = PointIndex([coordinate(1, 1), coordinate(2, 2)])
        #expect(Corridor(along: [], width: .kilometers(30_000)).points(of: index).isEmpty)
        #expect(!Corridor(along: [], width: .kilometers(30_000)).contains(coordinate(0, 0)))
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
}
