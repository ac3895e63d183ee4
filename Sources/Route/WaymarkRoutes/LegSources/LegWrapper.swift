import WaymarkGeodesy
import WaymarkThreads

/// A source that changes how another source is requested: less often, again, together, or with a time limit.
///
/// Name, mode, identity, kind of distance, tables and number of legs per request are those of the other source, unless
/// the wrapper overrides them.
///
/// ```swift
/// struct LoggedLegs<Source: LegSource>: LegWrapper {
///     let source: Source
///     func request<Answer: Sendable>(
///         _ body: @escaping @Sendable () async throws -> Answer
///     ) async throws -> Answer {
///         logger.debug("a request to \(name)")
///         return try await body()
///     }
/// }
/// ```
public protocol LegWrapper<Source>: LegSource {
    /// The type of the other source.
    associatedtype Source: LegSource
    /// The other source.
    var source: Source { get }

    /// Makes a request to the other source, for one leg, for several together or for a table; by default just that.
    ///
    /// - Throws: The error of `body`, or the wrapper's own; `CancellationError` if the task was cancelled.
    func request<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer
}

extension LegWrapper {
    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }
    /// The kind of the other source.
    public var distanceKind: Leg.DistanceKind? { source.distanceKind }
    /// The maximum of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }
    /// The maximum of the other source.
    public var maxPlacesPerTable: Int { source.maxPlacesPerTable }

    /// Makes the request.
    public func request<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer { try await body() }

    /// Returns the leg of the other source.
    ///
    /// - Throws: The errors of the other source and of the wrapper; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await request { [source] in try await source.leg(from: start, to: end) }
    }

    /// Returns the outcomes of the other source, from one request.
    ///
    /// - Throws: The errors of the other source and of the wrapper; `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await request { [source] in try await source.legs(through: stops) }
    }

    /// Returns the costs of the other source, from one request.
    ///
    /// - Throws: The errors of the other source and of the wrapper; `CancellationError` if the task was cancelled.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        try await request { [source] in try await source.costs(from: starts, to: ends, by: cost) }
    }
}

extension LegSource {
    /// This source, with a maximum number of requests per time: a token bucket.
    ///
    /// The bucket starts full, with the tokens of a burst; each request takes one, in order, and tokens return one by one.
    /// A request cancelled while waiting takes none; one for many legs takes one.
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
    ) -> some LegSource {
        LimitedLegs(source: self, limit: RequestLimit(to: count, per: duration, burst: burst, clock: clock))
    }

    /// This source, with retries if these may help.
    ///
    /// Retried are ``LegError/unavailable(reason:)``, ``LegError/limited(retryAfter:)`` and
    /// ``LegError/timedOut(after:)``, and errors selected by the caller; a request for many legs is repeated as a whole.
    /// The wait before the *n*-th retry is random from 0 to `first` times 2ⁿ⁻¹, at most `longest`, so that requests that
    /// failed together are not retried together. If a source states how long to wait, that time plus a wait like the
    /// first is used; if it exceeds `longest`, there is no retry.
    ///
    /// Source: "full jitter" as in Brooker 2015, Exponential Backoff And Jitter.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first.
    ///   - first: The maximum wait before the first retry; it doubles with each retry.
    ///   - longest: The upper limit of a random wait, and of a wait stated by the source, to which up to `first` is
    ///     added.
    ///   - isTemporary: Which other errors may be temporary, such as your own, or a ``LegError/refused(reason:)`` of a
    ///     server that is starting. None by default.
    ///   - clock: The clock for waits.
    ///   - generator: The random generator for waits; a seeded one makes them reproducible.
    /// - Returns: A source with the same name and mode.
    /// - Precondition: `attempts` is at least 1; `first` is not negative and not above `longest`.
    public func retrying(
        _ attempts: Int = 4, first: Duration = .milliseconds(500), longest: Duration = .seconds(60),
        where isTemporary: @escaping @Sendable (any Error) -> Bool = { _ in false },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) -> some LegSource {
        RetriedLegs(
            source: self,
            retries: RequestRetries(attempts, first: first, longest: longest, clock: clock, generator: generator),
            isTemporary: isTemporary)
    }

    /// This source, with a time limit for each request.
    ///
    /// After the time limit the source is cancelled, without waiting for it, with ``LegError/timedOut(after:)``; legs
    /// that were requested together are requested again in smaller requests.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> some LegSource {
        precondition(limit >= .zero, "the time limit is negative: \(limit)")
        return TimedLegs(source: self, limit: limit, clock: clock)
    }

    /// This source, with at most one pending request for each pair of places.
    ///
    /// A request equal to a pending one waits for its answer. Cancelling one does not affect the others; if all are
    /// cancelled, so is the shared request. Nothing is cached: see ``cached(_:)``.
    public func coalesced() -> some LegSource { CoalescedLegs(source: self) }
}

private struct LimitedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let limit: RequestLimit

    func request<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await limit.pass()
        return try await body()
    }
}

private struct RetriedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let retries: RequestRetries
    let isTemporary: @Sendable (any Error) -> Bool

    func request<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await answer(to: body)
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await answer(isSplit: stops.count > 2) { [source] in try await source.legs(through: stops) }
    }

    func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        try await answer(isSplit: true) { [source] in try await source.costs(from: starts, to: ends, by: cost) }
    }

    /// The answer to a request; one that is split after the time limit is not repeated as a whole.
    private func answer<Answer: Sendable>(
        isSplit: Bool = false, to body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await retries.answer(to: body) { error in
            switch error as? LegError {
            case .limited(let asked?): .after(asked)
            case .timedOut where isSplit: .no
            case .limited(nil), .unavailable, .timedOut: .later
            case nil, .notFound, .notAsked, .refused, .invalidAnswer, .invalidLeg, .other:
                isTemporary(error) ? .later : .no
            }
        }
    }
}

private struct TimedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let limit: Duration
    let clock: any Clock<Duration>

    func request<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await withTimeLimit(limit, clock: clock, late: LegError.timedOut(after: limit), body)
    }
}

private struct CoalescedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    private let single = SharedRequests<LegEnds, Leg>()
    private let together = SharedRequests<[Coordinate], [LegOutcome?]>()

    init(source: Source) { self.source = source }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await single.answer(for: LegEnds(start, end)) { [source] in try await source.leg(from: start, to: end) }
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await together.answer(for: stops.map(\.coordinate)) { [source] in try await source.legs(through: stops) }
    }
}

/// The places that a leg joins, without names and ids of the stops.
struct LegEnds: Hashable, Sendable {
    let start: Coordinate
    let end: Coordinate

    init(_ start: Stop, _ end: Stop) { (self.start, self.end) = (start.coordinate, end.coordinate) }
}
