/// A source of places that are not in memory: a server that suggests places while a name is typed.
///
/// ```swift
/// let provider: any PlaceProvider = ClosureProvider(name: "places") { query in
///     try await server.suggestions(for: query.text)
/// }.limited(to: 5, per: .seconds(1)).retrying().coalesced().timeout(.seconds(3))
/// ```
///
/// If the requesting task is cancelled, a provider soon throws `CancellationError`.
public protocol PlaceProvider: Sendable {
    /// A readable name that identifies the provider.
    var name: String { get }

    /// Returns the places that a query may mean, most likely first; none if the provider knows none.
    ///
    /// - Throws: ``ProviderError``, or an error of the provider's own; `CancellationError` if the task was cancelled.
    func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions
}

/// The suggestions of a provider for a query.
public struct PlaceSuggestions: Hashable, Sendable {
    /// The places, most likely first.
    public var places: [SearchedPlace]
    /// Whether these include all answers to any query that continues this one. A session then sends no request while
    /// the text only grows.
    public var isComplete: Bool

    /// Creates suggestions; there may be others unless `isComplete`.
    public init(_ places: [SearchedPlace], isComplete: Bool = false) {
        self.places = places
        self.isComplete = isComplete
    }
}

/// The reason why a provider gave no suggestions.
public enum ProviderError: Error, Hashable, Sendable {
    /// The provider is unreachable or out of order; a retry may help.
    case unavailable(reason: String)
    /// There were too many requests; some providers say how long to wait.
    case limited(retryAfter: Duration?)
    /// The provider did not answer in time.
    case timedOut(after: Duration)
    /// The provider refuses such queries, or this user.
    case refused(reason: String)
    /// The answer is invalid.
    case invalidAnswer(reason: String)
}

extension ProviderError: CustomStringConvertible {
    /// The error in one line.
    public var description: String {
        switch self {
        case .unavailable(let reason): "unavailable: \(reason)"
        case .limited(nil): "asked too often"
        case .limited(let wait?): "asked too often; it answers again in \(wait)"
        case .timedOut(let limit): "no answer within \(limit)"
        case .refused(let reason): "refused: \(reason)"
        case .invalidAnswer(let reason): "an answer that cannot be understood: \(reason)"
        }
    }
}

/// The state of a provider's answer to a query.
public enum ProviderProgress: Sendable {
    /// There is no provider, or the query has no letters to ask about.
    case unasked
    /// The answer is pending.
    case waiting
    /// The answer has arrived.
    case answered
    /// No request was needed: the answer to an earlier query contains all answers to this one.
    case narrowed
    /// The request failed with a ``ProviderError``, or with any other error that the provider threw.
    case failed(any Error)
    /// The provider itself cancelled the request, which is not a failure.
    case cancelled

    /// Whether the state is final for the query.
    public var isLast: Bool {
        if case .waiting = self { false } else { true }
    }
}
