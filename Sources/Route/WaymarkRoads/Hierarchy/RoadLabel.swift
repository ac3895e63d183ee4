/// The lightest ways from a place up a hierarchy, or down it to a place: one entry for each state on the way up from its segment.
///
/// Entry *d* is of the state at depth *d*, so that the states that two labels share are their first ones, and the lightest way from place
/// to place is found among these.
struct RoadLabel: Sendable {
    struct Entry: Sendable {
        var state: UInt32
        /// What it weighs to be there; ``RoadWeight/never`` if it is not reached.
        var weight: UInt32
        /// The joint over which it is reached, and the depth of the state that has it; ``RoadHierarchy/none`` where the way begins.
        var joint: UInt32
        var depth: UInt32
    }

    var entries: ContiguousArray<Entry> = []
    /// What is to be subtracted: ways to a place are reckoned to the end of its arcs.
    var excess: UInt32 = 0

    /// Where the lightest way of two labels turns from up to down, and its weight; nil if there is none.
    ///
    /// - Complexity: O(*d*) in the depth of the states that both share.
    static func meeting(_ start: RoadLabel, _ goal: RoadLabel) -> (depth: Int, weight: UInt32)? {
        var (best, depth) = (UInt32.max, -1)
        let count = min(start.entries.count, goal.entries.count)
        unsafe start.entries.withUnsafeBufferPointer { start in
            unsafe goal.entries.withUnsafeBufferPointer { goal in
                var at = 0
                while at < count, unsafe start[at].state == goal[at].state {
                    let weight = unsafe start[at].weight &+ goal[at].weight
                    if weight < best { (best, depth) = (weight, at) }
                    at += 1
                }
            }
        }
        guard depth >= 0, best < RoadWeight.never, best >= goal.excess else { return nil }
        return best - goal.excess < RoadWeight.farthest ? (depth, best - goal.excess) : nil
    }
}

extension RoadHierarchy {
    /// The way up from a segment, with weights where it begins.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - isUp: Whether ways lead up from the segment; else they lead down to it.
    ///   - excess: See ``RoadLabel/excess``.
    ///   - weight: For an arc of the segment, and whether the state is longer than it, what its end weighs; nil if no way begins there.
    /// - Returns: An empty label if the segment has no state.
    /// - Complexity: O(*j*) in the joints of the states on the way up.
    func label(
        of segment: Int, isUp: Bool, excess: UInt32, _ weight: (_ arc: Int, _ isLong: Bool) -> UInt32?
    ) -> RoadLabel {
        var label = RoadLabel(excess: excess)
        var state = lowest[segment]
        let count = count
        while Int(state) < count {
            label.entries.append(.init(state: state, weight: RoadWeight.never, joint: Self.none, depth: Self.none))
            let parent = records[4 * Int(state)]
            // Parents are higher, unless the file is damaged.
            state = parent > state ? parent : Self.none
        }
        label.entries.reverse()
        for at in label.entries.indices.reversed() {
            let arc = record(Int(label.entries[at].state)).arc
            guard Int(arc & ~Self.long) >> 1 == segment else { break }
            if let weight = weight(Int(arc & ~Self.long), arc & Self.long != 0) { label.entries[at].weight = weight }
        }
        unsafe label.entries.withUnsafeMutableBufferPointer { entries in
            let (weights, depths) = unsafe (weights.start, depths.start)
            for depth in entries.indices.reversed() {
                let own = unsafe entries[depth].weight
                if own >= RoadWeight.never { continue }
                let joints = unsafe joints(of: Int(entries[depth].state))
                // Joints lie within their array, and lead to states that are higher.
                for joint in isUp ? joints.ups : joints.downs {
                    let higher = unsafe Int(depths[joint])
                    let sum = unsafe own &+ weights[joint]
                    if higher < depth, unsafe sum < entries[higher].weight {
                        unsafe entries[higher].weight = sum
                        unsafe entries[higher].joint = UInt32(truncatingIfNeeded: joint)
                        unsafe entries[higher].depth = UInt32(truncatingIfNeeded: depth)
                    }
                }
            }
        }
        return label
    }

    /// The arcs of the way that two labels meet on, from the first, which begins it; nil if the hierarchy is damaged.
    func arcs(_ start: RoadLabel, _ goal: RoadLabel, meeting depth: Int) -> [Int32]? {
        var ups: [(low: Int, high: Int, joint: Int)] = []
        var at = depth
        while start.entries[at].joint != Self.none {
            let entry = start.entries[at]
            let below = Int(entry.depth)
            ups.append((Int(start.entries[below].state), Int(entry.state), Int(entry.joint)))
            at = below
        }
        var path = Unpacking(self)
        path.arcs.append(Int32(truncatingIfNeeded: record(Int(start.entries[at].state)).arc & ~Self.long))
        for joint in ups.reversed() { path.add(joint.low, joint.high, joint.joint, isUp: true) }
        at = depth
        while goal.entries[at].joint != Self.none {
            let entry = goal.entries[at]
            let below = Int(entry.depth)
            path.add(Int(goal.entries[below].state), Int(entry.state), Int(entry.joint), isUp: false)
            at = below
        }
        let areArcs = path.arcs.allSatisfy { 0 <= $0 && Int($0) < 2 * lowest.count }
        return path.isDamaged || !areArcs ? nil : path.arcs
    }

    /// Finds the turns of joints.
    private struct Unpacking {
        let hierarchy: RoadHierarchy
        var arcs: [Int32] = []
        var isDamaged = false
        private var stack: [(low: Int, high: Int, joint: Int, isUp: Bool)] = []

        init(_ hierarchy: RoadHierarchy) { self.hierarchy = hierarchy }

        /// Adds the arcs after the first of a joint between two states.
        mutating func add(_ low: Int, _ high: Int, _ joint: Int, isUp: Bool) {
            stack.append((low, high, joint, isUp))
            while let next = stack.popLast() {
                let middle = hierarchy.middles[next.joint]
                if middle == RoadHierarchy.none {
                    let arc = hierarchy.record(next.isUp ? next.high : next.low).arc & ~RoadHierarchy.long
                    arcs.append(Int32(truncatingIfNeeded: arc))
                    // No way has an arc twice.
                    if arcs.count > hierarchy.count { return fail() }
                    continue
                }
                // Around the middle, which is lower than both: first down to it, then up.
                let (from, to) = next.isUp ? (next.low, next.high) : (next.high, next.low)
                let joints = hierarchy.joints(of: Int(middle))
                guard Int(middle) < next.low, let down = find(from, joints.downs), let up = find(to, joints.ups) else {
                    return fail()
                }
                stack.append((Int(middle), to, up, true))
                stack.append((Int(middle), from, down, false))
            }
        }

        private func find(_ state: Int, _ joints: Range<Int>) -> Int? {
            let depth = hierarchy.record(state).depth
            return joints.first { hierarchy.depths[$0] == depth }
        }

        private mutating func fail() { (isDamaged, stack) = (true, []) }
    }
}
