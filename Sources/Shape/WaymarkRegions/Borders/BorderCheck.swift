/// Whether polygons are valid: no ring crosses, overlaps or touches itself, no two rings cross or overlap one another,
/// holes lie in their polygons, and polygons lie outside one another. Rings may touch one another in single points.
///
/// By exact arithmetic.
struct BorderCheck {
    /// The first fault, in a few words; nil if valid.
    private(set) var fault: String?

    private struct Edge {
        var a: PlanePoint
        var b: PlanePoint
        var ring: Int
        /// Its number in its ring, ignoring edges of length zero.
        var number: Int
        var low: Double { min(a.x, b.x) }
        var high: Double { max(a.x, b.x) }
    }

    private var rings: [[PlanePoint]] = []
    /// The number of edges of each ring.
    private var counts: [Int] = []
    private var touching: Set<[Int]> = []

    /// - Complexity: O(*n* log *n* + *k*) for *n* edges, *k* pairs of which have overlapping boxes; and for each ring within the box
    ///   of another, the edges of that.
    init(_ polygons: [PlanePolygon]) {
        var shells: [Int] = []
        for polygon in polygons {
            for (i, ring) in polygon.rings.enumerated() {
                shells.append(i == 0 ? rings.count : shells[rings.count - 1])
                rings.append(ring.map { PlanePoint(x: settled($0.x), y: settled($0.y)) })
            }
        }
        sweep(edges())
        if counts.contains(where: { $0 < 3 }) { fault = "a ring has no area" }
        if fault == nil { checkNesting(shells) }
    }

    /// The edges, with x and y swapped if they are shorter in y.
    private mutating func edges() -> [Edge] {
        let isTall = rings.reduce(0.0) { $0 + Self.travel($1, \.x, \.y) } > 0
        var edges: [Edge] = []
        for (number, ring) in rings.enumerated() {
            let first = edges.count
            for (a, b) in zip(ring, ring.dropFirst()) where a != b {
                let (a, b) = isTall ? (PlanePoint(x: a.y, y: a.x), PlanePoint(x: b.y, y: b.x)) : (a, b)
                edges.append(Edge(a: a, b: b, ring: number, number: edges.count - first))
            }
            counts.append(edges.count - first)
        }
        return edges
    }

