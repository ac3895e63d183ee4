/// A lower bound for all orders, by the best method for the number of stops.
struct LowerBound<Base: TravelCosts, Whole: TravelCosts> {
    let closed: ClosedCosts<Base>
    let whole: Whole
    let neighbors: NeighborLists

    /// The maximum number of nodes for methods over all pairs.
    private static var pairLimit: Int { 6000 }
    /// The maximum number of nodes for the assignment.
    private static var assignmentLimit: Int { 700 }

    /// Returns a lower bound, rounded up if lengths are integers; no higher than needed to prove `length`.
    func value(below length: Double, isOver: () -> Bool) -> Double {
        let raw =
            if !whole.isSymmetric {
                asymmetric(length, isOver: isOver)
            } else if whole.count <= Self.pairLimit {
                tree(whole, prices: nil, length: length + closed.bonus, isOver: isOver)
            } else {
                nearestTwo() + closed.bonus
            }
        // Subtract a bound of the rounding error.
        let bound = max(0, raw - closed.bonus - 1e-11 * (length - closed.bonus))
        return whole.isIntegral ? max(0, bound - 1e-6).rounded(.up) : bound
    }

    private func tree(_ costs: some TravelCosts, prices: [Double]?, length: Double, isOver: () -> Bool) -> Double {
        var tree = OneTreeBound(costs, prices: prices)
        // An integer length is proven by a bound above the next smaller integer.
        let target = costs.isIntegral ? length - 1 + 1e-3 : length
        // Few enough to end soon without a budget too.
        let steps = max(10, min(400, 200_000_000 / (costs.count * costs.count)))
        return tree.ascend(length: length, target: target, steps: steps, isOver: isOver)
    }

    /// The assignment bound, then the 1-tree of the doubled nodes, starting from its prices.
    private func asymmetric(_ length: Double, isOver: () -> Bool) -> Double {
        let count = whole.count
        let cost = { (from: Int, to: Int) in from == to ? .infinity : whole.cost(from, to) }
        guard count <= Self.assignmentLimit,
            let assignment = AssignmentBound(count: count, cost: cost, isOver: isOver)
        else { return nearestOne() }
        let largest = (0..<count).reduce(0.0) { most, from in
            (0..<count).reduce(most) { max($0, abs(whole.cost(from, $1))) }
        }
        let double = TwoNodeCosts(whole, largest: largest)
        let shift = Double(count) * double.bonus
        let value = tree(
            TravelMatrix(materializing: double), prices: (assignment.rowPrices + assignment.columnPrices).map { -$0 },
            length: length + closed.bonus + shift, isOver: isOver)
        return max(assignment.value, value - shift + 1e-13 * shift)
    }

    /// The bound in which each node is left for its nearest.
    private func nearestOne() -> Double {
        (0..<whole.count).reduce(0.0) { $0 + whole.cost($1, neighbors[$1, 0]) }
    }

    /// Each node has two neighbours, and each edge two nodes; a free end has one neighbour.
    private func nearestTwo() -> Double {
        var sum = 0.0
        var largest = 0.0
        for node in 0..<closed.base.count {
            var (least, second) = (Double.infinity, Double.infinity)
            for rank in 0..<neighbors.width where neighbors[node, rank] < closed.base.count {
                let cost = closed.base.cost(node, neighbors[node, rank])
                (least, second) = (min(least, cost), min(second, max(least, cost)))
            }
            sum += least + second
            largest = max(largest, second)
        }
        return (sum - (closed.ends.isClosed ? 0 : 2 * largest)) / 2
    }
}

/// The cheapest assignment of a next node to each node. Every round trip is an assignment, so none is cheaper.
///
/// Source: Kuhn 1955, doi:10.1002/nav.3800020109, by shortest augmenting paths (Jonker, Volgenant 1987,
/// doi:10.1007/BF02278710).
struct AssignmentBound {
    /// The minimum cost; infinite if there is no assignment.
    let value: Double
    /// The dual prices of rows and columns: `cost(i, j) >= rowPrices[i] + columnPrices[j]`, and they sum to the value.
    let rowPrices: [Double]
    let columnPrices: [Double]

    /// Solves for a square matrix; infinite costs are forbidden. Nil if `isOver`, checked for each row, came first.
    ///
    /// - Complexity: O(*n*³), with O(*n*²) between checks.
    init?(count: Int, cost: (Int, Int) -> Double, isOver: () -> Bool) {
        var rows = Array(repeating: 0.0, count: count + 1)
        var columns = Array(repeating: 0.0, count: count + 1)
        // The row assigned to each column; position 0 is the column of the row being added.
        var given = Array(repeating: 0, count: count + 1)
        var before = Array(repeating: 0, count: count + 1)
        var isFeasible = true
        for row in stride(from: 1, through: count, by: 1) {
            if isOver() { return nil }
            given[0] = row
            var column = 0
            var least = Array(repeating: Double.infinity, count: count + 1)
            var isUsed = Array(repeating: false, count: count + 1)
            repeat {
                isUsed[column] = true
                let current = given[column]
                var delta = Double.infinity
                var next = 0
                for other in 1...count where !isUsed[other] {
                    let reduced = cost(current - 1, other - 1) - rows[current] - columns[other]
                    if reduced < least[other] {
                        least[other] = reduced
                        before[other] = column
                    }
                    if least[other] < delta {
                        delta = least[other]
                        next = other
                    }
                }
                guard delta < .infinity else {
                    isFeasible = false
                    break
                }
                for other in 0...count {
                    if isUsed[other] {
                        rows[given[other]] += delta
                        columns[other] -= delta
                    } else {
                        least[other] -= delta
                    }
                }
                column = next
            } while given[column] != 0
            guard isFeasible else { break }
            while column != 0 {
                given[column] = given[before[column]]
                column = before[column]
            }
        }
        rowPrices = Array(rows.dropFirst())
        columnPrices = Array(columns.dropFirst())
        value = isFeasible ? rowPrices.reduce(0, +) + columnPrices.reduce(0, +) : .infinity
    }
}
