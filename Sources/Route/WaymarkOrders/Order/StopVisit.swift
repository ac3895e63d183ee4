/// The window and the stay of a visit, such as opening hours, in the unit of the travel matrix.
///
/// An early arrival waits for the opening, at no cost; an arrival at the closing time is in time. The stay may last
/// beyond closing; if it must not, subtract it from ``closes``.
public struct StopVisit: Hashable, Sendable {
    /// The earliest start of the visit.
    public var opens: Double
    /// The latest start of the visit; infinite if unlimited.
    public var closes: Double
    /// The duration of the visit.
    public var stay: Double

    /// A visit within a window; by default at any time and of duration zero.
    public init(opens: Double = 0, closes: Double = .infinity, stay: Double = 0) {
        self.opens = opens
        self.closes = closes
        self.stay = stay
    }

    /// Throws unless each stop has a valid visit.
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
