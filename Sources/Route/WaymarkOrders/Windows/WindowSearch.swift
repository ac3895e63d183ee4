import WaymarkText

/// Searches for a short order that meets all windows: moves nodes and stretches, also reversed, while that reduces
/// lateness or, at equal lateness, length; then makes random moves and repeats.
///
/// Orders that violate precedences are never examined. Source of the moves: Ohlmann, Thomas 2007,
/// doi:10.1287/ijoc.1050.0145; da Silva, Urrutia 2010, doi:10.1016/j.disopt.2010.04.002.
struct WindowSearch {
    let problem: WindowProblem
    private(set) var order: [Int]
    /// The time turned back: zero if all windows are met.
    private(set) var lateness = 0.0
    private(set) var cost = 0.0
    /// The summary of the order up to each position, and from each position on.
    private var heads: ContiguousArray<TimedPart> = []
    private var tails: ContiguousArray<TimedPart> = []
    private var random: SplitMix64
    private let tolerance: Double
    /// The maximum length of a stretch that is moved without reversal.
    private static var longestStretch: Int { 3 }

    init(_ problem: WindowProblem, seed: UInt64) {
        self.problem = problem
        random = SplitMix64(seed: seed)
        tolerance = 1e-9 * max(1, problem.ways.max() ?? 0)
        order = Self.firstOrder(problem)
        refresh()
    }

    /// An initial order that respects precedences, earliest closing first.
    private static func firstOrder(_ problem: WindowProblem) -> [Int] {
        var order = [problem.source]
        var visited = NodeSet(count: problem.count)
        visited.insert(problem.source)
        var waiting = (0..<problem.count).filter { $0 != problem.source && $0 != problem.sink }
        waiting.sort { (problem.closes[$0], problem.opens[$0], $0) < (problem.closes[$1], problem.opens[$1], $1) }
        while !waiting.isEmpty {
            let position = waiting.firstIndex { problem.predecessors[$0].isSubset(of: visited) } ?? 0
            let node = waiting.remove(at: position)
            visited.insert(node)
            order.append(node)
        }
        order.append(problem.sink)
        return order
    }

    private func part(_ node: Int) -> TimedPart { TimedPart(opens: problem.opens[node], closes: problem.closes[node]) }

    /// Recomputes times and cost of the order.
    private mutating func refresh() {
        let count = order.count
        heads.removeAll(keepingCapacity: true)
        heads.append(part(order[0]))
        cost = 0
        for position in 1..<count {
            let way = problem.way(order[position - 1], order[position])
            cost += way
            heads.append(TimedPart(heads[position - 1], way: way, part(order[position])))
        }
        if tails.count != count { tails = heads }
        tails[count - 1] = part(order[count - 1])
        for position in stride(from: count - 2, through: 0, by: -1) {
            tails[position] = TimedPart(
                part(order[position]), way: problem.way(order[position], order[position + 1]), tails[position + 1])
        }
        lateness = heads[count - 1].turnedBack
    }

    /// Whether a lateness and cost are better than those of the current order.
    @inline(__always)
    private func isBetter(_ lateness: Double, added: Double) -> Bool {
        lateness < self.lateness - tolerance || (lateness <= self.lateness + tolerance * 0.5 && added < -tolerance)
    }

    /// Moves nodes until no move helps.
    mutating func improve(isOver: () -> Bool = { false }) {
        guard order.count > 3 else { return }
        var position = 1
        var idle = 0
        while idle < order.count - 2 {
            if moveForward(position) || moveBackward(position) || turn(position) {
                refresh()
                idle = 0
                if isOver() { return }
            } else {
                idle += 1
                position = position == order.count - 2 ? 1 : position + 1
            }
        }
    }

    /// Moves a stretch that begins at a position after later nodes. Returns whether that helped.
    private mutating func moveForward(_ start: Int) -> Bool {
        let last = order.count - 2
        var stretch = part(order[start])
        for end in start..<min(start + Self.longestStretch, last) {
            if end > start {
                stretch = TimedPart(stretch, way: problem.way(order[end - 1], order[end]), part(order[end]))
            }
            let (before, first, final) = (order[start - 1], order[start], order[end])
            let removed =
                problem.way(before, first) + problem.way(final, order[end + 1])
                - problem.way(before, order[end + 1])
            var middle = part(order[end + 1])
            for position in (end + 1)...last {
                let node = order[position]
                if (start...end).contains(where: { problem.predecessors[node].contains(order[$0]) }) { break }
                if position > end + 1 {
                    middle = TimedPart(middle, way: problem.way(order[position - 1], node), part(node))
                }
                let after = order[position + 1]
                let added = problem.way(node, first) + problem.way(final, after) - problem.way(node, after) - removed
                if lateness <= 0 && added >= -tolerance { continue }
                var whole = TimedPart(heads[start - 1], way: problem.way(before, order[end + 1]), middle)
                whole = TimedPart(whole, way: problem.way(node, first), stretch)
                if lateness <= 0 && whole.turnedBack > 0 { continue }
                whole = TimedPart(whole, way: problem.way(final, after), tails[position + 1])
                if isBetter(whole.turnedBack, added: added) {
                    exchange(start, end + 1, position + 1)
                    return true
                }
            }
        }
        return false
    }

