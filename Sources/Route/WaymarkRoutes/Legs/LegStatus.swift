/// How a leg ended, in one word of files and tables.
public enum LegStatus: String, Hashable, Sendable, CaseIterable {
    /// There is a way.
    case found
    /// There is one that stands in for what was not given.
    case fallback
    /// There is none.
    case notFound = "not_found"
    /// No answer could be had.
    case failed
    /// Nobody wanted it any more.
    case cancelled
}

extension LegOutcome {
    /// How the leg ended, in one word.
    public var status: LegStatus {
        switch self {
        case .found(let leg): leg.isFallback ? .fallback : .found
        case .notFound: .notFound
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// Why there is no leg, in words; nil where there is one, or nobody wanted it.
    public var reason: String? {
        switch self {
        case .found, .cancelled: nil
        case .notFound(let reason): reason
        case .failed(let error): "\(error)"
        }
    }
}
