/// Retries failed requests, after growing random waits.
///
/// The wait before the *n*-th retry is random from 0 to `first` times 2ⁿ⁻¹, at most `longest`, so that requests that
/// failed together are not retried together. If a server states how long to wait, that time plus a wait like the first
/// is used; if it exceeds `longest`, there is no retry.
///
/// Source: "full jitter" as in Brooker 2015, Exponential Backoff And Jitter.
package final class RequestRetries: Sendable {
    /// Whether a retry may help.
    package enum Advice {
        case no
        case later
        /// The server states how long to wait.
        case after(Duration)
    }

    private let attempts: Int
    private let first: Duration
    private let longest: Duration
    private let clock: any Clock<Duration>
    /// One generator for all requests.
    private let generator: Guarded<any RandomNumberGenerator & Sendable>

    /// Up to `attempts` requests, including the first.
    ///
    /// - Precondition: `attempts` is at least 1; `first` is not negative and not above `longest`.
    package init(
        _ attempts: Int, first: Duration, longest: Duration, clock: any Clock<Duration>,
        generator: any RandomNumberGenerator & Sendable
    ) {
        precondition(attempts >= 1, "the number of attempts is below 1: \(attempts)")
        precondition(
            first >= .zero && first <= longest, "the first wait, \(first), is negative or above the longest, \(longest)"
        )
        self.attempts = attempts
        self.first = first
        self.longest = longest
        self.clock = clock
        self.generator = Guarded(generator)
    }

    /// Makes a request, and repeats it if `advice` on its error says that this may help.
    ///
    /// - Throws: The last error of the request; `CancellationError` if the task was cancelled.
    package func answer<Answer: Sendable>(
        to request: () async throws -> Answer, advice: (any Error) -> Advice
    ) async throws -> Answer {
        var ceiling = first
        var attempt = 1
        while true {
            do {
                return try await request()
            } catch let error where !(error is CancellationError) {
                guard attempt < attempts, let pause = pause(advice(error), ceiling: ceiling) else { throw error }
                try await clock.sleep(for: pause)
            }
            attempt += 1
            ceiling = ceiling > longest - ceiling ? longest : ceiling + ceiling
        }
    }

    /// The time to wait; nil if a retry does not help.
    private func pause(_ advice: Advice, ceiling: Duration) -> Duration? {
        switch advice {
        case .no: nil
        case .later: ceiling * draw()
        case .after(let asked): asked > longest ? nil : asked + first * draw()
        }
    }

    /// A number from 0 to 1.
    private func draw() -> Double {
        generator.withLock { generator in Double.random(in: 0...1, using: &generator) }
    }
}
