import func WaymarkC.cos

/// The order in which a hierarchy contracts segments: nested dissection by inertial flow (Schild and Sommer 2015).
///
/// A part of the graph is cut in two between its outermost junctions in each of four directions, by the fewest segments that a maximum
/// flow finds (Dinitz 1970); the segments of the smallest cut come last, since each way from half to half has one of them, and the
/// halves are cut in turn.
struct RoadOrder {
    private let graph: RoadGraph
    /// Where the junctions are, in 1e-7 degrees of latitude.
    private let places: [SIMD2<Double>]
    /// The junctions, those of a part together, and where each is.
    private var nodes: [Int32]
    private var positions: [Int32]
    /// For each segment, the flow along it: 1, 0 or -1.
    private var flows: [Int8]
    private var levels: [Int32]
    private var nextArcs: [Int32]
    private var queue: [Int32] = []
    /// By position: whether a junction is a sink while a flow is sought, or in the first half of the best cut.
    private var isFirst: [Bool]
    /// The segments found, the last ones first.
    private var found: [UInt32] = []
    private var isOrdered: [Bool]
    private let outEnds: [Int32]
    private let arcsOut: [Int32]
    private let heads: [Int32]

    /// The share of the junctions of a part at each end of a direction that a cut does not divide.
    private static let share = 0.25

    /// The segments, in the order of their contraction.
    ///
    /// - Complexity: O(*n* *c* log *n*) for cuts of *c* segments.
    static func segments(of graph: RoadGraph) -> [UInt32] {
        var order = RoadOrder(graph)
        var parts = [(0, graph.nodeCount)]
        while let (low, high) = parts.popLast() {
            if high - low > 1 {
                let middle = order.cut(low..<high)
                parts += [(low, middle), (middle, high)]
            } else if low < high {
                order.takeLoops(of: Int(order.nodes[low]))
            }
        }
        return order.found.reversed()
    }

    private init(_ graph: RoadGraph) {
        self.graph = graph
        var places = [SIMD2<Double>](repeating: .zero, count: graph.nodeCount)
        for segment in 0..<graph.segmentCount {
            let range = graph.vertexRange(of: segment)
            guard let first = range.first, let last = range.last else { continue }
            for (node, vertex) in [(graph.tail(of: 2 * segment), first), (graph.head(of: 2 * segment), last)] {
                let point = graph.vertex(vertex)
                let latitude = Double(point.latitude)
                places[node] = [Double(point.longitude) * cos(latitude / 1e7 * .pi / 180), latitude]
            }
        }
        self.places = places
        nodes = Array(0..<Int32(graph.nodeCount))
        positions = nodes
        flows = Array(repeating: 0, count: graph.segmentCount)
        levels = Array(repeating: -1, count: graph.nodeCount)
        nextArcs = levels
        isFirst = Array(repeating: false, count: graph.nodeCount)
        isOrdered = Array(repeating: false, count: graph.segmentCount)
        outEnds = (0..<graph.nodeCount).map { Int32(graph.outEnds[$0]) }
        arcsOut = (0..<graph.arcCount).map { Int32(graph.arcsOut[$0]) }
        heads = (0..<graph.arcCount).map { Int32(graph.head(of: $0)) }
    }

    private mutating func take(_ segment: Int) {
        if isOrdered[segment] { return }
        isOrdered[segment] = true
        found.append(UInt32(segment))
    }

    private mutating func takeLoops(of node: Int) {
        for at in arcs(of: node) where Int(heads[Int(arcsOut[at])]) == node { take(Int(arcsOut[at] >> 1)) }
    }

    @inline(__always)
    private func arcs(of node: Int) -> Range<Int> { Int(node == 0 ? 0 : outEnds[node - 1])..<Int(outEnds[node]) }

