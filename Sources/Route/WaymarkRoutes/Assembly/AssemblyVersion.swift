import Synchronization

/// One version of a trip's list, shared by its consumer and the assembler.
final class AssemblyVersion: Sendable {
    /// Unique among all versions of all trips; later ones have larger numbers.
    let number: Int
    /// The trip, and whether it has only this version and is forgotten with it.
    let trip: String
    let isSingle: Bool
    private let superseded = Atomic(false)
    private let cancelled = Atomic(false)

    init(number: Int, trip: String?) {
        self.number = number
        self.trip = trip ?? String(number)
        isSingle = trip == nil
    }

    /// Whether the trip has a newer version.
    var isSuperseded: Bool { superseded.load(ordering: .acquiring) }
    /// Whether it is no longer wanted.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Called by the assembler before it delivers an update; the consumer checks ``isSuperseded`` on receipt.
    ///
    /// A lock of `AsyncStream` orders the two, but it is in the runtime, where ThreadSanitizer does not see it, so in
    /// its build (`make tsan`) this orders them explicitly.
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
/// It is kept outside the actor, behind a lock, so that a version is superseded at the moment its successor is
/// requested, not when the actor handles it: nothing of the older one is drawn after that call.
struct AssemblyVersions {
    var newest: [String: AssemblyVersion] = [:]
    private var nextNumber = 0

    /// Begins the next version of a trip, and supersedes the previous one; nil begins a trip of a single version.
    mutating func begin(_ trip: String?) -> AssemblyVersion {
        let version = AssemblyVersion(number: nextNumber, trip: trip)
        nextNumber += 1
        newest.updateValue(version, forKey: version.trip)?.supersede()
        return version
    }
}
