import WaymarkGeodesy

/// An ellipsoid of revolution, as searches measure on it: short geodesics by arithmetic, long ones as they are told.
package struct GeodesicSurface: Sendable {
    /// Measures what is short; nil where everything is taken for long.
    let short: ShortGeodesic?
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

    /// Whether a place is surely farther than `distance` from another one, by the chord between both normals.
    ///
    /// A geodesic no longer than that stays where the sine of the latitude differs by no more than the angle that it takes on
    /// the sphere. *M*, the lesser of the radii of curvature, grows with the latitude.
    func isFarther(than distance: Meters, chord: Double, from center: UnitVector) -> Bool {
        let radius = Sphere.earth.radius.value
        let angle = (distance.value + Self.margin) / (leastRatio * radius)
        let sine = max(0, abs(center.z) - angle)
        // M = b²/a (1 - e² sin²)^-3/2.
        let q = 1 - eccentricitySquared * (sine * sine)
        return chord * radius * (leastRatio / (q * q.squareRoot())) * (1 - 1e-12) > distance.value + Self.margin
    }

    /// Returns the length of the shortest line between two places: the number that searches go by.
    package func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        short?.length(from: UnitVector(start), to: UnitVector(end)) ?? long(start, end)
    }
}

extension GeodesicSurface: Equatable {
    /// Whether they are of one ellipsoid.
    package static func == (lhs: GeodesicSurface, rhs: GeodesicSurface) -> Bool {
        lhs.leastRatio == rhs.leastRatio && lhs.greatestRatio == rhs.greatestRatio
    }
}
