import WaymarkThreads

extension LegSource {
    /// This source, which is not asked for a while after several requests in a row have failed.
    ///
    /// Until then all requests end at once, with ``LegError/notAsked(reason:)``; afterwards one more failure begins the
    /// next pause. Failures are ``LegError/unavailable(reason:)`` and ``LegError/timedOut(after:)``; any answer ends the
    /// row. Put it next to the source, so that each attempt of ``retrying(_:first:longest:where:clock:generator:)``
    /// counts.
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
        try row.check()
        do {
            let answer = try await body()
            row.end()
            return answer
        } catch {
            switch error as? LegError {
            case .unavailable, .timedOut: row.add(error)
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
    private let pause: Duration
    private let elapsed: @Sendable () -> Duration
    private let state = Guarded((count: 0, end: Duration.zero, reason: ""))

    init(longest: Int, pause: Duration, elapsed: @escaping @Sendable () -> Duration) {
        (self.longest, self.pause, self.elapsed) = (longest, pause, elapsed)
    }

    /// Throws during the pause.
    func check() throws {
        let reason = state.withLock { $0.count >= longest && elapsed() < $0.end ? $0.reason : nil }
        guard let reason else { return }
        let count = longest == 1 ? "the last request" : "the last \(longest) requests"
        throw LegError.notAsked(reason: "\(count) failed, \(reason)")
    }

    func add(_ error: any Error) {
        state.withLock { state in
            state.count = min(state.count + 1, longest)
            (state.end, state.reason) = (elapsed() + pause, "\(error)")
        }
    }

    func end() { state.withLock { $0.count = 0 } }
}
