internal import WaymarkGeodesy

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
        let point = PlanePoint(x: longitude, y: latitude)
        // Most places are on its land.
        for line in near where line.kind == .korea && line.box.contains(point) {
            if line.points.surrounds(point) { return true }
        }
        let shrink = sinCos(degrees: latitude).cos
        var (korea, other) = (Self.reach, Double.infinity)
        for line in near where line.box.grown(by: 0.15).contains(point) {
            let distance = line.points.squaredDistance(from: point, shrink: shrink).squareRoot() * Self.degree
            if line.kind == .korea {
                korea = min(korea, distance)
            } else {
                if line.points.surrounds(point) { return false }
                other = min(other, distance)
            }
        }
        return korea < Self.reach && korea < other
    }

    /// The land around, and that of South Korea.
    private static let near = Backdrop.earth.lines.filter { line in
        line.kind.layer == .land && PlaneBox(west: 123, south: 31.5, east: 133, north: 40).intersects(line.box)
    }
}
