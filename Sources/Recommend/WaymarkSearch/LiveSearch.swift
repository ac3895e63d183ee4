import WaymarkThreads

/// A search by name of places that can be added, replaced and removed by id.
///
/// Any number of tasks may share it. Changes are applied one at a time, in the order of the calls; each becomes visible
/// as a whole. Readers take a ``snapshot()``, whose answers never change, and search it without a lock.
///
/// A change does not rebuild the index: changed places go into an overlay, a series of small indexes on top of a large
/// one. When the overlay exceeds its share, a task indexes all places again, while changes and readers continue.
///
/// ```swift
/// let search = LiveSearch(places)
/// search.insert(SearchedPlace(id: "new", name: "새 궁", coordinate: place))
/// search.remove("closed")
/// let hits = search.snapshot().answers(to: SearchQuery("새")).hits
/// ```
public final class LiveSearch: Sendable {
    /// One change in a call of ``apply(_:)``.
    public enum Change: Hashable, Sendable {
        /// Inserts a place, or replaces the one with its id.
        case insert(SearchedPlace)
        /// Removes the place with an id; does nothing if there is none.
        case remove(String)

        /// The id of the changed place.
        public var id: String {
            switch self {
            case .insert(let place): place.id
            case .remove(let id): id
            }
        }
    }

    /// State that only changes use.
    private struct Ledger: Sendable {
        /// The ticket of each current place, by id.
        var tickets: [String: Int] = [:]
        var nextTicket = 0
        /// Whether all places are being indexed again.
        var isPacking = false
        /// The tickets removed since then.
        var removed: [Int] = []
    }

    /// The maximum size of the overlay, as a share of all places, before all places are indexed again.
    public let overlayShare: Double
    private let ledger: Guarded<Ledger>
    private let current: Guarded<LiveSearchSnapshot>

    /// Creates a search of places; if an id is repeated, its last place counts.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - overlayShare: The maximum size of the overlay, as a share of all places; up to 1024 places are always
    ///     allowed.
    ///   - jobs: Number of threads that index the places.
    /// - Precondition: `overlayShare` is above 0 and at most 1; `jobs` is at least 1; fewer than 2³⁰ places.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    public init(_ places: some Sequence<SearchedPlace>, overlayShare: Double = 0.1, jobs: Int = 1) {
        precondition(overlayShare > 0 && overlayShare <= 1, "the share is not above 0 and at most 1: \(overlayShare)")
        self.overlayShare = overlayShare
        var ledger = Ledger()
        var all = ContiguousArray<SearchedPlace>()
        for place in places {
            ledger.tickets[place.id] = all.count
            all.append(place)
        }
        ledger.nextTicket = all.count
        let last = all.indices.filter { ledger.tickets[all[$0].id] == $0 }.map { (place: all[$0], ticket: $0) }
        let layer = LiveSearchSnapshot.Layer(last, jobs: jobs)
        self.ledger = Guarded(ledger)
        current = Guarded(LiveSearchSnapshot(layer))
    }

    /// Returns the current places.
    ///
    /// - Complexity: O(1).
    public func snapshot() -> LiveSearchSnapshot { current.withLock { $0 } }

    /// Inserts a place, or replaces the one with its id.
    ///
    /// - Complexity: O(log² *n*) amortised.
    public func insert(_ place: SearchedPlace) { apply(CollectionOfOne(.insert(place))) }

    /// Removes the place with an id; does nothing if there is none.
    ///
    /// - Complexity: That of ``insert(_:)``.
    public func remove(_ id: String) { apply(CollectionOfOne(.remove(id))) }

    /// Applies many changes at once: a snapshot has all of them or none.
    ///
    /// If an id is repeated, only its last change counts. The version increases by 1, unless the changes had no effect.
    public func apply(_ changes: some Sequence<Change>) {
        let changes = ContiguousArray(changes)
        var last: [String: Int] = [:]
        for (number, change) in changes.enumerated() { last[change.id] = number }
        let isDue = ledger.withLock { ledger in
            var next = snapshot()
            var arriving: [LiveSearchSnapshot.Entry] = []
            var isChanged = false
            for (number, change) in changes.enumerated() where last[change.id] == number {
                if let old = ledger.tickets.removeValue(forKey: change.id) {
                    next.remove(ticket: old)
                    if ledger.isPacking { ledger.removed.append(old) }
                    isChanged = true
                }
                if case .insert(let place) = change {
                    arriving.append((place, ledger.nextTicket))
                    ledger.tickets[place.id] = ledger.nextTicket
                    ledger.nextTicket += 1
                    isChanged = true
                }
            }
            guard isChanged else { return false }
            next.append(arriving)
            next.version += 1
            publish(next)
            return !ledger.isPacking && next.overlay > max(Self.smallestMerge, Int(overlayShare * Double(next.count)))
        }
        if isDue { Task.detached(priority: .utility) { [self] in merge() } }
    }

    /// The minimum overlay that is worth indexing all places again.
    private static let smallestMerge = 1024

    package var isPacking: Bool { ledger.withLock { $0.isPacking } }

    /// Indexes all places again, which empties the overlay; returns at once if this is under way. Calling this is
    /// optional: a task does it when needed. Changes and readers do not wait for it.
    ///
    /// - Complexity: That of indexing all places.
    public func merge() {
        let start = ledger.withLock { ledger -> (places: LiveSearchSnapshot, ticket: Int)? in
            let places = snapshot()
            if ledger.isPacking || places.overlay == 0 { return nil }
            (ledger.isPacking, ledger.removed) = (true, [])
            return (places, ledger.nextTicket)
        }
        guard let start else { return }
        var packed = start.places
        packed.pack(from: 0, with: [])
        ledger.withLock { ledger in
            let now = snapshot()
            for removed in ledger.removed { packed.remove(ticket: removed) }
            packed.append(now.entries(from: start.ticket))
            packed.version = now.version
            publish(packed)
            (ledger.isPacking, ledger.removed) = (false, [])
        }
    }

    /// Makes `next` the current state; the previous one is freed after the lock is released.
    private func publish(_ next: LiveSearchSnapshot) {
        var next = next
        current.withLock { swap(&$0, &next) }
    }
}
