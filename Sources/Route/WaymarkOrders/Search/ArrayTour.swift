/// A round trip as an array of nodes, changed by reversing parts; each change can be undone.
struct ArrayTour {
    let count: Int
    private var nodes: ContiguousArray<Int32>
    private var positions: ContiguousArray<Int32>
    /// The reversals since the journal was last cleared.
    private var journal: ContiguousArray<(start: Int32, length: Int32)> = []

    init(_ order: [Int]) {
        count = order.count
        nodes = ContiguousArray(order.map { Int32($0) })
        positions = ContiguousArray(repeating: 0, count: order.count)
        for (position, node) in order.enumerated() { positions[node] = Int32(position) }
    }

    var order: [Int] { nodes.map { Int($0) } }

    @inline(__always)
    func position(of node: Int) -> Int { Int(positions[node]) }

    /// The node at a position, which may be up to one round too far.
    @inline(__always)
    func node(at position: Int) -> Int { Int(nodes[wrapped(position)]) }

    @inline(__always)
    func next(_ node: Int) -> Int {
        let position = Int(positions[node]) &+ 1
        return Int(nodes[position == count ? 0 : position])
    }

    @inline(__always)
    func previous(_ node: Int) -> Int {
        let position = Int(positions[node])
        return Int(nodes[position == 0 ? count &- 1 : position &- 1])
    }

    @inline(__always)
    func wrapped(_ position: Int) -> Int { position >= count ? position &- count : position }

    /// The number of steps forward from one node to another.
    @inline(__always)
    func steps(from: Int, to: Int) -> Int {
        let steps = Int(positions[to]) &- Int(positions[from])
        return steps < 0 ? steps &+ count : steps
    }

    /// Reverses `length` nodes from a position, across the end of the array if needed.
    ///
    /// - Complexity: O(`length`).
    mutating func reverse(from start: Int, length: Int) {
        guard length > 1 else { return }
        journal.append((Int32(start), Int32(length)))
        reverseUnrecorded(from: start, length: length)
    }

    private mutating func reverseUnrecorded(from start: Int, length: Int) {
        var low = start
        var high = wrapped(start &+ length &- 1)
        for _ in 0..<(length / 2) {
            let (first, last) = (nodes[low], nodes[high])
            nodes[low] = last
            nodes[high] = first
            positions[Int(last)] = Int32(truncatingIfNeeded: low)
            positions[Int(first)] = Int32(truncatingIfNeeded: high)
            low = low &+ 1 == count ? 0 : low &+ 1
            high = high == 0 ? count &- 1 : high &- 1
        }
    }

    /// Reverses the path from one node forward to another, or the rest if that is shorter, which gives the same round
    /// trip.
    mutating func reversePath(from first: Int, to last: Int) {
        let length = steps(from: first, to: last) + 1
        if length * 2 <= count {
            reverse(from: position(of: first), length: length)
        } else {
            reverse(from: wrapped(position(of: last) + 1), length: count - length)
        }
    }

    /// Swaps two neighbouring parts; each is reversed only if requested.
    mutating func exchange(
        from start: Int, _ first: Int, _ second: Int, turningFirst: Bool = false, turningSecond: Bool = false
    ) {
        reverse(from: start, length: first + second)
        if !turningSecond { reverse(from: start, length: second) }
        if !turningFirst { reverse(from: wrapped(start + second), length: first) }
    }

    mutating func keepChanges() { journal.removeAll(keepingCapacity: true) }

    /// Undoes all changes since the last call of ``keepChanges()``.
    mutating func takeBack() {
        while let (start, length) = journal.popLast() { reverseUnrecorded(from: Int(start), length: Int(length)) }
    }
}
