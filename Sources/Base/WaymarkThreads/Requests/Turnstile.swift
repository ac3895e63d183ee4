/// Admits a limited number of tasks at a time, in order of arrival; tasks cancelled while waiting leave the queue.
package final class Turnstile: Sendable {
    /// The number of tasks that may enter at once, and the turns of those that wait.
    private let state: Guarded<(free: Int, line: [Promise<Void>])>

    /// The length of the queue.
    package var lineLength: Int { state.withLock { $0.line.count } }

    /// Admits `width` tasks at a time.
    package init(width: Int) { state = Guarded((free: width, line: [])) }

    /// Runs `body` when it is this task's turn, and then admits the next one.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before its turn, otherwise the error of `body`.
    package func pass<Answer: Sendable>(_ body: () async throws -> Answer) async throws -> Answer {
        try Task.checkCancellation()
        let turn = state.withLock { state -> Promise<Void>? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let turn = Promise<Void>()
            state.line.append(turn)
            return turn
        }
        do {
            try await turn?.value()
        } catch {
            let place = state.withLock { state in
                let place = state.line.firstIndex { $0 === turn }
                if let place { state.line.remove(at: place) }
                return place
            }
            // The turn came just after the task was cancelled: it is for the next one.
            if place == nil { leave() }
            throw error
        }
        defer { leave() }
        return try await body()
    }

    private func leave() {
        let next = state.withLock { state -> Promise<Void>? in
            if state.line.isEmpty {
                state.free += 1
                return nil
            }
            return state.line.removeFirst()
        }
        next?.fulfil(.success(()))
    }
}
