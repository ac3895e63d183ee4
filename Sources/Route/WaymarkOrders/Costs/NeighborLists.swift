/// The cheapest neighbours of each node, cheapest first: the candidates for better edges.
struct NeighborLists {
    /// The number of neighbours per node.
    let width: Int
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
        for (place, node) in members.enumerated() {
            if Task.isCancelled { return nil }
            list.removeAll(keepingCapacity: true)
            let holdsAll = width == members.count - 1
            for (other, member) in members.enumerated() where other != place {
                let cost = costs.cost(node, member)
                if holdsAll {
                    list.append((cost, Int32(other)))
                    continue
                }
                if list.count == width {
                    guard cost < list[width - 1].cost else { continue }
                    list.removeLast()
                }
                var rank = list.count
                while rank > 0 && list[rank - 1].cost > cost { rank -= 1 }
                list.insert((cost, Int32(other)), at: rank)
            }
            if holdsAll { list.sort { ($0.cost, $0.node) < ($1.cost, $1.node) } }
            for entry in list { nodes.append(entry.node) }
        }
    }

    @inline(__always)
    subscript(node: Int, rank: Int) -> Int { Int(nodes[node &* width &+ rank]) }

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
