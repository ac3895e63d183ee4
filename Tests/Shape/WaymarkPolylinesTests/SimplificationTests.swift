import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines

@Suite("Polyline simplification")
struct SimplificationTests {
    /// Lines in hostile places: walks, and places in random order.
    static func lines(_ count: Int, seed: UInt64) -> [(name: String, line: [Coordinate], tolerances: [Double])] {
        var generator = SplitMix64(seed: seed)
        var lines: [(String, [Coordinate], [Double])] = [
            ("Seoul", walk(count, seed: seed), [0, 1, 10, 100]),
            ("Fiji", walk(count, seed: seed, from: coordinate(-17, 179.9999)), [1, 20]),
            ("Arctic", walk(count, seed: seed, from: coordinate(89.85, 20)), [1, 20]),
        ]
        for regime in [Regime.world, .antimeridian, .northPole, .southPole, .duplicates, .oneMeridian, .grid] {
            lines.append((regime.rawValue, regime.points(count, using: &generator), [0, 1000, 50_000, 3_000_000]))
        }
        return lines
    }

    @Test(
        "every dropped vertex is within the tolerance of the segment that replaces it",
        arguments: 1...4 as ClosedRange<UInt64>)
    func promise(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var dropped = 0
        for (name, line, tolerances) in Self.lines(600, seed: seed) {
            for tolerance in tolerances {
                let stops = (0..<3).map { _ in Int.random(in: line.indices, using: &generator) }
                let kept = Polyline(line).verticesKept(tolerance: Meters(tolerance), keeping: stops)
                #expect(kept.first == 0 && kept.last == line.count - 1)
                #expect(zip(kept, kept.dropFirst()).allSatisfy(<))
                #expect(stops.allSatisfy(kept.contains))
                var worst = 0.0
                for (first, last) in zip(kept, kept.dropFirst()) {
                    for i in first + 1..<max(last, first + 1) {
                        dropped += 1
                        worst = max(worst, metres(from: line[i], toSegmentFrom: line[first], to: line[last]))
                    }
                }
                #expect(worst <= tolerance + 1e-6, "\(name), \(tolerance) m")
                #expect(
                    Polyline(line).simplified(tolerance: Meters(tolerance), keeping: stops).coordinates
                        == kept.map { line[$0] })
            }
        }
        #expect(dropped > 3000)
    }

    /// The published recursion, with the distance by bearings.
    private func textbook(_ line: [Coordinate], _ range: ClosedRange<Int>, _ tolerance: Double) -> [Int] {
        var farthest = (index: 0, distance: -1.0)
        for i in range.dropFirst().dropLast() {
            let distance = metres(from: line[i], toSegmentFrom: line[range.lowerBound], to: line[range.upperBound])
            if distance > farthest.distance { farthest = (i, distance) }
        }
        guard farthest.distance > tolerance else { return [range.lowerBound, range.upperBound] }
        return textbook(line, range.lowerBound...farthest.index, tolerance)
            + textbook(line, farthest.index...range.upperBound, tolerance).dropFirst()
    }

    @Test("Douglas-Peucker equals the textbook's recursion", arguments: 1...6 as ClosedRange<UInt64>)
    func equalsTextbook(seed: UInt64) {
        // Without ties of distances, so that rounding does not affect the choice.
        let tied: Set = ["grid", "duplicates", "oneMeridian"]
        for (name, line, tolerances) in Self.lines(500, seed: seed) where !tied.contains(name) {
            for tolerance in tolerances where tolerance > 0 {
                let kept = Polyline(line).verticesKept(tolerance: Meters(tolerance))
                #expect(kept == textbook(line, 0...line.count - 1, tolerance), "\(name), \(tolerance) m")
            }
        }
    }

    /// The area in square metres of a triangle of places, by the plain determinant.
    private func area(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
        let (a, b, c) = (UnitVector(a), UnitVector(b), UnitVector(c))
        func dot(_ a: UnitVector, _ b: UnitVector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
        let determinant =
            a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x)
        let excess = 2 * atan2(abs(determinant), 1 + dot(a, b) + dot(b, c) + dot(c, a))
        return excess * Sphere.earth.radius.value * Sphere.earth.radius.value
    }

    @Test("Visvalingam equals repeatedly removing the smallest triangle", arguments: 1...4 as ClosedRange<UInt64>)
    func equalsPlainVisvalingam(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for regime in [Regime.world, .korea, .antimeridian, .northPole, .southPole] {
            let line = regime.points(250, using: &generator)
            for tolerance in [100.0, 5000, 100_000, 5_000_000] {
                let stops = [17, 40]
                var left = Array(line.indices)
                while left.count > 2 {
                    let inner = (1..<left.count - 1).filter { !stops.contains(left[$0]) }
                    let areas = inner.map { area(line[left[$0 - 1]], line[left[$0]], line[left[$0 + 1]]) }
                    guard let smallest = areas.indices.min(by: { areas[$0] < areas[$1] }),
                        areas[smallest] <= tolerance * tolerance
                    else { break }
                    left.remove(at: inner[smallest])
                }
                let kept = Polyline(line).verticesKept(
                    tolerance: Meters(tolerance), keeping: stops, method: .visvalingam)
                #expect(kept == left, "\(regime), \(tolerance) m")
            }
        }
    }

    @Test("a known triangle is removed exactly when the tolerance squared reaches its area")
    func knownTriangle() {
        // An octant of the sphere: an eighth of 4 π r².
        let line = Polyline([coordinate(0, 0), coordinate(90, 0), coordinate(0, 90)])
        let side = (Double.pi / 2).squareRoot() * Sphere.earth.radius.value
        #expect(line.verticesKept(tolerance: Meters(side * 0.999_999), method: .visvalingam) == [0, 1, 2])
        #expect(line.verticesKept(tolerance: Meters(side * 1.000_001), method: .visvalingam) == [0, 2])
        // A bend of 1 km next to a segment of the equator.
        let bend = Polyline([coordinate(0, 0), coordinate(0.01, 0.5), coordinate(0, 1)])
        let height = Sphere.earth.radius.value * 0.01 * .pi / 180
        // The arc of the equator is the great circle: only its own height counts.
        #expect(bend.verticesKept(tolerance: Meters(height * 0.999)) == [0, 1, 2])
        #expect(bend.verticesKept(tolerance: Meters(height * 1.001)) == [0, 2])
    }

    @Test(
        "short lines, one repeated place, and antipodal ends",
        arguments: Polyline.Simplification.allCases)
    func degenerate(method: Polyline.Simplification) {
        let place = coordinate(37, 127)
        func kept(_ line: [Coordinate], _ tolerance: Double, _ stops: [Int] = []) -> [Int] {
            Polyline(line).verticesKept(tolerance: Meters(tolerance), keeping: stops, method: method)
        }
        #expect(kept([], 1) == [])
        #expect(kept([place], 1) == [0])
        #expect(kept([place, place], 1) == [0, 1])
        #expect(kept(Array(repeating: place, count: 1000), 0) == [0, 999])
        #expect(kept(Array(repeating: place, count: 1000), 0, [5, 998, 5]) == [0, 5, 998, 999])
        #expect(kept(walk(1000, seed: 1), .infinity, [7]) == [0, 7, 999])
        let opposite = [coordinate(0, 0), coordinate(5, 90), coordinate(0, 180)]
        // A triangle with antipodal corners has no defined area: any half circle joins them.
        #expect(kept(opposite, 1) == (method == .douglasPeucker ? [0, 1, 2] : [0, 2]))
        #expect(kept(opposite, 1e9) == [0, 2])
    }

    @Test("half a million vertices, even if they split one by one, do not take quadratic time")
    func halfAMillion() {
        let count = 500_000
        let shrinking = shrinkingZigzag(count)
        let kept = Polyline(shrinking).verticesKept(tolerance: Meters(1000))
        var worst = 0.0
        for (first, last) in zip(kept, kept.dropFirst()) {
            for i in first + 1..<max(last, first + 1) {
                worst = max(
                    worst, metres(from: shrinking[i], toSegmentFrom: shrinking[first], to: shrinking[last]))
            }
        }
        #expect(worst <= 1000.000001)
        #expect(kept.count > 128 && kept.count < count)

        let line = walk(count, seed: 3)
        for method in Polyline.Simplification.allCases {
            let kept = Polyline(line).verticesKept(tolerance: Meters(20), method: method)
            #expect(kept.count > count / 100 && kept.count < count / 2, "\(method): \(kept.count)")
        }
    }

    @Test("a negative tolerance and a stop that is not a vertex are caller's mistakes")
    func preconditions() async {
        await #expect(processExitsWith: .failure) { _ = Polyline([]).simplified(tolerance: Meters(-1)) }
        await #expect(processExitsWith: .failure) { _ = Polyline([]).simplified(tolerance: Meters(.nan)) }
        await #expect(processExitsWith: .failure) { _ = Polyline([]).simplified(tolerance: Meters(1), keeping: [0]) }
    }
}
