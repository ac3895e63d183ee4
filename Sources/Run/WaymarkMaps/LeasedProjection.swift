import WaymarkProjections

/// A thread's projection, leased when first needed.
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
}
