import WaymarkThreads

/// A provider that calls a closure.
public struct ClosureProvider: PlaceProvider {
    /// A readable name that identifies the provider.
    public let name: String
    private let body: @Sendable (SearchQuery) async throws -> PlaceSuggestions

    /// Creates a provider from a closure, which must stop when its task is cancelled.
    public init(name: String, _ body: @escaping @Sendable (SearchQuery) async throws -> PlaceSuggestions) {
        self.name = name
        self.body = body
    }

    /// Returns the closure's result or throws its error; does not call it if the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try Task.checkCancellation()
        return try await body(query)
    }
}

/// A provider that limits the rate of requests to another provider, by a token bucket.
///
/// The bucket begins full, with the maximum number of tokens that may be used at once. Each request takes one token, in
/// the order of the calls; tokens return one at a time. A request that is cancelled while it waits takes none.
public struct LimitedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let limit: RequestLimit

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider, requested when a token is free.
    ///
    /// - Throws: The error of the other provider; `CancellationError` if the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await limit.pass()
        return try await provider.suggestions(for: query)
    }
}

/// A provider that repeats requests to another provider after ``ProviderError/unavailable(reason:)``,
/// ``ProviderError/limited(retryAfter:)`` or ``ProviderError/timedOut(after:)``, or after another error that the caller
/// declares temporary.
///
/// Waits are random, with a limit that doubles each time ("full jitter"); if a provider says how long to wait, that
/// time is used.
public struct RetriedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let retries: RequestRetries
    let isTemporary: @Sendable (any Error) -> Bool

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider.
    ///
    /// - Throws: The last error of the other provider; `CancellationError` if the task was cancelled.
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

/// A provider that sends only one request at a time for equal queries to another provider, and shares its answer.
///
/// Cancelling one waiting caller does not affect the others; if all are cancelled, so is the request. Answers are not
/// cached.
public struct CoalescedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    private let requests = SharedRequests<SearchQuery, PlaceSuggestions>()

    init(_ provider: Provider) {
        self.provider = provider
    }

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider, from a pending request or a new one.
    ///
    /// - Throws: The error of the other provider; `CancellationError` if the task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await requests.answer(for: query) { [provider] in try await provider.suggestions(for: query) }
    }
}

/// A provider with a time limit on another provider.
public struct TimedProvider<Provider: PlaceProvider>: PlaceProvider {
    let provider: Provider
    let limit: Duration
    let clock: any Clock<Duration>

    /// The name of the other provider.
    public var name: String { provider.name }

    /// Returns the suggestions of the other provider. At the time limit its request is cancelled, and not awaited.
    ///
    /// - Throws: ``ProviderError/timedOut(after:)``, or the error of the other provider; `CancellationError` if the
    ///   task was cancelled.
    public func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        try await withTimeLimit(limit, clock: clock, late: ProviderError.timedOut(after: limit)) { [provider] in
            try await provider.suggestions(for: query)
        }
    }
}

extension PlaceProvider {
    /// Returns this provider with a limited rate of requests, after a first burst: see ``LimitedProvider``.
    ///
    /// - Parameters:
    ///   - count: Maximum number of requests in `duration`.
    ///   - duration: The period of the limit.
    ///   - burst: Maximum number of requests at once after a quiet period; nil is `count`.
    ///   - clock: The clock for waits.
    /// - Returns: A provider with the same name; all uses of one value share its tokens.
    /// - Precondition: `count` and `burst` are at least 1, `duration` is above zero.
    public func limited(
        to count: Int, per duration: Duration, burst: Int? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) -> LimitedProvider<Self> {
        LimitedProvider(
            provider: self, limit: RequestLimit(to: count, per: duration, burst: burst, clock: clock))
    }

    /// Returns this provider with retries after temporary errors: see ``RetriedProvider``.
    ///
    /// - Parameters:
    ///   - attempts: Maximum number of requests, including the first.
    ///   - first: The upper limit of the wait before the first retry; it doubles with each retry.
    ///   - longest: The upper limit of a random wait, and of a wait that a provider asks for.
    ///   - isTemporary: Whether another error is temporary; by default none is.
    ///   - clock: The clock for waits.
    ///   - generator: The source of random waits; a seeded one repeats the same waits.
    /// - Returns: A provider with the same name.
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

    /// Returns this provider with one request at a time for equal queries: see ``CoalescedProvider``.
    public func coalesced() -> CoalescedProvider<Self> { CoalescedProvider(self) }

    /// Returns this provider with a time limit: see ``TimedProvider``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedProvider<Self> {
        precondition(limit >= .zero, "the time limit is negative: \(limit)")
        return TimedProvider(provider: self, limit: limit, clock: clock)
    }
}
