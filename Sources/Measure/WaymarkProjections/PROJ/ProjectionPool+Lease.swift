extension ProjectionPool {
    /// A projection leased from a pool by one thread, returned on release.
    ///
    /// For projecting many rows while taking the pool's lock only once.
    public final class Lease {
        private let pool: ProjectionPool
        private let box: Box

        fileprivate init(_ pool: ProjectionPool) throws(ProjectionError) {
            self.pool = pool
            box = try pool.take()
        }

        deinit { pool.put(box) }

        /// Lends the projection to `body`.
        public func withProjection<Result>(
            _ body: (inout Projection) throws(ProjectionError) -> Result
        ) throws(ProjectionError) -> Result {
            try body(&box.projection)
        }
    }

    /// Leases a projection.
    ///
    /// - Throws: ``ProjectionError`` if another one is needed and cannot be created.
    public func lease() throws(ProjectionError) -> Lease { try Lease(self) }
}
