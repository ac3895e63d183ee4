/// The search for a good order of many stops: a first order, its improvement, and a lower bound.
struct OrderSearch<Base: TravelCosts, Whole: TravelCosts> {
    /// Above so many nodes, a lower bound of all pairs takes too long.
    private static var boundLimit: Int { 3000 }

    private let base: Base
    private let closed: ClosedCosts<Base>
    /// The costs of `closed`, in the form that is fastest to ask.
    private let whole: Whole
    private let effort: SearchEffort

    init(_ base: Base, closed: ClosedCosts<Base>, whole: Whole, effort: SearchEffort) {
        self.base = base
        self.closed = closed
        self.whole = whole
        self.effort = effort
    }

    func run() -> StopOrder {
        let input = closed.ends.inputOrder(count: base.count)
        var search = TourSearch(
            costs: whole, neighbors: NeighborLists(costs: whole, width: 10), order: firstTour(input), seed: effort.seed)
        var limit = SearchLimit(effort)
        search.improve()
        search.perturb(until: &limit)

        var order = closed.opened(search.tour.order)
        var length = pathLength(order, isClosed: closed.ends.isClosed, costs: base)
        let inputLength = pathLength(input, isClosed: closed.ends.isClosed, costs: base)
        if inputLength <= length { (order, length) = (input, inputLength) }
        let bound = lowerBound(length: length)
        let isProven = bound >= length - 1e-9 * length
        return StopOrder(
            order: order, length: length, lowerBound: isProven ? length : bound, isProven: isProven, missed: [],
            iterations: limit.iterations)
    }

    private func firstTour(_ input: [Int]) -> [Int] {
        closed.closed(input)
    }

    private func lowerBound(length: Double) -> Double {
        guard whole.count <= Self.boundLimit, whole.isSymmetric else { return 0 }
        var tree = OneTreeBound(whole)
        let target = whole.isIntegral ? length - 1 + 1e-6 : length
        let bound = tree.ascend(
            length: length + closed.bonus, target: target + closed.bonus, steps: 300, isOver: { Task.isCancelled })
        let safe = max(0, bound - closed.bonus)
        return whole.isIntegral ? (safe - 1e-6).rounded(.up) : safe
    }
}
