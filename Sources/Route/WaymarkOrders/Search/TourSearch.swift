import WaymarkText

/// Shortens a round trip: exchanges edges until none helps, then makes small random changes, each repaired locally and
/// kept if the whole is not longer.
///
/// Only nodes near a change are examined again (Bentley's don't-look bits, as a queue), so the cost of a change does
/// not depend on the number of nodes. Sources: Bentley 1992, doi:10.1287/ijoc.4.4.387; Martin, Otto, Felten 1991 (the
/// double bridge); Applegate, Cook, Rohe 2003, doi:10.1287/ijoc.15.1.82.15157 (segment-local kicks).
struct TourSearch<Costs: TravelCosts> {
    let costs: Costs
    let neighbors: NeighborLists
    var tour: ArrayTour
    var gained = 0.0
    /// Gains below this are rounding noise.
    let tolerance: Double
    /// The maximum length of a part reversed for one exchange.
    let longestReversal: Int
    private var queue: ContiguousArray<Int32> = []
    private var isQueued: ContiguousArray<Bool>
    private var random: SplitMix64
    /// The best round trip before the last leap, until a better one is found.
    private var best: (tour: ArrayTour, gained: Double)?
    /// The number of changes since the last improvement.
    private var stale = 0
    /// The number of changes still to be kept unconditionally.
    private var leaps = 0

    /// The maximum length of a part moved by a random change.
    private static var longestPart: Int { 50 }
    /// The number of changes per node without improvement before a leap.
    private static var patience: Int { 50 }
    /// The number of changes in a leap.
    private static var leap: Int { 10 }

    init(costs: Costs, neighbors: NeighborLists, order: [Int], seed: UInt64) {
        self.costs = costs
        self.neighbors = neighbors
        tour = ArrayTour(order)
        let length = pathLength(order, isClosed: true, costs: costs)
        tolerance = costs.isIntegral ? 0.5 : max(abs(length), 1) * 1e-13
        longestReversal = max(1000, 25_000_000 / max(1, order.count))
        isQueued = ContiguousArray(repeating: false, count: order.count)
        random = SplitMix64(seed: seed)
    }

    /// Exchanges edges until none of the lists helps, or time is up.
    mutating func improve(isOver: () -> Bool) {
        // In the order of the tour, so that exchanges reuse cached memory.
        for node in tour.order.reversed() { enqueue(node) }
        while !queue.isEmpty && !isOver() {
            mend(256)
            tour.keepChanges()
        }
        // The rest of the queue is processed with the first change.
    }

    /// Small random changes until the limit, a maximum number of changes, or a share of the budget.
    ///
    /// After a long time without improvement, some changes are kept although they make it longer; the best is
    /// remembered.
    mutating func perturb(until limit: inout SearchLimit, iterations: Int = .max, share: Double = 1) {
        guard tour.count >= 8 else { return }
        let last = limit.iterations + min(iterations, .max - limit.iterations)
        while limit.iterations < last, limit.next(stride: 16, share: share) {
            let before = gained
            kick()
            mend(.max)
            if leaps == 0 && gained < before - tolerance {
                tour.takeBack()
                gained = before
                stale += 1
            } else {
                tour.keepChanges()
                stale = gained > before + tolerance ? 0 : stale + 1
            }
            leaps = max(0, leaps - 1)
            if let known = best, gained >= known.gained {
                // During a leap the next change may lose it again.
                best = leaps == 0 ? nil : (tour, gained)
            }
            if stale > Self.patience * tour.count {
                if let known = best, known.gained >= gained {
                    (tour, gained) = known
                } else {
                    best = (tour, gained)
                }
                stale = 0
                leaps = Self.leap
            }
        }
    }

    /// The shortest round trip so far.
    var bestOrder: [Int] {
        if let best, best.gained > gained { best.tour.order } else { tour.order }
    }

    /// The double bridge within a small stretch: three consecutive parts in the opposite order.
    private mutating func kick() {
        let longest = min(Self.longestPart, (tour.count - 1) / 3)
        let lengths = (random.below(longest) + 1, random.below(longest) + 1, random.below(longest) + 1)
        let start = random.below(tour.count)
        let positions = [
            start, start + lengths.0, start + lengths.0 + lengths.1, start + lengths.0 + lengths.1 + lengths.2,
        ]
        var ends: [Int] = []
        for position in positions {
            ends.append(tour.node(at: tour.wrapped(position) + tour.count - 1))
            ends.append(tour.node(at: tour.wrapped(position)))
        }
        gained +=
            costs.cost(ends[0], ends[1]) + costs.cost(ends[2], ends[3]) + costs.cost(ends[4], ends[5])
            + costs.cost(ends[6], ends[7])
        gained -=
            costs.cost(ends[0], ends[5]) + costs.cost(ends[6], ends[3]) + costs.cost(ends[4], ends[1])
            + costs.cost(ends[2], ends[7])
        tour.reverse(from: start, length: lengths.0 + lengths.1 + lengths.2)
        tour.reverse(from: start, length: lengths.2)
        tour.reverse(from: tour.wrapped(start + lengths.2), length: lengths.1)
        tour.reverse(from: tour.wrapped(start + lengths.2 + lengths.1), length: lengths.0)
        for node in ends { enqueue(node) }
    }

    /// Examines the queued nodes, and those changed thereby, until the queue is empty or a maximum is reached.
    private mutating func mend(_ most: Int) {
        var looks = 0
        while looks < most, let node = queue.popLast() {
            looks += 1
            isQueued[Int(node)] = false
            if costs.isSymmetric {
                while exchangeTwoEdges(at: Int(node)) || moveSegment(at: Int(node)) {}
            } else {
                while exchangeThreeEdges(at: Int(node)) {}
            }
        }
    }

    mutating func enqueue(_ node: Int) {
        if isQueued[node] { return }
        isQueued[node] = true
        queue.append(Int32(truncatingIfNeeded: node))
    }
}
