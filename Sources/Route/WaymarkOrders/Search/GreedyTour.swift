/// A greedy round trip of the cheapest fitting edges: about a sixth longer than the best if costs are distances.
///
/// Edges of the neighbour lists come first. The remaining pieces are joined in the same way, by the nearest ends, until
/// one piece remains.
struct GreedyTour {
    /// Two neighbours of each node, -1 for none; for asymmetric costs the next and the previous.
    private var next: ContiguousArray<Int32>
    private var previous: ContiguousArray<Int32>
    private var piece: ContiguousArray<Int32>
    private let isDirected: Bool

    /// Returns the nodes in order; `nearest` makes neighbour lists among some nodes, as positions in its argument. Nil
    /// if `nearest` returns nil.
    static func tour(
        costs: some TravelCosts, neighbors: NeighborLists, nearest: ([Int]) -> NeighborLists?
    ) -> [Int]? {
        let count = costs.count
        guard count > 3 else { return Array(0..<count) }
        var greedy = GreedyTour(count: count, isDirected: !costs.isSymmetric)
        var ends = Array(0..<count)
        var lists = neighbors
        while true {
            greedy.join(ends, lists, costs: costs)
            ends = ends.filter { greedy.next[$0] < 0 || greedy.previous[$0] < 0 }
            // One piece has two ends.
            if ends.count <= 2 { break }
            guard let next = nearest(ends) else { return nil }
            lists = next
        }
        return greedy.walk(from: ends.first { costs.isSymmetric || greedy.previous[$0] < 0 }!)
    }

    private init(count: Int, isDirected: Bool) {
        next = ContiguousArray(repeating: -1, count: count)
        previous = next
        piece = ContiguousArray(0..<Int32(count))
        self.isDirected = isDirected
    }

    private mutating func join(_ ends: [Int], _ lists: NeighborLists, costs: some TravelCosts) {
        var edges: [(cost: Double, from: Int32, to: Int32)] = []
        edges.reserveCapacity(ends.count * lists.width)
        for (position, from) in ends.enumerated() {
            for rank in 0..<lists.width {
                let to = ends[lists[position, rank]]
                if !isDirected || next[from] < 0 && previous[to] < 0 {
                    edges.append((costs.cost(from, to), Int32(from), Int32(to)))
                }
            }
        }
        edges.sort { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
        for edge in edges {
            let (from, to) = (Int(edge.from), Int(edge.to))
            guard isFree(from, to) else { continue }
            let (one, other) = (root(from), root(to))
            guard one != other else { continue }
            piece[one] = Int32(other)
            connect(from, to)
        }
    }

    private func isFree(_ from: Int, _ to: Int) -> Bool {
        if isDirected { return next[from] < 0 && previous[to] < 0 }
        return (next[from] < 0 || previous[from] < 0) && (next[to] < 0 || previous[to] < 0)
    }

    private mutating func connect(_ from: Int, _ to: Int) {
        if next[from] < 0 { next[from] = Int32(to) } else { previous[from] = Int32(to) }
        if previous[to] < 0 { previous[to] = Int32(from) } else { next[to] = Int32(from) }
    }

    private mutating func root(_ node: Int) -> Int {
        var node = node
        while Int(piece[node]) != node {
            piece[node] = piece[Int(piece[node])]
            node = Int(piece[node])
        }
        return node
    }

    private func walk(from first: Int) -> [Int] {
        var order = [first]
        order.reserveCapacity(next.count)
        var (before, node) = (-1, first)
        while order.count < next.count {
            let step = Int(next[node]) != before ? Int(next[node]) : Int(previous[node])
            (before, node) = (node, step)
            order.append(node)
        }
        return order
    }
}
