/// The search for an order within windows: moves first, then the proof if feasible, then more moves.
struct WindowOrder {
    /// The result, in nodes of the problem.
    typealias Result = (order: [Int], cost: Double, bound: Double, isProven: Bool, iterations: Int)

    /// The maximum number of paths for the proof; beyond, it would take too long.
    private static let labelLimit = 400_000

    /// The maximum number of nodes for the assignment bound.
    private static let assignmentLimit = 700

    let problem: WindowProblem

    func run(_ effort: SearchEffort) -> Result {
        var limit = SearchLimit(effort)
        var search = WindowSearch(problem, seed: effort.seed)
        search.improve(isOver: { limit.isOver(share: 1) })
        search.perturb(until: &limit, iterations: 20 * problem.count, share: 0.3)

        if problem.isImpossible { return (search.order, search.cost, 0, false, limit.iterations) }
        // Few stops are solved regardless of the budget.
        let isOver = { limit.isOver(share: 0.7) && problem.count > HeldKarp.limit + 2 }
        guard problem.count <= Self.assignmentLimit, let bound = WindowLabels.bound(problem, isOver: isOver),
            bound.value < .infinity
        else {
            search.perturb(until: &limit)
            return (search.order, search.cost, 0, false, limit.iterations)
        }
        let isMet = search.lateness == 0
        let tolerance = 1e-9 * max(1, search.cost)
        let labels = WindowLabels(problem, bound: bound)
        let outcome = labels.solve(
            below: isMet ? search.cost : .infinity, tolerance: isMet ? tolerance : 0, maximum: Self.labelLimit,
            isOver: isOver)
        switch outcome {
        case .best(let order, let cost):
            return (order, cost, cost, true, limit.iterations)
        case .nothingBetter where isMet: return (search.order, search.cost, search.cost, true, limit.iterations)
        case .nothingBetter, .tooMany:
            search.perturb(until: &limit)
            return (search.order, search.cost, bound.value, false, limit.iterations)
        }
    }
}

