import Synchronization
import WaymarkThreads

/// One version of a trip's list, as its consumer and the assembler both see it.
final class AssemblyVersion: Sendable {
    /// Tells it from all other versions of all trips; later ones have greater numbers.
    let number: Int
    private let superseded = Atomic(false)
    private let cancelled = Atomic(false)

    init(number: Int) {
        self.number = number
    }

    /// Whether the trip has a newer version.
    var isSuperseded: Bool { superseded.load(ordering: .acquiring) }
    /// Whether nobody wants it any more.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Said by the assembler before it hands an update to the consumer, who looks at ``isSuperseded`` when it has it.
    ///
    /// A lock of `AsyncStream` orders the two, but it lies in the runtime, where ThreadSanitizer does not see it: in its build
    /// (`make tsan`) this orders them once more.
    func handOver() {
        #if WAYMARK_THREAD_SANITIZER
            superseded.logicalOr(false, ordering: .releasing)
        #endif
    }

    func supersede() { superseded.store(true, ordering: .releasing) }
    func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// The newest version of each trip.
///
/// It is kept beside the actor, behind a lock, so that a version is superseded the moment its successor is asked for,
/// and not only when the actor comes to it: what is drawn after that call is never of the older one.
final class AssemblyVersions: Sendable {
    private struct Newest {
        var byTrip: [String: AssemblyVersion] = [:]
        var nextNumber = 0
    }

    private let newest = Guarded(Newest())

    /// Begins the next version of a trip, and supersedes the one before.
    func begin(_ trip: String) -> AssemblyVersion {
        newest.withLock { newest in
            let version = AssemblyVersion(number: newest.nextNumber)
            newest.nextNumber += 1
            newest.byTrip.updateValue(version, forKey: trip)?.supersede()
            return version
        }
    }

    /// The newest version of a trip; nil when there is none.
    func newest(of trip: String) -> AssemblyVersion? {
        newest.withLock { $0.byTrip[trip] }
    }

    /// Forgets a trip.
    func remove(_ trip: String) -> AssemblyVersion? {
        newest.withLock { $0.byTrip.removeValue(forKey: trip) }
    }
}
