internal import WaymarkRegions

/// Cuts polygons at the antimeridian if their rings cross it uncut.
///
/// An edge is straight in longitude and latitude (RFC 7946, section 3.1.1), so one from 170 to -170 goes nearly round
/// the Earth. Polygons over the antimeridian should be cut there (3.1.9), but many are not. An edge of more than 180
/// degrees is read as going the shorter way if that gives the ring the right orientation (outer rings counterclockwise,
/// holes clockwise, 3.1.6), or if the longer way makes it cross itself. Otherwise the polygon is ambiguous and refused.
///
/// Edges along a pole, and from -180 to 180, are taken as those of rings already cut.
struct UncutRings {
    /// The position of the polygon in its file; a prefix of the ring's number.
    let place: String
    let context: GEOSContext
    /// The repairs, for the report.
    private(set) var faults: [String] = []

    init(at place: String, _ context: GEOSContext) { (self.place, self.context) = (place, context) }

    /// The parts of a polygon of closed rings; the polygon itself if it needs no cut.
    mutating func cut(_ polygon: PlanePolygon) throws(BorderRefusal) -> [PlanePolygon] {
        guard polygon.rings.contains(where: { PlanePolygon.longEdge(of: $0) != nil }) else { return [polygon] }
        var (shell, holes): ([PlanePolygon], [PlanePolygon]) = ([], [])
        for (i, ring) in polygon.rings.enumerated() {
            var ground = [PlanePolygon(rings: [ring])]
            if let edge = PlanePolygon.longEdge(of: ring) {
                let whole = try unwrapped(ring, number: i, edge)
                try BorderRefusal.refuseTangle([PlanePolygon(rings: [whole])])
                // Around a pole the parts touch where the ring begins.
                ground = try BorderRefusal.wrapping { () throws(AreaError) in
                    try GEOSGeometry(Corridor.cut(whole, context), in: context).united().polygons()
                }
            }
            if i == 0 { shell = ground } else { holes += ground }
        }
        if holes.isEmpty { return shell }
        try BorderRefusal.refuseTangle(shell + holes)
        return try BorderRefusal.wrapping { () throws(AreaError) in
            try GEOSGeometry(shell, in: context).mended()
                .difference(GEOSGeometry(holes, in: context).mended()).polygons()
        }
    }

    /// A ring whose edges go the shorter way, with longitudes beyond 180; a ring around a pole is closed over it.
    private mutating func unwrapped(_ ring: [PlanePoint], number: Int, _ edge: Int) throws(BorderRefusal)
        -> [PlanePoint]
    {
        func refusal(_ reason: String) -> BorderRefusal {
            BorderRefusal(
                reason: "\(place)ring \(number + 1), positions \(edge + 1) and \(edge + 2): from longitude "
                    + "\(ring[edge].x) to \(ring[edge + 1].x) \(reason)")
        }
        var (points, turns, twiceArea) = ([ring[0]], 0.0, 0.0)
        for (a, b) in zip(ring, ring.dropFirst()) {
            if abs(b.x - a.x) == 360, !(a.y == b.y && abs(a.y) == 90) {
                throw refusal("the border crosses the antimeridian here, but is cut there elsewhere: cut it here too")
            }
            turns -= ((b.x - a.x) / 360).rounded(.toNearestOrEven)
            let next = PlanePoint(x: b.x + 360 * turns, y: b.y)
            let last = points[points.count - 1]
            twiceArea += (last.x - ring[0].x) * (next.y - ring[0].y) - (next.x - ring[0].x) * (last.y - ring[0].y)
            points.append(next)
        }
        if turns != 0 {
            guard abs(turns) == 1, ring.allSatisfy({ $0.y > 0 }) || ring.allSatisfy({ $0.y < 0 }) else {
                throw refusal(
                    "the border goes round the Earth, but it is unclear which pole it contains: cut it at 180")
            }
            faults.append("a ring around a pole was closed over it")
            let (first, last, pole) = (points[0], points[points.count - 1], ring[0].y > 0 ? 90.0 : -90.0)
            return points + [PlanePoint(x: last.x, y: pole), PlanePoint(x: first.x, y: pole), first]
        }
        if (twiceArea > 0) != (number == 0) {
            let isPossible: Bool
            do throws(AreaError) {
                isPossible = try GEOSGeometry([PlanePolygon(rings: [ring])], in: context).fault() == nil
            } catch {
                isPossible = false
            }
            if isPossible {
                throw refusal(
                    "the border may cross the antimeridian or go the other way: cut it at 180, or add positions in between"
                )
            }
        }
        faults.append("a border over the antimeridian was cut there")
        return points
    }
}
