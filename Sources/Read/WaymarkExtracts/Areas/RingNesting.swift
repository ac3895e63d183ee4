/// The parts of an area of rings that do not cross: a ring inside an odd number of others is a hole.
///
/// If the border is broken, a ring of inner ways that lies in no other is the hole of something that is missing, and is
/// left out.
func nestedParts(_ rings: [BorderGraph.Ring], isBroken: Bool) -> [MapArea.Part] {
    let around = rings.count > 1 ? RingSlabs(rings).ringsAround() : rings.map { _ in [] }
    let isLeftOut = rings.indices.map { isBroken && rings[$0].isInner && around[$0].isEmpty }
    let depths = around.map { $0.count { !isLeftOut[$0] } }
    var inners: [Int: [[MapPoint]]] = [:]
    var outers: [Int] = []
    for index in rings.indices where !isLeftOut[index] {
        let enclosing = around[index].filter { depths[$0] % 2 == 0 && !isLeftOut[$0] }
        if depths[index] % 2 == 1, let outer = enclosing.max(by: { depths[$0] < depths[$1] }) {
            inners[outer, default: []].append(rings[index].points)
        } else {
            outers.append(index)
        }
    }
    return outers.map { MapArea.Part(outer: rings[$0].points, inners: inners[$0] ?? []) }
}

/// The edges of rings in slabs of latitude, in which a ray to the east meets few edges that it does not cross.
private struct RingSlabs {
    private struct Edge {
        var (ax, ay, bx, by): (Double, Double, Double, Double)
        var ring: Int
    }

    private var edges: [Edge] = []
    /// The first edge of each ring.
    private var firsts: [Int] = []
    private let count: Int
    private let (south, height): (Double, Double)
    /// The edges of slab `i`: `listed[starts[i]..<starts[i + 1]]`.
    private var listed: [Int32] = []
    private var starts: [Int] = []

    init(_ rings: [BorderGraph.Ring]) {
        let origin = Int64(rings[0].points[0].longitude)
        func flat(_ point: MapPoint) -> (Double, Double) {
            (Double(PlanePart.wrapped(Int64(point.longitude) - origin)), Double(point.latitude))
        }
        var (south, north, climb) = (Double.infinity, -Double.infinity, 0.0)
        for (ring, points) in rings.lazy.map(\.points).enumerated() {
            firsts.append(edges.count)
            var (ax, ay) = flat(points[points.count - 1])
            for point in points {
                let (bx, by) = flat(point)
                edges.append(Edge(ax: ax, ay: ay, bx: bx, by: by, ring: ring))
                (south, north, climb) = (min(south, by), max(north, by), climb + abs(by - ay))
                (ax, ay) = (bx, by)
            }
        }
        // So many that edges lie in four on average.
        let wanted = 3 * Double(edges.count) * (north - south) / climb
        count = wanted >= 1 ? Int(min(wanted, Double(edges.count))) : 1
        self.south = south
        height = max(1, (north - south) / Double(count))
        starts = [Int](repeating: 0, count: count + 1)
        for edge in edges { for slab in slabs(of: edge) { starts[slab + 1] += 1 } }
        for slab in 0..<count { starts[slab + 1] += starts[slab] }
        var next = starts
        listed = [Int32](repeating: 0, count: starts[count])
        for (index, edge) in edges.enumerated() {
            for slab in slabs(of: edge) {
                listed[next[slab]] = Int32(index)
                next[slab] += 1
            }
        }
    }

    private func slab(_ y: Double) -> Int { min(count - 1, Int((y - south) / height)) }

    private func slabs(of edge: Edge) -> ClosedRange<Int> {
        slab(min(edge.ay, edge.by))...slab(max(edge.ay, edge.by))
    }

    /// The rings around each ring, ascending.
    func ringsAround() -> [[Int]] {
        var isAround = [Bool](repeating: false, count: firsts.count)
        return firsts.indices.map { ring in
            // Rings may touch at points, but not in the middle of an edge.
            let edge = edges[firsts[ring]]
            let (x, y) = ((edge.ax + edge.bx) / 2, (edge.ay + edge.by) / 2)
            var crossed: [Int] = []
            for index in listed[starts[slab(y)]..<starts[slab(y) + 1]] {
                let edge = edges[Int(index)]
                guard edge.ring != ring, (edge.ay > y) != (edge.by > y) else { continue }
                if x < edge.ax + (edge.bx - edge.ax) * ((y - edge.ay) / (edge.by - edge.ay)) {
                    if !isAround[edge.ring] { crossed.append(edge.ring) }
                    isAround[edge.ring].toggle()
                }
            }
            // A ring that was crossed twice, then once more, is in the list twice.
            var around: [Int] = []
            for other in crossed where isAround[other] {
                around.append(other)
                isAround[other] = false
            }
            return around.sorted()
        }
    }
}
