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

    /// Why there is no leg, in words; nil if there is one, or it was cancelled.
    public var reason: String? {
        switch self {
        case .found, .cancelled: nil
        case .notFound(let reason): reason
        case .failed(let error): "\(error)"
        }
    }
}
