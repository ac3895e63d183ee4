import WaymarkGeodesy

/// A tree of boxes over points in a fixed order: every leaf is a run of 32 points, every node has 8 children.
///
/// The boxes hold unit vectors, so that there is no antimeridian and there are no poles, and the distance from a
/// point to a box is a true lower bound. They are rounded outwards to single precision; distances to them are
/// computed in double. The tree is implicit: child `j` of node `i` is node `8 i + j` of the level below, and the
/// last level is the runs of points themselves.
///
/// - SeeAlso: Packed Hilbert R-tree, Kamel and Faloutsos 1993; mourner/flatbush.
struct PackedRTree: Sendable {
    /// Points in a leaf.
    static let leaf = 32
    /// Children of a node.
    static let fan = 8

    /// The boxes of a node's children, side by side.
    struct Node: Sendable {
        var lowX, lowY, lowZ, highX, highY, highZ: SIMD8<Float>

        /// No children: boxes far outside the unit sphere, which no search reaches.
        static let empty = Node(
            lowX: .init(repeating: 8), lowY: .init(repeating: 8), lowZ: .init(repeating: 8),
            highX: .init(repeating: 8), highY: .init(repeating: 8), highZ: .init(repeating: 8))
    }

    /// All nodes, level by level; first the parents of the leaves, last the root.
    private(set) var nodes: ContiguousArray<Node> = []
    /// Where each level begins in `nodes`.
    private(set) var levels: ContiguousArray<Int> = []
    /// How many points there are.
    let count: Int

    /// A tree over vectors in their order.
    ///
    /// - Complexity: O(*n*).
    init(x: Span<Double>, y: Span<Double>, z: Span<Double>) {
        count = x.count
        guard count > 0 else { return }

        var boxes: ContiguousArray<Box> = []
        boxes.reserveCapacity((count + Self.leaf - 1) / Self.leaf)
        for start in stride(from: 0, to: count, by: Self.leaf) {
            var box = Box.empty
            for i in start..<min(count, start + Self.leaf) { box.extend(x[i], y[i], z[i]) }
            boxes.append(box)
        }
        repeat {
            levels.append(nodes.count)
            var parents: ContiguousArray<Box> = []
            for start in stride(from: 0, to: boxes.count, by: Self.fan) {
                var node = Node.empty
                var parent = Box.empty
                for j in 0..<min(Self.fan, boxes.count - start) {
                    let box = boxes[start + j]
                    node.lowX[j] = roundedDown(box.lowX)
                    node.lowY[j] = roundedDown(box.lowY)
                    node.lowZ[j] = roundedDown(box.lowZ)
                    node.highX[j] = -roundedDown(-box.highX)
                    node.highY[j] = -roundedDown(-box.highY)
                    node.highZ[j] = -roundedDown(-box.highZ)
                    parent.extend(box)
                }
                nodes.append(node)
                parents.append(parent)
            }
            boxes = parents
        } while boxes.count > 1
    }

    /// The points below child `child` (numbered through its level) of a node on `level`.
    @inline(__always)
    func points(below child: Int, onLevel level: Int) -> Range<Int> {
        // 32 * 8^level points a child.
        let shift = 5 + 3 * level
        return (child << shift)..<min(count, (child + 1) << shift)
    }

    /// Squared distances from a vector to the nearest and to the farthest corner of each child's box.
    @inline(__always)
    static func bounds(of node: Node, from v: UnitVector) -> (nearest: SIMD8<Double>, farthest: SIMD8<Double>) {
        // Subtraction, product and sum are monotone as rounded, so that no point of a box is nearer or farther.
        @inline(__always)
        func axis(_ low: SIMD8<Float>, _ high: SIMD8<Float>, _ at: Double) -> (SIMD8<Double>, SIMD8<Double>) {
            let below = SIMD8<Double>(low) - at
            let above = at - SIMD8<Double>(high)
            let outside = pointwiseMax(pointwiseMax(below, above), SIMD8<Double>(repeating: 0))
            let across = pointwiseMax(-below, -above)
            return (outside * outside, across * across)
        }
        let (nearX, farX) = axis(node.lowX, node.highX, v.x)
        let (nearY, farY) = axis(node.lowY, node.highY, v.y)
        let (nearZ, farZ) = axis(node.lowZ, node.highZ, v.z)
        return (nearX + nearY + nearZ, farX + farY + farZ)
    }

    /// Calls `body` with runs of points that together hold every point of `circle`; `wholly` says that all of a
    /// run lies inside.
    @inline(__always)
    func walk<E: Error>(_ circle: Circle, _ body: (Range<Int>, _ wholly: Bool) throws(E) -> Void) throws(E) {
        guard count > 0 else { return }
        try walk(circle, level: levels.count - 1, node: 0, body)
    }

    private func walk<E: Error>(
        _ circle: Circle, level: Int, node: Int, _ body: (Range<Int>, _ wholly: Bool) throws(E) -> Void
    ) throws(E) {
        let (nearest, farthest) = Self.bounds(of: nodes[levels[level] + node], from: circle.center)
        for j in 0..<Self.fan where nearest[j] <= circle.possiblyInside {
            let child = node * Self.fan + j
            if farthest[j] <= circle.surelyInside {
                try body(points(below: child, onLevel: level), true)
            } else if level == 0 {
                try body(points(below: child, onLevel: 0), false)
            } else {
                try walk(circle, level: level - 1, node: child, body)
            }
        }
    }
}

/// A box of unit vectors in double precision, while the tree is built.
private struct Box {
    var lowX, lowY, lowZ, highX, highY, highZ: Double

    static let empty = Box(
        lowX: .infinity, lowY: .infinity, lowZ: .infinity, highX: -.infinity, highY: -.infinity, highZ: -.infinity)

    mutating func extend(_ x: Double, _ y: Double, _ z: Double) {
        extend(Box(lowX: x, lowY: y, lowZ: z, highX: x, highY: y, highZ: z))
    }

    mutating func extend(_ other: Box) {
        lowX = min(lowX, other.lowX)
        lowY = min(lowY, other.lowY)
        lowZ = min(lowZ, other.lowZ)
        highX = max(highX, other.highX)
        highY = max(highY, other.highY)
        highZ = max(highZ, other.highZ)
    }
}

/// The greatest single-precision number that is not above `value`.
private func roundedDown(_ value: Double) -> Float {
    let nearest = Float(value)
    return Double(nearest) > value ? nearest.nextDown : nearest
}
