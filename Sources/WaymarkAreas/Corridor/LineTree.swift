internal import WaymarkGeodesy

/// The segments of lines in a binary tree of circles around them; nothing joins one line to the next.
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

    /// The vertices of all lines.
    private let vertices: [Coordinate]
    /// Length of the lines up to each vertex, in metres.
    private let lengths: [Double]
    /// The vertices that each segment joins; a line of one place is a segment without length.
    private let segments: [(start: Int, end: Int)]
    /// The first segment of each line, or of the next that has any.
    private let firstSegments: [Int]
    /// The root is 1, the children of i are 2i and 2i + 1; a node of more than one segment is divided in the middle.
    private var caps: [Cap] = []

    private var count: Int { segments.count }

    init(_ lines: [[Coordinate]]) {
        var (vertices, lengths): ([Coordinate], [Double]) = ([], [])
        var (segments, firstSegments): ([(start: Int, end: Int)], [Int]) = ([], [])
        var length = 0.0
        for line in lines {
            firstSegments.append(segments.count)
            let first = vertices.count
            for (i, vertex) in line.enumerated() {
                if i > 0 {
                    length += Sphere.earth.distance(from: line[i - 1], to: vertex).value
                    segments.append((first + i - 1, first + i))
                }
                vertices.append(vertex)
                lengths.append(length)
            }
            if line.count == 1 { segments.append((first, first)) }
        }
        (self.vertices, self.lengths) = (vertices, lengths)
        (self.segments, self.firstSegments) = (segments, firstSegments)
        guard let first = vertices.first else { return }
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

    private func start(_ segment: Int) -> Coordinate { vertices[segments[segment].start] }
    private func end(_ segment: Int) -> Coordinate { vertices[segments[segment].end] }

    /// The line that a segment is of, and which of its segments it is.
    func place(of segment: Int) -> (line: Int, segment: Int) {
        // The last line whose first segment is not behind it.
        var (low, high) = (0, firstSegments.count)
        while low < high {
            let middle = (low + high) / 2
            if firstSegments[middle] <= segment { low = middle + 1 } else { high = middle }
        }
        return (low - 1, segment - firstSegments[low - 1])
    }

    /// The circle around a part of a segment.
    private func cap(_ segment: Int, from first: Double, to last: Double) -> Cap {
        func place(_ fraction: Double) -> UnitVector {
            UnitVector(Sphere.earth.interpolate(from: start(segment), to: end(segment), fraction: fraction))
        }
        return Cap(place(first), place(last), middle: place((first + last) / 2))
    }

    /// How far along the lines a place on them is.
    func along(_ foot: Foot) -> Meters {
        let (start, end) = (lengths[segments[foot.segment].start], lengths[segments[foot.segment].end])
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
