internal import WaymarkIndex

/// A contraction customised for a profile: for each state the shortest ways up to higher states and down from them.
///
/// Only states and joints that the profile needs are kept. All higher states to which one is joined lie on its way up by
/// ``Record/parent``, so that a joint is identified by its depth: how many steps from the top its higher end is.
package struct RoadHierarchy: Sendable {
    /// Four numbers for each state: see ``Record``.
    let records: RoadArray<UInt32>
    /// The joints of each state: those up, then those down.
    let weights: RoadArray<UInt32>
    let depths: RoadArray<UInt16>
    /// The state that a joint leads around, below both ends; ``none`` for a turn.
    let middles: RoadArray<UInt32>
    /// The lowest state of each segment; ``none`` for one that is not used.
    let lowest: RoadArray<UInt32>
    /// What its turns cost.
    let costs: RoadCosts

    static let none = UInt32.max

    /// A state.
    struct Record {
        /// The next higher state on its way up; ``RoadHierarchy/none`` at the top.
        var parent: UInt32
        /// The first of its joints.
        var start: UInt32
        /// The number of its joints up, and its own depth.
        var ups: UInt16, depth: UInt16
        /// Its arc; the highest bit is set if it is longer than that.
        var arc: UInt32
    }

    static let long: UInt32 = 1 << 31

    /// The number of states.
    package var count: Int { max(0, records.count / 4 - 1) }
    /// The name of its profile.
    package var name: String { costs.name }
    /// The number of states on the longest way up.
    package var maxDepth: Int { (0..<count).reduce(0) { max($0, Int(record($1).depth) + 1) } }
    /// The number of bytes.
    package var size: Int { records.size + weights.size + depths.size + middles.size + lowest.size }

    @inline(__always)
    func record(_ state: Int) -> Record {
        let joints = records[4 * state + 2]
        return Record(
            parent: records[4 * state], start: records[4 * state + 1], ups: UInt16(truncatingIfNeeded: joints >> 16),
            depth: UInt16(truncatingIfNeeded: joints), arc: records[4 * state + 3])
    }

    /// The joints of a state, up and down.
    @inline(__always)
    func joints(of state: Int) -> (ups: Range<Int>, downs: Range<Int>) {
        let record = record(state)
        let end = min(Int(records[4 * state + 5]), weights.count)
        let start = min(Int(record.start), end)
        let middle = min(start + Int(record.ups), end)
        return (start..<middle, middle..<end)
    }

    // MARK: In a file

    var sections: [(name: String, bytes: ContiguousArray<UInt8>)] {
        [
            ("state", records.section), ("weight", weights.section), ("depth", depths.section),
            ("middle", middles.section), ("lowest", lowest.section),
        ]
    }

    /// Reads the hierarchy of a file.
    ///
    /// - Throws: `.damaged` if a section is missing, or they do not fit together.
    init(_ sections: RoadSections, _ costs: RoadCosts, segments: Int) throws(IndexFileError) {
        (records, weights, depths) = (
            try sections.array("state"), try sections.array("weight"), try sections.array("depth")
        )
        (middles, lowest, self.costs) = (try sections.array("middle"), try sections.array("lowest"), costs)
        guard records.count % 4 == 0, records.count >= 4, depths.count == weights.count,
            middles.count == weights.count, lowest.count == segments
        else { throw sections.damaged("the sections of the hierarchy \(costs.name) do not fit together") }
    }

    // MARK: Customisation

    /// Customises a contraction.
    ///
    /// - Parameters:
    ///   - states: The states.
    ///   - contraction: What contracting them left.
    ///   - profile: The profile, whose weights the states have.
    ///   - costs: What its turns cost.
    /// - Complexity: O(*t*) in the triangles of joints.
    init(_ states: RoadStates, _ contraction: RoadContraction, profile: Int, _ costs: RoadCosts) {
        var joints = JointWeights(states, contraction, profile: profile)
        joints.relaxLower()
        let isNeeded = joints.needed()
        // States of which a turn is made, or on which a way can begin and end.
        var isUsed = [Bool](repeating: false, count: states.count)
        for (turn, weight) in zip(states.turns, states.weights[profile]) where weight < RoadWeight.never {
            (isUsed[Int(turn.from)], isUsed[Int(turn.to)]) = (true, true)
        }
        // The next used state on the way up, and the depth of each.
        var parents = [Int32](repeating: -1, count: states.count)
        var depths = [Int32](repeating: 0, count: states.count)
        for state in stride(from: states.count - 1, through: 0, by: -1) {
            guard let joint = contraction.joints(of: state).first else { continue }
            let parent = Int(contraction.heads[joint])
            let next = isUsed[parent] ? Int32(parent) : parents[parent]
            parents[state] = next
            depths[state] = next < 0 ? 0 : depths[Int(next)] + 1
        }
        // Numbered in postorder: from the top down, all states below one come before what is not below it (``RoadReach``).
        var numbers = [UInt32](repeating: Self.none, count: states.count)
        var used: [Int32] = []
        let order = Self.postorder(of: (0..<states.count).filter { isUsed[$0] }, parents)
        for state in order {
            numbers[Int(state)] = UInt32(used.count)
            used.append(state)
        }
        var records: [UInt32] = []
        var (weights, ends, middles): ([UInt32], [UInt16], [UInt32]) = ([], [], [])
        func add(_ joint: Int, _ weight: UInt32, _ middle: Int32) {
            weights.append(weight)
            ends.append(UInt16(clamping: depths[Int(contraction.heads[joint])]))
            middles.append(middle < 0 ? Self.none : numbers[Int(middle)])
        }
        for state in used.lazy.map({ Int($0) }) {
            let start = weights.count
            for joint in contraction.joints(of: state) where isNeeded.up[joint] {
                add(joint, joints.up[joint], joints.upMiddle[joint])
            }
            let ups = weights.count - start
            for joint in contraction.joints(of: state) where isNeeded.down[joint] {
                add(joint, joints.down[joint], joints.downMiddle[joint])
            }
            let parent = parents[state]
            records += [
                parent < 0 ? Self.none : numbers[Int(parent)], UInt32(start),
                UInt32(UInt16(clamping: ups)) << 16 | UInt32(UInt16(clamping: depths[state])),
                UInt32(states.arcs[state]) | (states.isLong[state] ? Self.long : 0),
            ]
        }
        records += [Self.none, UInt32(weights.count), 0, 0]
        var lowest = [UInt32](repeating: Self.none, count: states.segmentEnds.count)
        for state in used.reversed() { lowest[Int(states.arcs[Int(state)] >> 1)] = numbers[Int(state)] }
        self.records = RoadArray(records)
        self.weights = RoadArray(weights)
        self.depths = RoadArray(ends)
        self.middles = RoadArray(middles)
        self.lowest = RoadArray(lowest)
        self.costs = costs
    }

    /// The states of a forest, each after those below it.
    private static func postorder(of states: [Int], _ parents: [Int32]) -> [Int32] {
        var (first, next) = ([Int32](repeating: -1, count: parents.count), [Int32](repeating: -1, count: parents.count))
        var roots: [Int32] = []
        for state in states.reversed() {
            let parent = Int(parents[state])
            if parent < 0 {
                roots.append(Int32(state))
            } else {
                (next[state], first[parent]) = (first[parent], Int32(state))
            }
        }
        var order: [Int32] = []
        var stack = roots
        while let state = stack.last {
            let child = first[Int(state)]
            if child >= 0 {
                first[Int(state)] = next[Int(child)]
                stack.append(child)
            } else {
                order.append(state)
                stack.removeLast()
            }
        }
        return order
    }
}

