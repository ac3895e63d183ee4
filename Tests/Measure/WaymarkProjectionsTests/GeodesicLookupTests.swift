import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections

/// The simple slow method: every point with its geodesic distance, sorted.
private func linearScan(
    _ points: [Coordinate], _ radius: Meters, _ center: Coordinate, by distance: (Coordinate, Coordinate) -> Meters
) -> [Match] {
    points.indices
        .map { Match(index: $0, distance: distance(center, points[$0])) }
        .filter { $0.distance <= radius }
        .sorted()
}

/// Queries for each regime; more with `WAYMARK_SOAK_QUERIES`.
private let queriesPerRegime: Int = {
    let total = ProcessInfo.processInfo.environment["WAYMARK_SOAK_QUERIES"].flatMap(Int.init) ?? 6_500
    return (total + Regime.allCases.count - 1) / Regime.allCases.count
}()

@Suite("Lookups on the ellipsoid")
struct GeodesicLookupTests {
    private let geodesic = Geodesic.wgs84

    @Test("every search equals a linear scan, number by number", arguments: Regime.allCases)
    func equalsLinearScan(regime: Regime) {
        var generator = SplitMix64(seed: 31)
        let perSet = 25
        for set in 0..<(queriesPerRegime + perSet - 1) / perSet {
            let points = regime.points([0, 1, 2, 33, 257, 700][set % 6], using: &generator)
            let index = PointIndex(points)
            var buffer = MatchBuffer()
            for query in 0..<perSet {
                var (center, radius) = { ($0.center, $0.radius) }(regime.question(about: points, using: &generator))
                // The boundary belongs to the circle, on the ellipsoid too.
                if query % 4 == 0, regime != .radiusZero, let point = points.randomElement(using: &generator) {
                    radius = geodesic.distance(from: center, to: point)
                    if query % 8 == 0, radius > .zero { radius = Meters(radius.value.nextDown) }
                }
                if query % 5 == 0, let point = points.randomElement(using: &generator) { center = point }
                let k = Int.random(in: 0...(Bool.random(using: &generator) ? 12 : 45), using: &generator)
                let step = Int.random(in: 1...3, using: &generator)
                let isIncluded: (Int) -> Bool = { $0 % step == 0 }
                let everywhere = linearScan(points, Meters(.infinity), center) { geodesic.distance(from: $0, to: $1) }
                let all = everywhere.filter { $0.distance <= radius }
                let filtered = all.filter { isIncluded($0.index) }
                buffer.expect([center].span)
                buffer.findPoints(within: radius, ofExpected: 0, center, on: geodesic.surface, in: index)
                let equal =
                    index.points(within: radius, of: center, on: geodesic) == all
                    && index.points(within: radius, of: center, on: geodesic, where: isIncluded) == filtered
                    && index.unsortedPoints(within: radius, of: center, on: geodesic).sorted() == all
                    && index.countOfPoints(within: radius, of: center, on: geodesic) == all.count
                    && index.countOfPoints(within: radius, of: center, on: geodesic, where: isIncluded)
                        == filtered.count
                    && index.nearest(to: center, count: k, on: geodesic) == Array(everywhere.prefix(k))
                    && index.nearest(to: center, count: k, within: radius, on: geodesic) == Array(all.prefix(k))
                    && index.nearest(to: center, count: k, within: radius, on: geodesic, where: isIncluded)
                        == Array(filtered.prefix(k))
                    && Array(buffer.matches[..<buffer.count]) == all
                if !equal {
                    Issue.record("\(regime), set \(set) of \(points.count) points: \(radius) round \(center), k \(k)")
                }
            }
        }
    }

