/// What the contraction of all states in their order leaves, for any weights (Dibbelt, Strasser and Wagner 2016): for each state the
/// higher ones to which it is joined.
struct RoadContraction {
    /// Where the joints of each state end.
    private(set) var ends: [Int32] = []
    /// The higher states, ascending.
    private(set) var heads: [Int32] = []

    /// Contracts states.
    ///
    /// - Complexity: O(*m*) in the joints, times the logarithm of those of one state.
    init(_ states: RoadStates) {
        let count = states.count
        // The higher ends of turns by the lower ones; the states of a segment are joined, so that they lie on one way up.
        var starts = [Int32](repeating: 0, count: count + 1)
        func forEachPair(_ body: (Int, Int) -> Void) {
            for turn in states.turns where turn.from != turn.to {
                body(Int(min(turn.from, turn.to)), Int(max(turn.from, turn.to)))
            }
            var first = 0
            for end in states.segmentEnds {
                for state in first..<max(first, Int(end) - 1) { body(state, state + 1) }
                first = Int(end)
            }
        }
        forEachPair { low, _ in starts[low + 1] += 1 }
        for state in 0..<count { starts[state + 1] += starts[state] }
        var uppers = [Int32](repeating: 0, count: Int(starts[count]))
        var next = starts
        forEachPair { low, high in
            uppers[Int(next[low])] = Int32(high)
            next[low] += 1
        }
        // The states whose lowest higher one this is, as lists.
        var (firstChild, sibling) = ([Int32](repeating: -1, count: count), [Int32](repeating: -1, count: count))
        var mark = [Int32](repeating: -1, count: count)
        var joined: [Int32] = []
        ends.reserveCapacity(count)
        for state in 0..<count {
            joined.removeAll(keepingCapacity: true)
            mark[state] = Int32(state)
            func join(_ upper: Int32) {
                guard mark[Int(upper)] != Int32(state) else { return }
                mark[Int(upper)] = Int32(state)
                joined.append(upper)
            }
            for at in starts[state]..<starts[state + 1] { join(uppers[Int(at)]) }
            var child = firstChild[state]
            while child >= 0 {
                for joint in joints(of: Int(child)) { join(heads[joint]) }
                child = sibling[Int(child)]
            }
            joined.sort()
            heads += joined
            ends.append(Int32(heads.count))
            if let parent = joined.first {
                sibling[state] = firstChild[Int(parent)]
                firstChild[Int(parent)] = Int32(state)
            }
        }
    }

    /// The joints of a state.
    @inline(__always)
    func joints(of state: Int) -> Range<Int> { Int(state == 0 ? 0 : ends[state - 1])..<Int(ends[state]) }
}
