import WaymarkGeodesy

/// A point of a map, in the form of searches.
package struct PlanePoint: Sendable {
    /// East and north divided by a power of two, which is exact: squares and roots have the same digits as in metres.
    let vector: UnitVector

    /// Metres per unit of the vector; maps are smaller than that.
    static let metersPerUnit = 0x1p28

    /// The point at metres east and north of the map's origin; nil if they are not finite, or beyond 268 000 km.
    package init?(east: Meters, north: Meters) {
        let (x, y) = (east.value / Self.metersPerUnit, north.value / Self.metersPerUnit)
        guard abs(x) <= 1, abs(y) <= 1 else { return nil }
        vector = UnitVector(x: x, y: y, z: 0)
    }
}

/// A circular region of a map: a point belongs to it exactly when the straight distance is at most the radius.
struct PlaneCircle {
    let center: UnitVector
    let radius: Meters
    let possiblyInside: Double

    init(center: PlanePoint, radius: Meters) {
        precondition(radius.value >= 0, "a radius is not negative and not NaN")
        self.center = center.vector
        self.radius = radius
        let units = radius.value / PlanePoint.metersPerUnit
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
        unsafe Kernels.best.roots(squares, count: count, scale: PlanePoint.metersPerUnit)
    }

    @inline(__always)
    func length(ofSquare square: Double) -> Meters { Meters(PlanePoint.metersPerUnit * square.squareRoot()) }

    @inline(__always)
    func distance(to slot: Int, in store: PointStore) -> Meters? {
        let distance = length(ofSquare: center.chordSquared(to: store.vector(at: slot)))
        return distance <= radius ? distance : nil
    }
}
