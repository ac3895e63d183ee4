/// Requests with at most one pending for each key, shared by all tasks that need the answer.
///
/// A request equal to a pending one waits for its answer. Cancelling one does not affect the others; if all are
/// cancelled, so is the shared request. Nothing is cached.
package final class SharedRequests<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        let promise: Promise<Answer>
        let task: Task<Void, Never>
        var waiters: Int
    }

    private struct Flights {
        var current: [Key: Flight] = [:]
        var count = 0
    }

    private let flights = Guarded(Flights())

    package init() {}

    /// Waits for the pending request for `key`, or makes one.
    ///
    /// - Throws: The error of `request`; `CancellationError` if the task was cancelled.
    package func answer(
        for key: Key, _ request: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        let flight = flights.withLock { flights -> Flight in
            flights.current[key]?.waiters += 1
            if let flight = flights.current[key] { return flight }
            flights.count += 1
            let flight = begin(key, request, number: flights.count)
            flights.current[key] = flight
            return flight
        }
        defer { leave(key, flight.number) }
        return try await flight.promise.value()
    }

    private func begin(
        _ key: Key, _ request: @escaping @Sendable () async throws -> Answer, number: Int
    ) -> Flight {
        let promise = Promise<Answer>()
        let task = Task { [self] in
            let result: Result<Answer, any Error>
            do {
                result = .success(try await request())
            } catch {
                result = .failure(error)
            }
            // Later calls make a new request.
            flights.withLock { flights in
                if flights.current[key]?.number == number { flights.current[key] = nil }
            }
            promise.fulfil(result)
        }
        return Flight(number: number, promise: promise, task: task, waiters: 1)
    }

    private func leave(_ key: Key, _ number: Int) {
        let unwanted = flights.withLock { flights -> Task<Void, Never>? in
            guard let flight = flights.current[key], flight.number == number else { return nil }
            flights.current[key]?.waiters -= 1
            guard flight.waiters == 1 else { return nil }
            flights.current[key] = nil
            return flight.task
        }
        unwanted?.cancel()
    }
}
