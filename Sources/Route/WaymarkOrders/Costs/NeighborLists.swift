/// For each node the few that are cheapest to go to, cheapest first: where a better edge is looked for.
struct NeighborLists {
    /// How many each node has.
    let width: Int
    /// `width` nodes for each node, one node after the other.
    private(set) var nodes: ContiguousArray<Int32>

    init(width: Int, nodes: ContiguousArray<Int32>) {
        self.width = width
        self.nodes = nodes
    }

    /// The nodes that each of some nodes reaches at least cost, among themselves, as places in `members`; of equal costs
    /// those that come first. Nil where the task is cancelled.
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

    /// Puts a node at the head of another's list; the last of the list drops out, unless it was in the list already.
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
