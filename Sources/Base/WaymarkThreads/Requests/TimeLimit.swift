/// Makes a request that is to end within a time.
///
/// When the time is over the request is cancelled, and not waited for.
///
/// - Throws: `late` when the time is over, else what `request` throws; `CancellationError` where the task was cancelled.
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
