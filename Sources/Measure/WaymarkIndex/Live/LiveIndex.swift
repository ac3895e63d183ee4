import WaymarkGeodesy
import WaymarkThreads

/// Points with ids that come, move and go, searched through snapshots.
///
/// May be shared by any number of tasks. Changes are made one at a time, in the order they are asked for; each is seen
/// whole or not at all. Readers take a ``snapshot()``, whose answers never change, and search it without any lock.
///
/// ```swift
/// let places = LiveIndex(zip(ids, coordinates).map { (id: $0, coordinate: $1) })
/// places.insert("namsan", at: namsan)
/// places.remove("closed")
/// for match in places.snapshot().points(within: .kilometers(10), of: hotel) {
///     print(match.id, match.distance)
/// }
/// ```
///
/// Nothing is rebuilt for a change: changed points are kept in an overlay, a series of small packed indexes on top of
/// a large one. When the overlay outgrows its share the whole is packed again, by the change that made it so, while readers
/// go on with what they have.
///
/// Memory: that of a ``PointIndex`` and 24 bytes a point, the ids twice, and at most the overlay's share more; while
/// the whole is packed again, twice that.
///
/// - SeeAlso: Bentley and Saxe 1980, doi:10.1016/0196-6774(80)90015-2: the logarithmic method.
public final class LiveIndex<ID: Hashable & Sendable>: Sendable {
    /// One change of a change in bulk.
    @frozen
    public enum Change: Hashable, Sendable {
        /// Puts a point at a place, from wherever it was.
        case insert(ID, at: Coordinate)
        /// Removes a point; nothing when there is none of this id.
        case remove(ID)

        /// The id of the point that is changed.
        public var id: ID {
            switch self {
            case .insert(let id, at: _): id
            case .remove(let id): id
            }
        }
    }

    /// What only changes look at.
    private struct Ledger: Sendable {
        /// The ticket of each point there is.
        var tickets: [ID: Int] = [:]
        var nextTicket = 0
    }

    /// The share of the points that the overlay may grow to before the whole is packed again.
    public let overlayShare: Double

    /// A smaller overlay is not worth a merge.
    private static var smallestMerge: Int { 1024 }

    // Taken in this order. The ledger is held throughout a change, the current state only for as long as a copy or a
    // single point takes: no reader waits while points are packed.
    private let ledger: Guarded<Ledger>
    private let current: Guarded<LiveSnapshot<ID>>

    /// An index of places with ids; where an id comes more than once the last one counts.
    ///
    /// - Parameters:
    ///   - places: Ids and where they are, WGS 84 degrees.
    ///   - overlayShare: How large the overlay may grow, as a share of all points, before the whole is packed again:
    ///     less makes lookups faster, more makes changes cheaper. An overlay below 1024 points always stays.
    /// - Precondition: `overlayShare` is above 0 and at most 1; fewer than 2³² places.
    /// - Complexity: O(*n*).
    public init(_ places: some Sequence<(id: ID, coordinate: Coordinate)>, overlayShare: Double = 0.1) {
        precondition(overlayShare > 0 && overlayShare <= 1, "a share is above 0 and at most 1")
        self.overlayShare = overlayShare
        var ledger = Ledger()
        var ids = ContiguousArray<ID>()
        var coordinates = ContiguousArray<Coordinate>()
        for place in places {
            ids.append(place.id)
            coordinates.append(place.coordinate)
            ledger.tickets[place.id] = ids.count - 1
        }
        ledger.nextTicket = ids.count
        var tickets = ContiguousArray(0..<ids.count)
        if ledger.tickets.count < ids.count {
            tickets.removeAll { ledger.tickets[ids[$0]] != $0 }
            ids = ContiguousArray(tickets.lazy.map { ids[$0] })
            coordinates = ContiguousArray(tickets.lazy.map { coordinates[$0] })
        }
        let snapshot = LiveSnapshot(LayeredPoints(coordinates, tickets: tickets), ids: ids)
        self.ledger = Guarded(ledger)
        current = Guarded(snapshot)
    }

    /// An index without points.
    ///
    /// - Precondition: `overlayShare` is above 0 and at most 1.
    public convenience init(overlayShare: Double = 0.1) {
        self.init(EmptyCollection(), overlayShare: overlayShare)
    }

    /// Returns the points as they stand now.
    ///
    /// It holds every change that had returned before the call, and of those under way each one whole or not at all.
    ///
    /// - Complexity: O(1); never waits for points to be packed. The next change copies what it touches, at most about
    ///   *n* / 8192 words and the recent points.
    public func snapshot() -> LiveSnapshot<ID> {
        current.withLock { $0 }
    }

    /// How many points there are now.
    public var count: Int { current.withLock { $0.count } }

    /// Where a point is now; nil when there is none of this id.
    ///
    /// Waits for a change that is under way.
    ///
    /// - Complexity: O(log *n*) on average.
    public func coordinate(of id: ID) -> Coordinate? {
        ledger.withLock { ledger in
            guard let ticket = ledger.tickets[id] else { return nil }
            return snapshot().points.coordinate(ofTicket: ticket)
        }
    }

