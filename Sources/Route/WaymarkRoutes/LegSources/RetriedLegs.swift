import WaymarkThreads

/// Legs of another source, asked again where asking again may help.
///
/// That is where the source was ``LegError/unavailable(reason:)``, ``LegError/limited(retryAfter:)`` or
/// ``LegError/timedOut(after:)``, or threw an error that the caller names. The wait before the *n*-th repetition is drawn from
/// 0 to `first` times 2ⁿ⁻¹, at most `longest`, so that those who failed together do not come back together. A source that says
/// how long to wait is given that time and then a wait like the first; one that asks for more than `longest` is not asked
/// again.
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
    /// - Throws: What the other source threw last; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await retries.answer(to: { try await source.leg(from: start, to: end) }, advice: advice)
    }

    /// Returns the outcomes of the other source; a failed request is repeated as a whole.
    ///
    /// - Throws: What the other source threw last; `CancellationError` where the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await retries.answer(to: { try await source.legs(through: stops) }, advice: advice)
    }

    /// Whether and when to ask again after an error.
    private func advice(_ error: any Error) -> RequestRetries.Advice {
        switch error as? LegError {
        case .limited(let asked?): .after(asked)
        case .limited(nil), .unavailable, .timedOut: .later
        case nil, .notFound, .refused, .invalidAnswer, .invalidLeg, .other: isTemporary(error) ? .later : .no
        }
    }
}

extension LegSource {
    /// This source, asked again where that may help: see ``RetriedLegs``.
    ///
    /// - Parameters:
    ///   - attempts: How often to ask at most, the first time included.
    ///   - first: The longest wait before the first repetition; it doubles from one to the next.
    ///   - longest: The upper limit of a random wait, and of what a source may ask for, to which up to `first` is added.
    ///   - isTemporary: Which other errors may go away by themselves: such as an error of your own, or a
    ///     ``LegError/refused(reason:)`` of a server that says so while it starts. None by default.
    ///   - clock: What is waited by.
    ///   - generator: Where waits are drawn from; a seeded one gives the same waits again.
    /// - Returns: A source of the same name and mode.
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
