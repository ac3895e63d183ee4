/// Which arcs of a profile are on an island: in a small part of the graph that is left, or entered, nowhere.
enum RoadIslands {
    /// A part of fewer arcs is small, unless it is the largest.
    static let least = 1000

    /// For each segment, whether one of its arcs is in no small part: strongly connected components by Tarjan (1972).
    ///
    /// Forbidden turns are left aside.
    ///
    /// - Complexity: O(*n*) in the arcs.
    static func mainland(_ graph: RoadGraph, profile: Int) -> [Bool] {
        let (count, times) = (graph.nodeCount, graph.seconds[profile])
        var (index, low) = ([Int32](repeating: -1, count: count), [Int32](repeating: 0, count: count))
        var part = [Int32](repeating: -1, count: count)
        var (sizes, stack, next): ([Int], [Int32], Int32) = ([], [], 0)
        var calls: [(node: Int32, arc: Int)] = []
        for root in 0..<Int32(count) where index[Int(root)] < 0 {
            calls.append((root, 0))
            while let (node, arc) = calls.last {
                let at = Int(node)
                if arc == 0 {
                    (index[at], low[at]) = (next, next)
                    next += 1
                    stack.append(node)
                }
                let arcs = graph.arcs(from: node)
                if arc < arcs.count {
                    calls[calls.count - 1].arc += 1
                    let out = arcs[arcs.startIndex + arc]
                    guard times[Int(out)] < .infinity else { continue }
                    let other = Int(graph.head(of: out))
                    if index[other] < 0 {
                        calls.append((Int32(other), 0))
                    } else if part[other] < 0 {
                        low[at] = min(low[at], index[other])
                    }
                    continue
                }
                calls.removeLast()
                if let before = calls.last { low[Int(before.node)] = min(low[Int(before.node)], low[at]) }
                if low[at] == index[at] {
                    while let member = stack.popLast() {
                        part[Int(member)] = Int32(sizes.count)
                        if member == node { break }
                    }
                    sizes.append(0)
                }
            }
        }
        for arc in 0..<Int32(graph.arcCount) where times[Int(arc)] < .infinity {
            let (tail, head) = (part[Int(graph.tail(of: arc))], part[Int(graph.head(of: arc))])
            if tail == head { sizes[Int(tail)] += 1 }
        }
        let enough = min(least, sizes.max() ?? 0)
        return graph.ends.indices.map { segment in
            [2 * segment, 2 * segment + 1].contains { arc in
                let (tail, head) = (Int(graph.tail(of: Int32(arc))), Int(graph.head(of: Int32(arc))))
                return times[arc] < .infinity && part[tail] == part[head] && sizes[Int(part[tail])] >= enough
            }
        }
    }
}
