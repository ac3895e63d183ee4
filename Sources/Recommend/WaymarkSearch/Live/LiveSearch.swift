import WaymarkThreads

/// Places found by what is typed of their names, that come, change and go by id.
///
/// May be shared by any number of tasks. Changes are made one at a time, in the order they are asked for; each is seen whole or not at
/// all. Readers take a ``snapshot()``, whose answers never change, and search it without any lock.
///
/// Nothing is rebuilt for a change: changed places are kept in an overlay, a series of small indexes on top of a large one. When the
/// overlay outgrows its share the whole is indexed again, by the change that made it so, while readers go on with what they have.
///
/// ```swift
/// let search = LiveSearch(places)
/// search.insert(SearchedPlace(id: "new", name: "새 궁", coordinate: place))
/// search.remove("closed")
/// let hits = search.snapshot().answers(to: SearchQuery("새")).hits
/// ```
public final class LiveSearch: Sendable {
    /// One change of a change in bulk.
    public enum Change: Hashable, Sendable {
        /// Puts a place, instead of the one with its id.
        case insert(SearchedPlace)
        /// Removes the place with an id; nothing when there is none.
        case remove(String)

        /// The id of the place that is changed.
        public var id: String {
            switch self {
            case .insert(let place): place.id
            case .remove(let id): id
            }
        }
    }

    /// What only changes look at.
    private struct Ledger: Sendable {
        /// The ticket of each place there is.
        var tickets: [String: Int] = [:]
        var nextTicket = 0
    }

    /// The share of the places that the overlay may grow to before the whole is indexed again.
    public let overlayShare: Double
    private let ledger: Guarded<Ledger>
    private let current: Guarded<LiveSearchSnapshot>

    /// A search for places; where an id comes more than once the last one counts.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - overlayShare: How large the overlay may grow, as a share of all places; one below 1024 places always stays.
    ///   - jobs: Number of threads that index them.
    /// - Precondition: `overlayShare` is above 0 and at most 1; `jobs` is at least 1; fewer than 2³⁰ places.
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(_ places: some Sequence<SearchedPlace>, overlayShare: Double = 0.1, jobs: Int = 1) {
        precondition(overlayShare > 0 && overlayShare <= 1, "a share is above 0 and at most 1")
        self.overlayShare = overlayShare
        var ledger = Ledger()
        var all = ContiguousArray<SearchedPlace>()
        for place in places {
            ledger.tickets[place.id] = all.count
            all.append(place)
        }
        ledger.nextTicket = all.count
        let tickets = ContiguousArray(all.indices.filter { ledger.tickets[all[$0].id] == $0 })
        if tickets.count < all.count { all = ContiguousArray(tickets.map { all[$0] }) }
        let layer = LiveSearchSnapshot.Layer(all, tickets: tickets, jobs: jobs)
        self.ledger = Guarded(ledger)
        current = Guarded(LiveSearchSnapshot(layer))
    }

    /// Returns the places as they stand now.
    ///
    /// - Complexity: O(1).
    public func snapshot() -> LiveSearchSnapshot { current.withLock { $0 } }

    /// Puts a place; it takes the place of the one with its id.
    ///
    /// - Complexity: O(log² *n*) amortised; that of indexing all for the change that does so.
    public func insert(_ place: SearchedPlace) { apply(CollectionOfOne(.insert(place))) }

    /// Removes the place with an id; nothing happens when there is none.
    ///
    /// - Complexity: As ``insert(_:)``.
    public func remove(_ id: String) { apply(CollectionOfOne(.remove(id))) }

    /// Makes many changes in one step: a snapshot has all of them or none.
    ///
    /// Where an id comes more than once, only its last change counts. The version grows by 1, unless nothing was there to change.
    public func apply(_ changes: some Sequence<Change>) {
        let changes = ContiguousArray(changes)
        var last: [String: Int] = [:]
        for (number, change) in changes.enumerated() { last[change.id] = number }
        ledger.withLock { ledger in
            var next = snapshot()
            var arriving: [(place: SearchedPlace, ticket: Int)] = []
            var isChanged = false
            for (number, change) in changes.enumerated() where last[change.id] == number {
                if let old = ledger.tickets.removeValue(forKey: change.id) {
                    next.remove(ticket: old)
                    isChanged = true
                }
                if case .insert(let place) = change {
                    arriving.append((place, ledger.nextTicket))
                    ledger.tickets[place.id] = ledger.nextTicket
                    ledger.nextTicket += 1
                    isChanged = true
                }
            }
            guard isChanged else { return }
            next.append(arriving, share: overlayShare)
            next.version += 1
            publish(next)
        }
    }

    /// Indexes the whole again, so that the overlay is empty. Need not be called: it happens by itself.
    ///
    /// - Complexity: That of indexing all.
    public func merge() {
        ledger.withLock { _ in
            var next = snapshot()
            guard next.overlay > 0 else { return }
            next.pack(from: 0, with: [])
            publish(next)
        }
    }

    /// Makes `next` the current state; what it takes the place of is freed after the lock is.
    private func publish(_ next: LiveSearchSnapshot) {
        let old = current.withLock { current in
            let old = current
            current = next
            return old
        }
        withExtendedLifetime(old) {}
    }
}
