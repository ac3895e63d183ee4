import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// The simple slow method: every point with its distance on `Sphere.earth`, sorted.
private func linearScan(
    _ points: [Coordinate], _ radius: Meters, _ center: Coordinate, where isIncluded: (Int) -> Bool = { _ in true }
) -> [Match] {
    points.indices
        .filter(isIncluded)
        .map { Match(index: $0, distance: Sphere.earth.distance(from: center, to: points[$0])) }
        .filter { $0.distance <= radius }
        .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
}

/// Queries for each regime: 20 000 in all by default; more with `WAYMARK_SOAK_QUERIES`.
private let queriesPerRegime: Int = {
    let total = ProcessInfo.processInfo.environment["WAYMARK_SOAK_QUERIES"].flatMap(Int.init) ?? 20_000
    return (total + Regime.allCases.count - 1) / Regime.allCases.count
}()

@Suite("PointIndex")
struct PointIndexTests {
    @Test("a tree of four levels, thousands of hits and tens of runs", arguments: [Regime.korea, .grid, .world])
    func large(regime: Regime) {
        var generator = SplitMix64(seed: 21)
        let points = regime.points(40_000, using: &generator)
        let index = PointIndex(points)
        for radius: Meters in [
            .zero, .kilometers(8), .kilometers(90), .kilometers(200), .kilometers(400), .kilometers(6000),
        ] {
            for center in [points[0], regime.question(about: points, using: &generator).center] {
                let all = linearScan(points, radius, center)
                var buffer = MatchBuffer()
                buffer.findPoints(within: radius, of: center, in: index)
                // Compared outside the expectation: a difference of many rows takes minutes to print.
                let isEqual =
                    index.points(within: radius, of: center) == all
                    && index.unsortedPoints(within: radius, of: center).sorted() == all
                    && Array(buffer.matches.prefix(buffer.count)) == all
                    && index.countOfPoints(within: radius, of: center) == all.count
                    && index.nearest(to: center, count: 40, within: radius) == Array(all.prefix(40))
                    && index.nearest(to: center, count: 9000, within: radius) == Array(all.prefix(9000))
                #expect(isEqual, "\(regime), \(radius) round \(center): \(all.count) hits")
            }
        }
    }

    @Test("every search equals a linear scan", arguments: Regime.allCases)
    func equalsLinearScan(regime: Regime) {
        var generator = SplitMix64(seed: 1)
        let perSet = 40
        for set in 0..<(queriesPerRegime + perSet - 1) / perSet {
            let points = regime.points([0, 1, 2, 33, 257, 700, 2100][set % 7], using: &generator)
            let index = PointIndex(points)
            #expect(index.count == points.count)
            for _ in 0..<perSet {
                let (center, radius) = { ($0.center, $0.radius) }(regime.question(about: points, using: &generator))
                let k = Int.random(in: 0...(Bool.random(using: &generator) ? 12 : 45), using: &generator)
                let step = Int.random(in: 1...3, using: &generator)
                let isIncluded: (Int) -> Bool = { $0 % step == 0 }
                let all = linearScan(points, radius, center)
                let filtered = all.filter { isIncluded($0.index) }
                let everywhere = linearScan(points, Meters(.infinity), center)

                var streamed: [Match] = []
                index.forEachPoint(within: radius, of: center) { streamed.append($0) }
                // One expectation per query: `make soak` runs a million of them.
                let equal =
                    index.points(within: radius, of: center) == all
                    && index.points(within: radius, of: center, where: isIncluded) == filtered
                    && index.unsortedPoints(within: radius, of: center).sorted() == all
                    && streamed.sorted() == all
                    && index.countOfPoints(within: radius, of: center) == all.count
                    && index.countOfPoints(within: radius, of: center, where: isIncluded) == filtered.count
                    && index.nearest(to: center, count: k) == Array(everywhere.prefix(k))
                    && index.nearest(to: center, count: k, within: radius) == Array(all.prefix(k))
                    && index.nearest(to: center, count: k, within: radius, where: isIncluded)
                        == Array(filtered.prefix(k))
                if !equal {
                    Issue.record("\(regime), set \(set) of \(points.count) points: \(radius) round \(center), k \(k)")
                }
            }
        }
    }

