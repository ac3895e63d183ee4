import Synchronization
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

/// A clock that advances by a millisecond each time it is read.
final class LookingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let looks = Mutex(0)
    /// The number of readings.
    var count: Int { looks.withLock { $0 } }
    var now: Instant {
        Instant(
            offset: .milliseconds(
                looks.withLock {
                    $0 += 1
                    return $0
                }))
    }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@Suite("Search effort")
struct SearchEffortTests {
    @Test("equal seeds and iterations give equal orders, and more iterations never longer ones", arguments: [30, 2001])
    func isDeterministic(count: Int) throws {
        var generator = SplitMix64(seed: 3)
        let places = try generator.places(count)
        var last = Double.infinity
        for iterations in [0, count < 100 ? 400 : 100] {
            let answer = StopOrder.bestBlocking(visiting: places, ends: .free, effort: .iterations(iterations, seed: 9))
            if count < 100 || iterations > 0 {
                let again = StopOrder.bestBlocking(
                    visiting: places, ends: .free, effort: .iterations(iterations, seed: 9))
                #expect(answer == again)
            }
            #expect(answer.length <= last)
            last = answer.length
        }
    }

    /// The best order was once forgotten when a leap returned to it.
    @Test("for leaps of any size, more iterations never give longer orders", arguments: [true, false])
    func neverForgetsBest(isSymmetric: Bool) throws {
        var generator = SplitMix64(seed: 11)
        let matrix = try generator.matrix(30, in: 1...1000, isSymmetric: isSymmetric)
        var last = Double.infinity
        for iterations in stride(from: 0, through: 15_000, by: 2500) {
            let answer = StopOrder.bestBlocking(by: matrix, ends: .roundTrip, effort: .iterations(iterations))
            #expect(answer.length <= last, "\(iterations)")
            last = answer.length
        }
    }

    @Test("the budget is measured by the given clock")
    func usesClock() throws {
        var generator = SplitMix64(seed: 4)
        let places = try generator.places(60)
        let effort = SearchEffort(budget: .milliseconds(200), clock: LookingClock())
        let short = StopOrder.bestBlocking(visiting: places, effort: effort)
        #expect(short.iterations > 0 && short.iterations <= 200 * 16)
        let none = StopOrder.bestBlocking(visiting: places, effort: SearchEffort(budget: .zero))
        #expect(none.iterations == 0 && none.order.sorted() == Array(0..<60))
    }

    @Test("a cancelled task soon gets the order so far")
    func endsWhenCancelled() async throws {
        var generator = SplitMix64(seed: 5)
        let places = try generator.places(500)
        let task = Task { StopOrder.bestBlocking(visiting: places, effort: SearchEffort(budget: .seconds(600))) }
        task.cancel()
        let answer = await task.value
        #expect(answer.order.sorted() == Array(0..<500))
    }

    @Test(
        "the time is checked throughout the assignment, which takes long in large problems",
        arguments: [true, false])
    func assignmentHeedsTime(hasWindows: Bool) throws {
        var generator = SplitMix64(seed: 7)
        let count = hasWindows ? 40 : 150
        let matrix = try generator.matrix(count, in: 1...1000, isSymmetric: false)
        func answer(_ budget: Duration) throws -> (order: StopOrder, looks: Int) {
            let clock = LookingClock()
            let effort = SearchEffort(budget: budget, iterations: 0, clock: clock)
            let visits = Array(repeating: StopVisit(), count: count)
            let order =
                hasWindows
                ? try StopOrder.bestBlocking(by: matrix, visits: visits, effort: effort)
                : StopOrder.bestBlocking(by: matrix, effort: effort)
            return (order, clock.count)
        }
        let whole = try answer(.seconds(3600))
        #expect(whole.looks > count, "once for each row, at least")
        // The time ends when some of the rows are assigned: the bound is then one without assignment, or none.
        let cut = try answer(.milliseconds(count / 2))
        #expect(cut.looks < whole.looks && cut.order.order.sorted() == Array(0..<count))
        #expect(cut.order.lowerBound >= 0 && cut.order.lowerBound < 0.9 * whole.order.lowerBound)
    }

    @Test("a task cancelled before its start gets an order immediately, for any number of stops")
    func cancelledBeforeItBegan() async throws {
        var generator = SplitMix64(seed: 8)
        let places = try generator.places(2500)
        let matrix = try generator.matrix(200, in: 1...1000, isSymmetric: false)
        let searches: [@Sendable () -> StopOrder] = [
            { StopOrder.bestBlocking(visiting: places, ends: .end(17), effort: .iterations(0)) },
            { StopOrder.bestBlocking(by: matrix, ends: .start(3), effort: .iterations(0)) },
        ]
        for search in searches {
            let whole = await Task { threadSeconds { _ = search() } }.value
            let (seconds, answer) = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                var answer: StopOrder?
                let seconds = threadSeconds { answer = search() }
                return (seconds, answer)
            }.value
            let order = try #require(answer)
            #expect(order.order.sorted() == Array(order.order.indices) && order.lowerBound == 0 && !order.isProven)
            #expect(order.order.last == 17 || order.order.first == 3)
            #expect(seconds < whole / 2, "\(seconds) of \(whole) s")
        }
    }

    @Test(
        "thousands of places are ordered without a matrix, for every kind of ends",
        arguments: [RouteEnds.free, .end(17), .startAndEnd(17, 2000)])
    func ordersThousands(ends: RouteEnds) throws {
        let count = 2001
        var generator = SplitMix64(seed: 6)
        let places = try generator.places(count)
        let answer = StopOrder.bestBlocking(visiting: places, ends: ends, effort: .iterations(200))
        #expect(answer.order.sorted() == Array(0..<count) && ends.hold(answer.order))
        let length = summedLength(answer.order, isClosed: ends.isClosed) {
            Sphere.earth.distance(from: places[$0], to: places[$1]).value
        }
        #expect(abs(answer.length - length) < 1e-9 * length)
        #expect(answer.lowerBound > 0.6 * length && answer.lowerBound <= length)
    }
}
