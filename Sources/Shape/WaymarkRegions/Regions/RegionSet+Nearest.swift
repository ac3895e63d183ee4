public import WaymarkGeodesy
public import WaymarkIndex

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
    /// - Complexity: That of ``region(containing:)`` for a place inside; otherwise O(*e*) for *e* edges near the
    ///   tolerance's box.
    public func nearestRegion(to place: Coordinate, within tolerance: Meters) -> Match? {
        precondition(tolerance.value >= 0, "the tolerance is negative or not a number: \(tolerance.value)")
        if let region = region(containing: place) { return Match(index: region, distance: .zero) }
        let box = BoundingBox(around: place, radius: tolerance)
        // At a pole every longitude is near.
        let ranges = box.north == 90 || box.south == -90 ? [-180...180] : box.longitudeRanges
        var found: Match?
        var search = EdgeSearch(place: place, limit: tolerance)
        for region in regions(near: box) {
            shapes.forEachEdge(of: region, inLatitudes: box.south...box.north) { a, b in
                let (west, east) = (min(a.x, b.x), max(a.x, b.x))
                guard ranges.contains(where: { west <= $0.upperBound && east >= $0.lowerBound }) else { return }
                if search.isNearer(a, b) { found = Match(index: region, distance: search.limit) }
            }
        }
        return found
    }
}

/// The distance from a place to edges that are straight in longitude and latitude.
private struct EdgeSearch {
    let place: Coordinate
    /// The minimum distance so far.
    var limit: Meters
    private var hasFound = false

    init(place: Coordinate, limit: Meters) {
        (self.place, self.limit) = (place, limit)
    }

    /// Whether an edge is nearer than all previous ones, or the first within the limit; the limit becomes its distance.
    ///
    /// The great circle between the ends of an edge deviates from it by a bounded length. An edge that cannot be near
    /// enough is skipped by this bound; others are halved until the two are within a millimetre.
    mutating func isNearer(_ a: PlanePoint, _ b: PlanePoint) -> Bool {
        let (start, end) = (coordinate(a), coordinate(b))
        let distance = Sphere.earth.distance(from: place, toSegmentFrom: start, to: end)
        let stray = Self.stray(a, b)
        if stray.value <= 0.001 {
            guard distance < limit || !hasFound && distance == limit else { return false }
            limit = distance
            hasFound = true
            return true
        }
        if distance - stray > limit { return false }
        let middle = PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        let isFirstNearer = isNearer(a, middle)
        return isNearer(middle, b) || isFirstNearer
    }

    private func coordinate(_ point: PlanePoint) -> Coordinate {
        Coordinate(uncheckedLatitude: point.y, longitude: point.x)
    }

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
