// Orders instances for so many seconds each and writes a line of JSON about each, for Benchmarks/Orders/published_orders.py.
//
// swift run -c release OrderGaps SECONDS < FILES
//
// A line of the input is the path of an instance: TSPLIB's, or a file of windows: the number of nodes, a matrix, and a line
// `opens closes` for each node. All are round trips from the first node.
import Foundation
import PublishedInstances
import WaymarkOrders

/// A line of the output: an order, or why there is none.
struct Line: Encodable {
    var file: String
    var error: String?
    var length, bound, seconds: Double?
    var isProven: Bool?
    var missed: Int?
}

let seconds = Double(CommandLine.arguments[1])!
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
while let file = readLine() {
    var line = Line(file: file)
    do {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let clock = ContinuousClock()
        let effort = SearchEffort(budget: .seconds(seconds), clock: clock)
        let isTSPLIB = String(decoding: bytes.prefix(1 << 16), as: UTF8.self).contains("DIMENSION")
        let start: ContinuousClock.Instant
        let order: StopOrder
        if isTSPLIB {
            let instance = try TSPLIBInstance(parsing: bytes)
            start = clock.now
            order = .bestBlocking(solving: instance, effort: effort)
        } else {
            let instance = try TimeWindowInstance(parsing: bytes)
            start = clock.now
            order = try .bestBlocking(
                by: instance.matrix, visits: instance.visits, ends: .roundTrip(from: 0), effort: effort)
        }
        line.seconds = start.duration(to: clock.now) / .seconds(1)
        (line.length, line.isProven, line.missed) = (order.length, order.isProven, order.missed.count)
        line.bound = order.lowerBound
    } catch {
        line.error = "\(error)"
    }
    print(String(decoding: try encoder.encode(line), as: UTF8.self))
}
