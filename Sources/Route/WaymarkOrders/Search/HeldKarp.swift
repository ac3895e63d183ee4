/// The proven best order of few stops, by dynamic programming over sets of visited stops.
///
/// Source: Held, Karp 1962, doi:10.1137/0110015.
enum HeldKarp {
    /// The maximum number of stops: 13 take 0.7 MB and a few milliseconds.
    static let limit = 13

    /// An order of minimum cost, for any ends.
    ///
    /// - Complexity: O(*n*² 2ⁿ) time, O(*n* 2ⁿ) memory.
    static func order(costs: some TravelCosts, ends: RouteEnds) -> [Int] {
        let count = costs.count
        guard count > 1 else { return Array(0..<count) }
        let sets = 1 << count
        // best[set * count + last]: the minimum cost of a path through `set` that ends with `last`.
        var best = ContiguousArray(repeating: Double.infinity, count: sets * count)
        for first in 0..<count where ends.first == nil || ends.first == first { best[(1 << first) * count + first] = 0 }
        for set in 1..<sets {
            for last in 0..<count {
                let cost = best[set * count + last]
                // The fixed last stop comes when all others are visited.
                if cost == .infinity || (last == ends.last && set != sets - 1) { continue }
                for next in 0..<count where set & (1 << next) == 0 {
                    let slot = (set | 1 << next) * count + next
                    best[slot] = min(best[slot], cost + costs.cost(last, next))
                }
            }
        }
        let back: (Int) -> Double = { ends.isClosed ? costs.cost($0, ends.first!) : 0 }
        let whole = sets - 1
        let possible = (0..<count).filter { ends.last == nil || ends.last == $0 }
        var last = possible.min { best[whole * count + $0] + back($0) < best[whole * count + $1] + back($1) }!

        var order = [last]
        var set = whole
        while order.count < count {
            let before = set & ~(1 << last)
            let sum = best[set * count + last]
            // The same sum as above, so that one of them is equal to the bit.
            last = (0..<count).first {
                before & (1 << $0) != 0 && ($0 != ends.last || before == whole)
                    && best[before * count + $0] + costs.cost($0, last) == sum
            }!
            order.append(last)
            set = before
        }
        return order.reversed()
    }
}
