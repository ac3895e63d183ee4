import WaymarkThreads

/// Suggestions from any code of one's own.
public struct ClosureProvider: PlaceProvider {
    /// What tells this provider from others.
    public let name: String
    private let body: @Sendable (SearchQuery) async throws -> PlaceSuggestions

    /// Suggestions from a closure, which is to stop when its task is cancelled.
    public init(name: String, _ body: @escaping @Sendable (SearchQuery) async throws -> PlaceSuggestions) {
        self.name = name
        self.body = body
    }

    /// Returns what the closure returns, and throws what it throws; it is not called where the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try Task.checkCancellation()
        return try await body(query)
    }
}

/// Suggestions of another provider, which is asked only so often: a token bucket.
///
/// The bucket begins full, with as many tokens as may be used at once; each request takes one, in the order of asking, and
/// they come back one by one. A request that is cancelled while it waits takes none.
public struct LimitedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let limit: RequestLimit

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider, asked when it may be.
    ///
    /// - Throws: What the other provider throws; `CancellationError` where the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await limit.pass()
        return try await provider.suggestions(for: query)
    }
}

/// Suggestions of another provider, asked again where it was ``ProviderError/unavailable(reason:)``,
/// ``ProviderError/limited(retryAfter:)`` or ``ProviderError/timedOut(after:)``, or threw an error that the caller names.
///
/// Waits double and are drawn by chance ("full jitter"); a provider that says how long to wait is given that time.
public struct RetriedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let retries: RequestRetries
    let isTemporary: @Sendable (any Error) -> Bool

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider.
    ///
    /// - Throws: What the other provider threw last; `CancellationError` where the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await retries.answer {
            try await provider.suggestions(for: query)
        } advice: { error in
            switch error as? ProviderError {
            case .limited(let asked?): .after(asked)
            case .limited(nil), .unavailable, .timedOut: .later
            case nil, .refused, .invalidAnswer: isTemporary(error) ? .later : .no
            }
        }
    }
}

/// Suggestions of another provider, which is asked once at a time for equal queries, however many want the answer.
///
/// Of those who wait, one that is cancelled leaves the others alone; when all are, so is the request. Nothing is remembered.
public struct CoalescedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    private let requests = SharedRequests<SearchQuery, PlaceSuggestions>()

    init(_ provider: Provider) {
        self.provider = provider
    }

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider, asked for already or now.
    ///
    /// - Throws: What the other provider throws; `CancellationError` where the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await requests.answer(for: query) { [provider] in try await provider.suggestions(for: query) }
    }
}

/// Suggestions of another provider, within a time.
public struct TimedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let limit: Duration
    let clock: any Clock<Duration>

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider. When the time is over it is cancelled, and not waited for.
    ///
    /// - Throws: ``ProviderError/timedOut(after:)``, or what the other provider throws; `CancellationError` where the task
    ///   was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await withTimeLimit(limit, clock: clock, late: ProviderError.timedOut(after: limit)) { [provider] in
            try await provider.suggestions(for: query)
        }
    }
}

extension PlaceProvider {
    /// This provider, with a maximum number of requests in a time, after a first burst: see ``LimitedProvider``.
    ///
    /// - Parameters:
    ///   - count: Max number of requests in `duration`.
    ///   - duration: A time.
    ///   - burst: Max number of requests at once after a quiet time; nil is `count`.
    ///   - clock: What is waited by.
    /// - Returns: A provider of the same name; all that share one value share its tokens.
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    public func limited(
        to count: Int, per duration: Duration, burst: Int? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) -> LimitedProvider<Self> {
        LimitedProvider(
            provider: self, limit: RequestLimit(to: count, per: duration, burst: burst, clock: clock))
    }

    /// This provider, asked again where that may help: see ``RetriedProvider``.
    ///
    /// - Parameters:
    ///   - attempts: How often to ask at most, the first time included.
    ///   - first: The longest wait before the first repetition; it doubles from one to the next.
    ///   - longest: The upper limit of a random wait, and of what a provider may ask for.
    ///   - isTemporary: Which other errors may go away by themselves; none by default.
    ///   - clock: What is waited by.
    ///   - generator: Where waits are drawn from; a seeded one gives the same waits again.
    /// - Returns: A provider of the same name.
    /// - Precondition: `attempts` is at least 1; `first` is not negative and not above `longest`.
    public func retrying(
        _ attempts: Int = 3, first: Duration = .milliseconds(200), longest: Duration = .seconds(5),
        where isTemporary: @escaping @Sendable (any Error) -> Bool = { _ in false },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) -> RetriedProvider<Self> {
        RetriedProvider(
            provider: self,
            retries: RequestRetries(attempts, first: first, longest: longest, clock: clock, generator: generator),
            isTemporary: isTemporary)
    }

    /// This provider, asked once at a time for equal queries: see ``CoalescedProvider``.
    public func coalesced() -> CoalescedProvider<Self> { CoalescedProvider(self) }

    /// This provider, which is to answer within a time: see ``TimedProvider``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedProvider<Self> {
        precondition(limit >= .zero, "a time limit is not negative")
        return TimedProvider(provider: self, limit: limit, clock: clock)
    }
}
