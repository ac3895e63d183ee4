/// A lower bound for round trips with symmetric costs: the cheapest spanning tree plus one edge, with node prices
/// chosen to make it as long, and as close to a round trip, as possible.
///
/// At best this is the bound of the subtour relaxation, less than one per cent below the best round trip if costs are
/// distances. Sources: Held, Karp 1971, doi:10.1007/BF01584070; Polyak 1969 (the step).
struct OneTreeBound<Costs: TravelCosts> {
    private let costs: Costs
    private let count: Int
    private var prices: ContiguousArray<Double>
    private var degrees: ContiguousArray<Int32>
    private var parents: ContiguousArray<Int32>
    private var distances: ContiguousArray<Double>
    private var waiting: ContiguousArray<Int32> = []

    /// Starts from given prices, or from zero. There are at least three nodes.
    init(_ costs: Costs, prices: [Double]? = nil) {
        self.costs = costs
        count = costs.count
        self.prices = ContiguousArray(prices ?? Array(repeating: 0, count: count))
        degrees = ContiguousArray(repeating: 0, count: count)
        parents = ContiguousArray(repeating: 0, count: count)
        distances = ContiguousArray(repeating: 0, count: count)
    }

    /// The best bound of a number of steps, or of those before `isOver`; it stops above `target`.
    ///
    /// - Complexity: O(*n*²) per step.
    mutating func ascend(length: Double, target: Double, steps: Int, isOver: () -> Bool) -> Double {
        var best = -Double.infinity
        var bestPrices = prices
        var scale = 1.0
        var idle = 0
        var direction = ContiguousArray(repeating: 0.0, count: count)
        for step in 0..<steps {
            let bound = tree()
            if bound > best {
                // The threshold of progress shrinks with the gap.
                if bound - best > 1e-3 * (length - bound) { idle = 0 } else { idle += 1 }
                best = bound
                bestPrices = prices
            } else {
                idle += 1
            }
            if best >= target || isOver() { break }
            if idle >= 12 {
                idle = 0
                scale /= 2
                if scale < 1e-3 { break }
                prices = bestPrices
            }
            var norm = 0.0
            for node in 0..<count {
                direction[node] =
                    (step == 0 ? 1 : 0.7) * Double(degrees[node] - 2) + (step == 0 ? 0 : 0.3) * direction[node]
                norm += direction[node] * direction[node]
            }
            guard norm > 1e-12 else { break }
            let stride = scale * max(length - bound, abs(length) * 1e-6) / norm
            for node in 0..<count { prices[node] += stride * direction[node] }
        }
        return best
    }

    /// The bound of the current prices; also sets the degrees of its tree. Below all others if the task is cancelled.
    private mutating func tree() -> Double {
        for node in 0..<count { degrees[node] = 0 }
        // Prim's algorithm over all but the last node, which may have cost zero.
        let special = count - 1
        waiting.removeAll(keepingCapacity: true)
        waiting.append(contentsOf: 1..<Int32(special))
        for node in 1..<special { distances[node] = .infinity }
        var sum = 0.0
        var last = 0
        while !waiting.isEmpty {
            if waiting.count % 64 == 0, Task.isCancelled { return -.infinity }
            var nearest = 0
            var least = Double.infinity
            let price = prices[last]
            for position in waiting.indices {
                let node = Int(waiting[position])
                let distance = costs.cost(last, node) + price + prices[node]
                if distance < distances[node] {
                    distances[node] = distance
                    parents[node] = Int32(truncatingIfNeeded: last)
                }
                if distances[node] < least {
                    least = distances[node]
                    nearest = position
                }
            }
            last = Int(waiting[nearest])
            waiting.swapAt(nearest, waiting.count - 1)
            waiting.removeLast()
            sum += least
            degrees[last] += 1
            degrees[Int(parents[last])] += 1
        }
        // The last node joins with its two cheapest edges.
        var (one, other) = ((cost: Double.infinity, node: 0), (cost: Double.infinity, node: 0))
        for node in 0..<special {
            let cost = costs.cost(special, node) + prices[special] + prices[node]
            if cost < one.cost {
                (one, other) = ((cost, node), one)
            } else if cost < other.cost {
                other = (cost, node)
            }
        }
        degrees[special] = 2
        degrees[one.node] += 1
        degrees[other.node] += 1
        return sum + one.cost + other.cost - 2 * prices.reduce(0, +)
    }
}

/// An asymmetric round trip as a symmetric one: each node becomes an entry and an exit node, which the round trip must
/// pass consecutively.
///
/// Source: Jonker, Volgenant 1983, doi:10.1016/0167-6377(83)90048-2.
struct TwoNodeCosts<Base: TravelCosts>: TravelCosts {
    let base: Base
    /// The cost between a node's entry and exit; negative, so that the round trip uses it.
    let bonus: Double
    private let half: Int
    private let forbidden: Double

    var count: Int { 2 * half }
    var isSymmetric: Bool { true }
    var isIntegral: Bool { base.isIntegral }

    init(_ base: Base, largest: Double) {
        self.base = base
        half = base.count
        bonus = -4 * max(largest, 1)
        forbidden = 64 * max(largest, 1)
    }

    func cost(_ from: Int, _ to: Int) -> Double {
        if (from < half) == (to < half) { return forbidden }
        let (leaving, reached) = from < half ? (from, to - half) : (to, from - half)
        return leaving == reached ? bonus : base.cost(leaving, reached)
    }
}
