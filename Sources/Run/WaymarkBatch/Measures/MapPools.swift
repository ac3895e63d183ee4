import WaymarkProjections
import WaymarkThreads

/// A map that is measured on.
struct Map: Hashable {
    let system: String
    /// Not so for the usual map of a place: one that begins in a zone and ends in the next is measured in the first, with the
    /// scale to show for it.
    var refusesOutsideArea = true
}

/// The pools of projections of a batch, made when first asked for.
final class MapPools: Sendable {
    private let pools = Guarded<[Map: ProjectionPool]>([:])

    /// No pools yet, or those of the systems that are measured on.
    ///
    /// - Throws: ``ProjectionError`` where there is no such system: before anything is read.
    init(_ measures: [Measure] = []) throws(ProjectionError) {
        for case .map(let system) in measures { _ = try pool(Map(system: system)) }
    }

    /// The pool of a system.
    ///
    /// - Throws: ``ProjectionError`` where there is none.
    func pool(_ map: Map) throws(ProjectionError) -> ProjectionPool {
        if let pool = pools.withLock({ $0[map] }) { return pool }
        // Made without the lock: it takes milliseconds. Of two that are made at once the first stays.
        let made = try ProjectionPool(to: map.system, refusesOutsideArea: map.refusesOutsideArea)
        return pools.withLock { pools in
            if let pool = pools[map] { return pool }
            pools[map] = made
            return made
        }
    }
}
