/// When each stop of an order is reached, and which windows that misses.
public struct VisitSchedule: Hashable, Sendable {
    /// When each stop is reached, in the order of the visits; a round trip's return comes last.
    public let arrivals: [Double]
    /// When each visit begins: at the arrival, or when the window opens. As long as ``arrivals``.
    public let beginnings: [Double]
    /// The windows missed, in the order of the visits. The first stop's window holds for the return to it too.
    public let missed: [MissedWindow]

    /// Goes through an order, from a time on.
    ///
    /// Being late by less than a ten-thousand-millionth of the latest finite closing time is rounding, and no miss.
    ///
    /// - Precondition: The order names stops of the matrix, and there is a visit to each of those.
    /// - Complexity: O(*n*).
    public init(
        of order: [Int], by matrix: TravelMatrix, visits: [StopVisit], departure: Double = 0, isClosed: Bool = false
    ) {
        let tolerance = Self.tolerance(visits)
        var arrivals: [Double] = []
        var beginnings: [Double] = []
        var missed: [MissedWindow] = []
        let way = isClosed && order.count > 1 ? order + [order[0]] : order
        for (place, stop) in way.enumerated() {
            var time = departure
            if place > 0 {
                let before = way[place - 1]
                time = beginnings[place - 1] + visits[before].stay + matrix[before, stop]
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

    /// How late one may be by rounding alone.
    static func tolerance(_ visits: [StopVisit]) -> Double {
        1e-10 * visits.reduce(1) { $1.closes.isFinite ? max($0, abs($1.closes)) : $0 }
    }
}
