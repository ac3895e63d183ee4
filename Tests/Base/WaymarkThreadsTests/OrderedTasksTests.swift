import Synchronization
import Testing
import WaymarkThreads

@Suite("OrderedTasks") struct OrderedTasksTests {
    @Test(
        "results are in the order of the pieces, and only as many pieces are held as asked for", arguments: [1, 2, 8])
    func order(width: Int) async throws {
        let held = Held()
        var next = 0
        var results: [Int] = []
        try await OrderedTasks.run(width: width) {
            next += 1
            guard next <= 200 else { return nil }
            held.add(1)
            return next
        } work: { (piece: Int) in
            // The pieces end in another order than they began.
            for _ in 0..<(piece * 7) % 13 { await Task.yield() }
            return piece * 10
        } deliver: { (result: Int) in
            held.add(-1)
            results.append(result)
        }
        #expect(results == (1...200).map { $0 * 10 })
        #expect(held.max == width)
    }

    @Test("an error of any part ends the run and cancels the other tasks", arguments: 0..<3)
    func errors(part: Int) async {
        let ended = Held()
        var (next, delivered) = (0, 0)
        await #expect(throws: Broken.self) {
            try await OrderedTasks.run(width: 4) {
                next += 1
                if part == 0, next == 30 { throw Broken() }
                return next
            } work: { (piece: Int) in
                defer { ended.add(1) }
                if part == 1, piece == 30 { throw Broken() }
                if part == 1, piece > 30 { try await Task.sleep(for: .seconds(3600)) }
                return piece
            } deliver: { (result: Int) in
                delivered += 1
                #expect(result == delivered)
                if part == 2, result == 30 { throw Broken() }
            }
        }
        #expect(delivered <= 30 && next >= 30)
        // All tasks have ended: those that wait an hour were cancelled.
        #expect(ended.count == (part == 0 ? next - 1 : next))
    }

    @Test("no pieces are no results")
    func none() async throws {
        try await OrderedTasks.run(width: 3) {
            Int?.none
        } work: { (piece: Int) in
            piece
        } deliver: { (_: Int) in
            Issue.record("there was a result")
        }
    }

    private struct Broken: Error {}

    /// A count and its maximum.
    private final class Held: Sendable {
        private let state = Mutex((count: 0, max: 0))
        var count: Int { state.withLock { $0.count } }
        var max: Int { state.withLock { $0.max } }

        func add(_ change: Int) {
            state.withLock {
                $0.count += change
                $0.max = Swift.max($0.max, $0.count)
            }
        }
    }
}
