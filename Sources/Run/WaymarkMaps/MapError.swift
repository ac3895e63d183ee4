public import WaymarkBatch
public import WaymarkProjections

/// Why a batch on maps could not be run, or not to its end.
public enum MapError: Error, Equatable, Sendable {
    /// Reading or writing the tables.
    case batch(BatchError)
    /// PROJ, or what it was asked for.
    case projection(ProjectionError)
}

extension MapError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .batch(let error): "\(error)"
        case .projection(let error): "\(error)"
        }
    }
}
