package import WaymarkGeodesy

/// The segments of lines in a binary tree of enclosing circles, for finding the nearest place.
///
/// Segment *i* begins at vertex *i*. The last vertex of a line begins a segment of length zero, which is all of a line
/// of one vertex; it does not join the next line.
package struct LineTree: Sendable {
    /// A circle on the unit sphere that contains a part of a line.
    package struct Cap: Sendable {
        package var center: UnitVector
        /// Radians.
        package var radius: Double

        /// A circle around the arc between two places, given one in the middle of it.
        init(_ start: UnitVector, _ end: UnitVector, middle: UnitVector) {
            center = middle
            radius = max(middle.angle(to: start), middle.angle(to: end)) + LineTree.margin
        }

        /// A circle around two circles.
        init(_ a: Cap, _ b: Cap) {
            center = Self.sum([a.center, b.center]).normalized ?? a.center
            radius = max(center.angle(to: a.center) + a.radius, center.angle(to: b.center) + b.radius) + LineTree.margin
        }

        /// A circle around all arcs between places.
        init(_ corners: [UnitVector]) {
            let center = Self.sum(corners).normalized ?? corners[0]
            let reach = corners.reduce(0) { max($0, center.angle(to: $1)) }
            self.center = center
            // A circle smaller than a quarter of the Earth contains the arcs between its points; a larger one need not.
            radius = reach < 1.5 ? reach + LineTree.margin : .pi
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

    /// The place on the lines nearest to a given place.
    package struct Foot {
        package var segment: Int
        package var point: SegmentPoint
    }

    package enum Descent { case divide, skip }

    /// A margin for the rounding of angles: 6 µm on the Earth.
    private static let margin = 1e-12
    /// The number of segments in a leaf.
    private static let leafSize = 8

    private let vertices: ContiguousArray<Coordinate>
    /// Whether each vertex is the last of its line.
    private let isLast: ContiguousArray<Bool>
    /// Each node is followed by its left part and its right part. A node of more than one leaf is divided in the
    /// middle.
    private let caps: ContiguousArray<Cap>

    private var leafCount: Int { (vertices.count + Self.leafSize - 1) / Self.leafSize }

    /// The segments of lines, given the ranges of their vertices.
    ///
    /// - Precondition: `lines` are not empty, are consecutive, and together contain all vertices.
    /// - Complexity: O(*n*).
    package init(_ vertices: ContiguousArray<Coordinate>, lines: some Sequence<Range<Int>>) {
        var isLast = ContiguousArray(repeating: false, count: vertices.count)
        for line in lines { isLast[line.upperBound - 1] = true }
        precondition(isLast.last ?? true, "the lines do not hold all vertices")
        let vectors = vertices.map { UnitVector($0) }
        let leaves = (vertices.count + Self.leafSize - 1) / Self.leafSize
        let place = UnitVector(x: 0, y: 0, z: 1)
        var caps = ContiguousArray(repeating: Cap(place, place, middle: place), count: max(0, 2 * leaves - 1))
        func build(_ node: Int, _ range: Range<Int>) -> Cap {
            if range.count == 1 {
                let segments = Self.segments(ofLeaf: range.lowerBound, of: vertices.count)
                let end = isLast[segments.upperBound - 1] ? segments.upperBound : segments.upperBound + 1
                caps[node] = Cap(Array(vectors[segments.lowerBound..<end]))
            } else {
                let (left, right) = Self.halves(range)
                caps[node] = Cap(build(node + 1, left), build(node + 2 * left.count, right))
            }
            return caps[node]
        }
        if leaves > 0 { _ = build(0, 0..<leaves) }
        (self.vertices, self.isLast, self.caps) = (vertices, isLast, caps)
    }

    private static func segments(ofLeaf leaf: Int, of count: Int) -> Range<Int> {
        leaf * leafSize..<min(count, (leaf + 1) * leafSize)
    }

    /// The parts of a range of leaves. A part of *n* leaves has 2*n* - 1 nodes.
    private static func halves(_ range: Range<Int>) -> (Range<Int>, Range<Int>) {
        let middle = range.lowerBound + (range.count + 1) / 2
        return (range.lowerBound..<middle, middle..<range.upperBound)
    }

    private func end(_ segment: Int) -> Coordinate { vertices[isLast[segment] ? segment : segment + 1] }

    /// The circle around a part of a segment.
    private func cap(_ segment: Int, from first: Double, to last: Double) -> Cap {
        func place(_ fraction: Double) -> UnitVector {
            UnitVector(Sphere.earth.interpolate(from: vertices[segment], to: end(segment), fraction: fraction))
        }
        return Cap(place(first), place(last), middle: place((first + last) / 2))
    }

    /// Calls `visit` with circles that contain the lines, from the root down. A circle that it divides is visited again
    /// in parts, a segment in halves.
    package func forEachCap(_ visit: (Cap) -> Descent) {
        func visitArc(_ segment: Int, _ first: Double, _ last: Double) {
            guard visit(cap(segment, from: first, to: last)) == .divide else { return }
            visitArc(segment, first, (first + last) / 2)
            visitArc(segment, (first + last) / 2, last)
        }
        func visitNode(_ node: Int, _ range: Range<Int>) {
            guard visit(caps[node]) == .divide else { return }
            guard range.count == 1 else {
                let (left, right) = Self.halves(range)
                visitNode(node + 1, left)
                visitNode(node + 2 * left.count, right)
                return
            }
            for segment in Self.segments(ofLeaf: range.lowerBound, of: vertices.count) {
                // The end of a line belongs to the previous segment, if there is one.
                if isLast[segment], segment > 0, !isLast[segment - 1] { continue }
                visitArc(segment, 0, 1)
            }
        }
        if leafCount > 0 { visitNode(0, 0..<leafCount) }
    }

    /// The nearest place of the lines within `limit`, on the first of equally near segments; nil if there is none.
    ///
    /// Exact: equal to a scan over all segments.
    ///
    /// - Complexity: O(log *n*) on average, O(*n*) if all segments are equally near.
    package func nearest(to place: Coordinate, within limit: Meters) -> Foot? {
        guard leafCount > 0 else { return nil }
        let vector = UnitVector(place)
        var best: Foot?
        func search(_ node: Int, _ range: Range<Int>) {
            guard range.count > 1 else {
                for segment in Self.segments(ofLeaf: range.lowerBound, of: vertices.count) {
                    let point = Sphere.earth.nearestPoint(
                        to: place, onSegmentFrom: vertices[segment], to: end(segment))
                    guard point.distance <= limit else { continue }
                    if let best, (best.point.distance, best.segment) <= (point.distance, segment) { continue }
                    best = Foot(segment: segment, point: point)
                }
                return
            }
            let (left, right) = Self.halves(range)
            let (first, second) = (node + 1, node + 2 * left.count)
            var children = (
                (least: caps[first].minDistance(to: vector), node: first, range: left),
                (least: caps[second].minDistance(to: vector), node: second, range: right)
            )
            if children.1.least < children.0.least { swap(&children.0, &children.1) }
            if children.0.least <= (best?.point.distance ?? limit).value { search(children.0.node, children.0.range) }
            if children.1.least <= (best?.point.distance ?? limit).value { search(children.1.node, children.1.range) }
        }
        search(0, 0..<leafCount)
        return best
    }
}
