import WaymarkThreads

/// Legs of another source, which is asked only so often: a token bucket.
///
/// The bucket begins full, with as many tokens as may be used at once; each request takes one, in the order of asking,
/// and they come back one by one. A request that is cancelled while it waits takes none.
public struct LimitedLegs<Source: LegSource>: LegSource {
    let source: Source
    let limit: RequestLimit

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }
    /// The maximum of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    /// Returns the leg of the other source, asked when it may be.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await limit.pass()
        return try await source.leg(from: start, to: end)
    }

    /// Returns the outcomes of the other source for one token, since it is one request.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await limit.pass()
        return try await source.legs(through: stops)
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
        LimitedLegs(source: self, limit: RequestLimit(to: count, per: duration, burst: burst, clock: clock))
    }
}
