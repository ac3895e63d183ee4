import WaymarkThreads

/// Legs of another source, with retries if these may help.
///
/// Retried are ``LegError/unavailable(reason:)``, ``LegError/limited(retryAfter:)`` and ``LegError/timedOut(after:)``,
/// and errors selected by the caller. The wait before the *n*-th retry is random from 0 to `first` times 2ⁿ⁻¹, at most
/// `longest`, so that requests that failed together are not retried together. If a source states how long to wait, that
/// time plus a wait like the first is used; if it exceeds `longest`, there is no retry.
///
/// Source: "full jitter" as in Brooker 2015, Exponential Backoff And Jitter.
public struct RetriedLegs<Source: LegSource>: LegSource {
    let source: Source
    let retries: RequestRetries
    let isTemporary: @Sendable (any Error) -> Bool

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }
    /// The maximum of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    /// Returns the leg of the other source.
    ///
    /// - Throws: The last error of the other source; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await retries.answer(to: { try await source.leg(from: start, to: end) }, advice: advice)
    }

    /// Returns the outcomes of the other source; a failed request is repeated as a whole.
    ///
    /// - Throws: The last error of the other source; `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await retries.answer(to: { try await source.legs(through: stops) }, advice: advice)
    }

    /// Whether and when to retry after an error.
    private func advice(_ error: any Error) -> RequestRetries.Advice {
        switch error as? LegError {
        case .limited(let asked?): .after(asked)
        case .limited(nil), .unavailable, .timedOut: .later
        case nil, .notFound, .refused, .invalidAnswer, .invalidLeg, .other: isTemporary(error) ? .later : .no
        }
    }
}

extension LegSource {
    /// This source, with retries if these may help: see ``RetriedLegs``.
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
    ) -> RetriedLegs<Self> {
        RetriedLegs(
            source: self,
            retries: RequestRetries(attempts, first: first, longest: longest, clock: clock, generator: generator),
            isTemporary: isTemporary)
    }
}
