import WaymarkGeodesy

/// A circular region of a map: a point belongs to it exactly when the straight distance is at most the radius.
struct PlaneCircle {
    let center: UnitVector
    let radius: Meters
    let possiblyInside: Double

    /// - Precondition: The map covers `center`; `radius` is not negative and not NaN.
    init(center: ProjectedPoint, radius: Meters) {
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        precondition(PlaneIndex.covers(center), "the centre is 268 000 km or more from the map's origin")
        self.center = PlaneIndex.vector(of: center)
        self.radius = radius
        let units = radius.value / PlaneIndex.metersPerUnit
        // No two points are farther apart than that, but the empty boxes of a tree are.
        possiblyInside = min(Circle.bracket(units * units).possibly, 9)
    }
}

extension PlaneCircle: ChordRegion {
    @inline(__always)
    var isForKernels: Bool { true }
    @inline(__always)
    var maxSquare: Double { .infinity }

    @unsafe @inline(__always)
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double {
        unsafe Kernels.best.roots(squares, count: count, scale: PlaneIndex.metersPerUnit)
    }

    @inline(__always)
    func length(ofSquare square: Double) -> Meters { Meters(PlaneIndex.metersPerUnit * square.squareRoot()) }

    @inline(__always)
    func distance(to slot: Int, in store: PointStore) -> Meters? {
        let distance = length(ofSquare: center.chordSquared(to: store.vector(at: slot)))
        return distance <= radius ? distance : nil
    }
}
