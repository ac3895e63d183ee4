/// Makes a request with a time limit.
///
/// After the time limit the request is cancelled, without waiting for it.
///
/// - Throws: `late` after the time limit, otherwise the error of `request`; `CancellationError` if the task was
///   cancelled.
package func withTimeLimit<Answer: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, late: any Error,
    _ request: @escaping @Sendable () async throws -> Answer
) async throws -> Answer {
    try Task.checkCancellation()
    let promise = Promise<Answer>()
    let search = Task {
        do {
            promise.fulfil(.success(try await request()))
        } catch {
            promise.fulfil(.failure(error))
        }
    }
    let timer = Task {
        do {
            try await clock.sleep(for: limit)
            promise.fulfil(.failure(late))
        } catch {
            // Cancelled: the request has ended.
        }
    }
    defer {
        search.cancel()
        timer.cancel()
    }
    return try await promise.value()
}
