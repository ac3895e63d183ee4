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

/// The outcome of a leg, as one word in files and tables.
public enum LegStatus: String, Hashable, Sendable, CaseIterable {
    /// The leg was found.
    case found
    /// A fallback leg was found.
    case fallback
    /// The leg does not exist.
    case notFound = "not_found"
    /// No answer was obtained.
    case failed
    /// It was no longer wanted.
    case cancelled
}

extension LegOutcome {
    /// The outcome in one word.
    public var status: LegStatus {
        switch self {
        case .found(let leg): leg.isFallback ? .fallback : .found
        case .notFound: .notFound
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// What a reader should know about the leg, in words: why there is none, or its ``Leg/remark``; nil for nothing.
    public var remark: String? { leg.map(\.remark) ?? reason }

    /// Why there is no leg, in words; nil if there is one, or it was cancelled.
    public var reason: String? {
        switch self {
        case .found, .cancelled: nil
        case .notFound(let reason): reason
        case .failed(let error): "\(error)"
        }
    }
}
