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
        let border = ExtractBorder(chains.flatMap(\.self) + [box.northWest, box.southEast])
        let open = withoutGaps(chains.filter { $0.first != $0.last }, border)
        var rings = outer(open.map { [border.outside($0[0])] + $0 + [border.outside($0[$0.count - 1])] }, border)
        // Only islands: all else is sea.
        if rings.isEmpty, closed.contains(where: { !isClockwise($0) }) { rings = [border.corners] }
        return rings.map { turned($0, clockwise: true) } + closed
    }

    /// Whether a ring is clockwise on the map, whose y is down: a lagoon, as its land is outside.
    private static func isClockwise(_ ring: [WorldPoint]) -> Bool {
        PixelLine.turn(ring.map { PixelPoint(x: $0.x, y: $0.y) }) > 0
    }

    /// The ring in a direction on the map.
    static func turned(_ ring: [WorldPoint], clockwise: Bool) -> [WorldPoint] {
        isClockwise(ring) == clockwise ? ring : ring.reversed()
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
    private static func withoutGaps(_ chains: [[WorldPoint]], _ border: ExtractBorder) -> [[WorldPoint]] {
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
    private static func outer(_ chains: [[WorldPoint]], _ border: ExtractBorder) -> [[WorldPoint]] {
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
}