    /// Moves a stretch that ends at a position before earlier nodes. Returns whether that helped.
    private mutating func moveBackward(_ end: Int) -> Bool {
        var stretch = part(order[end])
        for start in stride(from: end, to: max(end - Self.longestStretch, 1), by: -1) {
            if start < end {
                stretch = TimedPart(part(order[start]), way: problem.way(order[start], order[start + 1]), stretch)
            }
            let (after, first, final) = (order[end + 1], order[start], order[end])
            let removed =
                problem.way(order[start - 1], first) + problem.way(final, after)
                - problem.way(order[start - 1], after)
            var middle = part(order[start - 1])
            for position in stride(from: start - 1, through: 1, by: -1) {
                let node = order[position]
                if (start...end).contains(where: { problem.predecessors[order[$0]].contains(node) }) { break }
                if position < start - 1 {
                    middle = TimedPart(part(node), way: problem.way(node, order[position + 1]), middle)
                }
                let before = order[position - 1]
                let added = problem.way(before, first) + problem.way(final, node) - problem.way(before, node) - removed
                if lateness <= 0 && added >= -tolerance { continue }
                var whole = TimedPart(heads[position - 1], way: problem.way(before, first), stretch)
                if lateness <= 0 && whole.turnedBack > 0 { continue }
                whole = TimedPart(whole, way: problem.way(final, node), middle)
                whole = TimedPart(whole, way: problem.way(order[start - 1], after), tails[end + 1])
                if isBetter(whole.turnedBack, added: added) {
                    exchange(position, start, end + 1)
                    return true
                }
            }
        }
        return false
    }

    /// Reverses a stretch that begins at a position. Returns whether that helped.
    private mutating func turn(_ start: Int) -> Bool {
        var turned = part(order[start])
        var seen = NodeSet(count: problem.count)
        seen.insert(order[start])
        var (forward, backward) = (0.0, 0.0)
        let before = order[start - 1]
        for end in stride(from: start + 1, through: order.count - 2, by: 1) {
            let node = order[end]
            if problem.predecessors[node].meets(seen) { break }
            seen.insert(node)
            forward += problem.way(order[end - 1], node)
            backward += problem.way(node, order[end - 1])
            turned = TimedPart(part(node), way: problem.way(node, order[end - 1]), turned)
            let after = order[end + 1]
            let added =
                backward - forward + problem.way(before, node) + problem.way(order[start], after)
                - problem.way(before, order[start]) - problem.way(node, after)
            if lateness <= 0 && added >= -tolerance { continue }
            var whole = TimedPart(heads[start - 1], way: problem.way(before, node), turned)
            if lateness <= 0 && whole.turnedBack > 0 { continue }
            whole = TimedPart(whole, way: problem.way(order[start], after), tails[end + 1])
            if isBetter(whole.turnedBack, added: added) {
                order[start...end].reverse()
                return true
            }
        }
        return false
    }

    /// Swaps the nodes from `start` with those from `middle` to before `end`.
    private mutating func exchange(_ start: Int, _ middle: Int, _ end: Int) {
        order.replaceSubrange(start..<end, with: Array(order[middle..<end] + order[start..<middle]))
    }

    /// The maximum relative excess over the best length of an order accepted for a while; it shrinks in each round.
    private static var allowance: Double { 0.03 }
    /// The number of moves per round.
    private static var round: Int { 300 }

    /// Random moves, each repaired locally and kept if it is no worse, or slightly longer, until the limit, a maximum
    /// number of moves, or a share of the budget. Ends with the best order.
    ///
    /// Source of accepting slightly longer orders: record-to-record travel, Dueck 1993, doi:10.1006/jcph.1993.1010.
    mutating func perturb(until limit: inout SearchLimit, iterations: Int = .max, share: Double = 1) {
        guard order.count > 5 else { return }
        let last = limit.iterations + min(iterations, Int.max - limit.iterations)
        var best = self
        var tries = 0
        while limit.iterations < last, limit.next(share: share) {
            let kept = self
            for _ in 0..<(1 + random.below(3)) { kick() }
            refresh()
            improve(isOver: { limit.isOver(share: 1) })
            let patience = 1 - Double(tries % Self.round) / Double(Self.round)
            tries += 1
            let longest = best.cost * (1 + Self.allowance * patience)
            let isWorse =
                lateness > best.lateness + tolerance * 0.5
                || (lateness > best.lateness - tolerance && cost > longest + tolerance)
            if lateness < best.lateness - tolerance || (!isWorse && cost <= best.cost + tolerance) { best = self }
            if isWorse { take(kept) }
            // Settled: the next round starts from the best.
            if tries % Self.round == 0 { take(best) }
        }
        take(best)
    }

    /// Continues from another order, with the next random numbers.
    private mutating func take(_ other: WindowSearch) {
        let random = random
        self = other
        self.random = random
    }

    /// Swaps two neighbouring stretches if that respects precedences.
    private mutating func kick() {
        let inner = order.count - 2
        for _ in 0..<20 {
            let longest = min(8, inner / 2)
            let (one, two) = (1 + random.below(longest), 1 + random.below(longest))
            let start = 1 + random.below(inner - one - two + 1)
            var seen = NodeSet(count: problem.count)
            for position in start..<(start + one) { seen.insert(order[position]) }
            let isFree = (start + one..<start + one + two).allSatisfy { !problem.predecessors[order[$0]].meets(seen) }
            if isFree {
                exchange(start, start + one, start + one + two)
                return
            }
        }
    }
}