    @Test("a search by box equals a linear scan", arguments: Regime.allCases)
    func boxEqualsLinearScan(regime: Regime) throws {
        var generator = SplitMix64(seed: 2)
        for set in 0..<20 {
            let points = regime.points([0, 1, 2, 33, 257, 700, 2100][set % 7], using: &generator)
            let index = PointIndex(points)
            for query in 0..<40 {
                let box: BoundingBox
                if query % 2 == 0 {
                    let question = regime.question(about: points, using: &generator)
                    box = BoundingBox(around: question.center, radius: question.radius)
                } else {
                    // Corners on points: edges belong to the box.
                    let a = points.randomElement(using: &generator) ?? coordinate(0, 0)
                    let b = points.randomElement(using: &generator) ?? coordinate(90, 180)
                    box = try BoundingBox(
                        south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
                        east: b.longitude)
                }
                #expect(
                    index.points(in: box) == points.indices.filter { box.contains(points[$0]) }, "\(regime) \(box)")
                #expect(
                    index.points(in: box) { $0 % 2 == 1 }
                        == points.indices.filter { box.contains(points[$0]) && $0 % 2 == 1 })
            }
        }
        let world = regime.points(300, using: &generator)
        #expect(PointIndex(world).points(in: .world) == Array(world.indices))
    }

    @Test("no point, one point, all points at one place")
    func smallAndEqual() {
        let seoul = coordinate(37.5665, 126.978)
        let none = PointIndex([])
        #expect(none.isEmpty && none.count == 0)
        #expect(none.points(within: Meters(.infinity), of: seoul).isEmpty)
        #expect(none.nearest(to: seoul, count: 3).isEmpty)
        #expect(none.points(in: .world).isEmpty)

        let one = PointIndex([seoul])
        #expect(one.points(within: .zero, of: seoul) == [Match(index: 0, distance: .zero)])

        let same = PointIndex(Array(repeating: seoul, count: 5000))
        #expect(same.points(within: .zero, of: seoul).map(\.index) == Array(0..<5000))
        #expect(same.nearest(to: coordinate(35, 129), count: 7).map(\.index) == Array(0..<7))
        #expect(same.countOfPoints(within: Meters(1), of: seoul) == 5000)
    }

    @Test("places that differ by the smallest amount are indexed like any others")
    func minDifferences() {
        for step in [Double.leastNonzeroMagnitude, .leastNormalMagnitude / 16, 1e-300, 1e-17] {
            let points = (0..<500).map { coordinate(0, Double($0 % 3) * step) }
            let index = PointIndex(points)
            #expect(index.points(within: Meters(1), of: coordinate(0, 0)).count == 500)
            #expect(
                index.nearest(to: coordinate(0, 0), count: 3)
                    == Array(linearScan(points, Meters(1), coordinate(0, 0)).prefix(3)))
        }
    }

    @Test("a circle through a point contains it, and the next smaller circle does not")
    func boundary() {
        var generator = SplitMix64(seed: 3)
        for regime in [Regime.korea, .world, .northPole, .antimeridian, .beyondHalfTheEarth] {
            let points = regime.points(300, using: &generator)
            let index = PointIndex(points)
            for _ in 0..<200 {
                let center = regime.question(about: points, using: &generator).center
                let chosen = Int.random(in: points.indices, using: &generator)
                let distance = Sphere.earth.distance(from: center, to: points[chosen])
                #expect(index.points(within: distance, of: center).last?.distance == distance)
                guard distance > .zero else { continue }
                let smaller = Meters(distance.value.nextDown)
                #expect(!index.points(within: smaller, of: center).contains { $0.index == chosen })
            }
        }
    }

    @Test("matches are ordered by distance, then by position, and none is before itself")
    func order() {
        let matches = [(0, 1.0), (1, 1), (2, 1), (0, 2)].map { Match(index: $0.0, distance: Meters($0.1)) }
        for (a, one) in matches.enumerated() {
            for (b, other) in matches.enumerated() { #expect((one < other) == (a < b)) }
        }
    }

    @Test("ties at the limit of the count are decided by position")
    func ties() {
        // Four points at one distance, interleaved with one nearer.
        let points = [coordinate(0, 1), coordinate(1, 0), coordinate(0, -1), coordinate(-1, 0), coordinate(0, 0.5)]
        let index = PointIndex(points)
        #expect(index.nearest(to: coordinate(0, 0), count: 3).map(\.index) == [4, 0, 1])
        #expect(index.points(within: .kilometers(112), of: coordinate(0, 0)).map(\.index) == [4, 0, 1, 2, 3])
    }

    @Test("an error thrown by the receiver ends the search")
    func streamingStops() {
        struct Enough: Error {}
        let index = PointIndex((0..<1000).map { coordinate(Double($0) / 1e4, 0) })
        var seen = 0
        #expect(throws: Enough.self) {
            try index.forEachPoint(within: .kilometers(1000), of: coordinate(0, 0)) { (_) throws(Enough) in
                seen += 1
                if seen == 10 { throw Enough() }
            }
        }
        #expect(seen == 10)
    }

    @Test("a radius below zero or NaN, and a count below zero, are a caller's mistakes")
    func preconditions() async {
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).points(within: Meters(-1), of: coordinate(0, 0))
        }
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).points(within: Meters(.nan), of: coordinate(0, 0))
        }
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).nearest(to: coordinate(0, 0), count: -1)
        }
    }

    @Test("a dense city in a worldwide set is searched as fast as the city alone")
    func denseCluster() {
        var generator = SplitMix64(seed: 4)
        var points = Regime.world.points(1000, using: &generator)
        for _ in 0..<20_000 {
            points.append(
                coordinate(
                    37.5 + Double.random(in: 0...0.001, using: &generator),
                    127 + Double.random(in: 0...0.001, using: &generator)))
        }
        let index = PointIndex(points)
        for _ in 0..<50 {
            let center = points.randomElement(using: &generator)!
            #expect(index.points(within: Meters(20), of: center) == linearScan(points, Meters(20), center))
            #expect(
                index.nearest(to: center, count: 5)
                    == Array(linearScan(points, Meters(.infinity), center).prefix(5)))
        }
    }
}
