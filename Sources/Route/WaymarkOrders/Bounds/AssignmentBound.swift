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
