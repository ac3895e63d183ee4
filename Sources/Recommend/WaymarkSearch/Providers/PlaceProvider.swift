/// Where places come from that are not at hand: a server that suggests places while a name is typed.
///
/// ```swift
/// let provider: any PlaceProvider = ClosureProvider(name: "places") { query in
///     try await server.suggestions(for: query.text)
/// }.limited(to: 5, per: .seconds(1)).retrying().coalesced().timeout(.seconds(3))
/// ```
///
/// When the task that asks is cancelled a provider stops soon, with `CancellationError`.
public protocol PlaceProvider: Sendable {
    /// What tells this provider from others, for people.
    var name: String { get }

    /// Returns the places that a query may mean, the likeliest first; none where it knows of none.
    ///
    /// - Throws: ``ProviderError``, or an error of its own; `CancellationError` where the task was cancelled.
    func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions
}

/// What a provider suggests for a query.
public struct PlaceSuggestions: Hashable, Sendable {
    /// The places, the likeliest first.
    public var places: [SearchedPlace]
    /// Whether no other place answers a query that continues this one. Then a session asks no more while the text only grows.
    public var isComplete: Bool

    /// Suggestions, of which there may be more unless `isComplete`.
    public init(_ places: [SearchedPlace], isComplete: Bool = false) {
        self.places = places
        self.isComplete = isComplete
    }
}

/// Why a provider gave no suggestions.
public enum ProviderError: Error, Hashable, Sendable {
    /// It cannot be reached, or is out of order; to ask again may help.
    case unavailable(reason: String)
    /// It was asked too often; some say how long to wait.
    case limited(retryAfter: Duration?)
    /// It did not answer in time.
    case timedOut(after: Duration)
    /// It does not answer such a query, or not to this user.
    case refused(reason: String)
    /// Its answer could not be understood.
    case invalidAnswer(reason: String)
}

extension ProviderError: CustomStringConvertible {
    /// What went wrong, in a line.
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
