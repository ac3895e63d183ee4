/// Makes a round trip shorter: exchanges of edges until none helps, then small random changes, each mended and kept when
/// the whole has not become longer.
///
/// Only nodes near a change are looked at again (Bentley's don't-look bits, as a queue), so that a try costs the same
/// however many nodes there are. Sources: Bentley 1992, doi:10.1287/ijoc.4.4.387; Martin, Otto, Felten 1991 (the double
/// bridge); Applegate, Cook, Rohe 2003, doi:10.1287/ijoc.15.1.82.15157 (segment-local kicks).
struct TourSearch<Costs: TravelCosts> {
    let costs: Costs
    let neighbors: NeighborLists
    var tour: ArrayTour
    /// How much shorter the round trip has become.
    var gained = 0.0
    /// Gains below this are noise of rounding.
    let tolerance: Double
    /// The longest part that is turned round for one exchange.
    let longestReversal: Int
    private var queue: ContiguousArray<Int32> = []
    private var isQueued: ContiguousArray<Bool>
    private var random: Randomness
    /// The best before the last leap, until a better one is found.
    private var best: (tour: ArrayTour, gained: Double)?
    /// How many changes have brought nothing since the last that did.
    private var stale = 0
    /// How many changes are still to be kept whatever they bring.
    private var leaps = 0

    /// The longest of the parts that a random change moves.
    private static var longestPart: Int { 50 }
    /// How many changes for each node may bring nothing before the search leaps away.
    private static var patience: Int { 50 }
    /// How many changes a leap takes.
    private static var leap: Int { 10 }

    init(costs: Costs, neighbors: NeighborLists, order: [Int], seed: UInt64) {
        self.costs = costs
        self.neighbors = neighbors
        tour = ArrayTour(order)
        let length = pathLength(order, isClosed: true, costs: costs)
        tolerance = costs.isIntegral ? 0.5 : max(abs(length), 1) * 1e-13
        longestReversal = max(1000, 25_000_000 / max(1, order.count))
        isQueued = ContiguousArray(repeating: false, count: order.count)
        random = Randomness(seed: seed)
    }

    /// Exchanges edges until none of the lists helps, or time is over.
    mutating func improve(isOver: () -> Bool) {
        // In the order of the tour, so that one exchange finds the memory of the last still at hand.
        for node in tour.order.reversed() { enqueue(node) }
        while !queue.isEmpty && !isOver() {
            mend(256)
            tour.keepChanges()
        }
        // What is left of the queue is looked at with the first change.
    }

    /// Small random changes until the limit; no more than so many now, and until a share of the budget is spent.
    ///
    /// Where nothing has helped for long, some changes are kept although they make it longer; the best is not forgotten.
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
                // While leaping the next change may lose it again.
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

    /// Lets three parts, one after the other, come in the opposite order: the double bridge, within a small stretch.
    private mutating func kick() {
        let longest = min(Self.longestPart, (tour.count - 1) / 3)
        let lengths = (random.below(longest) + 1, random.below(longest) + 1, random.below(longest) + 1)
        let start = random.below(tour.count)
        let places = [
            start, start + lengths.0, start + lengths.0 + lengths.1, start + lengths.0 + lengths.1 + lengths.2,
        ]
        var ends: [Int] = []
        for place in places {
            ends.append(tour.node(at: tour.wrapped(place) + tour.count - 1))
            ends.append(tour.node(at: tour.wrapped(place)))
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

    /// Looks at the queued nodes, and at those that this changes, until none is left or so many were looked at.
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

/// SplitMix64: the same numbers for a seed on every platform.
///
/// Source: Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195.
package struct Randomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from zero to one below the bound, all as likely as 32 bits allow.
    mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }
}
