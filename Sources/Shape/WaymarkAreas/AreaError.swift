internal import WaymarkRegions

/// Why areas could not be read or made.
public enum AreaError: Error, Equatable, Sendable {
    /// GEOS gave no context: there is no memory left.
    case contextUnavailable
    /// The GEOS that was loaded is older than what Waymark calls; both as in `3.11.1`.
    case libraryTooOld(found: String, needed: String)
    /// GEOS refused a geometry, or failed on it; in its own words.
    case geometry(reason: String)
    /// A drawn corridor is up to ``/WaymarkRegions/Corridor/greatestDrawnWidth`` wide to each side.
    case corridorTooWide(meters: Double)
}

extension AreaError: CustomStringConvertible {
    /// What went wrong, and where.
    public var description: String {
        switch self {
        case .contextUnavailable: "GEOS cannot be used: out of memory"
        case .libraryTooOld(let found, let needed): "GEOS \(found) is too old: \(needed) or later is needed"
        case .geometry(let reason): "GEOS: \(reason)"
        case .corridorTooWide(let meters):
            "a corridor of \(meters) m to each side is too wide to draw; up to \(Corridor.greatestDrawnWidth) can be"
        }
    }
}
