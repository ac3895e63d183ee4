/// Admits a limited number of tasks at a time, in order of arrival; tasks cancelled while waiting leave the queue.
package final class Turnstile: Sendable {
    private struct State {
        /// The number of tasks that may enter at once.
        var free: Int
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// Tickets in the order of arrival from `first` on; some may have left.
        var line: [Int] = []
        var first = 0
        /// Tickets whose task was cancelled before it entered the queue.
        var cancelledEarly: Set<Int> = []
        var nextTicket = 0

        /// Removes the first waiting ticket from the queue.
        mutating func next() -> CheckedContinuation<Void, any Error>? {
            // Amortised: each ticket is moved at most once, even if the queue never empties.
            if first > line.count / 2 {
                line.removeFirst(first)
                first = 0
            }
            while first < line.count {
                first += 1
                if let next = waiting.removeValue(forKey: line[first - 1]) { return next }
            }
            return nil
        }
    }

    /// The number of tasks admitted at a time.
    package let width: Int
    private let state: Guarded<State>

    /// The length of the queue, including tasks that have left it.
    package var lineLength: Int { state.withLock { $0.line.count } }

    package init(width: Int) {
        self.width = width
        state = Guarded(State(free: width))
    }

    /// Runs `body` when it is this task's turn, and then admits the next one.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before its turn, otherwise the error of `body`.
    package func pass<Answer: Sendable>(_ body: () async throws -> Answer) async throws -> Answer {
        try await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async throws {
        let ticket = state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        // Cancelled just after its turn came: the ticket is no longer in the queue.
        defer { state.withLock { state in _ = state.cancelledEarly.remove(ticket) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, ticket) }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func wait(_ waiter: CheckedContinuation<Void, any Error>, _ ticket: Int) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if state.cancelledEarly.remove(ticket) != nil { return .failure(CancellationError()) }
            guard state.free == 0 else {
                state.free -= 1
                return .success(())
            }
            state.waiting[ticket] = waiter
            state.line.append(ticket)
            return nil
        }
        if let result { waiter.resume(with: result) }
    }

    private func leave() {
        let next = state.withLock { state in
            let next = state.next()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume()
    }

    private func cancel(_ ticket: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: ticket)
            if waiter == nil { state.cancelledEarly.insert(ticket) }
            return waiter
        }
        waiter?.resume(throwing: CancellationError())
    }
}