/// The weights of joints while they are customised, from the lower state up and down to it.
private struct JointWeights {
    private let contraction: RoadContraction
    private(set) var up: [UInt32]
    private(set) var down: [UInt32]
    private(set) var upMiddle: [Int32]
    private(set) var downMiddle: [Int32]

    init(_ states: RoadStates, _ contraction: RoadContraction, profile: Int) {
        self.contraction = contraction
        up = Array(repeating: RoadWeight.never, count: contraction.heads.count)
        (down, upMiddle) = (up, Array(repeating: -1, count: contraction.heads.count))
        downMiddle = upMiddle
        for (turn, weight) in zip(states.turns, states.weights[profile]) where weight < RoadWeight.never {
            if turn.from < turn.to {
                let joint = Self.joint(contraction, Int(turn.from), turn.to)
                up[joint] = min(up[joint], weight)
            } else if turn.from > turn.to {
                let joint = Self.joint(contraction, Int(turn.to), turn.from)
                down[joint] = min(down[joint], weight)
            }
        }
    }

    private static func joint(_ contraction: RoadContraction, _ state: Int, _ head: Int32) -> Int {
        var range = contraction.joints(of: state)
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            if contraction.heads[middle] <= head {
                range = middle..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    /// Calls `body` with the joints of each triangle of a state and two higher ones: from it to the higher of these, and between them.
    @inline(__always)
    private static func forEachTriangle(
        _ contraction: RoadContraction, _ toLower: Int, _ end: Int, _ body: (_ toHigher: Int, _ between: Int) -> Void
    ) {
        var between = contraction.joints(of: Int(contraction.heads[toLower])).lowerBound
        for toHigher in toLower + 1..<end {
            let head = contraction.heads[toHigher]
            while contraction.heads[between] != head { between += 1 }
            body(toHigher, between)
        }
    }

    /// Makes each joint as light as the ways around lower states.
    mutating func relaxLower() {
        for state in contraction.ends.indices {
            let own = contraction.joints(of: state)
            for toLower in own {
                let (upToLower, downFromLower) = (up[toLower], down[toLower])
                if upToLower == RoadWeight.never, downFromLower == RoadWeight.never { continue }
                Self.forEachTriangle(contraction, toLower, own.upperBound) { toHigher, between in
                    let upward = downFromLower &+ up[toHigher]
                    if upward < up[between] { (up[between], upMiddle[between]) = (upward, Int32(state)) }
                    let downward = down[toHigher] &+ upToLower
                    if downward < down[between] { (down[between], downMiddle[between]) = (downward, Int32(state)) }
                }
            }
        }
    }

    /// The joints that are no longer than all ways around higher states.
    func needed() -> (up: [Bool], down: [Bool]) {
        var (least, leastDown) = (up, down)
        for state in contraction.ends.indices.reversed() {
            let own = contraction.joints(of: state)
            for toLower in own {
                Self.forEachTriangle(contraction, toLower, own.upperBound) { toHigher, between in
                    least[toHigher] = min(least[toHigher], least[toLower] &+ least[between])
                    least[toLower] = min(least[toLower], least[toHigher] &+ leastDown[between])
                    leastDown[toHigher] = min(leastDown[toHigher], leastDown[between] &+ leastDown[toLower])
                    leastDown[toLower] = min(leastDown[toLower], least[between] &+ leastDown[toHigher])
                }
            }
        }
        return (
            up.indices.map { up[$0] < RoadWeight.never && up[$0] == least[$0] },
            down.indices.map { down[$0] < RoadWeight.never && down[$0] == leastDown[$0] }
        )
    }
}
