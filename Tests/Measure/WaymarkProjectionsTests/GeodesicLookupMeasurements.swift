import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections

/// The ratios of `Documentation/Performance.md`; nothing is checked here.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil), .serialized)
struct GeodesicLookupMeasurements {
    @Test("lookups on the ellipsoid beside those on the sphere", arguments: [10_000, 100_000, 1_000_000])
    func measure(count: Int) {
        var generator = SplitMix64(seed: 1)
        let cities = [
            (37.5665, 126.978), (35.1796, 129.0756), (35.8714, 128.6014), (37.4563, 126.7052), (35.1595, 126.8526),
            (36.3504, 127.3845), (35.5384, 129.3114), (33.4996, 126.5312), (37.8813, 127.7298), (35.8242, 127.148),
        ]
        func place() -> Coordinate {
            func random() -> Double { Double.random(in: 0...1, using: &generator) }
            let city = cities.randomElement(using: &generator)!
            let spread = random() < 0.6 ? 0.15 : 1.5
            return coordinate(
                city.0 + (random() + random() + random() - 1.5) * spread,
                city.1 + (random() + random() + random() - 1.5) * spread)
        }
        let points = (0..<count).map { _ in place() }
        let centers = (0..<(count > 100_000 ? 150 : 1000)).map { _ in place() }
        let index = PointIndex(points)
        let (radius, on) = (Meters.kilometers(10), Geodesic.wgs84)
        let searches: [(String, (Coordinate) -> Int, (Coordinate) -> Int)] = [
            (
                "within 10 km, sorted", { index.points(within: radius, of: $0).count },
                { index.points(within: radius, of: $0, on: on).count }
            ),
            (
                "within 10 km, unsorted", { index.unsortedPoints(within: radius, of: $0).count },
                { index.unsortedPoints(within: radius, of: $0, on: on).count }
            ),
            (
                "within 10 km, counted", { index.countOfPoints(within: radius, of: $0) },
                { index.countOfPoints(within: radius, of: $0, on: on) }
            ),
            (
                "10 nearest", { index.nearest(to: $0, count: 10).count },
                { index.nearest(to: $0, count: 10, on: on).count }
            ),
        ]
        for (name, sphere, ellipsoid) in searches {
            let hits = centers.reduce(0) { $0 + sphere($1) }
            // In turns, so that both see the same machine.
            var times = (sphere: [Double](), ellipsoid: [Double]())
            for _ in 0..<15 {
                times.sphere.append(nanoseconds { centers.reduce(0) { $0 + sphere($1) } })
                times.ellipsoid.append(nanoseconds { centers.reduce(0) { $0 + ellipsoid($1) } })
            }
            let (a, b) = (times.sphere.min()! / Double(centers.count), times.ellipsoid.min()! / Double(centers.count))
            print("\(count) points, \(name), \(hits / centers.count) hits:", terminator: " ")
            print("sphere \(Int(a)) ns, ellipsoid \(Int(b)) ns, ratio \((b / a * 100).rounded() / 100)")
        }
    }

    private func nanoseconds(_ body: () -> Int) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let result = body()
        let time = (clock.now - start) / .nanoseconds(1)
        return result < 0 ? 0 : time
    }
}
