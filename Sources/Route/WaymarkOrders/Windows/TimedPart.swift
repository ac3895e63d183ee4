/// What a part of a way needs of time: enough to tell, in constant time, what two parts one after the other need.
///
/// Where a window is missed, time is turned back to its closing, and how far is counted: a way meets all windows exactly
/// when none is turned back. Source: Vidal, Crainic, Gendreau, Prins 2013, doi:10.1016/j.cor.2012.07.018.
struct TimedPart {
    /// From the beginning of the first visit to that of the last, waiting and what is turned back included.
    var duration: Double
    /// How far time is turned back in all.
    var turnedBack: Double
    /// When the first visit may begin at the earliest without any loss, and at the latest.
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

    /// One part, a way, and another part.
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
