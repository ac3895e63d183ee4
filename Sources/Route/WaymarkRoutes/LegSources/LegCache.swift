import WaymarkThreads

/// A cache of found legs, by their ends, mode and source; the least recently used are removed first.
///
/// One cache may serve many sources. Its capacity is a number of legs, not bytes: the size of a leg depends on its
/// line.
public final class LegCache: Sendable {
    /// The statistics so far.
    public struct Statistics: Hashable, Sendable {
        /// The number of hits.
        public var hits = 0
        /// The number of misses.
        public var misses = 0
        /// The number of evicted legs.
        public var evictions = 0
        /// The current number of legs.
        public var count = 0
    }

    struct Key: Hashable, Sendable {
        let ends: LegEnds
        let mode: TravelMode?
        let source: String
    }

    private let store: Guarded<RecentlyUsed<Key, Leg>>

    /// An empty cache of at most `capacity` legs.
    ///
    /// - Precondition: `capacity` is at least 1.
    public init(capacity: Int) {
        precondition(capacity >= 1, "the capacity is below 1 leg: \(capacity)")
        store = Guarded(RecentlyUsed(capacity: capacity))
    }

    /// The statistics so far.
    public var statistics: Statistics { store.withLock { $0.statistics } }

    /// Removes all legs; the statistics are kept.
    public func removeAll() { store.withLock { $0.removeAll() } }

    func leg(_ key: Key) -> Leg? { store.withLock { $0.value(of: key) } }

    func keep(_ leg: Leg, for key: Key) { store.withLock { $0.insert(leg, for: key) } }
}

/// A dictionary that evicts the least recently used entry. Every operation is O(1); to remove the first entry of an
/// `OrderedDictionary` of swift-collections is O(*n*).
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A slot in the ring of entries, most recently used first; slot 0 is the ring's seam.
    private struct Slot {
        var entry: (key: Key, value: Value)?
        var newer: Int
        var older: Int
    }

    private let capacity: Int
    private var slots = [Slot(entry: nil, newer: 0, older: 0)]
    private var slotsByKey: [Key: Int] = [:]
    private(set) var statistics = LegCache.Statistics()

    init(capacity: Int) { self.capacity = capacity }

    mutating func value(of key: Key) -> Value? {
        guard let slot = slotsByKey[key] else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        moveToFront(slot)
        return slots[slot].entry?.value
    }

    mutating func insert(_ value: Value, for key: Key) {
        if let slot = slotsByKey[key] {
            slots[slot].entry = (key, value)
            return moveToFront(slot)
        }
        let slot: Int
        if slotsByKey.count < capacity {
            slot = slots.count
            slots.append(Slot(entry: nil, newer: slot, older: slot))
        } else {
            slot = slots[0].newer
            if let dropped = slots[slot].entry { slotsByKey[dropped.key] = nil }
            statistics.evictions += 1
        }
        slots[slot].entry = (key, value)
        slotsByKey[key] = slot
        statistics.count = slotsByKey.count
        moveToFront(slot)
    }

    mutating func removeAll() {
        slots.removeSubrange(1...)
        slots[0] = Slot(entry: nil, newer: 0, older: 0)
        slotsByKey = [:]
        statistics.count = 0
    }

    /// The ring runs from slot 0 over `older` through the most recent to the least; over `newer` back.
    private mutating func moveToFront(_ slot: Int) {
        let (newer, older) = (slots[slot].newer, slots[slot].older)
        slots[newer].older = older
        slots[older].newer = newer
        let front = slots[0].older
        slots[slot].newer = 0
        slots[slot].older = front
        slots[front].newer = slot
        slots[0].older = slot
    }
}
