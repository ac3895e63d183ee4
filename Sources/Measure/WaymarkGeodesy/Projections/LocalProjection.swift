/// A map around a place, by pure arithmetic, with straight distances close to those on the ellipsoid.
///
/// A transverse Mercator projection of WGS 84 with its origin at the centre and scale 1 there. With *r* the radius of
/// the map, a straight distance on it is never below the geodesic and exceeds it by at most the fraction r² / 2ρ², with
/// ρ the minimum radius of curvature: ``relativeError``. That is 5.0e-6 for 20 km and 1.25e-4 for 100 km. Farther
/// places are refused.
///
/// The proof: the scale of the projection is at least 1 everywhere, so no line is shorter on the map than on the
/// ellipsoid. Within r of the central meridian the scale is at most cosh(r / ρ), which bounds the image of the
/// geodesic, and the straight line is no longer than that. `Documentation/Distances.md` has the full proof.
///
/// ```swift
/// let map = LocalProjection(around: seoul, radius: .kilometers(20))
/// let here = try map.project(a), there = try map.project(b)
/// print(here.distance(to: there))  // in metres, ellipsoidal, within 5 millionths
/// ```
public struct LocalProjection: Sendable {
    /// The middle of the map.
    public let center: Coordinate
    /// The maximum distance of places from the centre, along the geodesic.
    public let radius: Meters
    /// The maximum relative error of a distance on the map, which is never shorter than on the ellipsoid.
    public let relativeError: Double

    private let series: TransverseMercator
    /// The square of the radius on the map, which is slightly more than ``radius``.
    private let reachSquared: Double

    /// The maximum radius of a map.
    public static let maxRadius: Meters = .kilometers(100)

    /// The minimum radius of curvature of WGS 84: that of the meridian at the equator, b²/a.
    static let minCurvatureRadius = 6_335_439.327

    /// The map around a place.
    ///
    /// - Precondition: `radius` is above zero, up to ``maxRadius``.
    public init(around center: Coordinate, radius: Meters = .kilometers(20)) {
        precondition(
            radius > .zero && radius <= Self.maxRadius,
            "the radius of a map is not above 0 and at most 100 km: \(radius.value)")
        self.center = center
        self.radius = radius
        series = TransverseMercator(
            ellipsoid: .wgs84, latitudeOfOrigin: center.latitude, centralMeridian: center.longitude, scale: 1,
            falseOrigin: ProjectedPoint(east: 0, north: 0))
        // cosh(q) - 1 = q²/2 + q⁴/24 + ...; the factor covers a geodesic between two places of the disc, which leaves
        // it by less than a thousandth of its radius.
        let q = radius.value * 1.002 / Self.minCurvatureRadius
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

    /// Returns the place at a point of the map; nil beyond ``radius``.
    public func unproject(_ point: ProjectedPoint) -> Coordinate? {
        let (x, y) = (point.east, point.north)
        guard x * x + y * y <= reachSquared else { return nil }
        return series.unproject(point)
    }
}

/// Why a place is not on a map around another.
public enum LocalProjectionError: Error, Hashable, Sendable {
    /// The place is farther than `radius` from the centre of the map.
    case tooFar(Coordinate, from: Coordinate, radius: Meters)
}

extension LocalProjectionError: CustomStringConvertible {
    /// The place, the centre and the radius.
    public var description: String {
        switch self {
        case .tooFar(let place, let center, let radius): "\(place) is farther than \(radius) from \(center)"
        }
    }
}

/// A point on a map: distances east and north of the map's origin, in the unit of the map's system.
///
/// The unit is the metre for most systems, and for ``TransverseMercator`` and ``LocalProjection``; EPSG:2264 uses US
/// survey feet. `ReferenceSystem.metersPerUnit` of `WaymarkProjections` gives its length.
public struct ProjectedPoint: Hashable, Sendable {
    /// Distance east of the origin, including the false easting.
    public var east: Double
    /// Distance north of the origin, including the false northing.
    public var north: Double

    /// A point at units east and north.
    public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// Returns the straight distance on the map, in the unit of its system and including the map's scale error.
    /// `Projection.distance(from:to:)` of `WaymarkProjections` returns metres.
    public func distance(to other: ProjectedPoint) -> Double {
        let (x, y) = (other.east - east, other.north - north)
        return (x * x + y * y).squareRoot()
    }
}

extension ProjectedPoint: CustomStringConvertible {
    /// East, then north, as in `953898.467 E, 1952035.979 N`.
    public var description: String { "\(east) E, \(north) N" }
}
