import WaymarkC

/// TSPLIB's GEO distance in whole kilometres, between angles in its own radians (latitude, longitude).
///
/// Source: the formula in TSPLIB's FAQ, whose rounding the published optima use.
func geographicalDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let q1 = cos(a.y - b.y)
    let q2 = cos(a.x - b.x)
    let q3 = cos(a.x + b.x)
    let cosine = 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)
    return (6378.388 * acos(max(-1, min(1, cosine))) + 1).rounded(.down)
}

/// Degrees and minutes written as `14.55` for 14°55', in radians of GEO's own π.
func geographicalAngle(_ value: Double) -> Double {
    let degrees = value.rounded(.towardZero)
    return 3.141592 * (degrees + 5 * (value - degrees) / 3) / 180
}

extension PointCosts {
    /// Points of a GEO instance: its angles, and the same places on the unit sphere.
    init(geographical values: [SIMD2<Double>]) {
        let angles = values.map { SIMD2(geographicalAngle($0.x), geographicalAngle($0.y)) }
        let points = angles.map { SIMD3(cos($0.x) * cos($0.y), cos($0.x) * sin($0.y), sin($0.x)) }
        self.init(metric: .geographical, points: ContiguousArray(points), angles: ContiguousArray(angles))
    }
}
