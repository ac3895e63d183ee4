import WaymarkC

/// The transverse Mercator projection of an ellipsoid, by pure arithmetic.
///
/// Krüger's series to the sixth power of the third flattening: within 1 µm of PROJ's (`etmerc`) up to 35° from the
/// central meridian, and within 5 nm of the exact projection.
///
/// ```swift
/// let korea = TransverseMercator.unifiedKorea  // EPSG:5179
/// let point = korea.project(try Coordinate(latitude: 37.566535, longitude: 126.9779692))
/// print(point.east, point.north)               // 953898.467 1952035.979, metres
/// ```
///
/// Source: C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85 (2011),
/// doi:10.1007/s00190-011-0445-3, equations 7 to 36.
public struct TransverseMercator: Hashable, Sendable {
    /// The ellipsoid that is projected.
    public let ellipsoid: Ellipsoid
    /// The latitude at which north is 0 before the false northing, in degrees.
    public let latitudeOfOrigin: Double
    /// The longitude at which east is 0 before the false easting, in degrees.
    public let centralMeridian: Double
    /// The scale along the central meridian.
    public let scale: Double
    /// The false easting and northing, in metres.
    public let falseOrigin: ProjectedPoint

    private let alpha: Coefficients
    private let beta: Coefficients
    /// Metres on the map per radian of rectifying latitude.
    private let rectifyingRadius: Double
    /// The map distance from the equator to the latitude of origin, in metres.
    private let originNorth: Double
    private let shape: Shape

    /// The maximum distance from the central meridian for the series, in degrees.
    public static let widest = 35.0

    /// A projection.
    ///
    /// - Precondition: `latitudeOfOrigin` is -90 to 90, `centralMeridian` -180 to 180, `scale` finite and above zero.
    public init(
        ellipsoid: Ellipsoid, latitudeOfOrigin: Double, centralMeridian: Double, scale: Double,
        falseOrigin: ProjectedPoint
    ) {
        precondition(
            abs(latitudeOfOrigin) <= 90 && abs(centralMeridian) <= 180,
            "the origin is not a place on the Earth: \(latitudeOfOrigin), \(centralMeridian)")
        precondition(scale.isFinite && scale > 0, "the scale is not finite and above 0: \(scale)")
        self.ellipsoid = ellipsoid
        self.latitudeOfOrigin = latitudeOfOrigin
        self.centralMeridian = centralMeridian
        self.scale = scale
        self.falseOrigin = falseOrigin
        let n = ellipsoid.thirdFlattening
        alpha = Coefficients(forward: n)
        beta = Coefficients(inverse: n)
        rectifyingRadius =
            scale * ellipsoid.semiMajorAxis.value / (1 + n) * (1 + n * n * (1.0 / 4 + n * n * (1.0 / 64 + n * n / 256)))
        shape = Shape(ellipsoid)
        let (sine, cosine) = sinCos(degrees: latitudeOfOrigin)
        let (conformalSine, conformalCosine, _) = shape.conformal(sine: sine, cosine: cosine)
        let origin = alpha.sum(
            real: atan2(conformalSine, conformalCosine), imaginary: 0,
            sine: 2 * conformalSine * conformalCosine,
            cosine: (conformalCosine - conformalSine) * (conformalCosine + conformalSine), sinh: 0, cosh: 1, sign: 1)
        originNorth = rectifyingRadius * origin.real
    }

    /// Korea's unified system, EPSG:5179: 127.5° E, 38° N, scale 0.9996, false origin 1 000 000, 2 000 000.
    public static let unifiedKorea = TransverseMercator(
        ellipsoid: .grs80, latitudeOfOrigin: 38, centralMeridian: 127.5, scale: 0.9996,
        falseOrigin: ProjectedPoint(east: 1_000_000, north: 2_000_000))

