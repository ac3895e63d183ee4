/// The outcome of a leg: exactly one of these, decided once.
public enum LegOutcome: Hashable, Sendable {
    /// The leg was found.
    case found(Leg)
    /// The leg does not exist according to the source.
    case notFound(reason: String)
    /// No answer was obtained.
    case failed(LegError)
    /// It was no longer wanted; not a failure.
    case cancelled

    /// The leg, if one was found.
    public var leg: Leg? {
        if case .found(let leg) = self { leg } else { nil }
    }

    /// The outcome for an error of a source: a `CancellationError` is not a failure.
    public init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled
        case LegError.notFound(let reason): self = .notFound(reason: reason)
        case let error as LegError: self = .failed(error)
        default: self = .failed(.other(String(describing: error)))
        }
    }
}
