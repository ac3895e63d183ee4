import TestSupport
import Testing
import TripTestSupport
import WaymarkTrips

/// Two phones that began with one content, and merge each other's backups.
@Suite("Backups merged")
struct TripMergeTests {
    private let sample = StoreRuleTests.Sample()
    private let end = Moment(milliseconds: Moment.range.upperBound - 1)!

    private func content(_ store: any TripStore) throws -> TripContent {
        try TripContent(json: TripBackup.json(of: store))
    }

    private func name(_ store: any TripStore, _ name: String) throws -> TripEdit {
        guard case .stop(var stop)? = try store.record(sample.market)?.record else { throw TripStoreError.busy }
        stop.name = name
        return .put(.stop(stop))
    }

    /// Calls `body` with two stores that have the sample, and clocks that are apart by `ahead` milliseconds.
    private func withPhones(
        _ kind: StoreKind, ahead: Int64 = 0,
        _ body: (any TripStore, TestMoments, any TripStore, TestMoments) throws -> Void
    ) throws {
        let (clock, other) = (TestMoments(1_800_000_000_000), TestMoments(1_800_000_000_000 + ahead))
        try kind.withStore(clock) { one in
            let two = MemoryTripStore(now: { other.now })
            try one.commit(sample.edits)
            try two.restore(content(one), .replace)
            clock.advance(by: 10)
            other.advance(by: 10)
            try body(one, clock, two, other)
        }
    }

    /// Merges both ways, and expects the same content, which merging again leaves as it is.
    private func exchange(_ one: any TripStore, _ two: any TripStore) throws {
        let (a, b) = (try content(one), try content(two))
        try one.restore(b, .merge)
        try two.restore(a, .merge)
        let bytes = try TripBackup.json(of: one)
        #expect(try bytes == TripBackup.json(of: two))
        for store in [one, two] {
            for content in [a, b] {
                let report = try store.restore(content, .merge)
                #expect(report.count(of: .taken) + report.count(of: .added) == 0)
            }
            #expect(try bytes == TripBackup.json(of: store))
            #expect(try store.faults().isEmpty)
        }
    }

    @Test(
        "the later edit counts, as a whole; of two of one moment the greater; the report names it",
        arguments: StoreKind.allCases)
    func later(kind: StoreKind) throws {
        for (advance, winner) in [(1 as Int64, "나"), (0, "하"), (-1, "하")] {
            try withPhones(kind) { one, clock, two, other in
                try one.commit([name(one, "하")])
                other.advance(by: advance)
                try two.commit([name(two, "나")])
                let copy = MemoryTripStore()
                try copy.restore(content(one), .replace)
                let report = try copy.restore(content(two), .merge)
                let decision = report.items.first { $0.id == sample.market }?.decision
                #expect(decision == (winner == "나" ? .taken : .kept))
                try exchange(one, two)
                #expect(try one.stops(of: sample.trip).map(\.name) == ["경복궁", winner])
            }
        }
    }

    @Test(
        "an edit counts before the state that it follows, though the clock was set back, or ahead once",
        arguments: StoreKind.allCases)
    func clocks(kind: StoreKind) throws {
        let wrong = TestMoments(4_070_908_800_000)
        try kind.withStore(wrong) { store in
            try store.commit(sample.edits)
            let old = try content(store)
            wrong.advance(by: -2_000_000_000_000)
            for name in ["가", "나"] {
                try store.commit([self.name(store, name)])
                let before = try TripBackup.json(of: store)
                try store.restore(old, .merge)
                #expect(try TripBackup.json(of: store) == before)
            }
            try store.commit([.delete(sample.note), .delete(sample.palace)])
            let deleted = try TripBackup.json(of: store)
            try store.restore(old, .merge)
            #expect(try TripBackup.json(of: store) == deleted)
        }
    }

    @Test("a deletion changes no text of what goes with it", arguments: StoreKind.allCases)
    func texts(kind: StoreKind) throws {
        try withPhones(kind) { one, clock, two, other in
            try two.commit([name(two, "통인")])
            clock.advance(by: 10)
            try one.commit([.delete(sample.trip)])
            try exchange(one, two)
            #expect(try one.trips().isEmpty && two.stops(of: sample.trip).isEmpty)
            try one.commit([.undelete(sample.trip)])
            #expect(try one.stops(of: sample.trip).map(\.name) == ["경복궁", "통인"])
        }
    }

    @Test(
        "an edit after the deletion of what it belongs to brings back all of it, though that was purged",
        arguments: StoreKind.allCases, [false, true])
    func revived(kind: StoreKind, isPurged: Bool) throws {
        try withPhones(kind) { one, clock, two, other in
            let before = try one.records(TripQuery()).map(\.id)
            try one.commit([.delete(sample.trip)])
            if isPurged { try one.commit([.purge(before: end)]) }
            other.advance(by: 1)
            try two.commit([name(two, "나중")])
            try exchange(one, two)
            #expect(try one.records(TripQuery()).map(\.id) == before)
            #expect(try one.stops(of: sample.trip).map(\.name) == ["경복궁", "나중"])
            // It was deleted before: a second deletion is later than all of that.
            try one.commit([.delete(sample.trip)])
            other.advance(by: 100)
            try exchange(one, two)
            #expect(try two.trips().isEmpty)
        }
    }

    @Test("what was purged stays deleted, though an older backup has it", arguments: StoreKind.allCases)
    func purged(kind: StoreKind) throws {
        try withPhones(kind) { one, clock, two, other in
            try one.commit([.delete(sample.trip), .delete(sample.companion), .delete(sample.note)])
            try one.commit([.purge(before: end)])
            #expect(try one.record(sample.trip) == nil)
            let live = try one.records(TripQuery())
            let report = try one.restore(content(two), .merge)
            #expect(try one.records(TripQuery()) == live)
            #expect(report.items.first { $0.id == sample.trip }?.isAdjusted == true)
            try exchange(one, two)
            #expect(try two.records(TripQuery()).map(\.record) == live.map(\.record))
            // The next purge takes it again.
            try one.commit([.purge(before: end)])
            #expect(try one.record(sample.trip) == nil && one.record(sample.companion) == nil)
        }
    }

    @Test(
        "two stops that got one place are in the order of their ids, and are moved past each other",
        arguments: StoreKind.allCases)
    func samePlace(kind: StoreKind) throws {
        try kind.withStore { store in
            let other = MemoryTripStore()
            let trip = RecordID(high: 1, low: 1)
            func id(_ number: UInt64) -> RecordID { RecordID(high: 2, low: number) }
            func stop(_ number: UInt64) -> TripEdit {
                .put(.stop(TripStop(id: id(number), trip: trip, name: "\(number)", coordinate: coordinate(1, 2))))
            }
            try store.commit([.put(.trip(Trip(id: trip)))])
            try other.restore(content(store), .replace)
            try store.commit([stop(1), stop(4)])
            try other.commit([stop(2), stop(3)])
            try exchange(store, other)
            func names() throws -> String { try store.stops(of: trip).map(\.name).joined() }
            #expect(try names() == "1234")
            for (moved, after, order) in [
                (4, 1, "1423"), (4, 1, "1423"), (1, 4, "4123"), (3, 4, "4312"), (2, 3, "4321"),
            ] as [(UInt64, UInt64, String)] {
                try store.commit([.move(id(moved), after: id(after))])
                #expect(try names() == order)
            }
            try store.commit([.move(id(1), after: nil)])
            #expect(try names() == "1432")
            #expect(try store.faults().isEmpty)
        }
    }
}
