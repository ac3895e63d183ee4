public import TestSupport
public import WaymarkRegions

extension SplitMix64 {
    /// Some polygons of small whole numbers, with holes: squares, diamonds, and rings that mostly cross themselves.
    public mutating func polygons() -> [PlanePolygon] {
        let size = Int.random(in: 2...6, using: &self)
        return (0..<Int.random(in: 1...3, using: &self)).map { _ in
            PlanePolygon(
                rings: (0..<Int.random(in: 1...3, using: &self)).map { _ in
                    let (x, y) = (Int.random(in: 0...size, using: &self), Int.random(in: 0...size, using: &self))
                    let (w, h) = (Int.random(in: 1...size, using: &self), Int.random(in: 1...size, using: &self))
                    var ring: [(Int, Int)] =
                        switch Int.random(in: 0...3, using: &self) {
                        case 0:
                            (0..<Int.random(in: 3...7, using: &self)).map { _ in
                                (Int.random(in: 0...size, using: &self), Int.random(in: 0...size, using: &self))
                            }
                        case 1: [(x, y), (x + w, y + h), (x, y + 2 * h), (x - w, y + h)]
                        default: [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
                        }
                    if Bool.random(using: &self) { ring.reverse() }
                    return (ring + [ring[0]]).map { PlanePoint(x: Double($0.0), y: Double($0.1)) }
                })
        }
    }
}

/// Whether polygons of whole numbers are valid, by all pairs of edges and all pairs of rings.
public struct PlainBorders {
    private typealias Point = (x: Int, y: Int)
    private var rings: [[Point]] = []
    private var shells: [Int] = []

    /// Polygons whose coordinates are whole numbers.
    public init(_ polygons: [PlanePolygon]) {
        for polygon in polygons {
            let shell = rings.count
            for ring in polygon.rings {
                // Doubled, so that the middle of an edge is whole too.
                var points: [Point] = []
                for point in ring.map({ (x: 2 * Int($0.x), y: 2 * Int($0.y)) })
                where points.last.map({ $0 != point }) ?? true {
                    points.append(point)
                }
                rings.append(points)
                shells.append(shell)
            }
        }
    }

    /// Whether all are valid together.
    public var areSound: Bool {
        for (i, ring) in rings.enumerated() {
            if ring.count < 4 { return false }
            for (k, other) in rings[...i].enumerated() {
                for e in 1..<ring.count {
                    for f in 1..<other.count where i != k || f < e {
                        let isNext = i == k && (e - f == 1 || e - f == ring.count - 2)
                        let (meet, cross) = relation(ring[e - 1], ring[e], other[f - 1], other[f])
                        if cross || meet && i == k && !isNext { return false }
                    }
                }
            }
        }
        for i in rings.indices {
            var around: Set<Int> = []
            for k in rings.indices where k != i {
                var sides: Set<Bool> = []
                for (a, b) in zip(rings[i], rings[i].dropFirst()) {
                    for place in [a, ((a.x + b.x) / 2, (a.y + b.y) / 2)] {
                        if let side = isInside(place, rings[k]) { sides.insert(side) }
                    }
                }
                if sides.count > 1 { return false }
                if sides == [true] { around.insert(k) }
            }
            // The ring next around it is its own for a hole, and none or a hole for others.
            let parent = around.max { a, b in
                rings.indices.filter { contains(a, $0) }.count > rings.indices.filter { contains(b, $0) }.count
            }
            if i == shells[i] ? parent.map({ $0 == shells[$0] }) ?? false : parent != shells[i] { return false }
        }
        return true
    }

    private func contains(_ outer: Int, _ inner: Int) -> Bool {
        outer != inner
            && zip(rings[inner], rings[inner].dropFirst()).contains { a, b in
                isInside(a, rings[outer]) == true || isInside(((a.x + b.x) / 2, (a.y + b.y) / 2), rings[outer]) == true
            }
    }

    private func side(_ a: Point, _ b: Point, _ p: Point) -> Int {
        ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).signum()
    }

    private func holds(_ a: Point, _ b: Point, _ p: Point) -> Bool {
        side(a, b, p) == 0 && min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y
            && p.y <= max(a.y, b.y)
    }

    /// Whether two edges have a point in common, and whether they cross or have a stretch in common.
    private func relation(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> (meet: Bool, cross: Bool) {
        let common = [(a, holds(c, d, a)), (b, holds(c, d, b)), (c, holds(a, b, c)), (d, holds(a, b, d))]
            .filter(\.1).map(\.0)
        let isStretch = common.contains { $0 != common[0] }
        let isCrossing =
            side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
        return (!common.isEmpty, isStretch || isCrossing)
    }

    /// Whether a point lies within a ring; nil on its border.
    private func isInside(_ p: Point, _ ring: [Point]) -> Bool? {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst()) {
            if holds(a, b, p) { return nil }
            if (a.y > p.y) != (b.y > p.y), (side(a, b, p) > 0) == (b.y > a.y) { isInside.toggle() }
        }
        return isInside
    }
}