    /// PROJ's numbers and those of the series are each a few nanometres from the true ones.
    @Test("every search equals a linear scan with PROJ's geodesics, up to 20 nm", arguments: Regime.allCases)
    func equalsPROJ(regime: Regime) {
        var generator = SplitMix64(seed: 32)
        let slack = 20e-9
        for set in 0..<20 {
            let points = regime.points([1, 33, 257, 700][set % 4], using: &generator)
            let index = PointIndex(points)
            for _ in 0..<15 {
                let (center, radius) = { ($0.center, $0.radius) }(regime.question(about: points, using: &generator))
                let all = linearScan(points, Meters(radius.value + slack), center) {
                    geodesic.distanceByPROJ(from: $0, to: $1)
                }
                let found = index.points(within: radius, of: center, on: geodesic)
                var distances: [Int: Double] = [:]
                for match in all { distances[match.index] = match.distance.value }
                let isNear = found.allSatisfy { abs((distances[$0.index] ?? .infinity) - $0.distance.value) < slack }
                // Omitted points lie on the rim, to 20 nm.
                let indexes = Set(found.map(\.index))
                let isWhole = all.allSatisfy {
                    indexes.contains($0.index) || $0.distance.value > radius.value - slack
                }
                // Neighbours in the order are swapped only if they are within 20 nm by PROJ.
                let order = found.map { distances[$0.index] ?? .nan }
                let isOrdered = zip(order, order.dropFirst()).allSatisfy { $0 <= $1 + slack }
                #expect(isNear && isWhole && isOrdered, "\(regime): \(radius) round \(center)")
            }
        }
    }

    @Test("thousands of hits in a tree of four levels", arguments: [Regime.korea, .grid, .arctic])
    func large(regime: Regime) {
        var generator = SplitMix64(seed: 33)
        let points = regime.points(40_000, using: &generator)
        let index = PointIndex(points)
        for radius: Meters in [.zero, .kilometers(8), .kilometers(90), .kilometers(199), .kilometers(200.5)] {
            let center = regime.question(about: points, using: &generator).center
            let all = linearScan(points, radius, center) { geodesic.distance(from: $0, to: $1) }
            // Compared outside the expectation: a difference of many rows takes minutes to print.
            let isEqual =
                index.points(within: radius, of: center, on: geodesic) == all
                && index.countOfPoints(within: radius, of: center, on: geodesic) == all.count
                && index.nearest(to: center, count: 40, within: radius, on: geodesic) == Array(all.prefix(40))
                && index.nearest(to: center, count: 9000, within: radius, on: geodesic) == Array(all.prefix(9000))
            #expect(isEqual, "\(regime), \(radius) round \(center): \(all.count) hits")
        }
    }

    @Test("a circle through a place differs from the one on the sphere by the flattening of the Earth")
    func differsFromSphere() {
        let seoul = coordinate(37.5665, 126.978)
        let (north, _) = geodesic.destination(from: seoul, bearing: 0, distance: .kilometers(9.99))
        let (east, _) = geodesic.destination(from: seoul, bearing: 90, distance: .kilometers(10.01))
        let index = PointIndex([north, east])
        #expect(index.points(within: .kilometers(10), of: seoul, on: geodesic).map(\.index) == [0])
        // On the sphere it is the other way round.
        #expect(index.points(within: .kilometers(10), of: seoul).map(\.index) == [1])
    }

