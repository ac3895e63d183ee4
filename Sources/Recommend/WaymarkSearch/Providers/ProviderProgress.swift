/// How far a provider's answer to a query is.
public enum ProviderProgress: Sendable {
    /// There is no provider, or the query has no letters to ask about.
    case unasked
    /// It is waited for.
    case waiting
    /// It is there.
    case answered
    /// It was not needed: that to an earlier query holds all answers to this one.
    case narrowed
    /// There was none: a ``ProviderError``, or whatever the provider threw.
    case failed(any Error)
    /// The provider cancelled the request by itself: that is no failure.
    case cancelled

    /// Whether nothing more comes for the query.
    public var isLast: Bool {
        if case .waiting = self { false } else { true }
    }
}
