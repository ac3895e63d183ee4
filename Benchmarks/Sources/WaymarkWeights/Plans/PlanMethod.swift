/// A way to choose what to see on a day, in a given time and with given ways and stays.
package enum PlanMethod: String, CaseIterable, Sendable {
    /// What the product plans.
    case model = "planned"
    /// The same search, with all places worth the same.
    case equalWorth = "equal worth"
    /// The place of the greatest worth first, each where it costs least time, if it fits.
    case byWorth = "greedy by worth"
    /// The place of the greatest worth for the time that it costs first, likewise.
    case byWorthForTime = "greedy by worth for time"
    /// The place nearest to the last one, if it fits.
    case nearest = "nearest first"

    /// The plain ways.
    package static let plain = allCases.filter { $0 != .model }
}

/// A day that is filled place by place.
package struct GreedyDay {
    /// The worth of each place.
    let scores: [Double]
    /// When a day ends that visits some places in order; nil if they do not fit.
    let end: ([Int]) -> Double?
    /// The time to a place from another one, or from the start of the day.
    let way: (_ last: Int?, _ next: Int) -> Double

    /// A day of places with worths, of which some fit.
    package init(
        scores: [Double], end: @escaping ([Int]) -> Double?, way: @escaping (_ last: Int?, _ next: Int) -> Double
    ) {
        (self.scores, self.end, self.way) = (scores, end, way)
    }

    /// The places that a greedy way visits, in order; nil for a way that searches.
    ///
    /// - Complexity: O(*n* *m*²) days that are timed for *m* visits of *n* places.
    package func visits(_ method: PlanMethod) -> [Int]? {
        var (order, left) = ([Int](), Array(scores.indices))
        switch method {
        case .model, .equalWorth: return nil
        case .byWorth:
            left.sort { (scores[$1], $0) < (scores[$0], $1) }
            for place in left { if let more = inserting(place, into: order) { order = more.order } }
        case .byWorthForTime:
            while let best = left.compactMap({ place in
                inserting(place, into: order).map {
                    (place: place, order: $0.order, rate: scores[place] / max(1e-9, $0.time))
                }
            }).max(by: { ($0.rate, $1.place) < ($1.rate, $0.place) }) {
                order = best.order
                left.removeAll { $0 == best.place }
            }
        case .nearest:
            while let next = left.filter({ end(order + [$0]) != nil })
                .min(by: { (way(order.last, $0), $0) < (way(order.last, $1), $1) })
            {
                order.append(next)
                left.removeAll { $0 == next }
            }
        }
        return order
    }

    /// The visits with one more where it costs least time; nil if it does not fit.
    private func inserting(_ place: Int, into order: [Int]) -> (order: [Int], time: Double)? {
        guard let before = end(order) else { return nil }
        var best: (order: [Int], end: Double)?
        for position in 0...order.count {
            var more = order
            more.insert(place, at: position)
            if let end = end(more), best.map({ end < $0.end }) ?? true { best = (more, end) }
        }
        return best.map { ($0.order, $0.end - before) }
    }
}
