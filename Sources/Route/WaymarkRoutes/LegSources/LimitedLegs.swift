import WaymarkThreads

/// Legs of another source with a rate limit: a token bucket.
///
/// The bucket starts full, with the tokens of a burst; each request takes one, in order, and tokens return one by one.
/// A request cancelled while waiting takes none.
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

    /// Returns the leg of the other source, after waiting for a token.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await limit.pass()
        return try await source.leg(from: start, to: end)
    }

    /// Returns the outcomes of the other source for one token, since it is one request.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await limit.pass()
        return try await source.legs(through: stops)
    }
}

extension LegSource {
    /// This source, with a maximum number of requests per time, after an initial burst: see ``LimitedLegs``.
    ///
    /// - Parameters:
    ///   - count: The maximum number of requests in `duration`.
    ///   - duration: A time.
    ///   - burst: The maximum number of requests at once after a quiet time; nil is `count`.
    ///   - clock: The clock for waits.
    /// - Returns: A source with the same name and mode; copies share its tokens.
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    public func limited(
        to count: Int, per duration: Duration, burst: Int? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) -> LimitedLegs<Self> {
        LimitedLegs(source: self, limit: RequestLimit(to: count, per: duration, burst: burst, clock: clock))
    }
}
