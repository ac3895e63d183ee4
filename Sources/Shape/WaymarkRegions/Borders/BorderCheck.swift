internal import WaymarkText

/// Whether polygons are valid: no ring crosses, overlaps or touches itself, no two rings cross or overlap one another,
/// holes lie in their polygons, and polygons lie outside one another. Rings may touch one another in single points.
///
/// By exact arithmetic. A line sweeps over the edges from west to east, at equal longitude from south to north, so that
/// no edge is parallel to it. Edges of valid rings do not change their order on it: only neighbours can cross.
/// Source: Shamos, Hoey 1976, doi:10.1109/SFCS.1976.16.
package struct BorderCheck {
    /// The first fault that the line meets, in a few words; nil if valid.
    package private(set) var fault: String?
    /// Whether any two rings touch one another in a point.
    package private(set) var hasTouches = false
    /// The number of times that the side of an edge was determined.
    package private(set) var comparisons = 0

    private struct Edge {
        /// The ends, the first that the line meets first.
        var start: PlanePoint
        var end: PlanePoint
        var ring: Int
        /// Whether the ring goes from `start` to `end`.
        var isForward: Bool
    }

    private var edges: [Edge] = []
    /// Whether each ring is counterclockwise; nil where the line has not met it.
    private var turnsLeft: [Bool?]
    /// The innermost ring around each.
    private var parents: [Int?]

    /// - Complexity: O(*n* log *n*) for *n* edges, but for moves of the edges on the line, √*n* at most per edge.
    package init(_ polygons: [PlanePolygon]) {
        var shells: [Int] = []
        var counts: [Int] = []
        for polygon in polygons {
            let shell = shells.count
            for ring in polygon.rings {
                let first = edges.count
                for (a, b) in zip(ring, ring.dropFirst()) {
                    let (a, b) = (a.settled, b.settled)
                    if a == b { continue }
                    let isForward = Self.precedes(a, b)
                    edges.append(
                        Edge(start: isForward ? a : b, end: isForward ? b : a, ring: shells.count, isForward: isForward)
                    )
                }
                shells.append(shell)
                counts.append(edges.count - first)
            }
        }
        turnsLeft = Array(repeating: nil, count: shells.count)
        parents = Array(repeating: nil, count: shells.count)
        sweep()
        if counts.contains(where: { $0 < 3 }) { fault = "a ring has no area" }
        if fault == nil { checkNesting(shells) }
    }

    /// Whether the line meets a point before another.
    private static func precedes(_ a: PlanePoint, _ b: PlanePoint) -> Bool { a.x < b.x || a.x == b.x && a.y < b.y }

    /// Above zero when a point on the line is above an edge, zero exactly when on it.
    private mutating func side(_ edge: Int, _ point: PlanePoint) -> Double {
        comparisons += 1
        return Orientation.of(edges[edge].start, edges[edge].end, point)
    }

    // MARK: Sweep

    private mutating func sweep() {
        edges.sort { Self.precedes($0.start, $1.start) }
        let ends = edges.map(\.end).sorted(by: Self.precedes)
        var line = SweepLine()
        // The edges through a point: those that the line crosses there, and those that go on.
        var meeting: [Int] = []
        var leaving: [Int] = []
        var (next, last) = (0, 0)
        while last < ends.count {
            var point = ends[last]
            if next < edges.count, Self.precedes(edges[next].start, point) { point = edges[next].start }
            while last < ends.count, ends[last] == point { last += 1 }
            leaving.removeAll(keepingCapacity: true)
            while next < edges.count, edges[next].start == point {
                leaving.append(next)
                next += 1
            }
            let place = line.place { side($0, point) > 0 }
            meeting.removeAll(keepingCapacity: true)
            while let edge = line.edge(place, meeting.count), side(edge, point) == 0 { meeting.append(edge) }
            let (below, above) = (line.edge(place, -1), line.edge(place, meeting.count))
            let through = meeting.filter { edges[$0].end != point }
            guard isSound(meeting, through, &leaving, at: point) else { return }
            line.replace(place, meeting.count, by: leaving)
            enter(leaving, above: below)
            guard doNotCross(below, leaving.first ?? above), leaving.isEmpty || doNotCross(leaving.last, above) else {
                return
            }
        }
    }

    /// Adds the edges through a point to those that begin there, in their order just after it, and checks that the rings
    /// at the point touch there at most.
    private mutating func isSound(
        _ meeting: [Int], _ through: [Int], _ leaving: inout [Int], at point: PlanePoint
    ) -> Bool {
        if through.count > 1 {
            fault = Self.crossing(edges[through[0]], edges[through[1]])
            return false
        }
        leaving += through
        let isTouch = meeting.count + leaving.count > 2
        if isTouch {
            hasTouches = true
            // A ring passes a point once: in two directions.
            let rings = (meeting + leaving).map { edges[$0].ring }.sorted()
            if zip(rings, rings.dropFirst(2)).contains(where: ==) {
                fault = "a ring touches itself"
                return false
            }
        }
        leaving.sort { side($0, edges[$1].end) > 0 }
        for (edge, upper) in zip(leaving, leaving.dropFirst()) where side(edge, edges[upper].end) == 0 {
            fault = "borders run along one another"
            return false
        }
        guard isTouch else { return true }
        // Around the point, the two directions of a ring enclose those of other rings together or not at all.
        var open: [Int] = []
        for edge in leaving + meeting.reversed() {
            if open.last == edges[edge].ring { open.removeLast() } else { open.append(edges[edge].ring) }
        }
        if !open.isEmpty { fault = "rings cross one another" }
        return open.isEmpty
    }

    private mutating func doNotCross(_ lower: Int?, _ upper: Int?) -> Bool {
        guard let lower, let upper, areApart(lower, upper), areApart(upper, lower) else { return true }
        fault = Self.crossing(edges[lower], edges[upper])
        return false
    }

    /// Whether the ends of an edge lie on different sides of another, neither on its line.
    private mutating func areApart(_ edge: Int, _ other: Int) -> Bool {
        let (start, end) = (side(other, edges[edge].start), side(other, edges[edge].end))
        return start > 0 && end < 0 || start < 0 && end > 0
    }

    private static func crossing(_ e: Edge, _ f: Edge) -> String {
        e.ring == f.ring ? "a ring crosses itself" : "rings cross one another"
    }

    // MARK: Nesting

    /// Finds the parent of each ring that the line meets for the first time, by the edge below its first point.
    private mutating func enter(_ leaving: [Int], above below: Int?) {
        var below = below
        for edge in leaving {
            let ring = edges[edge].ring
            if turnsLeft[ring] == nil {
                turnsLeft[ring] = edges[edge].isForward
                if let below {
                    let other = edges[below].ring
                    parents[ring] = turnsLeft[other] == edges[below].isForward ? other : parents[other]
                }
            }
            below = edge
        }
    }

    private mutating func checkNesting(_ shells: [Int]) {
        for (ring, shell) in shells.enumerated() where fault == nil {
            let parent = parents[ring]
            if ring == shell {
                if let parent, parent == shells[parent] { fault = "polygons overlap" }
            } else if parent != shell {
                var outer = parent
                while let other = outer, other != shell { outer = parents[other] }
                fault = outer == nil ? "a hole lies outside its ring" : "holes overlap"
            }
        }
    }
}

