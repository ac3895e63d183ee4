import WaymarkThreads

/// Requests under way, each of which answers all who ask for the same.
final class SharedRequests<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct Request {
        let number: Int
        let promise: Promise<Answer>
        let task: Task<Void, Never>
        var waiters: Int
    }

    private struct State {
        var current: [Question: Request] = [:]
        var count = 0
    }

    private let state = Guarded(State())

    /// Waits for the answer to the request under way for `question`, or begins one by `ask`.
    ///
    /// - Throws: What `ask` throws; `CancellationError` where the waiting task was cancelled. When all are that wait, so is
    ///   `ask`.
    func answer(_ question: Question, _ ask: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try Task.checkCancellation()
        let request = state.withLock { state -> Request in
            state.current[question]?.waiters += 1
            if let request = state.current[question] { return request }
            state.count += 1
            let request = begin(question, number: state.count, ask)
            state.current[question] = request
            return request
        }
        defer { leave(question, request.number) }
        return try await request.promise.value()
    }

    private func begin(
        _ question: Question, number: Int, _ ask: @escaping @Sendable () async throws -> Answer
    ) -> Request {
        let promise = Promise<Answer>()
        let task = Task {
            let result: Result<Answer, any Error>
            do {
                result = .success(try await ask())
            } catch {
                result = .failure(error)
            }
            // Whoever asks from now on asks anew.
            state.withLock { state in
                if state.current[question]?.number == number { state.current[question] = nil }
            }
            promise.fulfil(result)
        }
        return Request(number: number, promise: promise, task: task, waiters: 1)
    }

    private func leave(_ question: Question, _ number: Int) {
        let unwanted = state.withLock { state -> Task<Void, Never>? in
            guard let request = state.current[question], request.number == number else { return nil }
            state.current[question]?.waiters -= 1
            guard request.waiters == 1 else { return nil }
            state.current[question] = nil
            return request.task
        }
        unwanted?.cancel()
    }
}