/// The proven best order that meets all windows, if these leave few enough partial orders.
///
/// Partial orders are extended by one node at a time. Of two with the same nodes and the same last node, one that is
/// neither earlier nor shorter is dropped; so is one that cannot reach all other nodes in time, or cannot become
/// shorter than the best known. Source: Dumas, Desrosiers, Gelinas, Solomon 1995, doi:10.1287/opre.43.2.367.
package struct WindowLabels {
    enum Outcome {
        /// The best order, better than the known one if any.
        case best([Int], cost: Double)
        /// No order is shorter than the known one; if none was known, no order exists.
        case nothingBetter
        /// There were too many partial orders.
        case tooMany
    }

    /// What the rest of an order depends on: the visited nodes, and the last of them.
    private struct State: Hashable {
        let visited: NodeSet
        let node: Int32
    }

    private struct Label {
        let time: Double
        let cost: Double
        let parent: Int32
        let node: Int32
    }

    /// The partial orders of one length, by their nodes and last node. They keep their insertion order: that of a
    /// dictionary differs from run to run, and would affect the choice among equally short ones.
    private struct Level {
        private(set) var states: [State] = []
        /// The partial orders of each of `states`.
        var ways: [[Int32]] = []
        private var positions: [State: Int] = [:]

        /// The position of a state in `states`, to which a new one is added.
        mutating func position(of state: State) -> Int {
            if let position = positions[state] { return position }
            positions[state] = states.count
            states.append(state)
            ways.append([])
            return states.count - 1
        }
    }

    private let problem: WindowProblem
    /// The prices of leaving and of reaching nodes; they sum to a lower bound.
    private let leaving: [Double]
    private let reaching: [Double]

    init(_ problem: WindowProblem, bound: AssignmentBound) {
        self.problem = problem
        var (leaving, reaching) = (bound.rowPrices, bound.columnPrices)
        // The source's column and the sink's row represent each other.
        leaving[problem.sink] = 0
        reaching[problem.source] = 0
        (self.leaving, self.reaching) = (leaving, reaching)
    }

    /// The cheapest assignment of a next node to each node, as allowed by the windows; nil if `isOver` came first.
    static func bound(_ problem: WindowProblem, isOver: () -> Bool) -> AssignmentBound? {
        let cost = { (from: Int, to: Int) -> Double in
            if from == problem.sink { return to == problem.source ? 0 : .infinity }
            return problem.mayFollow(from, to) ? problem.way(from, to) : .infinity
        }
        return AssignmentBound(count: problem.count, cost: cost, isOver: isOver)
    }

    /// Examines at most `maximum` partial orders.
    func solve(below upper: Double, tolerance: Double, maximum: Int, isOver: () -> Bool) -> Outcome {
        let count = problem.count
        let rest = leaving.reduce(0, +) + reaching.reduce(0, +)
        var labels = [Label(time: problem.opens[problem.source], cost: 0, parent: -1, node: Int32(problem.source))]
        var visited = NodeSet(count: count)
        visited.insert(problem.source)
        var level = Level()
        level.ways[level.position(of: State(visited: visited, node: Int32(problem.source)))] = [0]
        // The prices of reaching the visited nodes and leaving all but the last, in addition to the cost.
        for _ in 1..<count {
            var next = Level()
            for (state, ways) in zip(level.states, level.ways) {
                let from = Int(state.node)
                var priced = 0.0
                var candidates: [Int] = []
                for node in 0..<count {
                    if state.visited.contains(node) {
                        priced += reaching[node] + (node == from ? 0 : leaving[node])
                    } else if problem.predecessors[node].isSubset(of: state.visited) {
                        candidates.append(node)
                    }
                }
                for way in ways {
                    let label = labels[Int(way)]
                    for node in candidates {
                        let time = max(label.time + problem.way(from, node), problem.opens[node])
                        if time > problem.closes[node] { continue }
                        let cost = label.cost + problem.way(from, node)
                        let bound = cost + rest - priced - leaving[from] - reaching[node]
                        if bound >= upper - tolerance { continue }
                        var passed = state.visited
                        passed.insert(node)
                        if !canFinish(from: node, at: time, passed) { continue }
                        labels.append(Label(time: time, cost: cost, parent: way, node: Int32(node)))
                        if labels.count > maximum { return .tooMany }
                        let position = next.position(of: State(visited: passed, node: Int32(node)))
                        next.ways[position].append(Int32(labels.count - 1))
                    }
                }
                if isOver() { return .tooMany }
            }
            for position in next.ways.indices {
                Self.keepBest(of: &next.ways[position]) { (labels[Int($0)].time, labels[Int($0)].cost) }
            }
            level = next
        }
        let best = level.ways.joined().min { labels[Int($0)].cost < labels[Int($1)].cost }
        guard let best else { return .nothingBetter }
        var order: [Int] = []
        var way = best
        while way >= 0 {
            order.append(Int(labels[Int(way)].node))
            way = labels[Int(way)].parent
        }
        return .best(order.reversed(), cost: labels[Int(best)].cost)
    }

    /// Whether each remaining node could be reached in time as the next one.
    private func canFinish(from node: Int, at time: Double, _ passed: NodeSet) -> Bool {
        for other in 0..<problem.count where !passed.contains(other) {
            if time + problem.least(node, other) > problem.closes[other] { return false }
        }
        return true
    }

    /// Drops partial orders with another that is neither later nor longer, the first of equal ones excepted.
    ///
    /// - Complexity: O(*n* log *n*).
    @inline(__always)
    package static func keepBest(of ways: inout [Int32], _ label: (Int32) -> (time: Double, cost: Double)) {
        if ways.count < 2 { return }
        ways.sort {
            let (a, b) = (label($0), label($1))
            return (a.time, a.cost, $0) < (b.time, b.cost, $1)
        }
        var shortest = Double.infinity
        ways.removeAll { way in
            let cost = label(way).cost
            defer { shortest = min(shortest, cost) }
            return cost >= shortest
        }
        ways.sort()
    }
}
