import WaymarkThreads

/// Legs of another source, which is asked only so often: a token bucket.
///
/// The bucket begins full, with as many tokens as may be used at once; each request takes one, in the order of asking,
/// and they come back one by one. A request that is cancelled while it waits takes none.
public struct LimitedLegs<Source: LegSource>: LegSource {
    private let source: Source
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let shared: Shared

    private final class Shared: Sendable {
        let turnstile = Turnstile(width: 1)
        let bucket: Guarded<TokenBucket>

        init(_ bucket: TokenBucket) { self.bucket = Guarded(bucket) }
    }

    init(_ source: Source, _ bucket: TokenBucket, clock: any Clock<Duration>) {
        self.source = source
        self.clock = clock
        elapsed = clock.stopwatch()
        shared = Shared(bucket)
    }

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }
    /// As many as of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    /// Returns the leg of the other source, asked when it may be.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await waitForToken()
        return try await source.leg(from: start, to: end)
    }

    /// Returns how the legs of the other source ended, asked when it may be: one token, as it is one request.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await waitForToken()
        return try await source.legs(through: stops)
    }

    private func waitForToken() async throws {
        try await shared.turnstile.pass {
            while let pause = shared.bucket.withLock({ $0.take(at: elapsed()) }) {
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
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}

extension LegSource {
    /// This source, asked so many times in a time at most, after a first burst: see ``LimitedLegs``.
    ///
    /// - Parameters:
    ///   - count: How often it may be asked in `duration`.
    ///   - duration: A time.
    ///   - burst: How many requests may be made at once after a quiet time; nil is `count`.
    ///   - clock: What is waited by.
    /// - Returns: A source of the same name and mode; all that share one value share its tokens.
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    public func limited(
        to count: Int, per duration: Duration, burst: Int? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) -> LimitedLegs<Self> {
        precondition(count >= 1 && (burst ?? 1) >= 1, "there is at least one request")
        precondition(duration > .zero, "a time to make requests in is above zero")
        return LimitedLegs(
            self, TokenBucket(interval: duration / count, capacity: burst ?? count), clock: clock)
    }
}
