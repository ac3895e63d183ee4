import WaymarkC

/// A sphere for great-circle distances.
///
/// ```swift
/// let seoul = try Coordinate(latitude: 37.5665, longitude: 126.9780)
/// let busan = try Coordinate(latitude: 35.1796, longitude: 129.0756)
/// print(Sphere.earth.distance(from: seoul, to: busan).kilometers)  // 325.11...
/// ```
///
/// On the Earth, great-circle distances differ from those on the WGS 84 ellipsoid by up to 0.56 %.
@frozen
public struct Sphere: Hashable, Sendable {
    /// The radius of the sphere.
    public let radius: Meters

    /// A sphere of a radius.
    ///
    /// - Precondition: `radius` is finite and above zero.
    public init(radius: Meters) {
        precondition(
            radius.value.isFinite && radius.value > 0, "the radius is not a finite length above 0: \(radius.value)")
        self.radius = radius
    }

    private init(uncheckedRadius radius: Meters) {
        self.radius = radius
    }

    /// The mean Earth: radius R₁ = 6 371 008.8 m.
    ///
    /// Source: Moritz 2000, Geodetic Reference System 1980, doi:10.1007/s001900050278.
    public static let earth = Sphere(uncheckedRadius: Meters(6_371_008.8))

    /// Half the circumference: the maximum distance on the sphere.
    @inlinable
    public var halfCircumference: Meters { Meters(radius.value * .pi) }

    /// Returns the great-circle distance between two places.
    ///
    /// The haversine formula on unit vectors: half the chord is the sine of half the angle. Symmetric; exactly zero for
    /// the same place (a pole is one place at any longitude), exactly ``halfCircumference`` for exact antipodes. Within
    /// 10 nm on the Earth of the distance on a sphere computed without rounding.
    ///
    /// - Complexity: O(1); no call of the C library.
    @inlinable
    public func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        distance(from: UnitVector(start), to: UnitVector(end))
    }

    /// Returns the great-circle distance between two places given as unit vectors.
    ///
    /// The same, bit for bit, as the distance between the coordinates that the vectors were made from.
    @inlinable
    public func distance(from start: UnitVector, to end: UnitVector) -> Meters {
        Meters(radius.value * start.angle(to: end))
    }

    /// Returns the initial bearing of the great circle from `start` to `end`, in degrees clockwise from north: 0 to
    /// below 360.
    ///
    /// At a pole, north is along the longitude of `start`. For the same place it is 0; for exact antipodes, where every
    /// direction is valid, it is 0 or 180.
    public func initialBearing(from start: Coordinate, to end: Coordinate) -> Double {
        let sinStart = sinCos(degrees: start.latitude).sin
        let cosEnd = sinCos(degrees: end.latitude).cos
        let sinDifference = sinCos(degrees: end.latitude - start.latitude).sin
        let sinLongitude = sinCos(degrees: end.longitude - start.longitude).sin
        let sinHalf = sinCos(degrees: (end.longitude - start.longitude) / 2).sin
        let east = sinLongitude * cosEnd
        // cos a sin b - sin a cos b cos λ, in a form that stays precise for near places.
        let north = sinDifference + 2 * sinStart * cosEnd * sinHalf * sinHalf
        return normalizedBearing(degrees(atan2(east, north)))
    }

    /// Returns the place reached from `start` along a great circle.
    ///
    /// - Parameters:
    ///   - start: The start.
    ///   - bearing: Initial direction in degrees clockwise from north; any finite number.
    ///   - distance: Length along the ground; negative goes backwards, and more than once round the sphere is allowed.
    /// - Returns: The place, within 10 nm on the Earth.
    /// - Precondition: `bearing` and `distance` are finite.
    public func destination(from start: Coordinate, bearing: Double, distance: Meters) -> Coordinate {
        precondition(
            bearing.isFinite && distance.value.isFinite,
            "the bearing, \(bearing), or the distance, \(distance.value), is not a finite number")
        let (sinBearing, cosBearing) = sinCos(degrees: bearing.remainder(dividingBy: 360))
        let (sinLatitude, cosLatitude) = sinCos(degrees: start.latitude)
        let (sinLongitude, cosLongitude) = sinCos(degrees: start.longitude)
        // At a pole they follow the longitude of the coordinate.
        let north = UnitVector(x: -sinLatitude * cosLongitude, y: -sinLatitude * sinLongitude, z: cosLatitude)
        let east = UnitVector(x: -sinLongitude, y: cosLongitude, z: 0)
        let direction = north * cosBearing + east * sinBearing
        return UnitVector(start).moved(along: direction, by: distance.value / radius.value).coordinate
    }

    /// Returns the place at a fraction of the way along the great circle from `start` to `end`.
    ///
    /// Fraction 0 gives `start` and 1 gives `end`, exactly; below 0 and above 1 the circle continues. Between exact
    /// antipodes the arc over the north pole is used (from a pole: along longitude 0).
    ///
    /// - Precondition: `fraction` is finite.
    public func interpolate(from start: Coordinate, to end: Coordinate, fraction: Double) -> Coordinate {
        precondition(fraction.isFinite, "the fraction is not a finite number: \(fraction)")
        if fraction == 0 { return start }
        if fraction == 1 { return end }
        let arc = Arc(from: UnitVector(start), to: UnitVector(end))
        return arc.start.moved(along: arc.direction, by: arc.angle * fraction).coordinate
    }
}

