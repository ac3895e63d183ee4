import Foundation
import PublishedInstances
import TestSupport
import Testing
import WaymarkOrders

@Suite("Published optima", .enabled(if: SharedData.isPresent, "needs ../shared/data"))
struct PublishedOptimaTests {
    @Test("every list is complete")
    func listsAreWhole() {
        #expect(PublishedInstance.tsplib.count == 19)
        #expect(PublishedInstance.atsp.count == 8)
        #expect(PublishedInstance.tsptw.count == 170)
    }

    /// Few enough for half a second on any machine, so that the answer is always the same: 50 000 to 190 000 were
    /// measured up to 52 nodes, 16 000 and more up to 1 002. Large ones need few to be within a tenth.
    func effort(_ count: Int) -> SearchEffort {
        .iterations(count > 2000 ? 500 : count > 442 ? 3000 : count > 52 ? 12_000 : 50_000)
    }

    @Test(
        "a TSPLIB instance is solved to its optimum up to 52 nodes, within 1 % to 100 and 2 % to 442",
        arguments: PublishedInstance.tsplib + PublishedInstance.atsp)
    func meetsOptimum(published: PublishedInstance) throws {
        let instance = try TSPLIBInstance(parsing: published.bytes())
        #expect(instance.count == published.count)
        let answer = StopOrder.bestBlocking(solving: instance, effort: effort(instance.count))
        #expect(answer.order.sorted() == Array(0..<instance.count) && answer.order[0] == 0)
        let length = summedLength(answer.order, isClosed: true) { instance.distance(from: $0, to: $1) }
        #expect(answer.length == length)
        #expect(answer.length >= published.optimum && answer.lowerBound <= published.optimum)
        #expect(!answer.isProven || answer.length == published.optimum)
        let allowed = instance.count <= 52 ? 0 : instance.count <= 100 ? 0.01 : instance.count <= 442 ? 0.02 : 0.1
        #expect(answer.length <= published.optimum * (1 + allowed))
    }

    @Test("the input order of a TSPLIB instance has the length of an independent sum")
    func canonicalTours() throws {
        // The published way to check a reader: the tour 1, 2, ..., n of pcb442 is 221440 long, that of gr202 (GEO) is not given.
        let instance = try TSPLIBInstance(parsing: SharedData.bytes("tsplib/pcb442.tsp"))
        let order = Array(0..<442)
        #expect(summedLength(order, isClosed: true) { instance.distance(from: $0, to: $1) } == 221_440)
    }

    @Test("a feasible order is found for every instance with windows, the optimum up to 40 nodes")
    func meetsWindows() throws {
        // Those with more than 40 nodes take long: one in sixteen is tested, all of them in `make soak`.
        let isSoak = ProcessInfo.processInfo.environment["WAYMARK_SOAK_ORDERS"] != nil
        let small = PublishedInstance.tsptw.filter { $0.count <= 40 }
        let large = PublishedInstance.tsptw.filter { $0.count > 40 }
        #expect(small.count == 58 && large.count == 112)
        for published in small + large.enumerated().filter({ isSoak || $0.offset % 16 == 0 }).map(\.element) {
            let instance = try TimeWindowInstance(parsing: published.bytes())
            #expect(instance.matrix.count == published.count)
            let answer = try StopOrder.bestBlocking(
                by: instance.matrix, visits: instance.visits, ends: .roundTrip,
                effort: .iterations(published.count <= 40 ? 1500 : 150))
            #expect(answer.missed.isEmpty, "\(published.path)")
            // Follows the order step by step.
            var time = 0.0
            for (from, to) in zip(answer.order, answer.order.dropFirst() + [0]) {
                time = max(time + instance.matrix[from, to], instance.visits[to].opens)
                #expect(time <= instance.visits[to].closes + 1e-6, "\(published.path)")
            }
            #expect(answer.order.sorted() == Array(0..<published.count) && answer.order[0] == 0)
            // Published lengths are rounded to two decimals.
            #expect(answer.length >= published.optimum - 0.0051, "\(published.path)")
            #expect(answer.lowerBound <= published.optimum + 0.0051, "\(published.path)")
            let allowed = published.count <= 40 ? 0.0051 : published.optimum * 0.1
            #expect(answer.length <= published.optimum + allowed, "\(published.path)")
            #expect(!answer.isProven || answer.length <= published.optimum + 0.0051, "\(published.path)")
        }
    }
}
