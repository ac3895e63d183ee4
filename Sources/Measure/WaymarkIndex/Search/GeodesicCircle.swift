import WaymarkGeodesy

/// A circular region on an ellipsoid: a place belongs to it exactly when its geodesic distance is at most the radius.
///
/// It lies within a wider circle on the sphere, which guides the walk of the tree, and contains a narrower one.
struct GeodesicCircle {
    let place: Coordinate
    let radius: Meters
    let surface: GeodesicSurface
    /// A circle on the sphere that contains every place of the region.
    let wide: Circle
    /// The centre on the ellipsoid.
    private let point: ShortGeodesic.SurfacePoint
    /// Squared lengths up to `surely` are inside, beyond `possibly` outside.
    private let limits: (surely: Double, possibly: Double)

    /// A circle, with the limits of `known` if that has the same radius on the same surface.
    init(
        center: Coordinate, _ vector: UnitVector, radius: Meters, on surface: GeodesicSurface,
        like known: GeodesicCircle? = nil
    ) {
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        let known = known.flatMap { $0.radius == radius && $0.surface === surface ? $0.wide : nil }
        let reach = (radius.value + GeodesicSurface.margin) / surface.minRatio * (1 + 1e-12)
        wide = Circle(center: vector, radius: Meters(reach), like: known)
        (place, self.radius, self.surface) = (center, radius, surface)
        let root = radius.value / surface.short.semiMajorAxis.value
        // The root, its square, and the squares compared with it are rounded.
        limits = Circle.bracket(root * root)
        point = surface.short.surfacePoint(wide.center)
    }

    /// Squared chords that are surely inside, and those that may be.
    ///
    /// A chord *x* is shorter than its arc, and no shorter than *x* - *x*³/24.
    var bracket: (inner: Double, outer: Double) {
        let less = (radius.value - GeodesicSurface.margin) * (1 - 1e-12)
        if less <= 0 { return (-1, wide.possiblyInside) }
        if wide.possiblyInside > 1 {
            let narrow = Circle(center: wide.center, radius: Meters(less / surface.maxRatio), on: wide.sphere)
            return (narrow.surelyInside, wide.possiblyInside)
        }
        let ratios = surface.ratios(within: radius, of: wide.center)
        let earth = wide.sphere.radius.value
        let outer = (radius.value + GeodesicSurface.margin) / (ratios.least * earth) * (1 + 1e-12)
        let inner = less / (ratios.greatest * earth)
        return (inner * inner * (1 - inner * inner / 12), outer * outer)
    }

    /// The number of points of a tree that are surely inside, and the number that may be; nil if only their distances
    /// can decide.
    func count(_ tree: PackedRTree) -> (inside: Int, unsure: Int)? {
        guard isForKernels else { return nil }
        let (inner, outer) = bracket
        return unsafe Kernels.best.count(
            tree.searched, on: surface.short, from: point, inner: inner, outer: outer, surely: limits.surely,
            possibly: limits.possibly)
    }
}

extension GeodesicCircle: SearchRegion {
    @inline(__always)
    var center: UnitVector { wide.center }
    @inline(__always)
    var possiblyInside: Double { wide.possiblyInside }
    /// A geodesic that is not short is longer than its chord by metres.
    @inline(__always)
    var isForKernels: Bool { limits.possibly <= surface.short.reach }

    @unsafe @inline(__always)
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, into scratch: inout SearchScratch
    ) {
        unsafe scratch.reserve(runs.reduce(0) { $0 &+ Int($1.end &- $1.start) })
        scratch.count += unsafe Kernels.best.select(
            points, runs, on: surface.short, from: point, limit: limits.possibly,
            squares: scratch.chords + scratch.count, numbers: scratch.numbers + scratch.count)
    }

    @unsafe @inline(__always)
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double {
        unsafe Kernels.best.roots(squares, count: count, scale: surface.short.semiMajorAxis.value)
    }

    func distance(to slot: Int, in store: PointStore) -> Meters? {
        let vector = store.vector(at: slot)
        guard center.chordSquared(to: vector) <= possiblyInside else { return nil }
        let near = surface.short.length(from: center, to: vector)
        let distance = near ?? surface.long(place, store.coordinate(at: slot))
        return distance <= radius ? distance : nil
    }
}

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
