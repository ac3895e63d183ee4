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
    /// - Throws: ``ProjectionError`` if the map has none, or no projection can be leased.
    func planePoint(of place: Coordinate) throws(ProjectionError) -> PlanePoint {
        let metersPerUnit = pool.target.metersPerUnit
        let point = try with { (projection) throws(ProjectionError) in try projection.project(place) }
        let (east, north) = (Meters(point.east * metersPerUnit), Meters(point.north * metersPerUnit))
        guard let point = PlanePoint(east: east, north: north) else {
            throw .outsideDomain(place, reason: "it is farther from the map's origin than any place")
        }
        return point
    }
}
