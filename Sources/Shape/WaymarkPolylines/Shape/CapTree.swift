package import WaymarkGeodesy

/// Numbered leaves in a binary tree of enclosing circles, for finding what is nearest.
///
/// Neighbouring numbers should be neighbours on the ground.
package struct CapTree: Sendable {
    /// A circle on the unit sphere that contains a part of what is searched.
    package struct Cap: Sendable {
        package var center: UnitVector
        /// Radians.
        package var radius: Double

        /// A circle around the arc between two places, given one in the middle of it.
        init(_ start: UnitVector, _ end: UnitVector, middle: UnitVector) {
            center = middle
            radius = max(middle.angle(to: start), middle.angle(to: end)) + CapTree.margin
        }

        /// A circle around two circles.
        init(_ a: Cap, _ b: Cap) {
            center = Self.sum([a.center, b.center]).normalized ?? a.center
            radius = max(center.angle(to: a.center) + a.radius, center.angle(to: b.center) + b.radius) + CapTree.margin
        }

        /// A circle around all arcs between places.
        package init(_ corners: [UnitVector]) {
            let center = Self.sum(corners).normalized ?? corners[0]
            let reach = corners.reduce(0) { max($0, center.angle(to: $1)) }
            self.center = center
            // A circle smaller than a quarter of the Earth contains the arcs between its points; a larger one need not.
            radius = reach < 1.5 ? reach + CapTree.margin : .pi
        }

        private static func sum(_ vectors: [UnitVector]) -> UnitVector {
            vectors.reduce(UnitVector(x: 0, y: 0, z: 0)) {
                UnitVector(x: $0.x + $1.x, y: $0.y + $1.y, z: $0.z + $1.z)
            }
        }

        /// A lower bound of the distance from a place to the circle, in metres.
        func minDistance(to place: UnitVector) -> Double {
            (center.angle(to: place) - radius) * Sphere.earth.radius.value
        }
    }

    package enum Descent { case divide, skip }

    /// A margin for the rounding of angles: 6 µm on the Earth.
    private static let margin = 1e-12

    private let leafCount: Int
    /// Each node is followed by its left part and its right part. A node of more than one leaf is divided in the
    /// middle.
    private let caps: ContiguousArray<Cap>

    /// The tree over `leafCount` leaves in the circles given by `cap`.
    ///
    /// - Complexity: O(*n*).
    package init(leafCount: Int, _ cap: (Int) -> Cap) {
        let place = UnitVector(x: 0, y: 0, z: 1)
        var caps = ContiguousArray(repeating: Cap(place, place, middle: place), count: max(0, 2 * leafCount - 1))
        func build(_ node: Int, _ leaves: Range<Int>) -> Cap {
            if leaves.count == 1 {
                caps[node] = cap(leaves.lowerBound)
            } else {
                let (left, right) = Self.halves(leaves)
                caps[node] = Cap(build(node + 1, left), build(node + 2 * left.count, right))
            }
            return caps[node]
        }
        if leafCount > 0 { _ = build(0, 0..<leafCount) }
        (self.leafCount, self.caps) = (leafCount, caps)
    }

    /// The parts of a range of leaves. A part of *n* leaves has 2*n* - 1 nodes.
    private static func halves(_ range: Range<Int>) -> (Range<Int>, Range<Int>) {
        let middle = range.lowerBound + (range.count + 1) / 2
        return (range.lowerBound..<middle, middle..<range.upperBound)
    }

    /// Calls `visit` with the circles from the root down; one that it divides is followed by its parts, a leaf by a call
    /// of `visitLeaf`.
    package func forEachCap(_ visit: (Cap) -> Descent, leaf visitLeaf: (Int) -> Void) {
        func visitNode(_ node: Int, _ leaves: Range<Int>) {
            guard visit(caps[node]) == .divide else { return }
            if leaves.count == 1 { return visitLeaf(leaves.lowerBound) }
            let (left, right) = Self.halves(leaves)
            visitNode(node + 1, left)
            visitNode(node + 2 * left.count, right)
        }
        if leafCount > 0 { visitNode(0, 0..<leafCount) }
    }

    /// Shows `visitor` all leaves whose circles come within its limit of a place, near ones early.
    ///
    /// - Complexity: O(log *n*) on average if the limit becomes the distance of the nearest leaf, O(*n*) if all are
    ///   equally near.
    package func visitLeaves(near place: UnitVector, _ visitor: inout some LeafVisitor) {
        if leafCount > 0, caps[0].minDistance(to: place) <= visitor.limit {
            search(0, 0..<leafCount, near: place, &visitor)
        }
    }

    private func search(
        _ node: Int, _ leaves: Range<Int>, near place: UnitVector, _ visitor: inout some LeafVisitor
    ) {
        if leaves.count == 1 { return visitor.visit(leaves.lowerBound) }
        let (left, right) = Self.halves(leaves)
        let (first, second) = (node + 1, node + 2 * left.count)
        var children = (
            (least: caps[first].minDistance(to: place), node: first, range: left),
            (least: caps[second].minDistance(to: place), node: second, range: right)
        )
        if children.1.least < children.0.least { swap(&children.0, &children.1) }
        if children.0.least <= visitor.limit { search(children.0.node, children.0.range, near: place, &visitor) }
        if children.1.least <= visitor.limit { search(children.1.node, children.1.range, near: place, &visitor) }
    }
}

/// Looks for what is nearest in the leaves of a tree. What a closure holds would be counted at each node.
package protocol LeafVisitor {
    /// The maximum distance of what is still of interest, in metres. It never rises.
    var limit: Double { get }

    mutating func visit(_ leaf: Int)
}
