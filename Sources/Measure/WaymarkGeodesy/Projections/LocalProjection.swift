/// A map around a place, by pure arithmetic, on which straight distances are nearly those on the ellipsoid.
///
/// A transverse Mercator projection of WGS 84 with its origin at the centre and scale 1 there. With *r* the radius of the
/// map, a straight distance on it is never below the geodesic, and above it by at most r² / 2ρ² of it, ρ the least radius of
/// curvature: ``relativeError``. That is 5.0e-6 for 20 km and 1.25e-4 for 100 km. Farther places are refused.
///
/// The proof: the scale of the projection is at least 1 everywhere, so that no line is shorter on the map than on the
/// ellipsoid; and within r of the central meridian it is at most cosh(r / ρ), so that the geodesic's image, which the straight
/// line undercuts, is at most so much longer. `Documentation/Distances.md` has it in full.
///
/// ```swift
/// let map = LocalProjection(around: seoul, radius: .kilometers(20))
/// let here = try map.project(a), there = try map.project(b)
/// print(here.distance(to: there))  // in metres, ellipsoidal, within 5 millionths
/// ```
public struct LocalProjection: Sendable {
    /// The middle of the map.
    public let center: Coordinate
    /// How far from the centre places may be, along the geodesic.
    public let radius: Meters
    /// How much longer a distance on the map can be than on the ellipsoid, as a part of it; it is never shorter.
    public let relativeError: Double

    private let series: TransverseMercator
    /// On the map, a little more than ``radius``, squared.
    private let reachSquared: Double

    /// The greatest radius of a map.
    public static let greatestRadius: Meters = .kilometers(100)

    /// The least radius of curvature of WGS 84: that of the meridian at the equator, b²/a.
    static let leastCurvatureRadius = 6_335_439.327

    /// The map around a place.
    ///
    /// - Precondition: `radius` is above zero, up to ``greatestRadius``.
    public init(around center: Coordinate, radius: Meters = .kilometers(20)) {
        precondition(radius > .zero && radius <= Self.greatestRadius, "the radius of a map is above 0, up to 100 km")
        self.center = center
        self.radius = radius
        series = TransverseMercator(
            ellipsoid: .wgs84, latitudeOfOrigin: center.latitude, centralMeridian: center.longitude, scale: 1,
            falseOrigin: ProjectedPoint(east: 0, north: 0))
        // cosh(q) - 1 = q²/2 + q⁴/24 + ...; a geodesic between two places of the disc strays from it by less than a
        // thousandth of its radius, for which the factor is.
        let q = radius.value * 1.002 / Self.leastCurvatureRadius
        relativeError = q * q / 2 * (1 + q * q / 12 * (1 + q * q / 30))
        let reach = radius.value * (1 + relativeError)
        reachSquared = reach * reach
    }

    /// Returns the place's point on the map: metres east and north of the centre.
    ///
    /// - Throws: ``LocalProjectionError/tooFar(_:from:radius:)`` for a place farther than ``radius`` on the map.
    /// - Complexity: O(1).
    public func project(_ place: Coordinate) throws(LocalProjectionError) -> ProjectedPoint {
        let point = series.project(place)
        let (x, y) = (point.east, point.north)
        guard x * x + y * y <= reachSquared else {
            throw .tooFar(place, from: center, radius: radius)
        }
        return point
    }

    /// Returns the place at a point of the map; nil farther than ``radius``.
    public func unproject(_ point: ProjectedPoint) -> Coordinate? {
        let (x, y) = (point.east, point.north)
        guard x * x + y * y <= reachSquared else { return nil }
        return series.unproject(point)
    }
}
