/// The time summary of a part of an order, such that two consecutive parts can be joined in constant time.
///
/// If a window is missed, time is turned back to its closing, and the amount is counted: an order meets all windows
/// exactly if this amount is zero. Source: Vidal, Crainic, Gendreau, Prins 2013, doi:10.1016/j.cor.2012.07.018.
struct TimedPart {
    /// The time from the start of the first visit to that of the last, including waiting and time turned back.
    var duration: Double
    /// The total time turned back.
    var turnedBack: Double
    /// The earliest and the latest start of the first visit without loss.
    var earliest: Double
    var latest: Double

    /// A single visit.
    @inline(__always)
    init(opens: Double, closes: Double) {
        duration = 0
        turnedBack = 0
        earliest = opens
        latest = closes
    }

    /// One part, an edge, and another part.
    @inline(__always)
    init(_ first: TimedPart, way: Double, _ second: TimedPart) {
        let shift = first.duration - first.turnedBack + way
        let waiting = max(0, second.earliest - shift - first.latest)
        let turning = max(0, first.earliest + shift - second.latest)
        duration = first.duration + second.duration + way + waiting
        turnedBack = first.turnedBack + second.turnedBack + turning
        earliest = max(second.earliest - shift, first.earliest) - waiting
        latest = min(second.latest - shift, first.latest) + turning
    }
}
