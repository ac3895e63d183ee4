import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("StopOrder.best, asynchronous")
struct AsyncOrderTests {
    @Test("each search finds what the blocking one finds")
    func equalsBlocking() async throws {
        var generator = SplitMix64(seed: 21)
        let places = try generator.places(40)
        let effort = SearchEffort.iterations(300)
        #expect(
            await StopOrder.best(visiting: places, ends: .start(3), effort: effort)
                == .bestBlocking(visiting: places, ends: .start(3), effort: effort))
        let matrix = TravelMatrix(distancesBetween: places)
        #expect(
            await StopOrder.best(by: matrix, ends: .roundTrip, effort: effort)
                == .bestBlocking(by: matrix, ends: .roundTrip, effort: effort))
        let visits = places.indices.map { StopVisit(opens: 0, closes: Double($0) * 1e6) }
        #expect(
            try await StopOrder.best(by: matrix, visits: visits, ends: .start(0), effort: effort)
                == .bestBlocking(by: matrix, visits: visits, ends: .start(0), effort: effort))
        await #expect(throws: StopOrderError.visitCount(1, stops: 40)) {
            try await StopOrder.best(by: matrix, visits: [StopVisit()])
        }
    }

    @Test("the main actor continues during a search, and a cancelled search ends soon") @MainActor
    func leavesActor() async throws {
        var generator = SplitMix64(seed: 22)
        let places = try generator.places(300)
        let search = Task { await StopOrder.best(visiting: places, effort: SearchEffort(budget: .seconds(600))) }
        // On the main actor a search of ten minutes would block everything else.
        for _ in 0..<10 { await Task { @MainActor in }.value }
        search.cancel()
        #expect(await search.value.order.sorted() == Array(0..<300))
    }
}
