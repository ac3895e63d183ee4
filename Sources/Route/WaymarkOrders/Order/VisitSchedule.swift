/// The arrival at each stop of an order, and the missed windows.
public struct VisitSchedule: Hashable, Sendable {
    /// The arrival at each stop, in visiting order; a round trip's return comes last.
    public let arrivals: [Double]
    /// The start of each visit: the arrival, or the opening if later. As long as ``arrivals``.
    public let beginnings: [Double]
    /// The missed windows, in visiting order. The first stop's window also applies to the return.
    public let missed: [MissedWindow]

    /// Computes the times of an order from a start time.
    ///
    /// Lateness of less than 1e-10 of the latest finite closing time is rounding, not a miss.
    ///
    /// - Precondition: The order contains stops of the matrix, and each has a visit.
    /// - Complexity: O(*n*).
    public init(
        of order: [Int], by matrix: TravelMatrix, visits: [StopVisit], departure: Double = 0, isClosed: Bool = false
    ) {
        let tolerance = Self.tolerance(visits)
        var arrivals: [Double] = []
        var beginnings: [Double] = []
        var missed: [MissedWindow] = []
        let way = isClosed && order.count > 1 ? order + [order[0]] : order
        for (position, stop) in way.enumerated() {
            var time = departure
            if position > 0 {
                let before = way[position - 1]
                time = beginnings[position - 1] + visits[before].stay + matrix[before, stop]
            }
            arrivals.append(time)
            beginnings.append(max(time, visits[stop].opens))
            if time > visits[stop].closes + tolerance {
                missed.append(MissedWindow(stop: stop, lateness: time - visits[stop].closes))
            }
        }
        self.arrivals = arrivals
        self.beginnings = beginnings
        self.missed = missed
    }

    /// The maximum lateness due to rounding.
    static func tolerance(_ visits: [StopVisit]) -> Double {
        1e-10 * visits.reduce(1) { $1.closes.isFinite ? max($0, abs($1.closes)) : $0 }
    }
}

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