    // MARK: Changes

    /// Puts a point at a place; if there is one of this id, it moves.
    ///
    /// A point that is at this very place already stays as it is.
    ///
    /// - Parameters:
    ///   - id: The id of the point.
    ///   - coordinate: Where it is from now on, WGS 84 degrees.
    /// - Returns: Where it was before; nil when it is new.
    /// - Complexity: O(log *n*) amortised; O(*n*) for the change that packs the whole again.
    @discardableResult
    public func insert(_ id: ID, at coordinate: Coordinate) -> Coordinate? {
        change(id, to: coordinate)
    }

    /// Removes a point by its id; nothing happens when there is none.
    ///
    /// - Returns: Where it was; nil when there was none.
    /// - Complexity: O(log *n*) amortised; O(*n*) for the change that packs the whole again.
    @discardableResult
    public func remove(_ id: ID) -> Coordinate? {
        change(id, to: nil)
    }

    private func change(_ id: ID, to coordinate: Coordinate?) -> Coordinate? {
        ledger.withLock { ledger in
            let old = ledger.tickets[id]
            guard old != nil || coordinate != nil else { return nil }
            let ticket = ledger.nextTicket
            let share = overlayShare
            let (before, isUntidy): (Coordinate?, Bool) = current.withLock { current in
                let before = old.map { current.points.coordinate(ofTicket: $0) }
                guard before != coordinate else { return (before, false) }
                if let old { current.remove(ticket: old) }
                if let coordinate { current.append(id, coordinate, ticket: ticket) }
                current.version += 1
                return (before, Self.isUntidy(current.points, share))
            }
            guard before != coordinate else { return before }
            ledger.tickets[id] = coordinate == nil ? nil : ticket
            ledger.nextTicket += 1
            if isUntidy {
                var next = snapshot()
                tidy(&next)
                publish(next)
            }
            return before
        }
    }

    /// Makes many changes in one step: a snapshot has all of them or none.
    ///
    /// Where an id comes more than once, only its last change counts. Points that are put come after all others in the
    /// order of ties, in the order given. The version grows by 1, unless nothing changed.
    ///
    /// - Parameter changes: Points to put and points to remove, in any number.
    /// - Complexity: O(*k* log *n*) amortised for *k* changes; O(*n* + *k*) when they pack the whole again.
    public func apply(_ changes: some Sequence<Change>) {
        let changes = ContiguousArray(changes)
        var last: [ID: Int] = [:]
        last.reserveCapacity(changes.count)
        for (i, change) in changes.enumerated() { last[change.id] = i }
        ledger.withLock { ledger in
            var next = snapshot()
            let version = next.version
            var arriving = ContiguousArray<(id: ID, coordinate: Coordinate)>()
            for (i, change) in changes.enumerated() where last[change.id] == i {
                let old = ledger.tickets[change.id]
                switch change {
                case .insert(let id, at: let coordinate):
                    if let old, next.points.coordinate(ofTicket: old) == coordinate { continue }
                    arriving.append((id, coordinate))
                case .remove(let id):
                    if old == nil { continue }
                    ledger.tickets[id] = nil
                }
                if let old { next.remove(ticket: old) }
                next.version = version + 1
            }
            for (id, coordinate) in arriving {
                next.append(id, coordinate, ticket: ledger.nextTicket)
                ledger.tickets[id] = ledger.nextTicket
                ledger.nextTicket += 1
            }
            guard next.version > version else { return }
            if Self.isUntidy(next.points, overlayShare) { tidy(&next) }
            publish(next)
        }
    }

    /// Packs the whole again, so that the overlay is empty and lookups are at their fastest.
    ///
    /// Need not be called: it happens by itself when the overlay outgrows its share. Readers do not wait for it; changes do.
    ///
    /// - Complexity: O(*n*).
    public func merge() {
        ledger.withLock { _ in
            var next = snapshot()
            guard next.points.overlay > 0 else { return }
            next.pack(from: 0)
            publish(next)
        }
    }

    /// Whether points are to be packed, a few or all.
    private static func isUntidy(_ points: LayeredPoints, _ share: Double) -> Bool {
        points.needsPacking || mustMerge(points, share)
    }

    private static func mustMerge(_ points: LayeredPoints, _ share: Double) -> Bool {
        points.overlay > max(smallestMerge, Int(share * Double(points.count)))
    }

    private func tidy(_ next: inout LiveSnapshot<ID>) {
        next.pack(from: Self.mustMerge(next.points, overlayShare) ? 0 : next.points.firstLayerToPack())
    }

    /// Makes `next` the current state; what it takes the place of is freed after the lock is.
    private func publish(_ next: LiveSnapshot<ID>) {
        let old = current.withLock { current in
            let old = current
            current = next
            return old
        }
        withExtendedLifetime(old) {}
    }
}
