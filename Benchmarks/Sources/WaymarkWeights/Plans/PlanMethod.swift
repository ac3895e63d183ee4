import WaymarkOrders
import WaymarkPlans

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

    /// The places that a plain way visits on the only day of a problem, in order: positions in its places.
    ///
    /// - Parameters:
    ///   - problem: A day without breaks; scores are the worths.
    ///   - last: The places that equal worths, too, leave for the time that nothing else fits in, as the product does facilities.
    ///   - effort: How long the search with equal worths takes.
    /// - Throws: ``PlanError``.
    /// - Precondition: It is not ``model``; there is one day.
    /// - Complexity: Of the greedy ways O(*n*² *m*²) for *m* visits of *n* places.
    package func visits(
        _ problem: PlanProblem, last: Set<Int> = [], effort: SearchEffort = .iterations(20_000)
    ) throws(PlanError) -> [Int] {
        precondition(self != .model && problem.days.count == 1, "a plain way plans one day")
        if self == .equalWorth {
            var equal = problem
            for place in equal.places.indices { equal.places[place].score = last.contains(place) ? 1 : 50 }
            return try DayPlan(equal, effort: effort).days[0].visits.map(\.place)
        }
        let day = GreedyDay(problem)
        var (order, left) = ([Int](), Array(problem.places.indices))
        switch self {
        case .model, .equalWorth: break
        case .byWorth:
            left.sort { (problem.places[$1].score, $0) < (problem.places[$0].score, $1) }
            for place in left { if let more = day.inserting(place, into: order) { order = more.order } }
        case .byWorthForTime:
            while let best = left.compactMap({ place in
                day.inserting(place, into: order).map {
                    (place: place, order: $0.order, rate: problem.places[place].score / max(1e-9, $0.time))
                }
            }).max(by: { ($0.rate, $1.place) < ($1.rate, $0.place) }) {
                order = best.order
                left.removeAll { $0 == best.place }
            }
        case .nearest:
            while let next = left.filter({ day.end(of: order + [$0]) != nil })
                .min(by: { (day.way(order.last, $0), $0) < (day.way(order.last, $1), $1) })
            {
                order.append(next)
                left.removeAll { $0 == next }
            }
        }
        return order
    }
}

/// The only day of a problem, which is filled place by place.
private struct GreedyDay {
    let problem: PlanProblem

    init(_ problem: PlanProblem) {
        precondition(problem.days[0].breaks.isEmpty, "greedy ways know no breaks")
        self.problem = problem
    }

    /// When a day with these visits ends; nil if they do not fit.
    func end(of order: [Int]) -> Double? {
        let day = problem.days[0]
        var (time, node) = (day.opens, day.start)
        for place in order.map({ problem.places[$0] }) {
            time += problem.travel[node, place.node]
            if let windows = place.windows.first {
                guard
                    let start = windows.lazy.filter({ max(time, $0.opens) + place.stay <= $0.closes })
                        .map({ max(time, $0.opens) }).min()
                else { return nil }
                time = start
            }
            time += place.stay
            node = place.node
        }
        time += problem.travel[node, day.end]
        return time <= day.closes ? time : nil
    }

    /// The visits with one more where it costs least time; nil if it does not fit.
    func inserting(_ place: Int, into order: [Int]) -> (order: [Int], time: Double)? {
        guard let before = end(of: order) else { return nil }
        var best: (order: [Int], end: Double)?
        for position in 0...order.count {
            var more = order
            more.insert(place, at: position)
            if let end = end(of: more), best.map({ end < $0.end }) ?? true { best = (more, end) }
        }
        return best.map { ($0.order, $0.end - before) }
    }

    func way(_ last: Int?, _ next: Int) -> Double {
        problem.travel[last.map { problem.places[$0].node } ?? problem.days[0].start, problem.places[next].node]
    }
}
