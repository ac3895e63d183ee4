/// Lets requests pass only so often, in the order of asking: a token bucket.
///
/// The bucket begins full, with as many tokens as may be used at once; each request takes one, and they come back one by one.
/// A request that is cancelled while it waits takes none.
package final class RequestLimit: Sendable {
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let turnstile = Turnstile(width: 1)
    private let bucket: Guarded<TokenBucket>

    /// A limit of `count` requests in `duration`, after a first burst; nil is `count`.
    ///
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    package init(to count: Int, per duration: Duration, burst: Int?, clock: any Clock<Duration>) {
        precondition(count >= 1 && (burst ?? 1) >= 1, "there is at least one request")
        precondition(duration > .zero, "a time to make requests in is above zero")
        self.clock = clock
        elapsed = clock.stopwatch()
        bucket = Guarded(TokenBucket(interval: duration / count, capacity: burst ?? count))
    }

    /// Returns when a request may be made.
    ///
    /// - Throws: `CancellationError` where the task was cancelled.
    package func pass() async throws {
        try await turnstile.pass {
            while let pause = bucket.withLock({ $0.take(at: elapsed()) }) {
                try await clock.sleep(for: pause)
            }
            try Task.checkCancellation()
        }
    }
}

/// Tokens that are taken one by one and come back at a steady pace.
///
/// Kept as one moment, that at which the bucket is full again: exact, however long it runs (the generic cell rate
/// algorithm, ITU-T I.371).
struct TokenBucket: Sendable {
    /// How long one token takes to come back.
    let interval: Duration
    /// How many there are at most.
    let capacity: Int
    private var full = Duration.zero

    init(interval: Duration, capacity: Int) {
        self.interval = interval
        self.capacity = capacity
    }

    /// Takes a token where there is one; else returns how long that will be.
    mutating func take(at now: Duration) -> Duration? {
        let wait = full - interval * (capacity - 1) - now
        if wait > .zero { return wait }
        full = max(full, now) + interval
        return nil
    }
}

extension Clock where Duration == Swift.Duration {
    /// The time since now, whenever it is asked.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}
