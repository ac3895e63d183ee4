extension ProjectionPool {
    /// A projection that was taken from a pool for a while: one thread's, given back when it is let go.
    ///
    /// For whoever projects row after row, and wants the pool's lock once and not for each.
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

    /// Takes a projection for a while.
    ///
    /// - Throws: ``ProjectionError`` where another one is needed and cannot be made.
    public func lease() throws(ProjectionError) -> Lease { try Lease(self) }
}