    /// The difference of a ring's total extent in the first and the second coordinate, relative to its width and
    /// height.
    private static func travel(
        _ ring: [PlanePoint], _ first: (PlanePoint) -> Double, _ second: (PlanePoint) -> Double
    ) -> Double {
        func turns(_ value: (PlanePoint) -> Double) -> Double {
            let values = ring.map(value)
            guard let low = values.min(), let high = values.max(), high > low else { return 0 }
            return zip(values, values.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) } / (high - low)
        }
        return turns(first) - turns(second)
    }

    private mutating func sweep(_ edges: [Edge]) {
        var active: [Edge] = []
        for edge in edges.sorted(by: { $0.low < $1.low }) {
            active.removeAll { $0.high < edge.low }
            let (south, north) = (min(edge.a.y, edge.b.y), max(edge.a.y, edge.b.y))
            for other in active where max(other.a.y, other.b.y) >= south && min(other.a.y, other.b.y) <= north {
                check(edge, other)
                if fault != nil { return }
            }
            active.append(edge)
        }
    }

    private mutating func check(_ e: Edge, _ f: Edge) {
        let (first, second) = (Orientation.of(e.a, e.b, f.a), Orientation.of(e.a, e.b, f.b))
        let (third, fourth) = (Orientation.of(f.a, f.b, e.a), Orientation.of(f.a, f.b, e.b))
        if first == 0, second == 0 {
            // On one line: boxes that share a point share a stretch or a single end.
            let isWide = abs(e.b.x - e.a.x) >= abs(e.b.y - e.a.y)
            func span(_ edge: Edge) -> (low: Double, high: Double) {
                let (a, b) = isWide ? (edge.a.x, edge.b.x) : (edge.a.y, edge.b.y)
                return (min(a, b), max(a, b))
            }
            let (one, other) = (span(e), span(f))
            if max(one.low, other.low) < min(one.high, other.high) {
                fault = "borders run along one another"
                return
            }
        } else if (first > 0) != (second > 0), (third > 0) != (fourth > 0), first != 0, second != 0, third != 0,
            fourth != 0
        {
            fault = e.ring == f.ring ? "a ring crosses itself" : "rings cross one another"
            return
        }
        let touches =
            first == 0 && Self.holds(e, f.a) || second == 0 && Self.holds(e, f.b) || third == 0 && Self.holds(f, e.a)
            || fourth == 0 && Self.holds(f, e.b)
        guard touches else { return }
        if e.ring != f.ring {
            touching.insert([min(e.ring, f.ring), max(e.ring, f.ring)])
        } else {
            let step = abs(e.number - f.number)
            if step != 1, step != counts[e.ring] - 1 { fault = "a ring touches itself" }
        }
    }

    /// Whether a point on the line of an edge lies on the edge.
    private static func holds(_ edge: Edge, _ p: PlanePoint) -> Bool {
        edge.low <= p.x && p.x <= edge.high && min(edge.a.y, edge.b.y) <= p.y && p.y <= max(edge.a.y, edge.b.y)
    }

    // MARK: Nesting

    private mutating func checkNesting(_ shells: [Int]) {
        let boxes = rings.map { ring in
            (
                west: ring.map(\.x).min() ?? 0, east: ring.map(\.x).max() ?? 0, south: ring.map(\.y).min() ?? 0,
                north: ring.map(\.y).max() ?? 0
            )
        }
        for i in rings.indices {
            var depth = 0
            var isInShell = false
            for k in rings.indices where k != i {
                // A ring that touches no other and is not within its box is not within the other.
                let isInBox =
                    boxes[i].west >= boxes[k].west && boxes[i].east <= boxes[k].east
                    && boxes[i].south >= boxes[k].south && boxes[i].north <= boxes[k].north
                guard isInBox || isTouching(i, k) else { continue }
                guard let isInside = isInside(i, k) else {
                    fault = "rings cross one another"
                    return
                }
                if isInside {
                    depth += 1
                    if k == shells[i] { isInShell = true }
                }
            }
            if shells[i] == i, depth % 2 == 1 { fault = "polygons overlap" }
            if shells[i] != i, !isInShell { fault = "a hole lies outside its ring" }
            if shells[i] != i, isInShell, depth % 2 == 0 { fault = "holes overlap" }
            if fault != nil { return }
        }
    }

    private func isTouching(_ i: Int, _ k: Int) -> Bool { touching.contains([min(i, k), max(i, k)]) }

    /// Whether a ring lies within another; nil if it lies on both sides.
    private func isInside(_ i: Int, _ k: Int) -> Bool? {
        let isTouching = isTouching(i, k)
        var found: Bool?
        for (a, b) in zip(rings[i], rings[i].dropFirst()) {
            for point in [a, PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)] {
                guard let isInside = Self.isInside(point, rings[k]) else { continue }
                // A ring without touching points lies on one side with all its points.
                if !isTouching { return isInside }
                if let found, found != isInside { return nil }
                found = isInside
            }
        }
        return found ?? false
    }

    /// Whether a point lies within a ring; nil on its border.
    private static func isInside(_ p: PlanePoint, _ ring: [PlanePoint]) -> Bool? {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst()) {
            guard min(a.y, b.y) <= p.y, p.y <= max(a.y, b.y), max(a.x, b.x) >= p.x else { continue }
            let side = Orientation.of(a, b, p)
            if side == 0, min(a.x, b.x) <= p.x { return nil }
            if (a.y > p.y) != (b.y > p.y), (side > 0) == (b.y > a.y) { isInside.toggle() }
        }
        return isInside
    }
}
