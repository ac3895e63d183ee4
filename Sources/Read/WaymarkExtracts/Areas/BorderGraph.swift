/// The segments of the ways of an area, joined at their nodes.
struct BorderGraph {
    /// A closed line that comes to none of its nodes twice.
    struct Ring {
        /// Its points, the first not repeated.
        var points: [MapPoint]
        /// The id of a way of it.
        var way: Int64
        /// Whether all of its ways have the role of a hole.
        var isInner: Bool
    }

    private struct Segment {
        /// Its nodes, by their place in `ids`.
        var (a, b): (Int32, Int32)
        /// By its place in `ways`.
        var way: Int32

        func end(from node: Int32) -> Int32 { node == a ? b : a }
    }

    private let ways: [AreaWay]
    /// The ids of nodes, ascending.
    private var ids: [Int64] = []
    private var points: [MapPoint] = []
    private var segments: [Segment] = []
    /// The segments at node `i`, by their place: `meeting[starts[i]..<starts[i + 1]]`.
    private var meeting: [Int32] = []
    private var starts: [Int32] = []
    /// Whether the area at a node lies between its second and third segment, and not its first and second.
    private var isShifted: [Bool] = []

    /// The graph of ways; twice the same segment is none.
    init(_ ways: [AreaWay]) {
        self.ways = ways
        var visits: [(id: Int64, place: Int32)] = []
        visits.reserveCapacity(ways.reduce(0) { $0 + $1.nodes.count })
        for id in ways.lazy.flatMap(\.nodes) { visits.append((id, Int32(visits.count))) }
        let places = visits.indices.sorted { (visits[$0].id, $0) < (visits[$1].id, $1) }
        var node = [Int32](repeating: 0, count: visits.count)
        let allPoints = ways.flatMap(\.points)
        for place in places {
            if ids.last != visits[place].id {
                ids.append(visits[place].id)
                points.append(allPoints[place])
            }
            node[place] = Int32(ids.count - 1)
        }
        var place = 0
        for (index, way) in ways.enumerated() {
            for (a, b) in zip(node[place..<(place + way.nodes.count)], node[(place + 1)...].prefix(way.nodes.count - 1))
            where a != b {
                segments.append(Segment(a: a, b: b, way: Int32(index)))
            }
            place += way.nodes.count
        }
        join()
        removeTwins()
    }

    /// Lists the segments of each node.
    private mutating func join() {
        starts = [Int32](repeating: 0, count: ids.count + 1)
        for segment in segments {
            starts[Int(segment.a) + 1] += 1
            starts[Int(segment.b) + 1] += 1
        }
        for i in 0..<ids.count { starts[i + 1] += starts[i] }
        var next = starts
        meeting = [Int32](repeating: 0, count: 2 * segments.count)
        for (index, segment) in segments.enumerated() {
            for node in [segment.a, segment.b] {
                meeting[Int(next[Int(node)])] = Int32(index)
                next[Int(node)] += 1
            }
        }
    }

    private func segments(at node: Int32) -> ArraySlice<Int32> {
        meeting[Int(starts[Int(node)])..<Int(starts[Int(node) + 1])]
    }

    private mutating func remove(_ isRemoved: [Bool]) {
        segments = zip(segments, isRemoved).filter { !$1 }.map(\.0)
        join()
    }

    /// Removes segments that come twice, both.
    private mutating func removeTwins() {
        var isTwin = [Bool](repeating: false, count: segments.count)
        var found = false
        // The segment to each node from the one that is looked at.
        var known = [Int32](repeating: -1, count: ids.count)
        for node in ids.indices.lazy.map({ Int32($0) }) {
            for index in segments(at: node) {
                let end = Int(segments[Int(index)].end(from: node))
                guard node < end else { continue }
                if known[end] < 0 {
                    known[end] = index
                } else {
                    (isTwin[Int(index)], isTwin[Int(known[end])], found) = (true, true, true)
                    known[end] = -1
                }
            }
            for index in segments(at: node) { known[Int(segments[Int(index)].end(from: node))] = -1 }
        }
        if found { remove(isTwin) }
    }

    /// Removes segments until an even number meet at each node: what ends openly goes whole, forks lose the fewest.
    ///
    /// - Returns: The nodes at which an odd number met.
    mutating func removeWhatDoesNotClose() -> [AreaFault] {
        var isOdd = ids.indices.map { (starts[$0 + 1] - starts[$0]) & 1 == 1 }
        var faults: [AreaFault] = []
        var isRemoved = [Bool](repeating: false, count: segments.count)
        var isReached = [Bool](repeating: false, count: ids.count)
        for root in ids.indices where isOdd[root] {
            let meeting = segments(at: Int32(root))
            let way = ways[Int(segments[Int(meeting.first!)].way)].id
            faults.append(meeting.count == 1 ? .openEnd(node: ids[root], way: way) : .fork(node: ids[root], way: way))
        }
        defer { pairAtJunctions() }
        if faults.isEmpty { return [] }
        for root in ids.indices where isOdd[root] && !isReached[root] {
            // A tree of shortest ways from the root. From its leaves on, odd nodes lose the segment to the root.
            var tree = [(node: Int32(root), segment: Int32(-1))]
            isReached[root] = true
            var next = 0
            while next < tree.count {
                let node = tree[next].node
                next += 1
                for index in segments(at: node) {
                    let end = segments[Int(index)].end(from: node)
                    if isReached[Int(end)] { continue }
                    isReached[Int(end)] = true
                    tree.append((end, index))
                }
            }
            for (node, segment) in tree.reversed() where isOdd[Int(node)] && segment >= 0 {
                isRemoved[Int(segment)] = true
                isOdd[Int(node)] = false
                isOdd[Int(segments[Int(segment)].end(from: node))].toggle()
            }
        }
        remove(isRemoved)
        return faults
    }

