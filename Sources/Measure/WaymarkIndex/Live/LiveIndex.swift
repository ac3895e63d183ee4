import WaymarkGeodesy
import WaymarkThreads

/// Points with ids that can be inserted, moved and removed, and searched through snapshots.
///
/// May be shared by any number of tasks. Changes are made one at a time, in the order of the calls; each is visible as
/// a whole or not at all. Readers take a ``snapshot()``, whose answers never change, and search it without a lock.
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
/// A change rebuilds nothing: changed points are kept in an overlay, a series of small packed indexes on top of a large
/// one. The change that makes the overlay outgrow its share packs everything again, while readers continue with their
/// snapshots.
///
/// Memory: that of a ``PointIndex`` plus 24 bytes per point, the ids twice, and at most the overlay's share more; twice
/// that while everything is packed.
///
/// - SeeAlso: Bentley and Saxe 1980, doi:10.1016/0196-6774(80)90015-2: the logarithmic method.
public final class LiveIndex<ID: Hashable & Sendable>: Sendable {
    /// One change within a bulk change.
    @frozen
    public enum Change: Hashable, Sendable {
        /// Puts a point at a place, whether it exists or not.
        case insert(ID, at: Coordinate)
        /// Removes a point; no effect if the id is unknown.
        case remove(ID)

        /// The id of the changed point.
        public var id: ID {
            switch self {
            case .insert(let id, at: _): id
            case .remove(let id): id
            }
        }
    }

    /// State used only by changes.
    private struct Ledger: Sendable {
        /// The ticket of each current point.
        var tickets: [ID: Int] = [:]
        var nextTicket = 0
    }

    /// The maximum share of the overlay in all points before everything is packed again.
    public let overlayShare: Double

    /// A smaller overlay is not worth a merge.
    private static var smallestMerge: Int { 1024 }

    // Locked in this order. The ledger is locked throughout a change, the current state only while copying it or
    // changing a single point, so readers never wait for packing.
    private let ledger: Guarded<Ledger>
    private let current: Guarded<LiveSnapshot<ID>>

    /// An index of places with ids; if an id repeats, the last place counts.
    ///
    /// - Parameters:
    ///   - places: Ids and their places, WGS 84 degrees.
    ///   - overlayShare: The maximum share of the overlay in all points before everything is packed again: less makes
    ///     lookups faster, more makes changes cheaper. An overlay below 1024 points is never packed.
    /// - Precondition: `overlayShare` is above 0 and at most 1; fewer than 2³² places.
    /// - Complexity: O(*n*).
    public init(_ places: some Sequence<(id: ID, coordinate: Coordinate)>, overlayShare: Double = 0.1) {
        precondition(overlayShare > 0 && overlayShare <= 1, "the share is not above 0 and at most 1: \(overlayShare)")
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

    /// Returns the current points.
    ///
    /// It includes every change that returned before the call, and each concurrent change as a whole or not at all.
    ///
    /// - Complexity: O(1); never waits for packing. The next change copies what it touches, at most about *n* / 8192
    ///   words and the recent points.
    public func snapshot() -> LiveSnapshot<ID> {
        current.withLock { $0 }
    }

    /// The current number of points.
    public var count: Int { current.withLock { $0.count } }

    /// The current place of a point; nil if the id is unknown.
    ///
    /// Waits for a change in progress.
    ///
    /// - Complexity: O(log *n*) on average.
    public func coordinate(of id: ID) -> Coordinate? {
        ledger.withLock { ledger in
            guard let ticket = ledger.tickets[id] else { return nil }
            return snapshot().points.coordinate(ofTicket: ticket)
        }
    }

    // MARK: Changes

    /// Puts a point at a place; an existing point with this id moves.
    ///
    /// No effect if the point is already at this place.
    ///
    /// - Parameters:
    ///   - id: The id of the point.
    ///   - coordinate: Its new place, WGS 84 degrees.
    /// - Returns: Its previous place; nil if it is new.
    /// - Complexity: O(log *n*) amortised; O(*n*) for a change that packs everything.
    @discardableResult
    public func insert(_ id: ID, at coordinate: Coordinate) -> Coordinate? {
        change(id, to: coordinate)
    }

    /// Removes a point by its id; no effect if the id is unknown.
    ///
    /// - Returns: Its previous place; nil if the id is unknown.
    /// - Complexity: O(log *n*) amortised; O(*n*) for a change that packs everything.
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
            let (before, firstToPack): (Coordinate?, Int?) = current.withLock { current in
                let before = old.map { current.points.coordinate(ofTicket: $0) }
                guard before != coordinate else { return (before, nil) }
                if let old { current.remove(ticket: old) }
                if let coordinate { current.append(id, coordinate, ticket: ticket) }
                current.version += 1
                return (before, Self.firstLayerToPack(current.points, share))
            }
            guard before != coordinate else { return before }
            ledger.tickets[id] = coordinate == nil ? nil : ticket
            ledger.nextTicket += 1
            if let firstToPack {
                var next = snapshot()
                next.pack(from: firstToPack)
                publish(next)
            }
            return before
        }
    }

    /// Makes many changes as one: a snapshot has all of them or none.
    ///
    /// If an id repeats, only its last change counts. In ties, the points put come after all others, in the given
    /// order. The version increases by 1, unless nothing changed.
    ///
    /// - Parameter changes: Points to put and points to remove, in any number.
    /// - Complexity: O(*k* log *n*) amortised for *k* changes; O(*n* + *k*) if they pack everything.
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
            if let first = Self.firstLayerToPack(next.points, overlayShare) { next.pack(from: first) }
            publish(next)
        }
    }

    /// Packs everything, so that the overlay is empty and lookups are fastest.
    ///
    /// Optional: it happens automatically when the overlay outgrows its share. Readers do not wait for it; changes do.
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

    /// The first of the layers that should be packed; nil if none should.
    private static func firstLayerToPack(_ points: LayeredPoints, _ share: Double) -> Int? {
        if points.overlay > max(smallestMerge, Int(share * Double(points.count))) { return 0 }
        return points.needsPacking ? points.firstLayerToPack() : nil
    }

    /// Makes `next` the current state; the previous one is freed after the lock is released.
    private func publish(_ next: LiveSnapshot<ID>) {
        let old = current.withLock { current in
            let old = current
            current = next
            return old
        }
        withExtendedLifetime(old) {}
    }
}
