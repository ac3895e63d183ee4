import WaymarkText

/// The best route of a single day, by A*: routes grow from the start on, always the one first that can still reach the
/// highest score. That limit is a bound of all plans at any time, so that the search may stop when it likes.
///
/// Source: Hart, Nilsson, Raphael 1968, doi:10.1109/TSSC.1968.300136.
struct PlanProof {
    /// A route from the start of the day to a place.
    private struct Label {
        var place: Int
        var start: Double
        var score: Double
        /// The total of scores less prices.
        var value: Double
        var visited: UInt64
        var before: Int
    }

    /// A route with the highest score that it can reach.
    private struct Candidate: Comparable {
        var limit: Double
        var label: Int
        static func < (a: Candidate, b: Candidate) -> Bool { (a.limit, -a.label) < (b.limit, -b.label) }
    }

    /// The maximum number of routes in memory, about 150 MB.
    private static let mostLabels = 2_000_000

    /// No plan in question has a higher score.
    let bound: Double
    /// The places of the best route, if that has a higher score than the plan.
    let route: [Int]?

    /// - Parameters:
    ///   - model: The places and the day.
    ///   - routes: The routes of the day with all places, for `gains`.
    ///   - scores: What a visit of each place is worth.
    ///   - gains: Scores less prices; what the prices of all places and themes add up to.
    ///   - fixed: The places that every plan in question visits.
    ///   - score: The score of a plan that is known.
    ///   - effort: The maximum number of routes that are continued.
    ///   - isOver: Whether to stop.
    /// - Precondition: There is one day, and at most 64 places.
    init(
        _ model: PlanModel, _ routes: PlanRoutes, scores: ContiguousArray<Double>,
        gains: (ContiguousArray<Double>, base: Double), fixed: UInt64, score: Double, effort: Int, isOver: () -> Bool
    ) {
        let table = routes.table()
        var labels: ContiguousArray<Label> = []
        var queue = Heap<Candidate>()
        var closed = Array(repeating: ContiguousArray<Int>(), count: model.count)
        var (best, final, steps) = (score, -1, 0)
        func add(_ label: Label) {
            let gain = gains.0[label.place]
            let rest = routes.rest(
                label.place, at: label.start, after: label.visited & ~routes.bit[label.place], in: table)
            let limit = gains.base + label.value - gain + rest
            if limit <= best { return }
            labels.append(label)
            queue.insert(Candidate(limit: limit, label: labels.count - 1))
        }
        for place in 0..<model.count {
            guard let start = routes.first(place) else { continue }
            add(
                Label(
                    place: place, start: start, score: scores[place], value: gains.0[place],
                    visited: routes.bit[place], before: -1))
        }
        while let top = queue.first, top.limit > best {
            if steps >= effort || labels.count >= Self.mostLabels || (steps % 64 == 0 && isOver()) { break }
            _ = queue.popFirst()
            let label = labels[top.label]
            // Another as good, that has done nothing which this one may still do.
            let isBeaten = closed[label.place].contains {
                labels[$0].start <= label.start && labels[$0].score >= label.score
                    && labels[$0].visited & ~label.visited == 0 && label.visited & fixed & ~labels[$0].visited == 0
            }
            if isBeaten { continue }
            closed[label.place].append(top.label)
            steps += 1
            if label.score > best, fixed & ~label.visited == 0, Self.keepsLimits(label.visited, model) {
                (best, final) = (label.score, top.label)
            }
            for place in 0..<model.count where label.visited & routes.bit[place] == 0 {
                guard let start = routes.start(place, after: label.place, at: label.start) else { continue }
                add(
                    Label(
                        place: place, start: start, score: label.score + scores[place],
                        value: label.value + gains.0[place], visited: label.visited | routes.bit[place],
                        before: top.label))
            }
        }
        bound = max(best, queue.first?.limit ?? best)
        var route: [Int] = []
        while final >= 0 {
            route.append(labels[final].place)
            final = labels[final].before
        }
        self.route = route.isEmpty ? nil : route.reversed()
    }

    /// Whether a set of places is within the limits of themes.
    private static func keepsLimits(_ visited: UInt64, _ model: PlanModel) -> Bool {
        if model.themeLimits.isEmpty { return true }
        var left = model.themeLimits
        for place in 0..<model.count where visited & 1 << UInt64(place) != 0 && model.theme[place] >= 0 {
            left[Int(model.theme[place])] -= 1
        }
        return left.allSatisfy { $0 >= 0 }
    }
}