    /// A zone of the Universal Transverse Mercator system.
    ///
    /// - Precondition: `utmZone` is 1 to 60.
    public init(utmZone: Int, isSouth: Bool, on ellipsoid: Ellipsoid = .wgs84) {
        precondition(1...60 ~= utmZone, "the zone is outside 1...60: \(utmZone)")
        self.init(
            ellipsoid: ellipsoid, latitudeOfOrigin: 0, centralMeridian: Double(6 * utmZone - 183), scale: 0.9996,
            falseOrigin: ProjectedPoint(east: 500_000, north: isSouth ? 10_000_000 : 0))
    }

    /// Returns the point on the map, in metres.
    ///
    /// The stated accuracy holds only within ``widest`` of the central meridian: see ``covers(_:)``. Far beyond, near
    /// 90° from it on the equator, the map is unbounded and the result may be infinite.
    ///
    /// - Complexity: O(1).
    public func project(_ coordinate: Coordinate) -> ProjectedPoint {
        let (sine, cosine) = sinCos(degrees: coordinate.latitude)
        let (sinLongitude, cosLongitude) = sinCos(degrees: coordinate.longitude - centralMeridian)
        let (s, c, _) = shape.conformal(sine: sine, cosine: cosine)
        // Gauss-Schreiber: the sphere of conformal latitude, turned so that the central meridian is the equator.
        let t = c * sinLongitude
        let u = c * cosLongitude
        let d = 1 / (s * s + u * u)
        let real = atan2(s, u)
        let imaginary = 0.5 * log1p(2 * t / (1 - t))
        let sum = alpha.sum(
            real: real, imaginary: imaginary, sine: 2 * s * u * d, cosine: (u - s) * (u + s) * d, sinh: 2 * t * d,
            cosh: (1 + t * t) * d, sign: 1)
        return ProjectedPoint(
            east: rectifyingRadius * sum.imaginary + falseOrigin.east,
            north: rectifyingRadius * sum.real - originNorth + falseOrigin.north)
    }