    /// The rings of the segments, each of which belongs to one.
    ///
    /// - Precondition: What does not close is removed.
    func rings() -> [Ring] {
        var isUsed = [Bool](repeating: false, count: segments.count)
        // The place of a node on the path; -1 if it is not on it.
        var place = [Int32](repeating: -1, count: ids.count)
        var path: [(node: Int32, segment: Int32)] = []
        var rings: [Ring] = []
        func cut(from start: Int) {
            let steps = path[start...]
            for step in steps { place[Int(step.node)] = -1 }
            let ways = steps.map { self.ways[Int(segments[Int($0.segment)].way)] }
            rings.append(
                Ring(
                    points: steps.map { points[Int($0.node)] }, way: ways[0].id,
                    isInner: ways.allSatisfy { $0.role == .inner }))
            path.removeSubrange(start...)
        }
        for first in segments.indices where !isUsed[first] {
            var (node, segment) = (segments[first].a, Int32(first))
            repeat {
                if place[Int(node)] >= 0 { cut(from: Int(place[Int(node)])) }
                place[Int(node)] = Int32(path.count)
                path.append((node, segment))
                isUsed[Int(segment)] = true
                node = segments[Int(segment)].end(from: node)
                let meeting = segments(at: node)
                let position = meeting.firstIndex(of: segment)! - meeting.startIndex
                // Neighbours are paired: 0 and 1, 2 and 3, or else 1 and 2, and so on, and the last and 0.
                let step = (position & 1 == 0) != isShifted[Int(node)] ? 1 : meeting.count - 1
                segment = meeting[meeting.startIndex + (position + step) % meeting.count]
            } while segment != first
            cut(from: 0)
        }
        return rings
    }

    /// Sorts the segments of each node of more than two counterclockwise, and finds which neighbours have the area
    /// between them.
    ///
    /// On the way from one node to the next the area stays on the same side, and a node that is southernmost of all it
    /// is connected with has none of it to its south.
    private mutating func pairAtJunctions() {
        isShifted = [Bool](repeating: false, count: ids.count)
        guard ids.indices.contains(where: { starts[$0 + 1] - starts[$0] > 2 }) else { return }
        let origin = Int64(points[0].longitude)
        let places = points.map { (y: $0.latitude, x: PlanePart.wrapped(Int64($0.longitude) - origin)) }
        var isReached = [Bool](repeating: false, count: ids.count)
        for root in ids.indices.sorted(by: { places[$0] < places[$1] }) where !isReached[root] {
            isReached[root] = true
            sortSegments(at: Int32(root))
            var stack = [Int32(root)]
            while let node = stack.popLast() {
                for (position, index) in segments(at: node).enumerated() {
                    let end = segments[Int(index)].end(from: node)
                    if isReached[Int(end)] { continue }
                    isReached[Int(end)] = true
                    stack.append(end)
                    if segments(at: end).count > 2 { sortSegments(at: end) }
                    let isLeft = (position & 1 == 0) != isShifted[Int(node)]
                    let meeting = segments(at: end)
                    let isEven = (meeting.firstIndex(of: index)! - meeting.startIndex) & 1 == 0
                    isShifted[Int(end)] = isLeft == isEven
                }
            }
        }
    }

    /// Sorts the segments of a node counterclockwise, from east on.
    private mutating func sortSegments(at node: Int32) {
        let (here, range) = (points[Int(node)], Int(starts[Int(node)])..<Int(starts[Int(node) + 1]))
        let directions = meeting[range].map { index in
            let there = points[Int(segments[Int(index)].end(from: node))]
            return (
                x: PlanePart.wrapped(Int64(there.longitude) - Int64(here.longitude)),
                y: Int64(there.latitude) - Int64(here.latitude), index: index
            )
        }
        let sorted = directions.sorted { a, b in
            let (isLowerA, isLowerB) = (a.y < 0 || a.y == 0 && a.x < 0, b.y < 0 || b.y == 0 && b.x < 0)
            if isLowerA != isLowerB { return isLowerB }
            let cross = a.x * b.y - a.y * b.x
            return cross != 0 ? cross > 0 : a.index < b.index
        }
        for (place, direction) in zip(range, sorted) { meeting[place] = direction.index }
    }
}
