import WaymarkOrders

/// A plan.
public struct DayPlan: Hashable, Sendable {
    /// A visit of a plan.
    public struct Visit: Hashable, Sendable {
        /// The place, by its position in the problem.
        public let place: Int
    }
    /// A day of a plan.
    public struct Day: Hashable, Sendable {
        /// The visits, in order.
        public let visits: [Visit]
    }
    /// The days.
    public let days: [Day]
    /// The total score.
    public let score: Double
    /// Iterations.
    public let iterations: Int

    /// Searches for a plan.
    public init(_ problem: PlanProblem, effort: SearchEffort = SearchEffort()) throws(PlanError) {
        let model = try PlanModel(problem)
        var limit = SearchLimit(effort)
        var anneal = PlanAnneal(model, seed: effort.seed)
        anneal.run(until: &limit)
        let best = anneal.best
        days = (0..<model.days).map { day in
            Day(visits: (1..<(best.length[day] - 1)).map { Visit(place: Int(best.sequence[day * anneal.search.width + $0])) })
        }
        score = days.reduce(0) { $0 + $1.visits.reduce(0) { $0 + problem.places[$1.place].score } }
        iterations = limit.iterations
    }
}

package func setTuning(_ name: String, _ value: Double) {
    switch name {
    case "timeWeight": PlanTuning.timeWeight = value
    case "cycle": PlanTuning.cycle = Int(value)
    case "hot": PlanTuning.hot = value
    case "cold": PlanTuning.cold = value
    case "noise": PlanTuning.noise = value
    case "shorten": PlanTuning.shortenOneIn = Int(value)
    case "most": PlanTuning.mostRemoved = Int(value)
    case "share": PlanTuning.shareRemoved = value
    case "longest": PlanTuning.longest = Int(value)
    case "strings": PlanTuning.strings = Int(value)
    case "stretches": PlanTuning.stretches = Int(value)
    default: fatalError(name)
    }
}
