/// Whether borders cross so often that they are no borders of an area, but a tangle of lines.
///
/// A repair draws each piece that the edges cut out of one another: its time and memory are those of all crossings, of
/// which a star of *n* edges has half of *n*².
package enum BorderTangle {
    /// The maximum number of crossings of borders with a number of edges: more than those of a region whose border is
    /// drawn twice.
    package static func maxCrossings(ofEdges count: Int) -> Int { 10_000 + 4 * count }

    private struct Edge {
        var a, b: PlanePoint
        // Along the longer side of all edges together, and across it.
        var along, across: ClosedRange<Double>
    }

    /// Why rings are a tangle, in a few words; nil for none.
    ///
    /// A crossing is a pair of edges that meet other than in a common end.
    ///
    /// - Parameters:
    ///   - polygons: The polygons, of closed rings.
    ///   - maxCrossings: The maximum number of crossings; nil is ``maxCrossings(ofEdges:)``.
    ///   - maxBeside: The maximum number of edges beside an edge, on average.
    /// - Returns: The reason for refusing them.
    /// - Complexity: O(*n* log *n* + *c*) for *n* edges and *c* pairs side by side, at most `maxBeside` times *n*.
    package static func fault(
        _ polygons: [PlanePolygon], maxCrossings: Int? = nil, maxBeside: Int = 10_000
    ) -> String? {
        let edges = sortedEdges(of: polygons.flatMap(\.rings))
        let limit = maxCrossings ?? self.maxCrossings(ofEdges: edges.count)
        var (crossings, comparisons) = (0, 0)
        var open: [Int] = []
        for (number, edge) in edges.enumerated() {
            comparisons += open.count
            if comparisons > maxBeside * edges.count { return "too many edges lie side by side to be repaired" }
            open.removeAll { edges[$0].along.upperBound < edge.along.lowerBound }
            for other in open where edges[other].across.overlaps(edge.across) && meet(edges[other], edge) {
                crossings += 1
            }
            if crossings > limit { return "the borders cross more than \(limit) times, too often to be repaired" }
            open.append(number)
        }
        return nil
    }

    private static func sortedEdges(of rings: [[PlanePoint]]) -> [Edge] {
        let points = rings.joined()
        func span(_ values: some Sequence<Double>) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
        let isWide = span(points.lazy.map(\.x)) > span(points.lazy.map(\.y))
        var edges: [Edge] = []
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst()) where a != b {
                let (a, b) = (a.settled, b.settled)
                let (x, y) = (min(a.x, b.x)...max(a.x, b.x), min(a.y, b.y)...max(a.y, b.y))
                edges.append(Edge(a: a, b: b, along: isWide ? x : y, across: isWide ? y : x))
            }
        }
        edges.sort { $0.along.lowerBound < $1.along.lowerBound }
        return edges
    }

    /// Whether two edges with overlapping boxes meet other than in a common end.
    private static func meet(_ e: Edge, _ f: Edge) -> Bool {
        let (fromA, fromB) = (Orientation.of(f.a, f.b, e.a), Orientation.of(f.a, f.b, e.b))
        if fromA > 0 && fromB > 0 || fromA < 0 && fromB < 0 { return false }
        let (toA, toB) = (Orientation.of(e.a, e.b, f.a), Orientation.of(e.a, e.b, f.b))
        if toA > 0 && toB > 0 || toA < 0 && toB < 0 { return false }
        if fromA != 0, fromB != 0, toA != 0, toB != 0 { return true }
        func isInside(_ point: PlanePoint, _ side: Double, _ edge: Edge) -> Bool {
            guard side == 0, point != edge.a, point != edge.b else { return false }
            return min(edge.a.x, edge.b.x)...max(edge.a.x, edge.b.x) ~= point.x
                && min(edge.a.y, edge.b.y)...max(edge.a.y, edge.b.y) ~= point.y
        }
        return isInside(e.a, fromA, f) || isInside(e.b, fromB, f) || isInside(f.a, toA, e) || isInside(f.b, toB, e)
    }
}
