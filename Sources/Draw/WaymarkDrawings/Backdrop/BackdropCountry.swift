import WaymarkC

/// What the backdrop knows of countries: the land of South Korea is apart in it.
package enum BackdropCountry {
    /// How far a place of South Korea may be from its drawn land, in metres: islets and piers are left out.
    private static let reach = 10_000.0
    /// A degree of latitude, in metres.
    private static let degree = 111_195.0

    /// Whether a place, in degrees, is in South Korea: on its land, or off its coast by at most 10 km and nearer to it than to any
    /// other land. A place on other land, such as Tsushima or the north, is not; Dokdo, which is not drawn, is not known.
    ///
    /// - Complexity: O(*n*) in the vertices of the land around.
    package static func isSouthKorea(latitude: Double, longitude: Double) -> Bool {
        guard (32...39.5).contains(latitude), (123.5...132.5).contains(longitude) else { return false }
        let point = PagePoint(x: longitude, y: latitude)
        // Most places are on its land.
        for line in near where line.kind == .korea && line.box.contains(point) {
            if isInside(point, line.points) { return true }
        }
        let margin = 0.15
        var (korea, other) = (Self.reach, Double.infinity)
        for line in near {
            let box = PageRectangle(
                left: line.box.left - margin, top: line.box.top - margin, width: line.box.width + 2 * margin,
                height: line.box.height + 2 * margin)
            guard box.contains(point) else { continue }
            let distance = distance(of: point, from: line.points)
            if line.kind == .korea {
                korea = min(korea, distance)
            } else {
                if isInside(point, line.points) { return false }
                other = min(other, distance)
            }
        }
        return korea < Self.reach && korea < other
    }

    /// The land around, and that of South Korea.
    private static let near = Backdrop.earth.lines.filter { line in
        let box = line.box
        return (line.kind == .korea || line.kind == .land) && box.left < 133 && box.left + box.width > 123
            && box.top < 40 && box.top + box.height > 31.5
    }

    private static func isInside(_ point: PagePoint, _ ring: [PagePoint]) -> Bool {
        guard var last = ring.last else { return false }
        var isInside = false
        for next in ring {
            if (last.y > point.y) != (next.y > point.y),
                point.x < last.x + (point.y - last.y) / (next.y - last.y) * (next.x - last.x)
            {
                isInside.toggle()
            }
            last = next
        }
        return isInside
    }

    /// The distance of a point from a ring, in metres.
    private static func distance(of point: PagePoint, from ring: [PagePoint]) -> Double {
        guard var last = ring.last else { return .infinity }
        let shrink = cos(point.y * .pi / 180)
        var least = Double.infinity
        for next in ring {
            let (x, y) = ((last.x - point.x) * shrink, last.y - point.y)
            let (dx, dy) = ((next.x - last.x) * shrink, next.y - last.y)
            let square = dx * dx + dy * dy
            let along = square == 0 ? 0 : min(1, max(0, -(x * dx + y * dy) / square))
            let (awayX, awayY) = (x + along * dx, y + along * dy)
            least = min(least, awayX * awayX + awayY * awayY)
            last = next
        }
        return least.squareRoot() * degree
    }
}
