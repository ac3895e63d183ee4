public import WaymarkGeodesy

/// The place of a route nearest to a point.
public struct NearestRoutePoint: Hashable, Sendable {
    /// The place on the route.
    public let point: RoutePoint
    /// Great-circle distance from the point.
    public let separation: Meters
    /// The missing legs, which were not searched; the true route may be nearer there.
    public let missingLegs: [Int]
}

extension RouteLine {
    /// The place on the found legs nearest to `place`, great-circle; nil if no leg was found.
    ///
    /// Exact: equal to a scan over all segments. Of equally near places, the first along the route.
    ///
    /// - Complexity: O(log *n*) on average; O(*n*) if all segments are equally near.
    public func nearest(to place: Coordinate) -> NearestRoutePoint? {
        guard let foot = segments.nearest(to: place, within: Meters(.infinity)) else { return nil }
        let found = foundLeg(holding: foot.segment)
        let start = offsets[foot.segment]
        let end = offsets[min(foot.segment + 1, found.vertices.upperBound - 1)]
        return NearestRoutePoint(
            point: point(foot.point.coordinate, found, start + (end - start) * foot.point.fraction),
            separation: foot.point.distance, missingLegs: missingLegs)
    }
}
