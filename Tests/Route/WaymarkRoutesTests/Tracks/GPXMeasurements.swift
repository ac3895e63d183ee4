import Foundation
import TestSupport
import Testing
import WaymarkRoutes

/// The numbers of `Documentation/Routes.md`; nothing is checked here.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil && SharedData.isPresent), .serialized)
struct GPXMeasurements {
    @Test("megabytes of GPX a second")
    func speed() throws {
        for file in GPXFile.all {
            let bytes = try file.bytes
            let times = max(1, 2_000_000 / bytes.count)
            var best = Duration.seconds(1000)
            for _ in 0..<5 {
                let time = try ContinuousClock().measure {
                    for _ in 0..<times { _ = try GPXDocument(bytes) }
                }
                best = min(best, time)
            }
            let speed = Double(times * bytes.count) / (best / .microseconds(1))
            print("\(file.name), \(bytes.count) bytes: \(String(format: "%.0f", speed)) MB/s")
        }
    }
}
