/// Legs of another source, each within a time.
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

    /// Returns the leg of the other source.
    ///
    /// When the time is over the other source is cancelled, and not waited for.
    ///
    /// - Throws: ``LegError/timedOut(after:)``, or what the other source throws; `CancellationError` where the task was
    ///   cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let promise = LegPromise()
        let search = Task { [source] in
            do {
                promise.fulfil(.success(try await source.leg(from: start, to: end)))
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
    /// This source, with each leg to come within a time: see ``TimedLegs``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedLegs<Self> {
        precondition(limit >= .zero, "a time limit is not negative")
        return TimedLegs(source: self, limit: limit, clock: clock)
    }
}
