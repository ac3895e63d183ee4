import WaymarkC
import WaymarkGeodesy

/// A circular region on the sphere, as squared chords: no trigonometry per candidate.
///
/// A place belongs to it exactly when `sphere.distance(from: center, to: place) <= radius`. Squared chords decide all
/// but a sliver: up to `surelyInside` and beyond `possiblyInside` they are certain despite rounding, and between the
/// two the distance itself decides.
///
/// Why 1e-14 is enough: the squared chord of two vectors, the limit computed from the radius, and the distance computed
/// from the squared chord each have a relative error below 1e-15 or, beyond 60°, where the limit is above 1, an
/// absolute error below 3e-15. The tiny constant covers subnormal numbers.
struct Circle {
    let center: UnitVector
    let radius: Meters
    let sphere: Sphere
    /// Squared chords up to this are inside.
    let surelyInside: Double
    /// Squared chords beyond this are outside.
    let possiblyInside: Double

    /// A circle, with the limits of `known` if that has the same radius on the same sphere.
    init(center: UnitVector, radius: Meters, on sphere: Sphere = .earth, like known: Circle? = nil) {
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        (self.center, self.radius, self.sphere) = (center, radius, sphere)
        if let known, known.radius == radius, known.sphere == sphere {
            (surelyInside, possiblyInside) = (known.surelyInside, known.possiblyInside)
        } else if radius >= sphere.halfCircumference {
            (surelyInside, possiblyInside) = (5, 5)
        } else {
            let chord = 2 * sin(radius.value / (2 * sphere.radius.value))
            (surelyInside, possiblyInside) = Circle.bracket(chord * chord)
        }
    }

    /// The squared chords below which a point is surely nearer than `limit`, and up to which it may be as near.
    static func bracket(_ limit: Double) -> (surely: Double, possibly: Double) {
        (limit * (1 - 1e-14) - 1e-300, limit * (1 + 1e-14) + 1e-300)
    }

    /// Whether the place whose squared chord is `chordSquared` belongs to the region.
    @inline(__always)
    func contains(_ place: @autoclosure () -> UnitVector, chordSquared: Double) -> Bool {
        if chordSquared <= surelyInside { return true }
        if chordSquared > possiblyInside { return false }
        return sphere.distance(from: center, to: place()) <= radius
    }
}

extension Circle: ChordRegion {
    @inline(__always)
    var maxSquare: Double { 1 }

    @inline(__always)
    func length(ofSquare square: Double) -> Meters { Meters(sphere.radius.value * chordAngle(squared: square)) }

    /// Beyond 60° lengths also need the chord to the antipode, and most points are inside anyway.
    @inline(__always)
    var isForKernels: Bool { possiblyInside <= 1 }

    @unsafe @inline(__always)
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double {
        unsafe Kernels.best.lengths(squares, count: count, radius: sphere.radius)
    }

    @inline(__always)
    func distance(to slot: Int, in store: PointStore) -> Meters? {
        let vector = store.vector(at: slot)
        guard contains(vector, chordSquared: center.chordSquared(to: vector)) else { return nil }
        return store.distance(from: center, to: slot)
    }
}

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
