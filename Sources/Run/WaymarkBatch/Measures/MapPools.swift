import WaymarkProjections
import WaymarkThreads

/// A map for distances.
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
