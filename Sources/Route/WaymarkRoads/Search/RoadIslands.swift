/// Which segments of a profile are on an island: in a small part of the graph that is left, or entered, nowhere.
enum RoadIslands {
    /// A part of fewer states is small, unless it is the largest.
    static let least = 1000

    /// For each segment, the profiles for which one of its states is in no small part, as bits: strongly connected components by Tarjan
    /// (1972), by all turns that a profile makes.
    ///
    /// - Complexity: O(*n*) in the turns.
    static func mainland(_ states: RoadStates, segmentCount: Int) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: segmentCount)
        // The turns out of each state.
        var ends = [Int32](repeating: 0, count: states.count + 1)
        for turn in states.turns { ends[Int(turn.from) + 1] += 1 }
        for state in 0..<states.count { ends[state + 1] += ends[state] }
        var (turns, next) = ([Int32](repeating: 0, count: states.turns.count), ends)
        for (number, turn) in states.turns.enumerated() {
            turns[Int(next[Int(turn.from)])] = Int32(number)
            next[Int(turn.from)] += 1
        }
        for profile in states.weights.indices { mark(states, ends, turns, profile, &bits) }
        return bits
    }

    private static func mark(
        _ states: RoadStates, _ ends: [Int32], _ turns: [Int32], _ profile: Int, _ bits: inout [UInt8]
    ) {
        let (count, weights) = (states.count, states.weights[profile])
        var (index, low) = ([Int32](repeating: -1, count: count), [Int32](repeating: 0, count: count))
        var part = [Int32](repeating: -1, count: count)
        var (sizes, stack, next): ([Int], [Int32], Int32) = ([], [], 0)
        var calls: [(state: Int32, turn: Int)] = []
        for root in 0..<Int32(count) where index[Int(root)] < 0 {
            calls.append((root, 0))
            while let (state, turn) = calls.last {
                let at = Int(state)
                if turn == 0 {
                    (index[at], low[at]) = (next, next)
                    next += 1
                    stack.append(state)
                }
                if Int(ends[at]) + turn < Int(ends[at + 1]) {
                    calls[calls.count - 1].turn += 1
                    let out = Int(turns[Int(ends[at]) + turn])
                    guard weights[out] < RoadWeight.never else { continue }
                    let other = states.turns[out].to
                    if index[Int(other)] < 0 {
                        calls.append((other, 0))
                    } else if part[Int(other)] < 0 {
                        low[at] = min(low[at], index[Int(other)])
                    }
                    continue
                }
                calls.removeLast()
                if let before = calls.last { low[Int(before.state)] = min(low[Int(before.state)], low[at]) }
                if low[at] == index[at] {
                    var size = 0
                    while let member = stack.popLast() {
                        part[Int(member)] = Int32(sizes.count)
                        size += 1
                        if member == state { break }
                    }
                    sizes.append(size)
                }
            }
        }
        // A state of no turns is a part of its own.
        let enough = max(2, min(least, sizes.max() ?? 0))
        for state in 0..<count where sizes[Int(part[state])] >= enough {
            bits[Int(states.arcs[state]) >> 1] |= 1 << profile
        }
    }
}
