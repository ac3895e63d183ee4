import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("PointIndex of ten million")
struct TenMillionTests {
    private static let isAskedFor = ProcessInfo.processInfo.environment["WAYMARK_SOAK_QUERIES"] != nil

    @Test(
        "every search equals a linear scan over ten million points",
        .enabled(if: isAskedFor, "takes about a gigabyte and a minute: make soak"), arguments: [Regime.korea, .world])
    func equalsLinearScan(regime: Regime) {
        var generator = SplitMix64(seed: 10)
        let points = regime.points(10_000_000, using: &generator)
        let index = PointIndex(points)
        #expect(index.count == points.count)
        for query in 0..<5 {
            let center = query == 0 ? points[0] : regime.question(about: points, using: &generator).center
            let distances = points.map { Sphere.earth.distance(from: center, to: $0) }
            for radius: Meters in [.zero, .kilometers(1), .kilometers(10), .kilometers(100)] {
                let all = points.indices
                    .filter { distances[$0] <= radius }
                    .map { Match(index: $0, distance: distances[$0]) }
                    .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
                // Compared outside the expectation: a difference of many rows takes minutes to print.
                let isEqual = index.points(within: radius, of: center) == all
                #expect(isEqual, "\(radius) round \(center)")
                #expect(index.countOfPoints(within: radius, of: center) == all.count)
                let nearest = index.nearest(to: center, count: 10, within: radius)
                #expect(nearest == Array(all.prefix(10)), "\(radius) round \(center)")
            }
        }
    }
}