/// Degrees clockwise from north, 0 to below 360.
private func normalizedBearing(_ degrees: Double) -> Double {
    let positive = degrees < 0 ? degrees + 360 : degrees
    // -0 becomes 0, and so does 360 after rounding up.
    return positive == 360 ? 0 : positive + 0
}

/// The shorter great-circle arc between two places.
package struct Arc {
    package let start: UnitVector
    package let end: UnitVector
    /// Normal of the arc's plane, unit length.
    package let normal: UnitVector
    /// Direction of travel at the start, unit length.
    package let direction: UnitVector
    /// Length in radians.
    package let angle: Double

    package init(from start: UnitVector, to end: UnitVector) {
        self.start = start
        self.end = end
        angle = start.angle(to: end)
        // The same place, or exact antipodes: any plane through both is valid; the one over the north pole is used.
        let pole = UnitVector(x: 0, y: 0, z: 1)
        let meridian = UnitVector(x: 1, y: 0, z: 0)
        normal =
            UnitVector.normal(start, end).normalized ?? UnitVector.normal(start, pole).normalized
            ?? UnitVector.normal(start, meridian).normalized!
        direction = normal.cross(start).normalized!
    }
}

extension UnitVector {
    /// The point `angle` radians away along the great circle that leaves in `direction` (a unit tangent).
    func moved(along direction: UnitVector, by angle: Double) -> UnitVector {
        self * cos(angle) + direction * sin(angle)
    }
}

extension Sphere {
    /// Writes the great-circle distance from `start` to each of `ends` into `distances`, in their order.
    ///
    /// Each is the same, bit for bit, as ``distance(from:to:)-(Coordinate,_)``. Nothing is allocated.
    ///
    /// - Precondition: `distances.count == ends.count`.
    /// - Complexity: O(*n*).
    public func distances(from start: Coordinate, to ends: Span<Coordinate>, into distances: inout MutableSpan<Meters>)
    {
        Kernels.best.lengths(from: start, to: ends, radius: radius, into: &distances)
    }

    /// Writes the great-circle distance from `start` to each of `ends`, given as unit vectors, into `distances`.
    ///
    /// Several times as fast as from coordinates; for places used repeatedly.
    ///
    /// - Precondition: `distances.count == ends.count`.
    /// - Complexity: O(*n*).
    public func distances(from start: UnitVector, to ends: Span<UnitVector>, into distances: inout MutableSpan<Meters>)
    {
        Kernels.best.lengths(from: start, to: ends, radius: radius, into: &distances)
    }

    /// Writes the great-circle distance from `starts[i]` to `ends[i]` into `distances[i]`, for each `i`.
    ///
    /// - Precondition: `starts`, `ends` and `distances` have the same count.
    /// - Complexity: O(*n*).
    public func distances(
        from starts: Span<Coordinate>, to ends: Span<Coordinate>, into distances: inout MutableSpan<Meters>
    ) {
        Kernels.best.lengths(from: starts, to: ends, radius: radius, into: &distances)
    }
}
