import Foundation
import TestSupport
import Testing
import WaymarkTrips

/// Three devices that edit apart, with clocks that are hours off, and get each other's changes late, twice, in any order
/// or not at all.
@Suite("Devices that share changes")
struct ConvergenceTests {
    /// Devices, messages between them, and what each edit may rely on.
    private struct Schedule {
        var random: SplitMix64
        let clocks: [TestMoments]
        let stores: [MemoryTripStore]
        /// Changes that are on their way, for any device.
        private var messages: [SharedChanges] = []
        private var made: UInt64 = 0
        /// The names that were written of each record.
        private(set) var written: [RecordID: Set<String>] = [:]
        /// The names that were there when another was written over them, or forgotten.
        private(set) var replaced: [RecordID: Set<String>] = [:]
        /// The last edit of each record, and its last deletion.
        private(set) var edited: [RecordID: EditStamp] = [:]
        private(set) var deleted: [RecordID: EditStamp] = [:]
        /// What each record has ever belonged to.
        private(set) var owners: [RecordID: Set<RecordID>] = [:]

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            let hour: Int64 = 3_600_000
            clocks = [0, -5 * hour, 7 * hour].map { TestMoments(1_800_000_000_000 + $0) }
            stores = clocks.enumerated().map { number, clock in
                MemoryTripStore(history: RecordID(high: 0, low: UInt64(number + 1)), now: { clock.now })
            }
        }

