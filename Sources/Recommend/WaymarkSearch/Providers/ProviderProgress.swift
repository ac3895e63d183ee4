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
