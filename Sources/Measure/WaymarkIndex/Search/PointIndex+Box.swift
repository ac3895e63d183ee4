import WaymarkGeodesy

extension PointIndex {
    /// Returns the points in `box`, by index.
    ///
    /// The points for which `box.contains` is true: edges belong to the box, which may cross the antimeridian and
    /// contain a pole.
    ///
    /// - Parameters:
    ///   - box: The box to search.
    ///   - isIncluded: Whether a point, given by its index, is included; called only for points in the box.
    /// - Returns: Indices, ascending; empty if no point lies inside.
    /// - Complexity: O(log *n* + *m* log *m*) for *m* points found, on average.
    public func points(in box: BoundingBox, where isIncluded: ((Int) -> Bool)? = nil) -> [Int] {
        var found: [Int] = []
        forEachPoint(in: box, where: isIncluded) { found.append($0) }
        found.sort()
        return found
    }

    /// Calls `body` with the index of each point in `box`, in no particular order; allocates nothing.
    ///
    /// The same points as ``points(in:where:)``. An error from `body` ends the search.
    public func forEachPoint<E: Error>(
        in box: BoundingBox, where isIncluded: ((Int) -> Bool)? = nil, _ body: (Int) throws(E) -> Void
    ) throws(E) {
        guard tree.count > 0 else { return }
        try walk(box, Wedge(box), level: tree.top, node: 0) { (slot) throws(E) in
            let position = store.position(at: slot)
            if let isIncluded, !isIncluded(position) { return }
            try body(position)
        }
    }

    private func walk<E: Error>(
        _ box: BoundingBox, _ wedge: Wedge, level: Int, node: Int, _ body: (Int) throws(E) -> Void
    ) throws(E) {
        let boxes = tree.node(node, onLevel: level)
        for j in 0..<PackedRTree.fan where wedge.mayTouch(boxes, j) {
            let child = node * PackedRTree.fan + j
            let points = tree.points(below: child, onLevel: level)
            if points.isEmpty { continue }
            if level > 0 {
                try walk(box, wedge, level: level - 1, node: child, body)
            } else {
                for slot in points where box.contains(store.coordinate(at: slot)) {
                    try body(slot)
                }
            }
        }
    }
}

/// A bounding box in the space of unit vectors: a slab of heights, and a wedge between two half-planes through the
/// axis.
private struct Wedge {
    private let low: Double
    private let high: Double
    /// Inner normals of the western and the eastern half-plane, in x and y.
    private let west: (x: Double, y: Double)
    private let east: (x: Double, y: Double)
    private let span: Double

    /// Covers the rounding of sines, products and unit vectors.
    private static let margin = 1e-15 * 8

    init(_ box: BoundingBox) {
        low = sinCos(degrees: box.south).sin - Self.margin
        high = sinCos(degrees: box.north).sin + Self.margin
        let (westSine, westCosine) = sinCos(degrees: box.west)
        let (eastSine, eastCosine) = sinCos(degrees: box.east)
        west = (-westSine, westCosine)
        east = (eastSine, -eastCosine)
        span = box.longitudeSpan
    }

    /// Whether a child's box may contain a point of the wedge; true for every box that does.
    func mayTouch(_ node: PackedRTree.Node, _ j: Int) -> Bool {
        // An empty child lies at height 8, above every slab.
        guard Double(node.lowZ[j]) <= high, Double(node.highZ[j]) >= low else { return false }
        guard span < 360 else { return true }
        let x = (Double(node.lowX[j]), Double(node.highX[j]))
        let y = (Double(node.lowY[j]), Double(node.highY[j]))
        func reaches(_ normal: (x: Double, y: Double)) -> Bool {
            max(normal.x * x.0, normal.x * x.1) + max(normal.y * y.0, normal.y * y.1) >= -Self.margin
        }
        return span <= 180 ? reaches(west) && reaches(east) : reaches(west) || reaches(east)
    }
}
