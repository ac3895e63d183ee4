/// The search for a good order of many stops: a first order, its improvement, and a lower bound.
struct OrderSearch<Base: TravelCosts, Whole: TravelCosts> {
    let base: Base
    let closed: ClosedCosts<Base>
    /// The costs of `closed`, in the fastest form.
    let whole: Whole
    let seed: UInt64
    var limit: SearchLimit
    /// The nearest nodes of each of some nodes, among themselves; nil if the task is cancelled.
    let nearest: (_ members: [Int], _ width: Int) -> NeighborLists?

    /// The number of neighbours examined per node.
    private static var width: Int { 10 }
    /// The share of the budget for the bound.
    private static var boundShare: Double { 0.2 }

    consuming func run() -> StopOrder {
        let first = { (neighbors: NeighborLists) in
            GreedyTour.tour(costs: whole, neighbors: neighbors) { members in
                nearest(members, whole.isSymmetric ? Self.width : members.count)
            }
        }
        guard let neighbors = neighbors(), let first = first(neighbors) else {
            return StopOrder(order: input.order, length: input.length, lowerBound: 0, isProven: false)
        }
        var search = TourSearch(costs: whole, neighbors: neighbors, order: first, seed: seed)
        search.improve { limit.isOver(share: 1) }
        // Enough to estimate the best length, which the bound uses.
        search.perturb(until: &limit, iterations: 10 * whole.count, share: 0.3)
        let bound = LowerBound(closed: closed, whole: whole, neighbors: neighbors)
            .value(below: answer(search).length) { limit.isOver(share: 0.3 + Self.boundShare) }
        if bound < answer(search).length { search.perturb(until: &limit) }

        let (order, length) = answer(search)
        let isProven = bound >= length - 1e-9 * length
        return StopOrder(
            order: order, length: length, lowerBound: isProven ? length : bound, isProven: isProven,
            iterations: limit.iterations)
    }

    /// The order found by the search, or the input order if that is no longer.
    private func answer(_ search: TourSearch<Whole>) -> (order: [Int], length: Double) {
        let order = closed.opened(search.bestOrder)
        let length = pathLength(order, isClosed: closed.ends.isClosed, costs: base)
        return input.length <= length ? input : (order, length)
    }

    /// The input order, used also if the task is cancelled before a first order is found.
    private var input: (order: [Int], length: Double) {
        let order = closed.ends.inputOrder(count: base.count)
        return (order, pathLength(order, isClosed: closed.ends.isClosed, costs: base))
    }

    private func neighbors() -> NeighborLists? {
        guard var lists = nearest(Array(0..<whole.count), Self.width) else { return nil }
        if whole.count > base.count {
            for node in 0..<base.count { lists.prefer(base.count, of: node) }
        }
        if let (from, to) = closed.kept {
            lists.prefer(to, of: from)
            if whole.isSymmetric { lists.prefer(from, of: to) }
        }
        return lists
    }
}
