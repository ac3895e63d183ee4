package import WaymarkGround

/// A lake or river of whose shore the extract has only parts, which end at its border.
package enum CutWater {
    /// The rings of the water: each shore is led straight out of the extract, and on along its border to the next.
    ///
    /// Which side of the shores is water no shore says. It is the one without a street about the shore, if there are streets on the
    /// other: else it is not known, nor is it if a shore ends inside the extract.
    ///
    /// - Parameters:
    ///   - shores: The lines of the shore, joined; those that are closed are islands.
    ///   - streets: Points of streets that are no bridges and no tunnels.
    ///   - box: The corners of the extract.
    /// - Returns: The rings, those of islands in the opposite direction; nil if it is not known.
    /// - Complexity: O(*n* *k*) for *n* points of shores and *k* streets, of which some are enough.
    package static func rings(
        _ shores: [[WorldPoint]], besides streets: [WorldPoint], in box: (northWest: WorldPoint, southEast: WorldPoint)
    ) -> [[WorldPoint]]? {
        let open = shores.filter { $0.first != $0.last }
        if open.isEmpty { return nil }
        // Shores that end inside were broken by something else than the border.
        let near = 0.02 * min(box.southEast.x - box.northWest.x, box.southEast.y - box.northWest.y)
        func leaves(_ end: WorldPoint) -> Bool {
            min(end.x - box.northWest.x, box.southEast.x - end.x, end.y - box.northWest.y, box.southEast.y - end.y)
                <= near
        }
        guard open.allSatisfy({ leaves($0[0]) && leaves($0[$0.count - 1]) }) else { return nil }
        let border = ExtractBorder(shores.flatMap(\.self) + [box.northWest, box.southEast])
        let lines = open.map { [border.outside($0[0])] + $0 + [border.outside($0[$0.count - 1])] }
        let sides = [false, true].map { faces(lines, border, fromSecond: $0) }
        // Those about the shore tell most.
        let reach = PixelBounds(shores.joined().lazy.map { PixelPoint(x: $0.x, y: $0.y) })
        let streets = streets.filter { street in
            guard let reach else { return false }
            let more = max(reach.width, reach.height)
            return street.x >= reach.low.x - more && street.x <= reach.high.x + more && street.y >= reach.low.y - more
                && street.y <= reach.high.y + more
        }
        let step = max(1, streets.count / 20_000)
        let seen = stride(from: 0, to: streets.count, by: step).map { streets[$0] }
        let dry = sides.map { side in seen.count { point in side.reduce(false) { $0 != contains($1, point) } } }
        guard let water = dry.firstIndex(of: 0), dry[1 - water] > 0 else { return nil }
        return sides[water].map { CoastSea.turned($0, clockwise: true) }
            + shores.filter { $0.first == $0.last && $0.count > 3 }
            .map { CoastSea.turned(Array($0.dropLast()), clockwise: false) }
    }

    /// Every other face of those that lines from border to border make: between the first and the second end along the border,
    /// the third and the fourth, or between the second and the third, and so on.
    private static func faces(_ lines: [[WorldPoint]], _ border: ExtractBorder, fromSecond: Bool) -> [[WorldPoint]] {
        // End 2 i is the first point of line i, 2 i + 1 its last.
        let places = lines.flatMap { [border.position($0[0]), border.position($0[$0.count - 1])] }
        let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
        var next = [(end: Int, isClockwise: Bool)](repeating: (0, true), count: order.count)
        for index in stride(from: fromSecond ? 1 : 0, to: order.count, by: 2) {
            let (a, b) = (order[index], order[(index + 1) % order.count])
            (next[a], next[b]) = ((b, true), (a, false))
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        var rings: [[WorldPoint]] = []
        for first in lines.indices where !isUsed[first] {
            var (ring, start): ([WorldPoint], Int) = ([], 2 * first)
            repeat {
                let line = lines[start / 2]
                isUsed[start / 2] = true
                ring += start % 2 == 0 ? line : line.reversed()
                let end = start ^ 1
                let (to, isClockwise) = next[end]
                ring +=
                    isClockwise
                    ? border.corners(from: places[end], to: places[to])
                    : border.corners(from: places[to], to: places[end]).reversed()
                start = to
            } while start != 2 * first
            rings.append(ring)
        }
        return rings
    }

    private static func contains(_ ring: [WorldPoint], _ point: WorldPoint) -> Bool {
        var isInside = false
        var last = ring[ring.count - 1]
        for next in ring {
            if (last.y <= point.y) != (next.y <= point.y),
                last.x + (point.y - last.y) / (next.y - last.y) * (next.x - last.x) > point.x
            {
                isInside.toggle()
            }
            last = next
        }
        return isInside
    }
}
