/// The end of one request, that any number of tasks wait for.
///
/// The first end counts, later ones are dropped. A waiter whose task is cancelled leaves at once; the others wait on.
package final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        /// Waiters whose task was cancelled before they could wait.
        var cancelledEarly: Set<Int> = []
        var nextTicket = 0
    }

    private let state = Guarded(State())

    /// A request that has not ended.
    package init() {}

    /// Ends the request, unless it has ended.
    package func fulfil(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
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
    /// - Throws: What the request ended with; `CancellationError` where the waiting task was cancelled.
    package func value() async throws -> Value {
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

    private func wait(_ waiter: CheckedContinuation<Value, any Error>, _ ticket: Int) {
        let result = state.withLock { state -> Result<Value, any Error>? in
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
