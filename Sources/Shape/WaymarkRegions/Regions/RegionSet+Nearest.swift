public import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkPolylines

extension RegionSet {
    /// Returns the region that contains a place, otherwise the nearest one within a tolerance.
    ///
    /// Boundary files are simplified, so places on the coast may lie in the sea. Distances are great-circle, on
    /// `Sphere.earth`, to the border as drawn, straight in longitude and latitude, within 1 mm. Of equally near
    /// regions, the first in order is the answer.
    ///
    /// - Parameters:
    ///   - place: The place to look up.
    ///   - tolerance: The maximum distance of a region, inclusive.
    /// - Returns: The region's position and its distance, zero if it contains the place; nil if none is within the
    ///   tolerance.
    /// - Precondition: `tolerance` is not negative and not NaN.
    /// - Complexity: That of ``region(containing:)``, and for a place outside O(log *n*) for *n* edges on average; O(*n*) if
    ///   all are equally near.
    public func nearestRegion(to place: Coordinate, within tolerance: Meters) -> Match? {
        precondition(tolerance.value >= 0, "the tolerance is negative or not a number: \(tolerance.value)")
        if let region = region(containing: place) { return Match(index: region, distance: .zero) }
        return edges.nearest(to: place, within: tolerance, of: shapes.vertices)
    }
}

/// The nearest of the visited edges, which are straight in longitude and latitude.
struct EdgeSearch: LeafVisitor {
    let runs: ContiguousArray<EdgeTree.Run>
    let vertices: ContiguousArray<PlanePoint>
    let place: Coordinate
    let vector: UnitVector
    /// The maximum distance of a nearer edge.
    var maxDistance: Meters
    /// The region of the nearest edge, and its distance.
    var found: Match?

    var limit: Double { maxDistance.value }

    mutating func visit(_ leaf: Int) {
        let run = runs[leaf]
        for edge in Int(run.first)..<Int(run.first + run.count) {
            visit(vertices[edge], vertices[edge + 1], of: Int(run.region))
        }
    }

    /// Takes an edge if it is nearer than the found one, or as near and of an earlier region.
    ///
    /// The great circle between the ends of an edge deviates from it by a bounded length. An edge that cannot be near
    /// enough is skipped by this bound; others are halved until the two are within a millimetre.
    mutating func visit(_ a: PlanePoint, _ b: PlanePoint, of region: Int) {
        let distance = Sphere.earth.distance(from: place, toSegmentFrom: a.coordinate, to: b.coordinate)
        let stray = Self.stray(a, b)
        if stray.value <= 0.001 {
            if let found, (found.distance, found.index) <= (distance, region) { return }
            guard distance <= maxDistance else { return }
            (maxDistance, found) = (distance, Match(index: region, distance: distance))
            return
        }
        if distance - stray > maxDistance { return }
        let middle = PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        // The nearer half first: what it finds is likely to exclude the other.
        if chord(to: a) <= chord(to: b) {
            visit(a, middle, of: region)
            visit(middle, b, of: region)
        } else {
            visit(middle, b, of: region)
            visit(a, middle, of: region)
        }
    }

    private func chord(to point: PlanePoint) -> Double { vector.chordSquared(to: UnitVector(point.coordinate)) }

    /// The maximum distance between the great circle through two places and the line that is straight in longitude and
    /// latitude.
    ///
    /// Two curves in space that share their ends at times 0 and 1 are at most an eighth of the sum of their maximum
    /// accelerations apart: for the line Δφ² + 2 ΔφΔλ sin φ + Δλ² cos φ; for the great circle, which is no longer, the
    /// square of a bound on the line's length. An angle is at most 1.05 of its chord if that is at most 1.
    static func stray(_ a: PlanePoint, _ b: PlanePoint) -> Meters {
        let (dy, dx) = (radians(abs(b.y - a.y)), radians(abs(b.x - a.x)))
        let farther = max(abs(a.y), abs(b.y))
        let nearer = (a.y > 0) != (b.y > 0) ? 0 : min(abs(a.y), abs(b.y))
        let (sine, cosine) = (sinCos(degrees: farther).sin, sinCos(degrees: nearer).cos)
        let line = dy * dy + 2 * dy * dx * sine + dx * dx * cosine
        let chord = (line + dy * dy + dx * dx * cosine * cosine) / 8
        return chord > 1 ? Sphere.earth.halfCircumference : Meters(1.05 * chord * Sphere.earth.radius.value)
    }
}
