import WaymarkGeodesy

/// An ellipsoid of revolution, as searches measure on it: short geodesics by arithmetic, long ones as they are told.
package final class GeodesicSurface: Sendable {
    /// Measures what is short.
    let short: ShortGeodesic
    /// Measures what is long.
    let long: @Sendable (Coordinate, Coordinate) -> Meters
    /// Geodesics by the great circles between the same latitudes and longitudes: no less and no more than this.
    ///
    /// A step along the meridian is *M* dφ on the ellipsoid and *R* dφ on the sphere, one across it *N* cos φ dλ and
    /// *R* cos φ dλ. So a line is as much longer or shorter as some mean of *M/R* and *N/R* on its way; both lie between
    /// b²/a, *M* at the equator, and a²/b, both at a pole.
    package let leastRatio: Double
    package let greatestRatio: Double
    private let eccentricitySquared: Double

    /// What distances may be off by, and much more than that, in metres.
    static let margin = 1e-6

    /// An ellipsoid, and the way to measure on it: both ways the same, within ``margin`` of the geodesic.
    package init(
        semiMajorAxis: Meters, flattening: Double, long: @escaping @Sendable (Coordinate, Coordinate) -> Meters
    ) {
        short = ShortGeodesic(semiMajorAxis: semiMajorAxis, flattening: flattening)
        self.long = long
        let (a, radius) = (semiMajorAxis.value, Sphere.earth.radius.value)
        leastRatio = a * (1 - flattening) * (1 - flattening) / radius
        greatestRatio = a / (1 - flattening) / radius
        eccentricitySquared = flattening * (2 - flattening)
    }

    /// The ratios around a place: of lines that are no longer than `distance` on the ellipsoid, and all others from it are longer
    /// than that.
    ///
    /// Such a line stays where the sine of the latitude differs by no more than the angle that it takes on the sphere; and *M*,
    /// the lesser of the radii of curvature, and *N*, the greater, both grow with the latitude.
    func ratios(within distance: Meters, of center: UnitVector) -> (least: Double, greatest: Double) {
        let angle = (distance.value + Self.margin) / (leastRatio * Sphere.earth.radius.value)
        let low = max(0, abs(center.z) - angle)
        let high = min(1, abs(center.z) + angle)
        // M = b²/a (1 - e² sin²)^-3/2, N = a (1 - e² sin²)^-1/2; at a pole both are a²/b.
        let (m, n) = (1 - eccentricitySquared * (low * low), 1 - eccentricitySquared * (high * high))
        return (leastRatio / (m * m.squareRoot()), greatestRatio * ((1 - eccentricitySquared) / n).squareRoot())
    }

    /// Whether a place is surely farther than `distance` from another one, by the chord between both normals.
    func isFarther(than distance: Meters, chord: Double, from center: UnitVector) -> Bool {
        let least = ratios(within: distance, of: center).least * Sphere.earth.radius.value
        return chord * least * (1 - 1e-12) > distance.value + Self.margin
    }

    /// Returns the length of the shortest line between two places: the number that searches go by.
    package func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        short.length(from: UnitVector(start), to: UnitVector(end)) ?? long(start, end)
    }
}