        private mutating func pick<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &random) }

        private mutating func id() -> RecordID {
            made += 1
            return RecordID(high: random.next(), low: made)
        }

        private mutating func record(_ kind: RecordKind, _ old: RecordID?, in store: MemoryTripStore) -> Record? {
            func live(_ kinds: Set<RecordKind>) -> [RecordID] { store.records(TripQuery(kinds)).map(\.id) }
            let id = old ?? id()
            let name = "\(written.values.reduce(0) { $0 + $1.count })"
            switch kind {
            case .companion: return .companion(Companion(id: id, name: name))
            case .category: return .category(TripCategory(id: id, name: name))
            case .trip: return .trip(Trip(id: id, title: name, companions: pick(live([.companion])).map { [$0] } ?? []))
            case .stop:
                guard let trip = pick(live([.trip])) else { return nil }
                return .stop(TripStop(id: id, trip: trip, name: name, coordinate: coordinate(1, 2)))
            case .entry:
                return .entry(
                    DiaryEntry(
                        id: id, title: name, time: clocks[0].now, category: pick(live([.category])),
                        subject: pick(live([.trip, .stop]))))
            case .attachment:
                guard let owner = pick(live([.stop, .entry])) else { return nil }
                return .attachment(
                    Attachment(
                        id: id, owner: owner, content: ContentHash(ContiguousArray<UInt8>().span), size: 0, name: name))
            case .visit, .route: return nil
            }
        }

        static func name(_ record: Record) -> String {
            switch record {
            case .companion(let companion): companion.name
            case .category(let category): category.name
            case .trip(let trip): trip.title
            case .stop(let stop): stop.name
            case .entry(let entry): entry.title
            case .attachment(let attachment): attachment.name
            case .visit, .route: ""
            }
        }

        mutating func step() throws {
            let device = Int.random(in: 0..<3, using: &random)
            let store = stores[device]
            clocks[device].advance(by: Int64.random(in: 0...2, using: &random))
            let live = store.records(TripQuery())
            switch Int.random(in: 0..<16, using: &random) {
            case 0..<5:
                let kinds: [RecordKind] = [.companion, .category, .trip, .trip, .stop, .stop, .entry, .attachment]
                guard let kind = pick(kinds), let record = record(kind, nil, in: store)
                else { return }
                try put(record, in: store)
            case 5..<8:
                guard let old = pick(live), let record = record(old.record.kind, old.id, in: store) else { return }
                try put(record, in: store)
            case 8:
                guard let row = pick(live.filter { $0.rank != nil }) else { return }
                let others = live.filter { $0.record.scope == row.record.scope }.map(\.id)
                try store.commit([.move(row.id, after: Bool.random(using: &random) ? nil : pick(others))])
                // A move to where it is changes nothing.
                if store.record(row.id)?.life != row.life { note(row.id, in: store) }
            case 9:
                guard let id = pick(live)?.id else { return }
                try store.commit([.delete(id)])
                if let life = store.record(id)?.life { deleted[id] = max(deleted[id] ?? life, life) }
            case 10:
                let roots = store.records(TripQuery(life: .deleted)).filter { $0.deletion?.root == $0.id }
                guard let id = pick(roots)?.id else { return }
                if (try? store.commit([.undelete(id)])) != nil { note(id, in: store) }
            case 11:
                if Bool.random(using: &random) {
                    try store.commit([.purge(before: Moment(milliseconds: Moment.range.upperBound - 1)!)])
                } else if let row = pick(live.filter { !$0.copies.isEmpty }) {
                    try store.commit([.forgetCopies(row.id)])
                    replaced[row.id, default: []].formUnion(row.copies.map(Self.name))
                }
            case 12..<14:
                let end = try store.sharedChanges(since: nil).end
                let start = Bool.random(using: &random) ? nil : Int64.random(in: 0...end, using: &random)
                messages.append(try store.sharedChanges(since: start))
            default:
                guard let message = pick(messages), message.device != store.device() else { return }
                try store.apply(message)
                if Bool.random(using: &random) { try store.apply(message) }
            }
        }

        /// An edit is one of what the record belongs to, too.
        private mutating func note(_ id: RecordID, in store: MemoryTripStore) {
            guard let row = store.record(id) else { return }
            edited[id] = max(edited[id] ?? row.life, row.life)
            owners[id, default: []].formUnion(row.record.ownerIDs)
            for owner in row.record.ownerIDs { note(owner, in: store) }
        }

        private mutating func put(_ record: Record, in store: MemoryTripStore) throws {
            if let old = store.record(record.id) { replaced[record.id, default: []].insert(Self.name(old.record)) }
            try store.commit([.put(record)])
            written[record.id, default: []].insert(Self.name(record))
            note(record.id, in: store)
        }

        /// Everybody gets what everybody has, in a random order.
        mutating func exchange() throws {
            for _ in 0..<3 {
                let all = try stores.map { try $0.sharedChanges(since: nil) }
                for store in stores.shuffled(using: &random) {
                    for changes in all.shuffled(using: &random) where changes.device != store.device() {
                        try store.apply(changes)
                    }
                }
            }
        }

        /// Whether the record was edited after it was deleted, and so was all that it belongs to in the end: one that was
        /// given to a trip goes with that trip.
        func isEditedLast(_ id: RecordID, in rows: [RecordID: StoredRecord]) -> Bool {
            guard let row = rows[id] else { return false }
            if let deleted = deleted[id], edited[id].map({ $0 <= deleted }) ?? true { return false }
            return row.record.ownerIDs.allSatisfy { isEditedLast($0, in: rows) }
        }

        /// Whether the record, or anything that it has ever belonged to, was deleted no earlier than it was edited.
        func isDeletedLater(_ id: RecordID, than stamp: EditStamp) -> Bool {
            if let deleted = deleted[id], deleted >= stamp { return true }
            return owners[id, default: []].contains { isDeletedLater($0, than: stamp) }
        }
    }

    private static let isSoak = ProcessInfo.processInfo.environment["WAYMARK_SOAK_STORES"] != nil
    private static let scheduleCount: UInt64 = isSoak ? 100_000 : 2_000

    @Test(
        "whatever comes late, twice, in any order or not at all: all end equal, and nothing is lost that no one deleted"
    )
    func schedules() throws {
        var (copies, tombstones, revived) = (0, 0, 0)
        for seed in 1...Self.scheduleCount {
            var schedule = Schedule(seed: seed)
            for _ in 0..<60 { try schedule.step() }
            try schedule.exchange()
            let first = try TripBackup.json(of: schedule.stores[0])
            for store in schedule.stores.dropFirst() {
                guard try TripBackup.json(of: store) == first else {
                    Issue.record("seed \(seed): the devices differ")
                    return
                }
            }
            let content = try TripContent(json: first)
            tombstones += content.purged.count
            let rows = Dictionary(uniqueKeysWithValues: content.rows.map { ($0.id, $0) })
            for (id, stamp) in schedule.edited where !schedule.isDeletedLater(id, than: stamp) {
                if schedule.deleted[id] != nil { revived += 1 }
                let isGoneWithOwner = rows[id].map { row in
                    !row.record.ownerIDs.allSatisfy { schedule.isEditedLast($0, in: rows) }
                }
                if isGoneWithOwner == true { continue }
                guard let row = rows[id], row.isLive else {
                    Issue.record(
                        "seed \(seed): \(id) was edited after all deletions, and is gone: \(rows[id].map { "\($0)" } ?? "")"
                    )
                    return
                }
                copies += row.copies.count
                // What nobody replaced knowingly is the content, or a copy. A purge takes the copies of before.
                if schedule.deleted[id] != nil
                    || schedule.owners[id, default: []].contains(where: { schedule.deleted[$0] != nil })
                {
                    continue
                }
                let kept = Set(([row.record] + row.edits.copies.map(\.record)).map(Schedule.name))
                let wanted = schedule.written[id, default: []].subtracting(schedule.replaced[id, default: []])
                guard wanted.isSubset(of: kept) else {
                    Issue.record("seed \(seed): \(id) has \(kept), and lacks some of \(wanted)")
                    return
                }
            }
        }
        // The schedules come to all of it.
        #expect(copies > 100 && tombstones > 100 && revived > 100)
    }

    @Test("what was purged stays purged, though a device that was away brings it again", arguments: StoreKind.allCases)
    func purged(kind: StoreKind) throws {
        let sample = StoreRuleTests.Sample()
        try kind.withStore { store in
            let away = MemoryTripStore()
            try store.commit(sample.edits)
            let old = try TripContent(json: TripBackup.json(of: store))
            try away.apply(store.sharedChanges(since: nil))
            try store.commit([.delete(sample.trip)])
            try store.commit([.purge(before: Moment(milliseconds: Moment.range.upperBound - 1)!)])
            let before = try TripBackup.json(of: store)
            // An old backup, and the other device, which has changed nothing of it.
            try store.restore(old, .merge)
            try store.apply(away.sharedChanges(since: nil))
            #expect(try TripBackup.json(of: store) == before)
            #expect(try store.record(sample.palace) == nil)
            // It brings back what was edited after the deletion, with what that belongs to.
            try away.apply(store.sharedChanges(since: nil))
            #expect(away.record(sample.trip) == nil)
            #expect(try TripBackup.json(of: away) == before)
            let faults = try store.faults()
            #expect(faults.isEmpty)
        }
    }

    @Test(
        "an edit after a deletion on another device brings all of it back, though it was purged there",
        arguments: StoreKind.allCases, [false, true])
    func revived(kind: StoreKind, isPurged: Bool) throws {
        let (sample, clock) = (StoreRuleTests.Sample(), TestMoments())
        try kind.withStore(clock) { store in
            let later = TestMoments(1_800_000_100_000)
            let away = MemoryTripStore(now: { later.now })
            try store.commit(sample.edits)
            try away.apply(store.sharedChanges(since: nil))
            try store.commit([.delete(sample.trip)])
            if isPurged { try store.commit([.purge(before: Moment(milliseconds: Moment.range.upperBound - 1)!)]) }
            let entry = RecordID(high: 7, low: 7)
            try away.commit([.put(.entry(DiaryEntry(id: entry, text: "나중", time: later.now, subject: sample.market)))])
            try store.apply(away.sharedChanges(since: nil))
            try away.apply(store.sharedChanges(since: nil))
            #expect(try store.trips().map(\.title) == ["서울"])
            #expect(try store.record(entry)?.isLive == true && store.record(sample.market)?.isLive == true)
            #expect(try TripBackup.json(of: away) == TripBackup.json(of: store))
            let faults = try store.faults()
            #expect(faults.isEmpty)
        }
    }

    @Test("two records that got one place on two devices are moved past each other", arguments: StoreKind.allCases)
    func samePlace(kind: StoreKind) throws {
        try kind.withStore { store in
            let other = MemoryTripStore()
            let trip = RecordID(high: 1, low: 1)
            func stop(_ number: UInt64) -> TripEdit {
                .put(
                    .stop(
                        TripStop(
                            id: RecordID(high: 2, low: number), trip: trip, name: "\(number)",
                            coordinate: coordinate(1, 2))))
            }
            try store.commit([.put(.trip(Trip(id: trip)))])
            try other.apply(store.sharedChanges(since: nil))
            try store.commit([stop(1), stop(4)])
            try other.commit([stop(2), stop(3)])
            try store.apply(other.sharedChanges(since: nil))
            func names() throws -> [String] { try store.stops(of: trip).map(\.name) }
            #expect(try names() == ["1", "2", "3", "4"])
            for (moved, after, order) in [
                (4, 1, "1423"), (4, 1, "1423"), (1, 4, "4123"), (3, 4, "4312"), (2, 3, "4321"),
            ] {
                let ids = (RecordID(high: 2, low: UInt64(moved)), RecordID(high: 2, low: UInt64(after)))
                try store.commit([.move(ids.0, after: ids.1)])
                #expect(try names().joined() == order)
            }
            try store.commit([.move(RecordID(high: 2, low: 1), after: nil)])
            #expect(try names().joined() == "1432")
            try other.apply(store.sharedChanges(since: nil))
            #expect(try other.stops(of: trip).map(\.name).joined() == "1432")
        }
    }
}
