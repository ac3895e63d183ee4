import WaymarkThreads

/// Legs of another source, asked again where asking again may help.
///
/// That is where the source was ``LegError/unavailable(reason:)``, ``LegError/limited(retryAfter:)`` or
/// ``LegError/timedOut(after:)``, or threw an error that the caller names. The wait before the *n*-th repetition is drawn from 0 to `first` times 2ⁿ⁻¹, at most
/// `longest`, so that those who failed together do not come back together. A source that says how long to wait is
/// given that time and then a wait like the first; one that asks for more than `longest` is not asked again.
///
/// Source: "full jitter" as in Brooker 2015, Exponential Backoff And Jitter.
public struct RetriedLegs<Source: LegSource>: LegSource {
    private let source: Source
    private let attempts: Int
    private let first: Duration
    private let longest: Duration
    private let isTemporary: @Sendable (any Error) -> Bool
    private let clock: any Clock<Duration>
    private let chance: Chance

    /// One generator for all requests.
    private final class Chance: Sendable {
        private let generator: Guarded<any RandomNumberGenerator & Sendable>

        init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = Guarded(generator) }

        /// A number from 0 to 1.
        func draw() -> Double {
            generator.withLock { generator in Double.random(in: 0...1, using: &generator) }
        }
    }

    init(
        _ source: Source, attempts: Int, first: Duration, longest: Duration,
        isTemporary: @escaping @Sendable (any Error) -> Bool, clock: any Clock<Duration>,
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.source = source
        self.attempts = attempts
        self.first = first
        self.longest = longest
        self.isTemporary = isTemporary
        self.clock = clock
        chance = Chance(generator)
    }

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
    /// - Throws: What the other source threw last; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await retrying { try await source.leg(from: start, to: end) }
    }

    /// Returns how the legs of the other source ended, asked for again all together where there is none at all.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await retrying { try await source.legs(through: stops) }
    }

    private func retrying<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        var ceiling = first
        var attempt = 1
        while true {
            do {
                return try await ask()
            } catch let error where !(error is CancellationError) {
                guard attempt < attempts, let pause = pause(after: error, ceiling: ceiling) else { throw error }
                try await clock.sleep(for: pause)
            }
            attempt += 1
            ceiling = ceiling > longest - ceiling ? longest : ceiling + ceiling
        }
    }

    /// How long to wait; nil where asking again does not help.
    private func pause(after error: any Error, ceiling: Duration) -> Duration? {
        switch error as? LegError {
        case .limited(let asked?): asked > longest ? nil : asked + first * chance.draw()
        case .limited(nil), .unavailable, .timedOut: ceiling * chance.draw()
        case nil, .notFound, .refused, .invalidAnswer, .invalidLeg, .other:
            isTemporary(error) ? ceiling * chance.draw() : nil
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
    ///   - isTemporary: Which other errors may go away by themselves: such as an error of your own, or a ``LegError/refused``
    ///     of a server that says so while it starts. None by default.
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
        precondition(attempts >= 1, "there is at least one attempt")
        precondition(first >= .zero && first <= longest, "waits are not negative, and the first is not the longest")
        return RetriedLegs(
            self, attempts: attempts, first: first, longest: longest, isTemporary: isTemporary, clock: clock,
            generator: generator)
    }
}
