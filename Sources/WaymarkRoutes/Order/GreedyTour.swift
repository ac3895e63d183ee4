/// A round trip made of the cheapest edges that fit: about a sixth longer than the best where costs are distances.
///
/// Edges of the neighbour lists come first. What is left are pieces, whose ends are joined in the same way: each end looks
/// for its nearest ends, until one piece remains.
struct GreedyTour {
    private var partner: ContiguousArray<(Int32, Int32)>
    private var piece: ContiguousArray<Int32>

    /// Returns the nodes in order; `nearest` makes lists of some of the nodes, among themselves: indices into what it is given.
    static func tour(
        costs: some TravelCosts, neighbors: NeighborLists, nearest: ([Int]) -> NeighborLists
    ) -> [Int] {
        let count = costs.count
        guard count > 3 else { return Array(0..<count) }
        var greedy = GreedyTour(count: count)
        var ends = Array(0..<count)
        var lists = neighbors
        while true {
            greedy.join(ends, lists, costs: costs)
            ends = (0..<count).filter { greedy.partner[$0].1 < 0 }
            // One piece has two ends.
            if ends.count <= 2 { break }
            lists = nearest(ends)
        }
        return greedy.walk(from: ends[0])
    }

    private init(count: Int) {
        partner = ContiguousArray(repeating: (-1, -1), count: count)
        piece = ContiguousArray(0..<Int32(count))
    }

    private mutating func join(_ ends: [Int], _ lists: NeighborLists, costs: some TravelCosts) {
        var edges: [(cost: Double, from: Int32, to: Int32)] = []
        edges.reserveCapacity(ends.count * lists.width)
        for (place, from) in ends.enumerated() {
            for rank in 0..<lists.width {
                let to = ends[lists[place, rank]]
                edges.append((costs.cost(from, to), Int32(from), Int32(to)))
            }
        }
        edges.sort { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) }
        for edge in edges {
            let (from, to) = (Int(edge.from), Int(edge.to))
            guard partner[from].1 < 0, partner[to].1 < 0 else { continue }
            let (one, other) = (root(from), root(to))
            guard one != other else { continue }
            piece[one] = Int32(other)
            add(to, to: from)
            add(from, to: to)
        }
    }

    private mutating func add(_ node: Int, to other: Int) {
        if partner[other].0 < 0 { partner[other].0 = Int32(node) } else { partner[other].1 = Int32(node) }
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
        order.reserveCapacity(partner.count)
        var (before, node) = (-1, first)
        while order.count < partner.count {
            let (one, other) = partner[node]
            let next = Int(one) == before ? Int(other) : Int(one)
            (before, node) = (node, next)
            order.append(node)
        }
        return order
    }
}
