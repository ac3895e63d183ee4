import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections
import WaymarkThreads

struct Map: Hashable {
    let system: String
    /// The usual map has no area check: a pair from one zone to the next is measured in the first, with the scale as a
    /// hint.
    var refusesOutsideArea = true
}

/// The projection pools of a batch, created on first use.
final class MapPools: Sendable {
    private let pools = Guarded<[Map: ProjectionPool]>([:])

    /// Creates the pools of the given measures; geodesics need only the library.
    ///
    /// - Throws: ``ProjectionError`` for an unknown system, or without PROJ, before anything is read.
    init(_ measures: [Measure] = []) throws(ProjectionError) {
        if measures.contains(.geodesic) || measures.contains(.usualMap) { try ProjectionLibrary.check() }
        for case .map(let system) in measures { _ = try pool(Map(system: system)) }
    }

    /// The pool of a system.
    ///
    /// - Throws: ``ProjectionError`` if there is none.
    func pool(_ map: Map) throws(ProjectionError) -> ProjectionPool {
        if let pool = pools.withLock({ $0[map] }) { return pool }
        // Created without the lock, as it takes milliseconds. Of two created at once the first is kept.
        let made = try ProjectionPool(to: map.system, refusesOutsideArea: map.refusesOutsideArea)
        return pools.withLock { pools in
            if let pool = pools[map] { return pool }
            pools[map] = made
            return made
        }
    }
}

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
