package import WaymarkGround

/// The sea of an extract, by its coastline, which has land to the left of it.
package enum CoastSea {
    /// The rings of the sea and, in the opposite direction, of the islands in it; empty where there is no coast.
    ///
    /// A coast that the extract cuts is led straight out of its box, and on clockwise around it to where the next one comes in.
    ///
    /// - Complexity: O(*n*), and O(*k*²) for *k* coasts that are cut.
    package static func rings(_ lines: [[WorldPoint]], in box: (northWest: WorldPoint, southEast: WorldPoint))
        -> [[WorldPoint]]
    {
        if lines.isEmpty { return [] }
        let chains = chains(lines)
        let closed = chains.filter { $0.first == $0.last && $0.count > 3 }.map { Array($0.dropLast()) }
        let border = Border(chains.flatMap(\.self) + [box.northWest, box.southEast])
        let open = withoutGaps(chains.filter { $0.first != $0.last }, border)
        var rings = outer(open.map { [border.outside($0[0])] + $0 + [border.outside($0[$0.count - 1])] }, border)
        // Only islands: all else is sea.
        if rings.isEmpty, closed.contains(where: { !isClockwise($0) }) { rings = [border.corners] }
        return rings.map { isClockwise($0) ? $0 : $0.reversed() } + closed
    }

    /// Whether a ring is clockwise on the map, whose y is down: a lagoon, as its land is outside.
    private static func isClockwise(_ ring: [WorldPoint]) -> Bool {
        PixelLine.turn(ring.map { PixelPoint(x: $0.x, y: $0.y) }) > 0
    }

    /// Lines joined from end to start.
    private static func chains(_ lines: [[WorldPoint]]) -> [[WorldPoint]] {
        let starts = Dictionary(grouping: lines.indices) { lines[$0][0] }
        let ends = Set(lines.map { $0[$0.count - 1] })
        var isUsed = [Bool](repeating: false, count: lines.count)
        var chains: [[WorldPoint]] = []
        // Those that continue no other come first.
        let order =
            lines.indices.filter { !ends.contains(lines[$0][0]) } + lines.indices.filter { ends.contains(lines[$0][0]) }
        for first in order where !isUsed[first] {
            isUsed[first] = true
            var chain = lines[first]
            while chain.first != chain.last, let next = starts[chain[chain.count - 1]]?.first(where: { !isUsed[$0] }) {
                isUsed[next] = true
                chain += lines[next].dropFirst()
            }
            chains.append(chain)
        }
        return chains
    }

    /// Chains whose ends are nearer to the start of another than both to the border are joined to it.
    private static func withoutGaps(_ chains: [[WorldPoint]], _ border: Border) -> [[WorldPoint]] {
        var chains = chains
        var number = 0
        while number < chains.count {
            let end = chains[number][chains[number].count - 1]
            let others = chains.indices.filter { $0 != number }
            let nearest = others.min { distance(end, chains[$0][0]) < distance(end, chains[$1][0]) }
            if let nearest,
                distance(end, chains[nearest][0]) < min(border.distance(end), border.distance(chains[nearest][0]))
            {
                chains[number] += chains[nearest]
                chains.remove(at: nearest)
                number = 0
            } else {
                number += 1
            }
        }
        return chains
    }

    private static func distance(_ a: WorldPoint, _ b: WorldPoint) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }

    /// Rings of chains that begin and end on the border, each followed clockwise to the start of the next.
    private static func outer(_ chains: [[WorldPoint]], _ border: Border) -> [[WorldPoint]] {
        var left = Array(chains.indices)
        var rings: [[WorldPoint]] = []
        while let first = left.first {
            var (current, ring): (Int, [WorldPoint]) = (first, [])
            repeat {
                left.removeAll { $0 == current }
                ring += chains[current]
                let end = border.position(chains[current][chains[current].count - 1])
                let next = (left + [first]).min {
                    border.way(from: end, to: border.position(chains[$0][0]))
                        < border.way(from: end, to: border.position(chains[$1][0]))
                }!
                ring += border.corners(from: end, to: border.position(chains[next][0]))
                current = next
            } while current != first
            rings.append(ring)
        }
        return rings
    }

    /// A box around all coasts, with more around them.
    private struct Border {
        private let (inner, outer): (PixelBounds, PixelBounds)

        init(_ points: [WorldPoint]) {
            let box = PixelBounds(points.lazy.map { PixelPoint(x: $0.x, y: $0.y) })!
            let (width, height) = (max(1e-4, box.width), max(1e-4, box.height))
            inner = box
            outer = PixelBounds(
                PixelPoint(x: box.low.x - width, y: box.low.y - height),
                PixelPoint(x: box.high.x + width, y: box.high.y + height))
        }

        /// Its corners, clockwise on the map from the upper left.
        var corners: [WorldPoint] {
            [
                WorldPoint(x: outer.low.x, y: outer.low.y), WorldPoint(x: outer.high.x, y: outer.low.y),
                WorldPoint(x: outer.high.x, y: outer.high.y), WorldPoint(x: outer.low.x, y: outer.high.y),
            ]
        }

        private func sides(_ point: WorldPoint) -> [Double] {
            [point.x - inner.low.x, inner.high.y - point.y, inner.high.x - point.x, point.y - inner.low.y]
        }

        func distance(_ point: WorldPoint) -> Double { sides(point).min()! }

        /// The point straight out through the nearest side.
        func outside(_ point: WorldPoint) -> WorldPoint {
            let sides = sides(point)
            switch sides.firstIndex(of: sides.min()!)! {
            case 0: return WorldPoint(x: outer.low.x, y: point.y)
            case 1: return WorldPoint(x: point.x, y: outer.high.y)
            case 2: return WorldPoint(x: outer.high.x, y: point.y)
            default: return WorldPoint(x: point.x, y: outer.low.y)
            }
        }

        private var length: Double { 2 * (outer.width + outer.height) }

        /// How far a point of the border is along it, clockwise from the upper left corner.
        func position(_ point: WorldPoint) -> Double {
            if point.y == outer.low.y { return point.x - outer.low.x }
            if point.x == outer.high.x { return outer.width + point.y - outer.low.y }
            if point.y == outer.high.y { return outer.width + outer.height + outer.high.x - point.x }
            return 2 * outer.width + outer.height + outer.high.y - point.y
        }

        func way(from start: Double, to end: Double) -> Double {
            let way = (end - start).truncatingRemainder(dividingBy: length)
            return way < 0 ? way + length : way
        }

        /// The corners that one passes clockwise from a position to another.
        func corners(from start: Double, to end: Double) -> [WorldPoint] {
            let way = way(from: start, to: end)
            return corners.map { (corner: $0, way: self.way(from: start, to: position($0))) }
                .filter { $0.way < way }.sorted { $0.way < $1.way }.map(\.corner)
        }
    }
}
