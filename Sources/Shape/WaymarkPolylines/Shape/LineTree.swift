package import WaymarkGeodesy

/// The segments of lines in a tree of enclosing circles, for finding the nearest place.
///
/// Segment *i* begins at vertex *i*. The last vertex of a line begins a segment of length zero, which is all of a line
/// of one vertex; it does not join the next line.
package struct LineTree: Sendable {
    /// The place on the lines nearest to a given place.
    package struct Foot {
        package var segment: Int
        package var point: SegmentPoint
    }

    /// The number of segments in a leaf.
    private static let leafSize = 8

    private let vertices: ContiguousArray<Coordinate>
    /// Whether each vertex is the last of its line.
    private let isLast: ContiguousArray<Bool>
    private let tree: CapTree

    /// The segments of lines, given the ranges of their vertices.
    ///
    /// - Precondition: `lines` are not empty, are consecutive, and together contain all vertices.
    /// - Complexity: O(*n*).
    package init(_ vertices: ContiguousArray<Coordinate>, lines: some Sequence<Range<Int>>) {
        var isLast = ContiguousArray(repeating: false, count: vertices.count)
        for line in lines { isLast[line.upperBound - 1] = true }
        precondition(isLast.last ?? true, "the lines do not hold all vertices")
        let vectors = vertices.map { UnitVector($0) }
        tree = CapTree(leafCount: (vertices.count + Self.leafSize - 1) / Self.leafSize) { leaf in
            let segments = Self.segments(ofLeaf: leaf, of: vertices.count)
            let end = isLast[segments.upperBound - 1] ? segments.upperBound : segments.upperBound + 1
            return CapTree.Cap(Array(vectors[segments.lowerBound..<end]))
        }
        (self.vertices, self.isLast) = (vertices, isLast)
    }

    private static func segments(ofLeaf leaf: Int, of count: Int) -> Range<Int> {
        leaf * leafSize..<min(count, (leaf + 1) * leafSize)
    }

    private func end(_ segment: Int) -> Coordinate { vertices[isLast[segment] ? segment : segment + 1] }

    /// The circle around a part of a segment.
    private func cap(_ segment: Int, from first: Double, to last: Double) -> CapTree.Cap {
        func place(_ fraction: Double) -> UnitVector {
            UnitVector(Sphere.earth.interpolate(from: vertices[segment], to: end(segment), fraction: fraction))
        }
        return CapTree.Cap(place(first), place(last), middle: place((first + last) / 2))
    }

    /// Calls `visit` with circles that contain the lines, from the root down. A circle that it divides is visited again
    /// in parts, a segment in halves.
    package func forEachCap(_ visit: (CapTree.Cap) -> CapTree.Descent) {
        func visitArc(_ segment: Int, _ first: Double, _ last: Double) {
            guard visit(cap(segment, from: first, to: last)) == .divide else { return }
            visitArc(segment, first, (first + last) / 2)
            visitArc(segment, (first + last) / 2, last)
        }
        tree.forEachCap(visit) { leaf in
            for segment in Self.segments(ofLeaf: leaf, of: vertices.count) {
                // The end of a line belongs to the previous segment, if there is one.
                if isLast[segment], segment > 0, !isLast[segment - 1] { continue }
                visitArc(segment, 0, 1)
            }
        }
    }

    /// The nearest place of the lines within `limit`, on the first of equally near segments; nil if there is none.
    ///
    /// Exact: equal to a scan over all segments.
    ///
    /// - Complexity: O(log *n*) on average, O(*n*) if all segments are equally near.
    package func nearest(to place: Coordinate, within limit: Meters) -> Foot? {
        var search = FootSearch(lines: self, place: place, maxDistance: limit)
        tree.visitLeaves(near: UnitVector(place), &search)
        return search.best
    }

    private struct FootSearch: LeafVisitor {
        let lines: LineTree
        let place: Coordinate
        let maxDistance: Meters
        var best: Foot?

        var limit: Double { (best?.point.distance ?? maxDistance).value }

        mutating func visit(_ leaf: Int) {
            for segment in LineTree.segments(ofLeaf: leaf, of: lines.vertices.count) {
                let point = Sphere.earth.nearestPoint(
                    to: place, onSegmentFrom: lines.vertices[segment], to: lines.end(segment))
                guard point.distance <= maxDistance else { continue }
                if let best, (best.point.distance, best.segment) <= (point.distance, segment) { continue }
                best = Foot(segment: segment, point: point)
            }
        }
    }
}
