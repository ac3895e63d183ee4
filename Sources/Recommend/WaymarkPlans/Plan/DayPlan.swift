/// A plan: what to see on each day, in which order and at what times.
///
/// ```swift
/// let plan = try DayPlan(problem, effort: .iterations(20_000))
/// for visit in plan.days[0].visits { print(problem.places[visit.place], visit.start) }
/// ```
///
/// All times are in the unit of the problem's travel matrix.
public struct DayPlan: Hashable, Sendable {
    /// A visit of a place.
    public struct Visit: Hashable, Sendable {
        /// The place, by its position in the problem.
        public let place: Int
        /// The way from the last place, or from the start of the day, without breaks.
        public let way: Double
        /// The arrival.
        public let arrival: Double
        /// The time between the arrival and the start, without breaks.
        public let wait: Double
        /// The start of the visit.
        public let start: Double
        /// The duration of the visit.
        public let stay: Double
        /// The end of the visit, when the place is left unless a break follows.
        public var leave: Double { start + stay }

        package init(place: Int, way: Double, arrival: Double, wait: Double, start: Double, stay: Double) {
            (self.place, self.way, self.arrival, self.wait) = (place, way, arrival, wait)
            (self.start, self.stay) = (start, stay)
        }
    }

    /// A break.
    public struct Pause: Hashable, Sendable {
        /// The start.
        public let start: Double
        /// The duration.
        public let length: Double
        /// The number of visits before it: after the last of them has ended and before the next one starts.
        public let visitsBefore: Int

        package init(start: Double, length: Double, visitsBefore: Int) {
            (self.start, self.length, self.visitsBefore) = (start, length, visitsBefore)
        }
    }

    /// A day.
    public struct Day: Hashable, Sendable {
        /// The visits, in order.
        public let visits: [Visit]
        /// The breaks, in order.
        public let breaks: [Pause]
        /// The departure from the start of the day: as late as the first visit allows.
        public let departure: Double
        /// The way to the end of the day, without breaks.
        public let lastWay: Double
        /// The arrival at the end of the day.
        public let arrival: Double

        package init(visits: [Visit], breaks: [Pause], departure: Double, lastWay: Double, arrival: Double) {
            (self.visits, self.breaks, self.departure) = (visits, breaks, departure)
            (self.lastWay, self.arrival) = (lastWay, arrival)
        }
    }

    /// What ended the search.
    public enum Ending: String, Codable, Hashable, Sendable {
        /// The plan is proven optimal.
        case optimal
        /// The effort's iterations: the plan is the same on every machine.
        case effort
        /// The effort's time, or the cancellation of the task.
        case timeLimit
    }

    /// The days, as many as the problem has.
    public let days: [Day]
    /// The total score of the visits.
    public let score: Double
    /// An upper bound of the score of every plan that keeps as many of the required places: never below ``score``. See
    /// Documentation/Plans.md for how it is found.
    public let bound: Double
    /// What ended the search.
    public let ending: Ending
    /// The required places, pinned or to be seen, that the plan does not keep, and why.
    public let conflicts: [PlanConflict]
    /// The number of iterations.
    public let iterations: Int

    /// What a search found, with other days or scores: those of days that are past belong to it, for example.
    package init(
        _ found: DayPlan, days: [Day], score: Double, bound: Double, ending: Ending, conflicts: [PlanConflict]? = nil
    ) {
        (self.days, self.score, self.bound, self.ending) = (days, score, bound, ending)
        (self.conflicts, iterations) = (conflicts ?? found.conflicts, found.iterations)
    }

    /// How far the score is below the bound, relative to the bound: 0.01 is one per cent.
    public var gap: Double { bound > 0 ? (bound - score) / bound : 0 }

    /// The places of each day, in order, as given to ``init(_:keeping:effort:least:)``.
    public var order: [[Int]] { days.map { $0.visits.map(\.place) } }
}

/// A required place that a plan does not keep.
public struct PlanConflict: Hashable, Sendable {
    /// Why a required place is left out.
    public enum Reason: Hashable, Sendable {
        /// Its theme is limited to no visit at all.
        case theme
        /// No opening interval within the hours of a day holds the visit; for a pinned one, none holds it at its time.
        case closed
        /// It cannot be reached in time, or the end of the day cannot from it, even without other visits. The lateness is
        /// the least over the days.
        case unreachable(lateness: Double)
        /// The places with which it does not fit, together. If `isSmallest`, they do fit without it, and no fewer are in
        /// conflict with it; otherwise they are those that the plan keeps, and no smaller set was found.
        case others([Int], isSmallest: Bool)
    }

    /// The place, by its position in the problem.
    public let place: Int
    /// The reason.
    public let reason: Reason
}

/// An earlier plan, of which a new one is to keep as much as it is worth.
public struct PlanToKeep: Hashable, Sendable {
    /// The places of each day, in order.
    public var order: [[Int]]
    /// The score that a change costs: of a place left out, added, or moved to another day.
    public var price: Double

    /// An earlier plan, and what a change of it costs.
    ///
    /// - Precondition: `price` is not negative.
    public init(order: [[Int]], price: Double) {
        precondition(price >= 0, "the price is negative: \(price)")
        self.order = order
        self.price = price
    }

    /// The places whose visits differ in a new plan: left out, added, on another day, or moved within the order of their
    /// day. Of the latter, as few as possible, the others having kept their order. Ascending.
    ///
    /// - Complexity: O(*n*²).
    public func changes(to new: DayPlan) -> [Int] {
        let days = max(order.count, new.days.count)
        var changed: Set<Int> = []
        for day in 0..<days {
            let old = day < order.count ? order[day] : []
            let now = day < new.days.count ? new.order[day] : []
            changed.formUnion(Set(old).symmetricDifference(now))
            // The longest common order stays.
            let both = now.filter(old.contains)
            let ranks = both.map { place in old.firstIndex(of: place)! }
            var (lengths, befores) = (Array(repeating: 1, count: ranks.count), Array(repeating: -1, count: ranks.count))
            for last in ranks.indices {
                for before in 0..<last where ranks[before] < ranks[last] && lengths[before] >= lengths[last] {
                    (lengths[last], befores[last]) = (lengths[before] + 1, before)
                }
            }
            var kept: Set<Int> = []
            var at = ranks.indices.max { lengths[$0] < lengths[$1] } ?? -1
            while at >= 0 {
                kept.insert(both[at])
                at = befores[at]
            }
            changed.formUnion(both.filter { !kept.contains($0) })
        }
        return changed.sorted()
    }
}
