/// A rate limit for requests, in order of arrival: a token bucket.
///
/// The bucket starts full, with the tokens of a burst; each request takes one, and tokens return one by one. A request
/// cancelled while waiting takes none.
package final class RequestLimit: Sendable {
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let turnstile = Turnstile(width: 1)
    private let bucket: Guarded<TokenBucket>

    /// A limit of `count` requests per `duration`, after an initial burst of `burst` requests; nil is `count`.
    ///
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    package init(to count: Int, per duration: Duration, burst: Int?, clock: any Clock<Duration>) {
        precondition(
            count >= 1 && (burst ?? 1) >= 1, "a limit is below 1 request: \(count), in a burst \(burst ?? count)")
        precondition(duration > .zero, "the time of a rate limit is not above zero: \(duration)")
        self.clock = clock
        elapsed = clock.stopwatch()
        bucket = Guarded(TokenBucket(interval: duration / count, capacity: burst ?? count))
    }

    /// Waits until a request may be made.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    package func pass() async throws {
        try await turnstile.pass {
            while let pause = bucket.withLock({ $0.take(at: elapsed()) }) {
                try await clock.sleep(for: pause)
            }
            try Task.checkCancellation()
        }
    }
}

/// Tokens that are taken one by one and return at a steady rate.
///
/// Stored as the moment when the bucket is full again, which stays exact for any running time (the generic cell rate
/// algorithm, ITU-T I.371).
struct TokenBucket: Sendable {
    /// The time until one token returns.
    let interval: Duration
    /// The maximum number of tokens.
    let capacity: Int
    private var full = Duration.zero

    init(interval: Duration, capacity: Int) {
        self.interval = interval
        self.capacity = capacity
    }

    /// Takes a token if there is one; otherwise returns the time until there is.
    mutating func take(at now: Duration) -> Duration? {
        let wait = full - interval * (capacity - 1) - now
        if wait > .zero { return wait }
        full = max(full, now) + interval
        return nil
    }
}

extension Clock where Duration == Swift.Duration {
    /// A function that returns the time since this call.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}
