/// An ellipsoid of revolution.
public struct Ellipsoid: Hashable, Sendable {
    /// The equatorial radius.
    public let semiMajorAxis: Meters
    /// The flattening (a - b) / a; 0 is a sphere.
    public let flattening: Double

    /// An ellipsoid with an equatorial radius and a flattening.
    ///
    /// - Precondition: The radius is finite and above zero; the flattening is at least 0 and below 0.01, so that the
    ///   series hold.
    public init(semiMajorAxis: Meters, flattening: Double) {
        precondition(
            semiMajorAxis.value.isFinite && semiMajorAxis > .zero,
            "the radius is not a finite length above 0: \(semiMajorAxis.value)")
        precondition(flattening >= 0 && flattening < 0.01, "the flattening is not from 0 to below 0.01: \(flattening)")
        self.semiMajorAxis = semiMajorAxis
        self.flattening = flattening
    }

    /// WGS 84, used by GPS. Source: NGA.STND.0036.
    public static let wgs84 = Ellipsoid(semiMajorAxis: Meters(6_378_137), flattening: 1 / 298.257_223_563)
    /// GRS 80, used by Korean and European surveys; 0.1 mm from WGS 84. Source: Moritz 2000.
    public static let grs80 = Ellipsoid(semiMajorAxis: Meters(6_378_137), flattening: 1 / 298.257_222_101)
    /// Bessel 1841, used by older Korean and Japanese maps. Source: EPSG:7004.
    public static let bessel = Ellipsoid(semiMajorAxis: Meters(6_377_397.155), flattening: 1 / 299.152_812_8)

    /// The square of the eccentricity.
    var eccentricitySquared: Double { flattening * (2 - flattening) }
    /// The third flattening, (a - b) / (a + b).
    var thirdFlattening: Double { flattening / (2 - flattening) }
}
