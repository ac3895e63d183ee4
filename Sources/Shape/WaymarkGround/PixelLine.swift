/// A point of a level or a map, in its pixels.
package struct PixelPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A box of such points.
package struct PixelBounds: Hashable, Sendable {
    package var (low, high): (PixelPoint, PixelPoint)

    package init(_ low: PixelPoint, _ high: PixelPoint) { (self.low, self.high) = (low, high) }

    /// The box of points; nil of none.
    package init?(_ points: some Sequence<PixelPoint>) {
        var iterator = points.makeIterator()
        guard let first = iterator.next() else { return nil }
        (low, high) = (first, first)
        while let point = iterator.next() {
            (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
            (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
        }
    }

    package var width: Double { high.x - low.x }
    package var height: Double { high.y - low.y }

    /// Whether it touches another.
    package func meets(_ other: PixelBounds) -> Bool {
        low.x <= other.high.x && high.x >= other.low.x && low.y <= other.high.y && high.y >= other.low.y
    }

    package func contains(_ other: PixelBounds) -> Bool {
        low.x <= other.low.x && high.x >= other.high.x && low.y <= other.low.y && high.y >= other.high.y
    }

    package func grown(by margin: Double) -> PixelBounds {
        PixelBounds(
            PixelPoint(x: low.x - margin, y: low.y - margin), PixelPoint(x: high.x + margin, y: high.y + margin))
    }
}

/// Lines and rings on a plane: less detail, and parts of them.
package enum PixelLine {
    /// The points of a line without which it differs by `tolerance` at most, by Douglas and Peucker.
    ///
    /// - Complexity: O(*n* log *n*) for most lines, O(*n*²) at worst.
    package static func thinned(_ line: [PixelPoint], _ tolerance: Double) -> [PixelPoint] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        var open = [(0, line.count - 1)]
        while let (first, last) = open.popLast() {
            guard last - first > 1 else { continue }
            let (a, b) = (line[first], line[last])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let squared = dx * dx + dy * dy
            var (farthest, most) = (first, tolerance * tolerance)
            for i in first + 1..<last {
                let (px, py) = (line[i].x - a.x, line[i].y - a.y)
                let along = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
                let (ex, ey) = (px - along * dx, py - along * dy)
                let error = ex * ex + ey * ey
                if error > most { (farthest, most) = (i, error) }
            }
            if farthest > first {
                isKept[farthest] = true
                open.append((first, farthest))
                open.append((farthest, last))
            }
        }
        return line.indices.lazy.filter { isKept[$0] }.map { line[$0] }
    }

    /// The same of a ring, which is divided at the point farthest from its first.
    package static func thinned(ring: [PixelPoint], _ tolerance: Double) -> [PixelPoint] {
        guard let first = ring.first, ring.count > 3 else { return ring }
        func distance(_ point: PixelPoint) -> Double {
            let (dx, dy) = (point.x - first.x, point.y - first.y)
            return dx * dx + dy * dy
        }
        let farthest = ring.indices.reduce(0) { distance(ring[$1]) > distance(ring[$0]) ? $1 : $0 }
        guard farthest > 0 else { return [first] }
        return thinned(Array(ring[...farthest]), tolerance).dropLast()
            + thinned(Array(ring[farthest...]) + [first], tolerance).dropLast()
    }

    /// Twice the area of a ring, above zero if it is clockwise on a map, whose y is down.
    package static func turn(_ ring: [PixelPoint]) -> Double {
        guard var last = ring.last else { return 0 }
        let origin = last
        var sum = 0.0
        for point in ring {
            sum += (last.x - origin.x) * (point.y - origin.y) - (point.x - origin.x) * (last.y - origin.y)
            last = point
        }
        return sum
    }

    /// The parts of a line in a half-plane.
    package static func clipped(_ line: [PixelPoint], _ side: HalfPlane) -> [[PixelPoint]] {
        var (parts, part): ([[PixelPoint]], [PixelPoint]) = ([], [])
        for (number, point) in line.enumerated() {
            let isIn = side.contains(point)
            if number > 0, isIn != side.contains(line[number - 1]) {
                part.append(side.crossing(line[number - 1], point))
                if !isIn {
                    if part.count > 1 { parts.append(part) }
                    part = []
                }
            }
            if isIn { part.append(point) }
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// What of a ring is in a half-plane, closed along its edge, by Sutherland and Hodgman; empty for nothing.
    package static func clipped(ring: [PixelPoint], _ side: HalfPlane) -> [PixelPoint] {
        guard var last = ring.last else { return [] }
        var clipped: [PixelPoint] = []
        for point in ring {
            let isIn = side.contains(point)
            if isIn != side.contains(last) { clipped.append(side.crossing(last, point)) }
            if isIn { clipped.append(point) }
            last = point
        }
        return clipped.count < 3 ? [] : clipped
    }

    /// The stretches of a line that touch a box, whole segments.
    package static func stretches(_ line: [PixelPoint], touching box: PixelBounds) -> [ArraySlice<PixelPoint>] {
        var (found, start): ([ArraySlice<PixelPoint>], Int?) = ([], nil)
        for i in line.indices.dropLast() {
            let (a, b) = (line[i], line[i + 1])
            let isSeen =
                min(a.x, b.x) <= box.high.x && max(a.x, b.x) >= box.low.x && min(a.y, b.y) <= box.high.y
                && max(a.y, b.y) >= box.low.y
            if isSeen {
                start = start ?? i
            } else if let first = start {
                found.append(line[first...i])
                start = nil
            }
        }
        if let first = start { found.append(line[first...]) }
        return found
    }

    /// The parts of a line in a box.
    package static func clipped(_ line: [PixelPoint], to box: PixelBounds) -> [[PixelPoint]] {
        guard let bounds = PixelBounds(line), box.meets(bounds) else { return [] }
        if box.contains(bounds) { return [line] }
        return HalfPlane.sides(of: box).reduce([line]) { parts, side in parts.flatMap { clipped($0, side) } }
    }

    /// What of a ring is in a box; empty for nothing.
    package static func clipped(ring: [PixelPoint], to box: PixelBounds) -> [PixelPoint] {
        guard let bounds = PixelBounds(ring) else { return [] }
        if box.contains(bounds) { return ring }
        guard box.meets(bounds) else { return [] }
        var ring = ring
        for side in HalfPlane.sides(of: box) where !ring.isEmpty { ring = clipped(ring: ring, side) }
        return ring
    }
}

/// What is on one side of a vertical or horizontal line.
package struct HalfPlane: Sendable {
    private let isVertical: Bool
    private let limit: Double
    private let sign: Double

    private init(isVertical: Bool, limit: Double, sign: Double) {
        (self.isVertical, self.limit, self.sign) = (isVertical, limit, sign)
    }

    package static func right(of x: Double) -> HalfPlane { .init(isVertical: true, limit: x, sign: 1) }
    package static func left(of x: Double) -> HalfPlane { .init(isVertical: true, limit: x, sign: -1) }
    package static func below(_ y: Double) -> HalfPlane { .init(isVertical: false, limit: y, sign: 1) }
    package static func above(_ y: Double) -> HalfPlane { .init(isVertical: false, limit: y, sign: -1) }

    package static func sides(of box: PixelBounds) -> [HalfPlane] {
        [.right(of: box.low.x), .left(of: box.high.x), .below(box.low.y), .above(box.high.y)]
    }

    func contains(_ point: PixelPoint) -> Bool { ((isVertical ? point.x : point.y) - limit) * sign >= 0 }

    /// Where a segment crosses the line; exactly on it.
    func crossing(_ a: PixelPoint, _ b: PixelPoint) -> PixelPoint {
        if isVertical { return PixelPoint(x: limit, y: a.y + (limit - a.x) / (b.x - a.x) * (b.y - a.y)) }
        return PixelPoint(x: a.x + (limit - a.y) / (b.y - a.y) * (b.x - a.x), y: limit)
    }
}
