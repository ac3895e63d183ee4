/// When a stop may be visited, and for how long one stays: opening hours, in the unit of the travel matrix.
///
/// One who comes early waits until it opens, at no cost; one who comes on the stroke of closing is in time. The stay may
/// last beyond it: where it must not, take it off ``closes``.
public struct StopVisit: Hashable, Sendable {
    /// The earliest time at which the visit begins.
    public var opens: Double
    /// The latest time at which the visit begins; infinite where it does not matter.
    public var closes: Double
    /// How long the visit lasts.
    public var stay: Double

    /// A visit within a window; at any time, by default, and as short as can be.
    public init(opens: Double = 0, closes: Double = .infinity, stay: Double = 0) {
        self.opens = opens
        self.closes = closes
        self.stay = stay
    }

    /// Throws unless there is a sound visit to each stop.
    static func validate(_ visits: [StopVisit], stops: Int) throws(StopOrderError) {
        guard visits.count == stops else { throw .visitCount(visits.count, stops: stops) }
        for (stop, visit) in visits.enumerated() {
            if !visit.opens.isFinite { throw .invalidVisit(stop: stop, reason: "opens at \(visit.opens)") }
            if !(visit.closes >= visit.opens) {
                throw .invalidVisit(stop: stop, reason: "opens at \(visit.opens) and closes at \(visit.closes)")
            }
            if !(visit.stay >= 0 && visit.stay.isFinite) {
                throw .invalidVisit(stop: stop, reason: "a stay of \(visit.stay)")
            }
        }
    }
}
