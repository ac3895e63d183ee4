import WaymarkThreads

/// Legs of another source, with a time limit for each request.
public struct TimedLegs<Source: LegSource>: LegSource {
    let source: Source
    let limit: Duration
    let clock: any Clock<Duration>

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
    /// After the time limit the other source is cancelled, without waiting for it.
    ///
    /// - Throws: ``LegError/timedOut(after:)``, or the errors of the other source; `CancellationError` if the task was
    ///   cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await withTimeLimit(limit, clock: clock, late: LegError.timedOut(after: limit)) { [source] in
            try await source.leg(from: start, to: end)
        }
    }

    /// Returns the outcomes of the other source; after the time limit, nil for all, so that they are requested again in
    /// smaller requests.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        do {
            return try await withTimeLimit(limit, clock: clock, late: LegError.timedOut(after: limit)) { [source] in
                try await source.legs(through: stops)
            }
        } catch LegError.timedOut {
            return Array(repeating: nil, count: stops.count - 1)
        }
    }
}

extension LegSource {
    /// This source, with a time limit for each request: see ``TimedLegs``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedLegs<Self> {
        precondition(limit >= .zero, "the time limit is negative: \(limit)")
        return TimedLegs(source: self, limit: limit, clock: clock)
    }
}
