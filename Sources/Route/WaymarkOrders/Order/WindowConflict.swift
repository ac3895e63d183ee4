/// Why no order of stops meets all windows; times are in the unit of the windows.
public enum WindowConflict: Hashable, Sendable {
    /// The stop closes before it can be reached.
    case unreachable(stop: Int, earliest: Double)
    /// The stop, the first of a round trip, closes before the return.
    case noReturn(stop: Int, earliest: Double)
    /// Neither of the two can be reached in time from the other.
    case exclusive(Int, Int)
    /// The stops that must come before and after the stop leave no time for it.
    case blocked(stop: Int)
}
