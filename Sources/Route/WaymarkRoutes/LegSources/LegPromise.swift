import WaymarkThreads

/// The end of one search for a leg, that any number of tasks wait for.
///
/// The first end counts, later ones are dropped. A waiter whose task is cancelled leaves at once; the others wait on.
final class LegPromise: Sendable {
    private struct State {
        var result: Result<Leg, any Error>?
        var waiters: [Int: CheckedContinuation<Leg, any Error>] = [:]
        /// Waiters whose task was cancelled before they could wait.
        var cancelledEarly: Set<Int> = []
        var nextTicket = 0
    }

    private let state = Guarded(State())

    /// Ends the search, unless it has ended.
    func fulfil(_ result: Result<Leg, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Leg, any Error>] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.waiters = [:] }
            // In the order in which they came.
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Waits for the end.
    ///
    /// - Throws: What the search ended with; `CancellationError` where the waiting task was cancelled.
    func value() async throws -> Leg {
        let ticket = state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, ticket) }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func wait(_ waiter: CheckedContinuation<Leg, any Error>, _ ticket: Int) {
        let result = state.withLock { state -> Result<Leg, any Error>? in
            if state.cancelledEarly.remove(ticket) != nil { return .failure(CancellationError()) }
            if state.result == nil { state.waiters[ticket] = waiter }
            return state.result
        }
        if let result { waiter.resume(with: result) }
    }

    private func cancel(_ ticket: Int) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: ticket)
            if waiter == nil { state.cancelledEarly.insert(ticket) }
            return waiter
        }
        waiter?.resume(throwing: CancellationError())
    }
}
