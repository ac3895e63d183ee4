import Foundation
import TestSupport
import Testing
import WaymarkOrders

/// Prints the table of `Documentation/StopOrder.md`: run alone, in a release build, with `WAYMARK_MEASURE=1`.
@Suite(
    "Stop order, measured", .serialized,
    .enabled(
        if: SharedData.isPresent && ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil,
        "set WAYMARK_MEASURE=1; needs ../shared/data"))
struct OrderMeasurements {
    func row(_ published: PublishedInstance, _ find: () throws -> StopOrder) rethrows -> StopOrder {
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try find()
        let seconds = start.duration(to: clock.now) / .seconds(1)
        let cells = [
            published.path, "\(published.count)", "\(published.optimum)", "\(answer.length)",
            percent(answer.length / published.optimum - 1), percent(answer.gap), answer.isProven ? "yes" : "",
            (seconds * 1000).rounded().formatted(),
        ]
        print("| " + cells.joined(separator: " | ") + " |")
        return answer
    }

    func percent(_ part: Double) -> String { String(format: "%.2f", part * 100) }

    @Test(
        "a line for each instance: nodes, optimum, length, above the optimum and the bound in %, proved, milliseconds")
    func table() throws {
        print("| instance | nodes | optimum | ours | above % | gap % | proved | ms |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
        for published in PublishedInstance.tsplib + PublishedInstance.atsp {
            let instance = try TSPLIBInstance(parsing: published.bytes())
            let answer = row(published) { StopOrder.bestBlocking(solving: instance) }
            #expect(answer.length >= published.optimum)
        }
        for published in PublishedInstance.tsptw {
            let instance = try TimeWindowInstance(parsing: published.bytes())
            let answer = try row(published) {
                try StopOrder.bestBlocking(by: instance.matrix, visits: instance.visits, ends: .roundTrip)
            }
            #expect(answer.missed.isEmpty)
        }
    }
}
