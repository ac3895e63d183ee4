import WaymarkGeodesy

/// A circular region on an ellipsoid: a place belongs to it exactly when its geodesic distance is at most the radius.
///
/// It lies within a wider circle on the sphere, by which the tree is walked, and holds a narrower one.
struct GeodesicCircle {
    let place: Coordinate
    let radius: Meters
    let surface: GeodesicSurface
    /// On the sphere; holds every place of the region.
    let wide: Circle
    /// The centre on the ellipsoid; nil where the circle reaches beyond what is short.
    private let short: (ellipsoid: ShortGeodesic, center: ShortGeodesic.Place)?
    /// Squared lengths up to `surely` are inside, beyond `possibly` outside.
    private let limits: (surely: Double, possibly: Double)

    init(center: Coordinate, _ vector: UnitVector, radius: Meters, on surface: GeodesicSurface) {
        precondition(radius.value >= 0, "a radius is not negative and not NaN")
        let reach = (radius.value + GeodesicSurface.margin) / surface.leastRatio * (1 + 1e-12)
        self.init(
            center, radius, surface, Circle(center: vector, radius: Meters(reach), on: .earth))
    }

    /// The circle of the same radius around another place.
    init(center: Coordinate, _ vector: UnitVector, like circle: GeodesicCircle) {
        self.init(center, circle.radius, circle.surface, Circle(center: vector, like: circle.wide))
    }

    private init(_ center: Coordinate, _ radius: Meters, _ surface: GeodesicSurface, _ wide: Circle) {
        (place, self.radius, self.surface, self.wide) = (center, radius, surface, wide)
        let root = radius.value / (surface.short?.semiMajorAxis.value ?? 1)
        // The root and its square are rounded, and so are the squares that are compared with it.
        let limits = Circle.bracket(root * root)
        self.limits = limits
        // What is not short is longer than its chord, and that by metres.
        short = surface.short.flatMap { short in
            limits.possibly <= ShortGeodesic.reach ? (short, short.place(wide.center)) : nil
        }
    }

    /// Squared chords up to this are inside.
    var narrow: Double {
        let reach = (radius.value - GeodesicSurface.margin) / surface.greatestRatio * (1 - 1e-12)
        return reach > 0 ? Circle(center: wide.center, radius: Meters(reach), on: .earth).surelyInside : -1
    }

    /// How many points of a tree are surely inside, and how many may be; nil where only their distances tell.
    func count(_ tree: PackedRTree) -> (inside: Int, unsure: Int)? {
        guard let short else { return nil }
        return unsafe Kernels.best.count(
            tree.searched, on: short.ellipsoid, from: short.center, inner: narrow, outer: wide.possiblyInside,
            surely: limits.surely, possibly: limits.possibly)
    }
}

extension GeodesicCircle: SearchRegion {
    @inline(__always)
    var center: UnitVector { wide.center }
    @inline(__always)
    var possiblyInside: Double { wide.possiblyInside }
    @inline(__always)
    var isForKernels: Bool { short != nil }

    @unsafe @inline(__always)
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, squares: UnsafeMutablePointer<Double>,
        numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let short else { preconditionFailure("long geodesics are measured one by one") }
        return unsafe Kernels.best.select(
            points, runs, on: short.ellipsoid, from: short.center, limit: limits.possibly, squares: squares,
            numbers: numbers)
    }

    @unsafe @inline(__always)
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double {
        unsafe Kernels.best.roots(squares, count: count, scale: surface.short?.semiMajorAxis.value ?? 1)
    }

    func distance(to slot: Int, in store: PointStore) -> Meters? {
        let vector = store.vector(at: slot)
        guard center.chordSquared(to: vector) <= possiblyInside else { return nil }
        let near = surface.short?.length(from: center, to: vector)
        let distance = near ?? surface.long(place, store.coordinate(at: slot))
        return distance <= radius ? distance : nil
    }
}
