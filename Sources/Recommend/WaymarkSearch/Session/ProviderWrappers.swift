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

extension PlaceProvider {
    /// Returns this provider with a limited rate of requests, by a token bucket.
    ///
    /// The bucket begins full, with the tokens of a burst. Each request takes one token, in the order of the calls; tokens
    /// return one at a time. A request that is cancelled while it waits takes none.
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
    ) -> ClosureProvider {
        let limit = RequestLimit(to: count, per: duration, burst: burst, clock: clock)
        return ClosureProvider(name: name) { query in
            try await limit.pass()
            return try await suggestions(for: query)
        }
    }

    /// Returns this provider with retries after ``ProviderError/unavailable(reason:)``,
    /// ``ProviderError/limited(retryAfter:)`` or ``ProviderError/timedOut(after:)``, or after another error that the
    /// caller declares temporary.
    ///
    /// Waits are random, with a limit that doubles each time ("full jitter"); if a provider says how long to wait, that
    /// time is used.
    ///
    /// - Parameters:
    ///   - attempts: Maximum number of requests, including the first.
    ///   - first: The upper limit of the wait before the first retry; it doubles with each retry.
    ///   - longest: The upper limit of a random wait, and of a wait that a provider asks for.
    ///   - isTemporary: Whether another error is temporary; by default none is.
    ///   - clock: The clock for waits.
    ///   - generator: The source of random waits; a seeded one repeats the same waits.
    /// - Returns: A provider with the same name, which throws the last error.
    /// - Precondition: `attempts` is at least 1; `first` is not negative and not above `longest`.
    public func retrying(
        _ attempts: Int = 3, first: Duration = .milliseconds(200), longest: Duration = .seconds(5),
        where isTemporary: @escaping @Sendable (any Error) -> Bool = { _ in false },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) -> ClosureProvider {
        let retries = RequestRetries(attempts, first: first, longest: longest, clock: clock, generator: generator)
        return ClosureProvider(name: name) { query in
            try await retries.answer {
                try await suggestions(for: query)
            } advice: { error in
                switch error as? ProviderError {
                case .limited(let asked?): .after(asked)
                case .limited(nil), .unavailable, .timedOut: .later
                case nil, .refused, .invalidAnswer: isTemporary(error) ? .later : .no
                }
            }
        }
    }

    /// Returns this provider with one request at a time for equal queries, whose answer is shared.
    ///
    /// Cancelling one waiting caller does not affect the others; if all are cancelled, so is the request. Answers are not
    /// cached.
    public func coalesced() -> ClosureProvider {
        let requests = SharedRequests<SearchQuery, PlaceSuggestions>()
        return ClosureProvider(name: name) { query in
            try await requests.answer(for: query) { try await suggestions(for: query) }
        }
    }

    /// Returns this provider with a time limit, at which its request is cancelled, and not awaited.
    ///
    /// It then throws ``ProviderError/timedOut(after:)``.
    ///
    /// - Precondition: `limit` is not negative.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> ClosureProvider {
        precondition(limit >= .zero, "the time limit is negative: \(limit)")
        return ClosureProvider(name: name) { query in
            try await withTimeLimit(limit, clock: clock, late: ProviderError.timedOut(after: limit)) {
                try await suggestions(for: query)
            }
        }
    }
}
