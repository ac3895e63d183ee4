/// Legs of another source, each request within a time.
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
    /// As many as of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    /// Returns the leg of the other source.
    ///
    /// When the time is over the other source is cancelled, and not waited for.
    ///
    /// - Throws: ``LegError/timedOut(after:)``, or what the other source throws; `CancellationError` where the task was
    ///   cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await inTime { [source] in try await source.leg(from: start, to: end) }
    }

    /// Returns how the legs of the other source ended; where the time is over, they are to be asked for in smaller requests.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        do {
            return try await inTime { [source] in try await source.legs(through: stops) }
        } catch LegError.timedOut {
            return Array(repeating: nil, count: stops.count - 1)
        }
    }

    private func inTime<Answer: Sendable>(_ ask: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try Task.checkCancellation()
        let promise = Promise<Answer>()
        let search = Task {
            do {
                promise.fulfil(.success(try await ask()))
            } catch {
                promise.fulfil(.failure(error))
            }
        }
        let timer = Task { [clock, limit] in
            do {
                try await clock.sleep(for: limit)
                promise.fulfil(.failure(LegError.timedOut(after: limit)))
            } catch {
                // Cancelled: the search has ended.
            }
        }
        defer {
            search.cancel()
            timer.cancel()
        }
        return try await promise.value()
    }
}

extension LegSource {
    /// This source, with each leg, or legs that are asked for together, to come within a time: see ``TimedLegs``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedLegs<Self> {
        precondition(limit >= .zero, "a time limit is not negative")
        return TimedLegs(source: self, limit: limit, clock: clock)
    }
}
