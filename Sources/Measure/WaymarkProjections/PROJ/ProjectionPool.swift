import WaymarkFoundation
import WaymarkGeodesy
import WaymarkThreads

/// Projections from one system to another, for any number of tasks at once.
///
/// A projection is lent to one task at a time, and created if none is idle. The lock is held while one is taken or
/// returned, never while it is used. The pool keeps at most as many idle projections as the machine has cores.
///
/// ```swift
/// let korea = try ProjectionPool(to: "EPSG:5179")
/// let point = try korea.withProjection { projection throws(ProjectionError) in try projection.project(seoul) }
/// ```
public final class ProjectionPool: Sendable {
    /// A projection with a stable address.
    final class Box: @unchecked Sendable {
        // @unchecked Sendable: only the task that took it from the pool uses it.
        var projection: Projection
        init(_ projection: consuming Projection) { self.projection = projection }
    }

    private let idle: Spares<Box>
    private let make: @Sendable () throws(ProjectionError) -> Box

    /// The system of places.
    public let source: ReferenceSystem
    /// The system of points.
    public let target: ReferenceSystem

    /// A pool of projections: the parameters are those of ``Projection/init(from:to:refusesOutsideArea:)``.
    ///
    /// - Throws: ``ProjectionError``, since the first projection is created immediately.
    public init(
        from source: String = "EPSG:4326", to target: String, refusesOutsideArea: Bool = true
    ) throws(ProjectionError) {
        make = { () throws(ProjectionError) in
            Box(try Projection(from: source, to: target, refusesOutsideArea: refusesOutsideArea))
        }
        let first = try make()
        self.source = first.projection.source
        self.target = first.projection.target
        idle = Spares([first], limit: ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Lends a projection to `body`.
    ///
    /// - Throws: The error of `body`, and ``ProjectionError`` if another projection is needed and cannot be created.
    public func withProjection<Result>(
        _ body: (inout Projection) throws(ProjectionError) -> Result
    ) throws(ProjectionError) -> Result {
        try lease().withProjection(body)
    }

    package var idleCount: Int { idle.count }
}

extension ProjectionPool {
    /// A projection leased from a pool by one thread, returned on release.
    ///
    /// For projecting many rows while taking the pool's lock only once.
    public final class Lease {
        private let pool: ProjectionPool
        private let box: Box

        fileprivate init(_ pool: ProjectionPool) throws(ProjectionError) {
            self.pool = pool
            box = if let idle = pool.idle.take() { idle } else { try pool.make() }
        }

        deinit { pool.idle.give(box) }

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
