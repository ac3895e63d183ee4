import WaymarkGeodesy

/// The distances of searches on an ellipsoid of revolution: short geodesics by the series, long ones by a given
/// function.
package final class GeodesicSurface: Sendable {
    /// Measures short geodesics.
    let short: ShortGeodesic
    /// Measures long geodesics.
    let long: @Sendable (Coordinate, Coordinate) -> Meters
    /// The minimum and maximum ratio of a geodesic to the great circle between the same latitudes and longitudes.
    ///
    /// A step along the meridian is *M* dφ on the ellipsoid and *R* dφ on the sphere, one across it *N* cos φ dλ and
    /// *R* cos φ dλ. So the ratio for a line is a mean of *M/R* and *N/R* along it; *M* and *N* lie between b²/a, *M*
    /// at the equator, and a²/b, both at a pole.
    package let minRatio: Double
    package let maxRatio: Double
    private let eccentricitySquared: Double
    /// The ellipsoid.
    package let ellipsoid: Ellipsoid

    /// An error bound of distances with a wide margin, in metres.
    static let margin = 1e-6

    /// An ellipsoid and its distance function, which must be symmetric and within ``margin`` of the geodesic.
    package init(_ ellipsoid: Ellipsoid, long: @escaping @Sendable (Coordinate, Coordinate) -> Meters) {
        self.ellipsoid = ellipsoid
        let flattening = ellipsoid.flattening
        short = ShortGeodesic(on: ellipsoid)
        self.long = long
        let (a, radius) = (ellipsoid.semiMajorAxis.value, Sphere.earth.radius.value)
        minRatio = a * (1 - flattening) * (1 - flattening) / radius
        maxRatio = a / (1 - flattening) / radius
        eccentricitySquared = flattening * (2 - flattening)
    }

    /// The ratios around a place, for lines of at most `distance` on the ellipsoid; all other lines from the place are
    /// longer than that.
    ///
    /// Along such a line the sine of the latitude changes by at most the line's angle on the sphere; and *M*, the
    /// smaller radius of curvature, and *N*, the larger, both grow with the latitude.
    func ratios(within distance: Meters, of center: UnitVector) -> (least: Double, greatest: Double) {
        let angle = (distance.value + Self.margin) / (minRatio * Sphere.earth.radius.value)
        let low = max(0, abs(center.z) - angle)
        let high = min(1, abs(center.z) + angle)
        // M = b²/a (1 - e² sin²)^-3/2, N = a (1 - e² sin²)^-1/2; at a pole both are a²/b.
        let (m, n) = (1 - eccentricitySquared * (low * low), 1 - eccentricitySquared * (high * high))
        return (minRatio / (m * m.squareRoot()), maxRatio * ((1 - eccentricitySquared) / n).squareRoot())
    }

    /// Whether a place is surely farther than `distance` from `center`, given the chord between their normals.
    func isFarther(than distance: Meters, chord: Double, from center: UnitVector) -> Bool {
        let least = ratios(within: distance, of: center).least * Sphere.earth.radius.value
        return chord * least * (1 - 1e-12) > distance.value + Self.margin
    }

    /// Returns the length of the shortest line between two places, as used by searches.
    package func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        short.length(from: UnitVector(start), to: UnitVector(end)) ?? long(start, end)
    }
}
