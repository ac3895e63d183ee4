internal import WaymarkRegions

/// Why areas could not be read or made.
public enum AreaError: Error, Equatable, Sendable {
    /// GEOS could not create a context: out of memory.
    case contextUnavailable
    /// GEOS is not installed; with the loader's message.
    case libraryUnavailable(reason: String)
    /// The loaded GEOS is older than required; both versions as in `3.11.1`.
    case libraryTooOld(found: String, needed: String)
    /// GEOS refused a geometry, or failed on it; with its message.
    case geometry(reason: String)
    /// The corridor is wider than `Corridor.maxDrawnWidth` to each side, the maximum for drawing.
    case corridorTooWide(meters: Double)
}

extension AreaError: CustomStringConvertible {
    /// The error and its position.
    public var description: String {
        switch self {
        case .contextUnavailable: "GEOS cannot be used: out of memory"
        case .libraryUnavailable(let reason): "GEOS cannot be loaded: \(reason)"
        case .libraryTooOld(let found, let needed): "GEOS \(found) is too old: \(needed) or later is needed"
        case .geometry(let reason): "GEOS: \(reason)"
        case .corridorTooWide(let meters):
            "a corridor of \(meters) m to each side is too wide to draw; the maximum is \(Corridor.maxDrawnWidth)"
        }
    }
}
