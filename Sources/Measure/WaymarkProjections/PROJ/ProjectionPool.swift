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
        let box = try take()
        defer { put(box) }
        return try body(&box.projection)
    }

    func take() throws(ProjectionError) -> Box {
        if let box = idle.take() { return box }
        return try make()
    }

    func put(_ box: Box) { idle.give(box) }

    /// The number of idle projections.
    package var idleCount: Int { idle.count }

    /// Converts longitudes and latitudes to east and north, in place, on all cores.
    ///
    /// - Parameters:
    ///   - x: Longitudes in degrees; afterwards east in the target's unit, NaN for refused places.
    ///   - y: Latitudes in degrees; afterwards north, likewise.
    ///   - jobs: The maximum number of threads; nil is the number of cores.
    /// - Returns: The refused places, in order; the same for any number of jobs.
    /// - Throws: ``ProjectionError`` if a thread's projection cannot be created; its pairs are then unchanged.
    /// - Precondition: `x` and `y` are equally long; `jobs` is above zero.
    /// - Complexity: O(*n*), divided among the cores.
    public func project(
        x: inout [Double], y: inout [Double], jobs: Int? = nil
    ) throws(ProjectionError) -> [BulkProjectionFailure] {
        try spread(&x, &y, jobs) { (projection, x, y) in projection.project(x: &x, y: &y) }
    }

    /// Converts east and north to longitudes and latitudes, in place, on all cores: see ``project(x:y:jobs:)``.
    public func unproject(
        x: inout [Double], y: inout [Double], jobs: Int? = nil
    ) throws(ProjectionError) -> [BulkProjectionFailure] {
        try spread(&x, &y, jobs) { (projection, x, y) in projection.unproject(x: &x, y: &y) }
    }

    private func spread(
        _ x: inout [Double], _ y: inout [Double], _ jobs: Int?,
        _ work:
            @Sendable (inout Projection, inout MutableSpan<Double>, inout MutableSpan<Double>)
            -> [BulkProjectionFailure]
    ) throws(ProjectionError) -> [BulkProjectionFailure] {
        precondition(x.count == y.count, "\(x.count) x for \(y.count) y")
        let runs = Runs(of: x.count, length: 4096)
        let outcome = Guarded((failures: [BulkProjectionFailure](), error: ProjectionError?.none))
        unsafe x.withUnsafeMutableBufferPointer { xs in
            unsafe y.withUnsafeMutableBufferPointer { ys in
                // Each run belongs to one thread, as it is taken once.
                nonisolated(unsafe) let (xs, ys) = unsafe (xs, ys)
                runs.share(jobs: jobs) {
                    do throws(ProjectionError) {
                        try withProjection { (projection) throws(ProjectionError) in
                            while let range = runs.next() {
                                var x = unsafe UnsafeMutableBufferPointer(rebasing: xs[range]).mutableSpan
                                var y = unsafe UnsafeMutableBufferPointer(rebasing: ys[range]).mutableSpan
                                let failures = work(&projection, &x, &y)
                                guard !failures.isEmpty else { continue }
                                outcome.withLock { outcome in
                                    outcome.failures += failures.map {
                                        BulkProjectionFailure(
                                            position: $0.position + range.lowerBound, error: $0.error)
                                    }
                                }
                            }
                        }
                    } catch {
                        outcome.withLock { $0.error = error }
                    }
                }
            }
        }
        let (failures, error) = outcome.withLock { $0 }
        // Runs skipped by a thread without a projection were taken by the others, unless no thread had one.
        if let error, !runs.areTaken { throw error }
        return failures.sorted { $0.position < $1.position }
    }
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
