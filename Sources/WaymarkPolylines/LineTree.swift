internal import WaymarkGeodesy

/// The segments of a line in a binary tree of circles around them.
struct LineTree: Sendable {
    /// A circle on the unit sphere that holds a part of a line.
    struct Cap: Sendable {
        var center: UnitVector
        /// Radians.
        var radius: Double

        /// A circle around the arc between two places, given one in the middle of it.
        init(_ start: UnitVector, _ end: UnitVector, middle: UnitVector) {
            center = middle
            radius = max(middle.angle(to: start), middle.angle(to: end)) + LineTree.margin
        }

        /// A circle around two circles.
        init(_ a: Cap, _ b: Cap) {
            let sum = UnitVector(
                x: a.center.x + b.center.x, y: a.center.y + b.center.y, z: a.center.z + b.center.z)
            let middle = sum.normalized ?? a.center
            center = middle
            radius = max(middle.angle(to: a.center) + a.radius, middle.angle(to: b.center) + b.radius) + LineTree.margin
        }
    }

    /// The place on the line that is nearest to another.
    struct Foot {
        var segment: Int
        var point: SegmentPoint
    }

    enum Visit { case divide, skip }

    /// What covers the rounding of angles: 6 µm on the Earth.
    private static let margin = 1e-12

    let vertices: [Coordinate]
    /// Length of the line up to each vertex, in metres.
    private let lengths: [Double]
    /// The root is 1, the children of i are 2i and 2i + 1; a node of more than one segment is divided in the middle.
    private var caps: [Cap] = []

    /// How many segments there are; a line of one place has one, of no length.
    var count: Int { vertices.isEmpty ? 0 : max(1, vertices.count - 1) }

    init(_ line: [Coordinate]) {
        vertices = line
        var lengths = [0.0]
        for (start, end) in zip(line, line.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + Sphere.earth.distance(from: start, to: end).value)
        }
        self.lengths = lengths
        guard let first = line.first else { return }
        let place = UnitVector(first)
        var depth = 1
        while depth < count { depth *= 2 }
        caps = Array(repeating: Cap(place, place, middle: place), count: 2 * depth)
        _ = build(1, 0..<count)
    }

    private mutating func build(_ node: Int, _ range: Range<Int>) -> Cap {
        if range.count == 1 {
            caps[node] = cap(range.lowerBound, from: 0, to: 1)
        } else {
            let (left, right) = halves(range)
            caps[node] = Cap(build(2 * node, left), build(2 * node + 1, right))
        }
        return caps[node]
    }

    private func halves(_ range: Range<Int>) -> (Range<Int>, Range<Int>) {
        // The left one is the larger, so that its depth, too, is at most that of the whole less one.
        let middle = range.lowerBound + (range.count + 1) / 2
        return (range.lowerBound..<middle, middle..<range.upperBound)
    }

    private func start(_ segment: Int) -> Coordinate { vertices[segment] }
    private func end(_ segment: Int) -> Coordinate { vertices[min(segment + 1, vertices.count - 1)] }

    /// The circle around a part of a segment.
    private func cap(_ segment: Int, from first: Double, to last: Double) -> Cap {
        func place(_ fraction: Double) -> UnitVector {
            UnitVector(Sphere.earth.interpolate(from: start(segment), to: end(segment), fraction: fraction))
        }
        return Cap(place(first), place(last), middle: place((first + last) / 2))
    }

    /// How far along the line a place on it is.
    func along(_ foot: Foot) -> Meters {
        let start = lengths[foot.segment]
        let end = lengths[min(foot.segment + 1, lengths.count - 1)]
        return Meters(start + (end - start) * foot.point.fraction)
    }

    /// Calls `visit` with circles that hold the line, from the root down: what it divides is visited again in two parts,
    /// segments by their halves.
    func forEachCap(_ visit: (Cap) -> Visit) {
        guard count > 0 else { return }
        func visitArc(_ segment: Int, _ first: Double, _ last: Double) {
            guard visit(cap(segment, from: first, to: last)) == .divide else { return }
            visitArc(segment, first, (first + last) / 2)
            visitArc(segment, (first + last) / 2, last)
        }
        func visitNode(_ node: Int, _ range: Range<Int>) {
            if range.count == 1 { return visitArc(range.lowerBound, 0, 1) }
            guard visit(caps[node]) == .divide else { return }
            let (left, right) = halves(range)
            visitNode(2 * node, left)
            visitNode(2 * node + 1, right)
        }
        visitNode(1, 0..<count)
    }

    /// The nearest place of the line within `limit`, on the first of equally near segments; nil where there is none.
    func nearest(to place: Coordinate, within limit: Meters) -> Foot? {
        guard count > 0 else { return nil }
        let vector = UnitVector(place)
        var best: Foot?
        func least(_ node: Int) -> Double {
            (vector.angle(to: caps[node].center) - caps[node].radius) * Sphere.earth.radius.value
        }
        func search(_ node: Int, _ range: Range<Int>) {
            if range.count == 1 {
                let segment = range.lowerBound
                let point = Sphere.earth.nearestPoint(
                    to: place, onSegmentFrom: start(segment), to: end(segment))
                guard point.distance <= limit else { return }
                if let best {
                    guard (point.distance, segment) < (best.point.distance, best.segment) else { return }
                }
                best = Foot(segment: segment, point: point)
                return
            }
            let (left, right) = halves(range)
            var children = [(least(2 * node), 2 * node, left), (least(2 * node + 1), 2 * node + 1, right)]
            if children[1].0 < children[0].0 { children.swapAt(0, 1) }
            for (least, child, range) in children where least <= min(best?.point.distance ?? limit, limit).value {
                search(child, range)
            }
        }
        search(1, 0..<count)
        return best
    }
}
