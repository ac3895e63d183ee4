/// The search for an order within windows: moves first, then the proof if feasible, then more moves.
struct WindowOrder {
    /// The result, in nodes of the problem.
    struct Result {
        let order: [Int]
        let cost: Double
        let bound: Double
        let isProven: Bool
        let iterations: Int
    }

    /// The maximum number of paths for the proof; beyond, it would take too long.
    private static let labelLimit = 400_000

    /// The maximum number of nodes for the assignment bound.
    private static let assignmentLimit = 700

    private let problem: WindowProblem

    init(_ problem: WindowProblem) { self.problem = problem }

    func run(_ effort: SearchEffort) -> Result {
        var limit = SearchLimit(effort)
        var search = WindowSearch(problem, seed: effort.seed)
        search.improve(isOver: { limit.isOver(share: 1) })
        search.perturb(until: &limit, iterations: 20 * problem.count, share: 0.3)

        if problem.isImpossible { return result(search, bound: 0, isProven: false, limit) }
        // Few stops are solved regardless of the budget.
        let isOver = { limit.isOver(share: 0.7) && problem.count > HeldKarp.limit + 2 }
        guard problem.count <= Self.assignmentLimit, let bound = WindowLabels.bound(problem, isOver: isOver),
            bound.value < .infinity
        else {
            search.perturb(until: &limit)
            return result(search, bound: 0, isProven: false, limit)
        }
        let isMet = search.lateness == 0
        let tolerance = 1e-9 * max(1, search.cost)
        let labels = WindowLabels(problem, bound: bound)
        let outcome = labels.solve(
            below: isMet ? search.cost : .infinity, tolerance: isMet ? tolerance : 0, maximum: Self.labelLimit,
            isOver: isOver)
        switch outcome {
        case .best(let order, let cost):
            return Result(order: order, cost: cost, bound: cost, isProven: true, iterations: limit.iterations)
        case .nothingBetter where isMet: return result(search, bound: search.cost, isProven: true, limit)
        case .nothingBetter, .tooMany:
            search.perturb(until: &limit)
            return result(search, bound: bound.value, isProven: false, limit)
        }
    }

    private func result(_ search: WindowSearch, bound: Double, isProven: Bool, _ limit: SearchLimit) -> Result {
        Result(
            order: search.order, cost: search.cost, bound: bound, isProven: isProven, iterations: limit.iterations)
    }
}
