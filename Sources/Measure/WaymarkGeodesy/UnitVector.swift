import WaymarkC

/// A place on the Earth as a point on the unit sphere.
///
/// x points to 0° N 0° E, y to 0° N 90° E, z to the north pole. There is no antimeridian and there are no poles
/// here: two places are near one another exactly when their vectors are. Each component is within 2e-16 of its
/// true value.
@frozen
public struct UnitVector: Hashable, Sendable {
    /// Towards 0° N 0° E.
    public let x: Double
    /// Towards 0° N 90° E.
    public let y: Double
    /// Towards the north pole.
    public let z: Double

    @inlinable
    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The vector of a place. All longitudes of a pole give the same vector.
    @inlinable
    public init(_ coordinate: Coordinate) {
        let (sinLatitude, cosLatitude) = sinCos(degrees: coordinate.latitude)
        let (sinLongitude, cosLongitude) = sinCos(degrees: coordinate.longitude)
        self.init(x: cosLatitude * cosLongitude, y: cosLatitude * sinLongitude, z: sinLatitude)
    }

    /// The place of this vector, within 1e-14 degrees of arc; longitude 0 at a pole.
    public var coordinate: Coordinate {
        let latitude = degrees(atan2(z, (x * x + y * y).squareRoot()))
        let longitude = degrees(atan2(y, x))
        return Coordinate(
            uncheckedLatitude: max(-90, min(90, latitude)), longitude: max(-180, min(180, longitude)))
    }

    /// The square of the straight line through the Earth to `other`, in Earth radii: 0 (here) to 4 (the antipode).
    ///
    /// Grows with the great-circle distance and costs eight operations: what searches compare.
    @inlinable
    public func chordSquared(to other: UnitVector) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }

    /// The angle at the Earth's centre to `other`, in radians: 0 to π, within 1e-15.
    ///
    /// The inverse haversine of `chordSquared / 4`, in the form that keeps every digit at both ends. Symmetric.
    /// Only additions, multiplications and a square root: the same, bit for bit, on every platform.
    @inlinable
    public func angle(to other: UnitVector) -> Double {
        let chordSquared = chordSquared(to: other)
        if chordSquared <= 1 { return chordAngle(squared: chordSquared) }
        // The square of the chord to the antipode, which is exact where the other is near 4.
        let antipodal = self.chordSquared(to: UnitVector(x: -other.x, y: -other.y, z: -other.z))
        if antipodal <= 1 { return .pi - chordAngle(squared: antipodal) }
        // Between 60° and 120°: 90° plus the arcsine of minus the cosine.
        let sine = (chordSquared - antipodal) * 0.25
        let excess = 0.5 * chordAngle(squared: 4 * (sine * sine))
        return .pi / 2 + (sine < 0 ? -excess : excess)
    }
}

/// The angle subtended by a chord of the unit circle: 2 asin(c / 2), from c² up to 1 (60°).
///
/// Up to c² = 2⁻¹⁰ (199 km on the Earth) the Taylor series to c⁸, whose remainder is below 2⁻⁶⁵; beyond, a
/// Chebyshev fit of (2 asin(c / 2) / c - 1) / c² with a relative error of 4e-18.
@inlinable
package func chordAngle(squared q: Double) -> Double {
    // Estrin's scheme: pairs first, so that the multiplications do not wait for one another.
    let q2 = q * q
    let polynomial: Double
    if q <= 0x1p-10 {
        polynomial = (1.0 / 24 + 3.0 / 640 * q) + (5.0 / 7168 + 35.0 / 294_912 * q) * q2
    } else {
        let q4 = q2 * q2
        let p0 = 0x1.5555555555556p-5 + 0x1.3333333332ecap-8 * q
        let p2 = 0x1.6db6db6e31f14p-11 + 0x1.f1c71c1db05bbp-14 * q
        let p4 = 0x1.6e8bb1c821a72p-16 + 0x1.1c4d35cf7bb55p-18 * q
        let p6 = 0x1.c9cf076a578a2p-21 + 0x1.782651abce96ep-23 * q
        let p8 = 0x1.52420bd327168p-25 + 0x1.65a9bdc3995d2p-28 * q
        let p10 = 0x1.1d18898fd01fdp-28 - 0x1.e6aab877b1c54p-31 * q
        let low = (p0 + p2 * q2) + (p4 + p6 * q2) * q4
        let high = (p8 + p10 * q2) + 0x1.d72b314e87eecp-32 * q4
        polynomial = low + high * (q4 * q4)
    }
    let chord = q.squareRoot()
    return chord + chord * (q * polynomial)
}

extension UnitVector {
    /// The direction `a` × `b`, of any length; keeps its digits when the two are close or nearly opposite.
    @inlinable
    package static func normal(_ a: UnitVector, _ b: UnitVector) -> UnitVector {
        // (a + b) × (b - a) = 2 (a × b): sum and difference are exact where the plain product cancels.
        (b + a).cross(b - a)
    }

    @inlinable
    package static func + (a: UnitVector, b: UnitVector) -> UnitVector {
        UnitVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    @inlinable
    package static func - (a: UnitVector, b: UnitVector) -> UnitVector {
        UnitVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }

    @inlinable
    package static func * (a: UnitVector, factor: Double) -> UnitVector {
        UnitVector(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }

    @inlinable
    package func cross(_ o: UnitVector) -> UnitVector {
        UnitVector(x: y * o.z - z * o.y, y: z * o.x - x * o.z, z: x * o.y - y * o.x)
    }

    @inlinable
    package func dot(_ o: UnitVector) -> Double { x * o.x + y * o.y + z * o.z }

    /// The same direction with length 1; nil when the length is 0.
    @inlinable
    package var normalized: UnitVector? {
        let largest = max(abs(x), abs(y), abs(z))
        guard largest > 0 else { return nil }
        // Scaled first: the squares of tiny components would vanish.
        let (sx, sy, sz) = (x / largest, y / largest, z / largest)
        let length = (sx * sx + sy * sy + sz * sz).squareRoot()
        return UnitVector(x: sx / length, y: sy / length, z: sz / length)
    }
}
