import WaymarkThreads

extension LegSource {
    /// This source, which is not asked for a while after several requests in a row have failed.
    ///
    /// Until then all requests end at once, with ``LegError/notAsked(reason:)``; afterwards one more failure begins the
    /// next pause. Failures are ``LegError/unavailable(reason:)``, ``LegError/refused(reason:)`` and
    /// ``LegError/timedOut(after:)``, of which one for many legs or a table counts a quarter, since it may be due to its size;
    /// any answer ends the row. It is also full if nothing was answered for as long as the pause lasts, so that short
    /// timeouts cost no more than long ones. Put it next to the source, so that each attempt of
    /// ``retrying(_:first:longest:where:clock:generator:)`` counts.
    ///
    /// Source: the "circuit breaker" of Nygard 2007, Release It!
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row.
    ///   - pause: The time in which the source is not asked.
    ///   - clock: The clock for the pause.
    /// - Returns: A source with the same name and mode; copies share its count.
    /// - Precondition: `failures` is at least 1, `pause` is not negative.
    public func pausing(
        after failures: Int = 5, for pause: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()
    ) -> some LegSource {
        precondition(failures >= 1 && pause >= .zero, "a pause of \(pause) after \(failures) failures")
        return PausedLegs(
            source: self, row: FailureRow(longest: failures, pause: pause, elapsed: clock.stopwatch()))
    }
}

private struct PausedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let row: FailureRow

    func request<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        try await request(weight: 4, body) { _ in true }
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await request(weight: stops.count == 2 ? 4 : 1) { [source] in
            try await source.legs(through: stops)
        } isAnswered: {
            // Legs that are to be requested again may have been refused.
            $0.contains { $0 != nil }
        }
    }

    func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        try await request(weight: 1) { [source] in
            try await source.costs(from: starts, to: ends, by: cost)
        } isAnswered: {
            $0 != nil
        }
    }

    /// Makes a request. That a large one times out may be due to its size, so it weighs a quarter.
    private func request<Answer: Sendable>(
        weight: Int, _ body: @escaping @Sendable () async throws -> Answer, isAnswered: (Answer) -> Bool
    ) async throws -> Answer {
        let begin = try row.begin()
        do {
            let answer = try await body()
            if isAnswered(answer) { row.end() }
            return answer
        } catch {
            switch error as? LegError {
            case .unavailable, .refused: row.add(error, weight: 4, since: begin)
            case .timedOut: row.add(error, weight: weight, since: begin)
            case nil where error is CancellationError: break
            default: row.end()
            }
            throw error
        }
    }
}

/// Failures in a row, and the pause after them.
private final class FailureRow: Sendable {
    private let longest: Int
    /// The sum of the weights at which the pause begins.
    private var full: Int { 4 * longest }
    private let pause: Duration
    private let elapsed: @Sendable () -> Duration
    private let state = Guarded((weight: 0, begin: Duration.zero, end: Duration.zero, reason: ""))

    init(longest: Int, pause: Duration, elapsed: @escaping @Sendable () -> Duration) {
        (self.longest, self.pause, self.elapsed) = (longest, pause, elapsed)
    }

    /// The time at which a request begins; throws during the pause.
    func begin() throws -> Duration {
        let now = elapsed()
        let reason = state.withLock { $0.weight >= full && now < $0.end ? $0.reason : nil }
        if let reason { throw LegError.notAsked(reason: "all of the last requests failed, \(reason)") }
        return now
    }

    /// Counts the failure of a request that began at a time.
    func add(_ error: any Error, weight: Int, since begin: Duration) {
        let now = elapsed()
        state.withLock { state in
            if state.weight == 0 || begin >= state.end { state.begin = begin }
            let isLong = pause > .zero && now - state.begin >= pause
            state.weight = isLong ? full : min(state.weight + weight, full)
            (state.end, state.reason) = (now + pause, "\(error)")
        }
    }

    func end() { state.withLock { $0.weight = 0 } }
}
