/// Which segments of a profile are on an island: in a small part of the graph that is left, or entered, nowhere.
enum RoadIslands {
    /// A part of fewer arcs is small, unless it is the largest.
    static let least = 1000

    /// For each segment, the profiles for which one of its arcs is in no small part, as bits: strongly connected components by Tarjan
    /// (1972).
    ///
    /// Forbidden turns are left aside.
    ///
    /// - Complexity: O(*n*) in the arcs.
    static func mainland(_ graph: RoadGraph) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: graph.segmentCount)
        for profile in graph.profiles.indices { mark(graph, profile, &bits) }
        return bits
    }

    private static func mark(_ graph: RoadGraph, _ profile: Int, _ bits: inout [UInt8]) {
        let count = graph.nodeCount
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
                let arcs = graph.outEnds.range(at, within: graph.arcsOut.count)
                if arc < arcs.count {
                    calls[calls.count - 1].arc += 1
                    let out = Int(graph.arcsOut[arcs.lowerBound + arc])
                    guard graph.isUsed(out, profile) else { continue }
                    let other = graph.head(of: out)
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
        /// The part that an arc lies in; nil if it leads from one to another, or is not used.
        func partOf(_ arc: Int) -> Int32? {
            let (tail, head) = (part[graph.tail(of: arc)], part[graph.head(of: arc)])
            return tail == head && graph.isUsed(arc, profile) ? tail : nil
        }
        for arc in 0..<graph.arcCount {
            if let part = partOf(arc) { sizes[Int(part)] += 1 }
        }
        let enough = min(least, sizes.max() ?? 0)
        for arc in 0..<graph.arcCount {
            if let part = partOf(arc), sizes[Int(part)] >= enough { bits[arc >> 1] |= 1 << profile }
        }
    }
}
