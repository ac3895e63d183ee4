/// How the search for a leg ended: exactly one of these, once.
public enum LegOutcome: Hashable, Sendable {
    /// There is a way.
    case found(Leg)
    /// The source answered that there is none.
    case notFound(reason: String)
    /// No answer could be had.
    case failed(LegError)
    /// Nobody wanted it any more: not a failure.
    case cancelled

    /// The leg, where one was found.
    public var leg: Leg? {
        if case .found(let leg) = self { leg } else { nil }
    }

    /// The outcome that an error of a source means: a `CancellationError` is no failure.
    public init(_ error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled
        case LegError.notFound(let reason): self = .notFound(reason: reason)
        case let error as LegError: self = .failed(error)
        default: self = .failed(.other(String(describing: error)))
        }
    }
}
