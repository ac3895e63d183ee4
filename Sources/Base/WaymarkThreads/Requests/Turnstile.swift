/// Lets so many tasks in at a time, in the order in which they came; whoever is cancelled while waiting leaves the line.
package final class Turnstile: Sendable {
    private struct State {
        /// How many may go in at once.
        var free: Int
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// Tickets in the order of arrival from `first` on; some may have left.
        var line: [Int] = []
        var first = 0
        /// Tickets whose task was cancelled before they could stand in line.
        var cancelledEarly: Set<Int> = []
        var nextTicket = 0

        /// Takes the first out of the line who has not left.
        mutating func next() -> CheckedContinuation<Void, any Error>? {
            // Also where the line never ends: in the mean each ticket is moved once at most.
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

    /// How many tasks are let in at a time.
    package let width: Int
    private let state: Guarded<State>

    /// How many places the line takes, those of tasks that have left it included.
    package var lineLength: Int { state.withLock { $0.line.count } }

    package init(width: Int) {
        self.width = width
        state = Guarded(State(free: width))
    }

    /// Does `body` when it is this task's turn, and then lets the next one in.
    ///
    /// - Throws: `CancellationError` where the task was cancelled before its turn, else what `body` throws.
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
        // Cancelled just after its turn came: nobody will look for the ticket.
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