    /// Returns the place on the Earth; nil if the point is not finite, or farther out than a quarter of the Earth.
    ///
    /// - Complexity: O(1).
    public func unproject(_ point: ProjectedPoint) -> Coordinate? {
        let xi = (point.north - falseOrigin.north + originNorth) / rectifyingRadius
        let eta = (point.east - falseOrigin.east) / rectifyingRadius
        // Beyond a quarter of the meridian the map continues over the pole.
        guard abs(xi) <= .pi, abs(eta) <= 3 else { return nil }
        let e = exp(2 * eta)
        let (sine, cosine) = sinCos(degrees: degrees(2 * xi))
        let sum = beta.sum(
            real: xi, imaginary: eta, sine: sine, cosine: cosine, sinh: (e - 1 / e) / 2, cosh: (e + 1 / e) / 2,
            sign: -1)
        let grown = exp(sum.imaginary)
        let sinhEta = (grown - 1 / grown) / 2
        let (s, c) = sinCos(degrees: degrees(sum.real))
        let latitude = shape.latitude(conformalSine: s, cosine: (sinhEta * sinhEta + c * c).squareRoot())
        let longitude = degrees(atan2(sinhEta, c)) + centralMeridian
        // Both are within two turns, and a result rounded past the pole is the pole.
        return try? Coordinate(
            latitude: max(-90, min(90, latitude)),
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    /// Returns the scale factor at a place: the ratio of a short length on the map to that on the ellipsoid, the same
    /// in all directions.
    ///
    /// Source: Karney 2011, equations 22 to 26.
    public func scaleFactor(at coordinate: Coordinate) -> Double {
        let (sine, cosine) = sinCos(degrees: coordinate.latitude)
        let (sinLongitude, cosLongitude) = sinCos(degrees: coordinate.longitude - centralMeridian)
        let (s, c, stretch) = shape.conformal(sine: sine, cosine: cosine)
        let (t, u) = (c * sinLongitude, c * cosLongitude)
        let d = s * s + u * u
        let slope = alpha.slope(
            sine: 2 * s * u / d, cosine: (u - s) * (u + s) / d, sinh: 2 * t / d, cosh: (1 + t * t) / d)
        let onSphere = (1 - ellipsoid.eccentricitySquared * sine * sine).squareRoot() * stretch / d.squareRoot()
        let onMap = (slope.real * slope.real + slope.imaginary * slope.imaginary).squareRoot()
        return onSphere * onMap * rectifyingRadius / ellipsoid.semiMajorAxis.value
    }

    /// Whether a place is near enough to the central meridian for the series.
    public func covers(_ coordinate: Coordinate) -> Bool {
        let difference = abs(coordinate.longitude - centralMeridian)
        return min(difference, 360 - difference) <= Self.widest
    }
}

/// The six coefficients of a series in twice the rectifying or the conformal latitude.
private struct Coefficients: Hashable, Sendable {
    let c1, c2, c3, c4, c5, c6: Double

    /// From conformal to rectifying: Karney 2011, equation 35.
    init(forward n: Double) {
        c1 = n * (1.0 / 2 + n * (-2.0 / 3 + n * (5.0 / 16 + n * (41.0 / 180 + n * (-127.0 / 288 + n * 7891 / 37800)))))
        c2 = n * n * (13.0 / 48 + n * (-3.0 / 5 + n * (557.0 / 1440 + n * (281.0 / 630 - n * 1_983_433 / 1_935_360))))
        c3 = n * n * n * (61.0 / 240 + n * (-103.0 / 140 + n * (15061.0 / 26880 + n * 167_603 / 181_440)))
        c4 = n * n * n * n * (49561.0 / 161_280 + n * (-179.0 / 168 + n * 6_601_661 / 7_257_600))
        c5 = n * n * n * n * n * (34729.0 / 80640 - n * 3_418_889 / 1_995_840)
        c6 = n * n * n * n * n * n * (212_378_941.0 / 319_334_400)
    }

    /// From rectifying to conformal: Karney 2011, equation 36.
    init(inverse n: Double) {
        c1 =
            n
            * (1.0 / 2 + n * (-2.0 / 3 + n * (37.0 / 96 + n * (-1.0 / 360 + n * (-81.0 / 512 + n * 96199 / 604_800)))))
        c2 = n * n * (1.0 / 48 + n * (1.0 / 15 + n * (-437.0 / 1440 + n * (46.0 / 105 - n * 1_118_711 / 3_870_720))))
        c3 = n * n * n * (17.0 / 480 + n * (-37.0 / 840 + n * (-209.0 / 4480 + n * 5569 / 90720)))
        c4 = n * n * n * n * (4397.0 / 161_280 + n * (-11.0 / 504 - n * 830_251 / 7_257_600))
        c5 = n * n * n * n * n * (4583.0 / 161_280 - n * 108_847 / 3_991_680)
        c6 = n * n * n * n * n * n * (20_648_693.0 / 638_668_800)
    }

    /// From conformal to geographic: the series of Engsager and Poder (2007), as in PROJ.
    init(geographic n: Double) {
        c1 = n * (2 + n * (-2.0 / 3 + n * (-2 + n * (116.0 / 45 + n * (26.0 / 45 - n * 2854 / 675)))))
        c2 = n * n * (7.0 / 3 + n * (-8.0 / 5 + n * (-227.0 / 45 + n * (2704.0 / 315 + n * 2323 / 945))))
        c3 = n * n * n * (56.0 / 15 + n * (-136.0 / 35 + n * (-1262.0 / 105 + n * 73814 / 2835)))
        c4 = n * n * n * n * (4279.0 / 630 + n * (-332.0 / 35 - n * 399_572 / 14175))
        c5 = n * n * n * n * n * (4174.0 / 315 - n * 144_838 / 6237)
        c6 = n * n * n * n * n * n * (601_676.0 / 22275)
    }

    /// `z` and the sum of `sign * c[j] * sin(2 j z)` of a complex `z`, by Clenshaw's recurrence, from the sine and the cosine of
    /// twice its real part and the hyperbolic ones of twice its imaginary part.
    @inline(__always)
    func sum(
        real: Double, imaginary: Double, sine: Double, cosine: Double, sinh: Double, cosh: Double, sign: Double
    ) -> (real: Double, imaginary: Double) {
        // 2 cos(2z)
        let (a, b) = (2 * cosine * cosh, -2 * sine * sinh)
        var (r1, i1, r2, i2) = (c6, 0.0, 0.0, 0.0)
        func step(_ c: Double) { (r1, i1, r2, i2) = (a * r1 - b * i1 - r2 + c, b * r1 + a * i1 - i2, r1, i1) }
        step(c5)
        step(c4)
        step(c3)
        step(c2)
        step(c1)
        // times sin(2z)
        let (s, t) = (sine * cosh, cosine * sinh)
        return (real + sign * (r1 * s - i1 * t), imaginary + sign * (r1 * t + i1 * s))
    }

    /// One and the sum of `2 j c[j] cos(2 j z)`: the derivative of ``sum(real:imaginary:sine:cosine:sinh:cosh:sign:)``.
    func slope(sine: Double, cosine: Double, sinh: Double, cosh: Double) -> (real: Double, imaginary: Double) {
        let (c, s) = (cosine * cosh, -sine * sinh)
        let (a, b) = (2 * c, 2 * s)
        var (r1, i1, r2, i2) = (12 * c6, 0.0, 0.0, 0.0)
        for value in [10 * c5, 8 * c4, 6 * c3, 4 * c2, 2 * c1] {
            (r1, i1, r2, i2) = (a * r1 - b * i1 - r2 + value, b * r1 + a * i1 - i2, r1, i1)
        }
        return (1 + r1 * c - i1 * s - r2, r1 * s + i1 * c - i2)
    }
}

/// The parameters of an ellipsoid for the conformal latitude.
private struct Shape: Hashable, Sendable {
    let e2: Double
    let delta: Coefficients

    init(_ ellipsoid: Ellipsoid) {
        e2 = ellipsoid.eccentricitySquared
        delta = Coefficients(geographic: ellipsoid.thirdFlattening)
    }

    /// e atanh(e s), by its series: e s is small.
    @inline(__always)
    private func eAtanh(_ s: Double) -> Double {
        let q = e2 * s * s
        return e2 * s
            * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q / 13))))))
    }

    /// sinh of a small number, by its series.
    @inline(__always)
    private func sinhSmall(_ x: Double) -> Double {
        let q = x * x
        return x * (1 + q * (1.0 / 6 + q * (1.0 / 120 + q * (1.0 / 5040 + q / 362_880))))
    }

    /// Sine and cosine of the conformal latitude, Karney 2011, equation 7, times the cosine; and its cosine over that of
    /// the geographic latitude, which is finite at a pole too.
    @inline(__always)
    func conformal(sine: Double, cosine: Double) -> (sine: Double, cosine: Double, stretch: Double) {
        let sigma = sinhSmall(eAtanh(sine))
        // (1 + sigma²)^½, sigma being small.
        let q = sigma * sigma
        let rise = sine * (1 + q * (0.5 - q * (0.125 - q / 16))) - sigma
        // cosine² + rise², without the rounding of a tangent near a pole.
        let length = (cosine * cosine + rise * rise).squareRoot()
        return (rise / length, cosine / length, 1 / length)
    }

    /// The geographic latitude in degrees of a conformal one, given by its sine and cosine times a common factor.
    @inline(__always)
    func latitude(conformalSine s: Double, cosine c: Double) -> Double {
        let d = 1 / (s * s + c * c)
        let sum = delta.sum(
            real: atan2(s, c), imaginary: 0, sine: 2 * s * c * d, cosine: (c - s) * (c + s) * d, sinh: 0, cosh: 1,
            sign: 1)
        return degrees(sum.real)
    }
}
