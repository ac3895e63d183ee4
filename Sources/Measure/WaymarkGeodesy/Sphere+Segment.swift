/// The place on a great-circle segment that is nearest to a point.
public struct SegmentPoint: Hashable, Sendable {
    /// The nearest place on the segment; exactly an end of the segment if that is nearest.
    public let coordinate: Coordinate
    /// Its position on the segment: 0 at the start, 1 at the end.
    public let fraction: Double
    /// Great-circle distance from the point to ``coordinate``.
    public let distance: Meters
}

extension Sphere {
    /// Returns the place nearest to `point` on the great-circle segment from `start` to `end`, with its distance.
    ///
    /// The segment is the shorter arc. A segment of length zero is a single place. Between exact antipodes it is the
    /// arc over the north pole, as in ``interpolate(from:to:fraction:)``. If several places are equally near (the point
    /// is a pole of the segment's circle), the segment's start is returned.
    ///
    /// - Complexity: O(1).
    public func nearestPoint(to point: Coordinate, onSegmentFrom start: Coordinate, to end: Coordinate) -> SegmentPoint
    {
        let p = UnitVector(point)
        let arc = Arc(from: UnitVector(start), to: UnitVector(end))
        let fromStart = Meters(radius.value * p.angle(to: arc.start))
        let fromEnd = Meters(radius.value * p.angle(to: arc.end))
        let nearestEnd =
            fromEnd < fromStart
            ? SegmentPoint(coordinate: end, fraction: 1, distance: fromEnd)
            : SegmentPoint(coordinate: start, fraction: 0, distance: fromStart)

        // The foot of the perpendicular lies on the arc if the point is ahead of the start and before the end.
        let ahead = p.dot(arc.direction) > 0
        let behind = p.dot(arc.normal.cross(arc.end)) < 0
        guard ahead, behind else { return nearestEnd }
        func alongPlane(_ v: UnitVector) -> UnitVector { v - arc.normal * v.dot(arc.normal) }
        var across = alongPlane(p)
        if across.dot(across) < 1e-6 {
            // Near the pole of the segment's circle the remainder is mostly rounding error, with an arbitrary direction.
            across = alongPlane(alongPlane(across))
            guard across.dot(arc.direction) > 0, across.dot(arc.normal.cross(arc.end)) < 0 else { return nearestEnd }
        }
        guard let foot = across.normalized else { return nearestEnd }
        let coordinate = foot.coordinate
        let distance = self.distance(from: point, to: coordinate)
        guard distance < nearestEnd.distance else { return nearestEnd }
        return SegmentPoint(
            coordinate: coordinate, fraction: min(1, arc.start.angle(to: foot) / arc.angle), distance: distance)
    }

    /// Returns the great-circle distance from `point` to the segment from `start` to `end`.
    ///
    /// - SeeAlso: ``nearestPoint(to:onSegmentFrom:to:)``
    public func distance(from point: Coordinate, toSegmentFrom start: Coordinate, to end: Coordinate) -> Meters {
        nearestPoint(to: point, onSegmentFrom: start, to: end).distance
    }
}
