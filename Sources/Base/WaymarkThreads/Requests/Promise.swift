/// The result of one request, for which any number of tasks may wait.
///
/// The first result counts, later ones are dropped. If the task of a waiter is cancelled, it stops waiting at once; the
/// others continue.
package final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        /// Waiters whose task was cancelled before they could wait.
        var cancelledEarly: Set<Int> = []
        var nextTicket = 0
    }

    private let state = Guarded(State())

    package init() {}

    /// Ends the request with a result; no effect if it has ended.
    package func fulfil(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.waiters = [:] }
            // In order of arrival.
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Waits for the result.
    ///
    /// - Throws: The error of the request; `CancellationError` if the waiting task was cancelled.
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
