/// The cheapest neighbours of each node, cheapest first: the candidates for better edges.
package struct NeighborLists {
    /// The number of neighbours per node.
    package let width: Int
    /// `width` neighbours for each node, node by node.
    private(set) var nodes: ContiguousArray<Int32>

    init(width: Int, nodes: ContiguousArray<Int32>) {
        self.width = width
        self.nodes = nodes
    }

    /// The cheapest neighbours of each of some nodes, among themselves, as positions in `members`; the first ones in
    /// ties. Nil if the task is cancelled.
    ///
    /// - Complexity: O(*m*²) for *m* members and short lists, O(*m*² log *m*) for lists of all.
    init?(costs: some TravelCosts, members: [Int], width: Int) {
        let width = max(0, min(width, members.count - 1))
        self.width = width
        nodes = []
        nodes.reserveCapacity(members.count * width)
        guard width > 0 else { return }
        var list: ContiguousArray<(cost: Double, node: Int32)> = []
        for (position, node) in members.enumerated() {
            if Task.isCancelled { return nil }
            list.removeAll(keepingCapacity: true)
            let holdsAll = width == members.count - 1
            for (other, member) in members.enumerated() where other != position {
                let cost = costs.cost(node, member)
                if holdsAll {
                    list.append((cost, Int32(other)))
                    continue
                }
                Self.insert(Int32(other), cost, into: &list, width: width)
            }
            if holdsAll { list.sort { ($0.cost, $0.node) < ($1.cost, $1.node) } }
            for entry in list { nodes.append(entry.node) }
        }
    }

    /// Inserts a node into a sorted list of the `width` cheapest so far, after those of equal cost.
    @inline(__always)
    static func insert(
        _ node: Int32, _ cost: Double, into list: inout ContiguousArray<(cost: Double, node: Int32)>, width: Int
    ) {
        if list.count == width {
            guard cost < list[width - 1].cost else { return }
            list.removeLast()
        }
        var rank = list.count
        while rank > 0 && list[rank - 1].cost > cost { rank -= 1 }
        list.insert((cost, node), at: rank)
    }

    @inline(__always)
    package subscript(node: Int, rank: Int) -> Int { Int(nodes[node &* width &+ rank]) }

    /// Puts a node at the head of another's list; the last one is dropped, unless the node was in the list already.
    mutating func prefer(_ preferred: Int, of node: Int) {
        guard width > 0, preferred != node else { return }
        let start = node * width
        var rank = 0
        while rank < width - 1 && self[node, rank] != preferred { rank += 1 }
        while rank > 0 {
            nodes[start + rank] = nodes[start + rank - 1]
            rank -= 1
        }
        nodes[start] = Int32(preferred)
    }
}

/// A k-d tree of points in space: finds the nearest points of each, in memory that grows with their number.
///
/// No `PointIndex`, since that holds places on Earth, and the points of TSPLIB's files lie on a plane.
package struct PointTree {
    private let points: ContiguousArray<SIMD3<Double>>
    /// The points in the order of the leaves; a part is split in the middle until it is a leaf.
    private var nodes: ContiguousArray<Int32>
    /// The axis and the value of the split of the part with this middle, by position in ``nodes``.
    private var planes: ContiguousArray<(axis: Int, value: Double)>
    private static var leafSize: Int { 8 }
    /// The number of points between checks for cancellation.
    private static var checkSize: Int { 1024 }

    /// If the task is cancelled, the tree is unfinished, and ``nearest(_:)`` returns nil.
    ///
    /// - Complexity: O(*n* log² *n*).
    package init(_ points: ContiguousArray<SIMD3<Double>>) {
        self.points = points
        nodes = ContiguousArray(0..<Int32(points.count))
        planes = ContiguousArray(repeating: (0, 0), count: points.count)
        split(0, points.count)
    }

    private mutating func split(_ low: Int, _ high: Int) {
        guard high - low > Self.leafSize, high - low < Self.checkSize || !Task.isCancelled else { return }
        var (least, most) = (points[Int(nodes[low])], points[Int(nodes[low])])
        for node in nodes[low..<high] {
            least = pointwiseMin(least, points[Int(node)])
            most = pointwiseMax(most, points[Int(node)])
        }
        let extent = most - least
        let axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
        let middle = (low + high) / 2
        nodes[low..<high].sort { (points[Int($0)][axis], $0) < (points[Int($1)][axis], $1) }
        planes[middle] = (axis, points[Int(nodes[middle])][axis])
        split(low, middle)
        split(middle, high)
    }

    /// The `width` nearest other points of each point, nearest first; nil if the task is cancelled.
    ///
    /// - Complexity: O(*n* log *n*) on average, even if many points are equal.
    package func nearest(_ width: Int) -> NeighborLists? {
        let width = max(0, min(width, points.count - 1))
        var lists = ContiguousArray(repeating: Int32(0), count: points.count * width)
        var found: ContiguousArray<(cost: Double, node: Int32)> = []
        // In the order of the leaves, so that searches reuse cached memory.
        for (position, node) in nodes.enumerated() {
            if position % Self.checkSize == 0, Task.isCancelled { return nil }
            found.removeAll(keepingCapacity: true)
            search(0, points.count, for: Int(node), at: position, width: width, &found)
            for (rank, entry) in found.enumerated() { lists[Int(node) * width + rank] = entry.node }
        }
        return NeighborLists(width: width, nodes: lists)
    }

    /// Finds the nearest in a part; `position` is the position of the point in ``nodes``.
    private func search(
        _ low: Int, _ high: Int, for node: Int, at position: Int, width: Int,
        _ found: inout ContiguousArray<(cost: Double, node: Int32)>
    ) {
        guard width > 0 else { return }
        if high - low <= Self.leafSize {
            for other in nodes[low..<high] where Int(other) != node {
                let difference = points[Int(other)] - points[node]
                NeighborLists.insert(other, (difference * difference).sum(), into: &found, width: width)
            }
            return
        }
        let middle = (low + high) / 2
        let distance = points[node][planes[middle].axis] - planes[middle].value
        // First the side that the point is on. In a part that holds it that is its own, also among equal values, so
        // that each of many equal points finds its neighbours instead of the same few.
        let isBelow = low <= position && position < high ? position < middle : distance < 0
        search(isBelow ? low : middle, isBelow ? middle : high, for: node, at: position, width: width, &found)
        // A point as far as the last one found does not take its place.
        if found.count < width || distance * distance < found[found.count - 1].cost {
            search(isBelow ? middle : low, isBelow ? high : middle, for: node, at: position, width: width, &found)
        }
    }
}