    /// Cuts a part in two, and takes the segments between.
    ///
    /// - Returns: Where the second half begins.
    private mutating func cut(_ part: Range<Int>) -> Int {
        let count = max(1, Int(Double(part.count) * Self.share))
        var best: (flow: Int, smaller: Int)?
        var sides: [Bool] = []
        for direction in [SIMD2<Double>(1, 0), [0, 1], [1, 1], [1, -1]] {
            let sorted = part.map { at -> (key: Double, at: Int32) in
                let place = places[Int(nodes[at])] * direction
                return (place.x + place.y, Int32(at))
            }.sorted { ($0.key, $0.at) < ($1.key, $1.at) }
            let (sources, sinks) = (sorted.prefix(count).map(\.at), sorted.suffix(count).map(\.at))
            let flow = flow(part, sources, sinks, notAbove: best?.flow ?? .max)
            guard let flow else { continue }
            for isFromSinks in [false, true] {
                let reached = reach(part, isFromSinks ? sinks : sources, isBackward: isFromSinks)
                let smaller = min(reached, part.count - reached)
                if best.map({ flow < $0.flow || flow == $0.flow && smaller > $0.smaller }) ?? true {
                    best = (flow, smaller)
                    sides = part.map { (levels[$0] >= 0) != isFromSinks }
                }
            }
        }
        for (offset, side) in sides.enumerated() { isFirst[part.lowerBound + offset] = side }
        for at in part where isFirst[at] {
            for out in arcs(of: Int(nodes[at])) {
                let other = Int(positions[Int(heads[Int(arcsOut[out])])])
                if part.contains(other), !isFirst[other] { take(Int(arcsOut[out] >> 1)) }
            }
        }
        let first = part.filter { isFirst[$0] }.map { nodes[$0] }
        let second = part.filter { !isFirst[$0] }.map { nodes[$0] }
        for (at, node) in zip(part, first + second) {
            (nodes[at], positions[Int(node)], isFirst[at]) = (node, Int32(at), false)
        }
        return part.lowerBound + first.count
    }

    /// Whether an arc has room for more flow.
    @inline(__always)
    private func hasRoom(_ arc: Int) -> Bool { arc & 1 == 0 ? flows[arc >> 1] < 1 : flows[arc >> 1] > -1 }

    /// The maximum flow from sources to sinks; nil if it is above a bound.
    private mutating func flow(_ part: Range<Int>, _ sources: [Int32], _ sinks: [Int32], notAbove bound: Int) -> Int? {
        for at in part {
            for out in arcs(of: Int(nodes[at])) { flows[Int(arcsOut[out] >> 1)] = 0 }
        }
        // The sinks are marked while the flow is sought.
        for at in sinks { isFirst[Int(at)] = true }
        defer { for at in sinks { isFirst[Int(at)] = false } }
        var flow = 0
        while true {
            for at in part { (levels[at], nextArcs[at]) = (-1, 0) }
            queue.removeAll(keepingCapacity: true)
            for at in sources {
                levels[Int(at)] = 0
                queue.append(at)
            }
            var (next, end) = (0, Int32.max)
            while next < queue.count {
                let at = Int(queue[next])
                if levels[at] >= end { break }
                next += 1
                for out in arcs(of: Int(nodes[at])) {
                    let arc = Int(arcsOut[out])
                    let other = Int(positions[Int(heads[arc])])
                    guard part.contains(other), levels[other] < 0, hasRoom(arc) else { continue }
                    levels[other] = levels[at] + 1
                    if isFirst[other] { end = levels[other] }
                    queue.append(Int32(other))
                }
            }
            if end == .max { return flow }
            for source in sources {
                while augment(part, Int(source)) {
                    flow += 1
                    if flow > bound { return nil }
                }
            }
        }
    }

    /// Finds one more way along levels to a sink, and fills it.
    private mutating func augment(_ part: Range<Int>, _ source: Int) -> Bool {
        var way: [Int] = []
        var at = source
        while true {
            if isFirst[at] {
                for arc in way { flows[arc >> 1] += arc & 1 == 0 ? 1 : -1 }
                return true
            }
            let out = arcs(of: Int(nodes[at]))
            var isGoingOn = false
            while Int(nextArcs[at]) < out.count {
                let arc = Int(arcsOut[out.lowerBound + Int(nextArcs[at])])
                let other = Int(positions[Int(heads[arc])])
                if part.contains(other), levels[other] == levels[at] + 1, hasRoom(arc) {
                    way.append(arc)
                    at = other
                    isGoingOn = true
                    break
                }
                nextArcs[at] += 1
            }
            if isGoingOn { continue }
            guard let last = way.popLast() else { return false }
            at = Int(positions[Int(heads[last ^ 1])])
            nextArcs[at] += 1
        }
    }

    /// Gives a level to what is reached where there is room, and returns how many that is.
    private mutating func reach(_ part: Range<Int>, _ starts: [Int32], isBackward: Bool) -> Int {
        for at in part { levels[at] = -1 }
        queue.removeAll(keepingCapacity: true)
        for at in starts {
            levels[Int(at)] = 0
            queue.append(at)
        }
        var next = 0
        while next < queue.count {
            let at = Int(queue[next])
            next += 1
            for out in arcs(of: Int(nodes[at])) {
                let arc = Int(arcsOut[out])
                let other = Int(positions[Int(heads[arc])])
                guard part.contains(other), levels[other] < 0, hasRoom(isBackward ? arc ^ 1 : arc) else { continue }
                levels[other] = 0
                queue.append(Int32(other))
            }
        }
        return queue.count
    }
}
