import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections

/// A thread's projection, leased on first use.
final class LeasedProjection {
    private let pool: ProjectionPool
    private var lease: ProjectionPool.Lease?

    init(_ pool: ProjectionPool) { self.pool = pool }

    func with<Result>(
        _ body: (inout Projection) throws(ProjectionError) -> Result
    ) throws(ProjectionError) -> Result {
        let lease = if let lease { lease } else { try pool.lease() }
        self.lease = lease
        return try lease.withProjection(body)
    }

    /// The point of a place, in metres east and north.
    ///
    /// - Throws: ``ProjectionError`` if the map has none that searches cover, or no projection can be leased.
    func point(of place: Coordinate) throws(ProjectionError) -> ProjectedPoint {
        let metersPerUnit = pool.target.metersPerUnit
        var point = try with { (projection) throws(ProjectionError) in try projection.project(place) }
        point.east *= metersPerUnit
        point.north *= metersPerUnit
        guard PlaneIndex.covers(point) else {
            throw .outsideDomain(place, reason: "it is farther from the map's origin than any place")
        }
        return point
    }
}