    @Test("a great circle is within 0.994417 and 1.004487 of the geodesic, and both are nearly reached")
    func ratios() {
        let surface = geodesic.surface
        #expect(abs(surface.minRatio - 0.994417) < 1e-6 && abs(surface.maxRatio - 1.004487) < 1e-6)
        var generator = SplitMix64(seed: 34)
        var (least, greatest) = (2.0, 0.0)
        for _ in 0..<60_000 {
            let start = Regime.world.points(1, using: &generator)[0]
            let end: Coordinate
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: end = Regime.world.points(1, using: &generator)[0]
            case 1:
                let opposite = start.longitude > 0 ? start.longitude - 180 : start.longitude + 180
                end = coordinate(-start.latitude, opposite)
            default:
                end = Sphere.earth.destination(
                    from: start, bearing: Double.random(in: 0..<360, using: &generator),
                    distance: Meters(pow(10, Double.random(in: 2...7, using: &generator))))
            }
            let ratio = geodesic.distance(from: start, to: end) / Sphere.earth.distance(from: start, to: end)
            (least, greatest) = (min(least, ratio), max(greatest, ratio))
        }
        #expect(least >= surface.minRatio - 1e-9 && greatest <= surface.maxRatio + 1e-9)
        #expect(least < surface.minRatio + 1e-3 && greatest > surface.maxRatio - 1e-3)
        // At the equator along the meridian, and at a pole, the bounds are reached.
        let equator = (coordinate(-0.001, 20), coordinate(0.001, 20))
        let pole = (coordinate(89.999, 20), coordinate(90, 0))
        for (pair, bound) in [(equator, surface.minRatio), (pole, surface.maxRatio)] {
            let ratio = geodesic.distance(from: pair.0, to: pair.1) / Sphere.earth.distance(from: pair.0, to: pair.1)
            #expect(abs(ratio - bound) < 1e-8)
        }
    }

    @Test("circles as wide as half the Earth contain the right points, and so do infinite ones")
    func halfTheEarth() {
        let here = coordinate(10, 20)
        let points = [coordinate(-10, -160), here, coordinate(-9.6, -159.6), coordinate(80, 20)]
        let index = PointIndex(points)
        for radius in [20_003_000.0, 20_003_931.4586, 20_003_932, 20_015_000, 1e9, .infinity] {
            let all = linearScan(points, Meters(radius), here) { geodesic.distanceByPROJ(from: $0, to: $1) }
            #expect(index.points(within: Meters(radius), of: here, on: geodesic) == all)
            #expect(index.countOfPoints(within: Meters(radius), of: here, on: geodesic) == all.count)
        }
    }

    @Test("other ellipsoids are searched too, flat ones only by long geodesics")
    func otherEllipsoids() {
        var generator = SplitMix64(seed: 35)
        let points = Regime.korea.points(400, using: &generator)
        let index = PointIndex(points)
        let mars = Ellipsoid(semiMajorAxis: Meters(3_396_190), flattening: 1 / 169.894)
        let ball = Ellipsoid(semiMajorAxis: Meters(6_371_008.8), flattening: 0)
        for ellipsoid in [Ellipsoid.grs80, .bessel, mars, ball] {
            let geodesic = Geodesic(on: ellipsoid)
            for center in Regime.korea.points(10, using: &generator) {
                let all = linearScan(points, .kilometers(90), center) { geodesic.distance(from: $0, to: $1) }
                #expect(index.points(within: .kilometers(90), of: center, on: geodesic) == all)
                let isPROJs = all.allSatisfy {
                    abs($0.distance.value - geodesic.distanceByPROJ(from: center, to: points[$0.index]).value) < 20e-9
                }
                #expect(isPROJs, "\(ellipsoid)")
                let near = index.points(within: .kilometers(90), of: center)
                let isSphere =
                    ellipsoid.flattening > 0
                    || zip(all, near).allSatisfy { abs($0.distance.value - $1.distance.value) < 20e-9 }
                        && all.count == near.count
                #expect(isSphere, "on a ball, geodesics are great circles")
            }
        }
    }

    @Test("an index file gives the answers of its original index")
    func indexFile() throws {
        var generator = SplitMix64(seed: 36)
        let points = Regime.antimeridian.points(3000, using: &generator)
        let index = PointIndex(points)
        var bytes = ContiguousArray<UInt8>()
        index.write { piece in for i in piece.indices { bytes.append(piece[i]) } }
        let read = try IndexFile(bytes: bytes.span, name: "x").points
        for center in Regime.antimeridian.points(40, using: &generator) {
            let here = index.points(within: .kilometers(50), of: center, on: geodesic)
            #expect(read.points(within: .kilometers(50), of: center, on: geodesic) == here)
            #expect(
                read.nearest(to: center, count: 5, on: geodesic) == index.nearest(to: center, count: 5, on: geodesic))
        }
    }

    @Test("a radius below zero or NaN, and a count below zero, are a caller's mistakes")
    func preconditions() async {
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).points(within: Meters(-1), of: coordinate(0, 0), on: .wgs84)
        }
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).countOfPoints(within: Meters(.nan), of: coordinate(0, 0), on: .wgs84)
        }
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).nearest(to: coordinate(0, 0), count: -1, on: .wgs84)
        }
    }
}
