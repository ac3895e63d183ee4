package import CWaymarkKernels

/// Lengths of geodesics of up to 199 km on an ellipsoid of revolution, by arithmetic alone.
///
/// The square of a length is a series to the sixth order in the chord *c* and in *k*, the product of the chord with the
/// change of the normal along it, in units of the equatorial radius:
///
///     s² = c² + k²/12 + k³/90 + k⁴/560 + c⁴ (7β/360 - (1/72 + e²/120) α) + c² (17α²/720 - αβ/16 + 7β²/180)
///
/// with α = e²c²z², z the mean of the sines of both latitudes, and β the square of their difference times e². The
/// series is within 0.2 nm up to 20 km, where only the first three terms are used, and within 4 nm at 199 km; the
/// rounding of the unit vectors adds some nanometres. `Documentation/Exactness.md` describes its derivation.
///
/// Symmetric; exactly zero for the same point. Only additions, multiplications and square roots: the same, bit for bit, on
/// every platform.
package struct ShortGeodesic: Sendable {
    /// The equatorial radius.
    package let semiMajorAxis: Meters
    package let constants: wm_ellipsoid
    /// The maximum squared chord of a short geodesic, in units of the equatorial radius; below 0, so that none is
    /// short, if the ellipsoid is flatter than ``maxFlattening``.
    package let reach: Double

    /// The reach of ellipsoids up to ``maxFlattening``.
    package static let maxReach = 0x1p-10
    /// From this squared chord on the later terms count.
    private static let later = 1e-5
    /// The maximum flattening for which the stated error holds: more than that of any ellipsoid used for the Earth.
    package static let maxFlattening = 1.0 / 290

    /// The geodesics of an ellipsoid.
    package init(on ellipsoid: Ellipsoid) {
        reach = ellipsoid.flattening <= Self.maxFlattening ? Self.maxReach : -1
        semiMajorAxis = ellipsoid.semiMajorAxis
        let e2 = ellipsoid.eccentricitySquared
        // (1 - e²w)^-½ around the middle of w, 0 to 1: the sixth power would add less than 4e-16, smoothly.
        let ratio = e2 / (1 - e2 / 2)
        let binomial = [1, 1.0 / 2, 3.0 / 8, 5.0 / 16, 35.0 / 128, 63.0 / 256]
        var (powers, power) = ([Double](), 1 / (1 - e2 / 2).squareRoot())
        for coefficient in binomial {
            powers.append(coefficient * power)
            power *= ratio
        }
        // From powers of w - ½ to powers of w.
        for first in powers.indices {
            for i in (first..<powers.count - 1).reversed() { powers[i] -= 0.5 * powers[i + 1] }
        }
        constants = wm_ellipsoid(
            across: (powers[0], powers[1], powers[2], powers[3], powers[4], powers[5]), e2: e2, polar: 1 - e2,
            bend: 1.0 / 72 + e2 / 120)
    }

    /// A point on the ellipsoid: its normal, and its point in units of the equatorial radius.
    package struct SurfacePoint: Sendable {
        package let normal: UnitVector
        package let point: UnitVector

        @inlinable
        package init(normal: UnitVector, point: UnitVector) { (self.normal, self.point) = (normal, point) }
    }

    /// The point whose normal is the vector of its latitude and longitude.
    @inlinable
    package func surfacePoint(_ normal: UnitVector) -> SurfacePoint {
        let n = constants.across
        let w = normal.z * normal.z
        let w2 = w * w
        let across = (n.0 + n.1 * w) + ((n.2 + n.3 * w) + (n.4 + n.5 * w) * w2) * w2
        return SurfacePoint(
            normal: normal,
            point: UnitVector(x: across * normal.x, y: across * normal.y, z: constants.polar * (across * normal.z)))
    }

    /// The squared length of the geodesic between two points, in units of the equatorial radius; nil if it is not
    /// short.
    package func squaredLength(from start: SurfacePoint, to end: SurfacePoint) -> Double? {
        let chord = end.point.chordSquared(to: start.point)
        guard chord <= reach else { return nil }
        let change = end.normal - start.normal
        let turn = change.dot(end.point - start.point)
        let turn2 = turn * turn
        let near = chord + turn2 * (1.0 / 12 + turn * (1.0 / 90))
        guard chord > Self.later else { return near }
        let height = end.normal.z + start.normal.z
        let a = (constants.e2 * 0.25) * (chord * (height * height))
        let b = constants.e2 * (change.z * change.z)
        let first = b * (7.0 / 360) - a * constants.bend
        let second = a * (a * (17.0 / 720) - b * (1.0 / 16)) + b * b * (7.0 / 180)
        return near + (turn2 * turn2 * (1.0 / 560) + chord * (chord * first + second))
    }

    /// The length of the geodesic between two points given by their normals; nil if it is not short.
    package func length(from start: UnitVector, to end: UnitVector) -> Meters? {
        squaredLength(from: surfacePoint(start), to: surfacePoint(end)).map {
            Meters(semiMajorAxis.value * $0.squareRoot())
        }
    }
}
