/// For each node the few that are cheapest to go to, cheapest first: where a better edge is looked for.
struct NeighborLists {
    /// How many each node has.
    let width: Int
    /// `width` nodes for each node, one node after the other.
    private(set) var nodes: ContiguousArray<Int32>

    /// The nodes that each node reaches, or is reached from, at least cost.
    ///
    /// - Complexity: O(*n*²) time and more for lists that change often.
    init(costs: some TravelCosts, width: Int, incoming: Bool = false) {
        let count = costs.count
        let width = max(0, min(width, count - 1))
        self.width = width
        nodes = []
        nodes.reserveCapacity(count * width)
        var list: [(cost: Double, node: Int32)] = []
        for node in 0..<count {
            list.removeAll(keepingCapacity: true)
            for other in 0..<count where other != node {
                let cost = incoming ? costs.cost(other, node) : costs.cost(node, other)
                if list.count == width {
                    guard let worst = list.last, cost < worst.cost else { continue }
                    list.removeLast()
                }
                var place = list.count
                while place > 0 && list[place - 1].cost > cost { place -= 1 }
                list.insert((cost, Int32(other)), at: place)
            }
            for entry in list { nodes.append(entry.node) }
        }
    }

    init(width: Int, nodes: ContiguousArray<Int32>) {
        self.width = width
        self.nodes = nodes
    }

    @inline(__always)
    subscript(node: Int, rank: Int) -> Int { Int(nodes[node &* width &+ rank]) }
}
