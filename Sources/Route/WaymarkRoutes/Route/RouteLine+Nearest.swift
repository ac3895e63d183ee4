public import WaymarkGeodesy

/// The place of a route that is nearest to a point.
public struct NearestRoutePoint: Hashable, Sendable {
    /// The place on the route.
    public let point: RoutePoint
    /// Great-circle distance from the point asked about.
    public let separation: Meters
    /// The legs that were not looked at, because they are missing: the true way may have come nearer.
    public let missingLegs: [Int]
}

extension RouteLine {
    /// The place on the found legs that is nearest to `place`, great-circle; nil where no leg was found.
    ///
    /// Exact: what a scan over all segments finds. Of several places equally near, the first along the route.
    ///
    /// - Complexity: O(log *n*) on average; O(*n*) where all segments are equally near.
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