/// The edges on the line, from south to north, in runs of limited length, so that few move when one is added.
private struct SweepLine {
    private static var longest: Int { 512 }
    /// None is empty unless it is the only one.
    private var runs: [[Int]] = [[]]

    /// The place of the first edge that is not below a point.
    func place(isBelow: (Int) -> Bool) -> (run: Int, offset: Int) {
        let run = runs.dropLast().partitioningIndex { !isBelow($0[$0.count - 1]) }
        return (run, runs[run].partitioningIndex { !isBelow($0) })
    }

    /// The edge some steps above a place, or one step below.
    func edge(_ place: (run: Int, offset: Int), _ step: Int) -> Int? {
        var (run, offset) = (place.run, place.offset + step)
        if offset < 0 { return run > 0 ? runs[run - 1].last : nil }
        while offset >= runs[run].count {
            offset -= runs[run].count
            run += 1
            if run == runs.count { return nil }
        }
        return runs[run][offset]
    }

    /// Replaces the edges above a place.
    mutating func replace(_ place: (run: Int, offset: Int), _ count: Int, by edges: [Int]) {
        let (run, offset) = place
        while offset + count > runs[run].count { runs[run] += runs.remove(at: run + 1) }
        runs[run].replaceSubrange(offset..<(offset + count), with: edges)
        if runs[run].count > Self.longest {
            let half = runs[run].count / 2
            runs.insert(Array(runs[run][half...]), at: run + 1)
            runs[run].removeSubrange(half...)
        } else if runs[run].isEmpty, runs.count > 1 {
            runs.remove(at: run)
        }
    }
}
