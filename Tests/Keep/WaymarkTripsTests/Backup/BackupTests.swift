import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTrips

@Suite("Backup and restore")
struct BackupTests {
    /// A store's content, with deleted records, shared files and moved stops.
    static func content(seed: UInt64, count: Int, from start: [StoredRecord] = []) throws -> MemoryTripStore {
        let clock = TestMoments(1_800_000_000_000 + Int64(seed))
        let store = MemoryTripStore(now: { clock.now })
        if !start.isEmpty { try store.restore(TripContent(start), .replace) }
        var records = RecordGenerator(seed: seed)
        for _ in 0..<count {
            clock.advance(by: 1)
            var ids: [RecordKind: [RecordID]] = [:]
            for row in store.records(TripQuery()) { ids[row.record.kind, default: []].append(row.id) }
            let all = ids.values.joined().sorted()
            let kind = records.pick(RecordKind.allCases)
            let id = all.isEmpty || records.chance(0.8) ? records.id() : records.pick(ids[kind] ?? [records.id()])
            var edits: [TripEdit] = records.record(kind, id: id, among: ids).map { [.put($0)] } ?? []
            if let stop = ids[.stop]?.randomElement(using: &records.random), records.chance(0.2) {
                edits.append(.move(stop, after: nil))
            }
            if let one = all.randomElement(using: &records.random), records.chance(0.1) { edits.append(.delete(one)) }
            if records.chance(0.02) { edits.append(.purge(before: clock.now)) }
            // A record that is deleted in the same step may not be put again.
            _ = try? store.commit(edits)
        }
        return store
    }

    private func all(_ store: any TripStore) throws -> [StoredRecord] {
        try store.records(TripQuery(life: .all)).sorted { $0.id < $1.id }
    }

    @Test(
        "a restored backup is the content of before, with the same bytes when it is backed up again",
        arguments: StoreKind.allCases, 101...140 as ClosedRange<UInt64>)
    func roundTrip(kind: StoreKind, seed: UInt64) throws {
        let source = try Self.content(seed: seed, count: 80)
        let bytes = try TripBackup.json(of: source)
        #expect(try TripBackup.json(of: source) == bytes)
        try kind.withStore { store in
            // Over a store that has something else.
            try store.commit(StoreRuleTests.Sample().edits)
            let before = try store.cursor()
            let report = try store.restore(TripContent(json: bytes), .replace)
            let rows = try all(source)
            #expect(report.count(of: .removed) == 9 && report.items.count == 9 + rows.count)
            #expect(try all(store) == rows)
            #expect(try store.records(TripQuery(life: .all)) == source.records(TripQuery(life: .all)))
            #expect(try TripBackup.json(of: store) == bytes)
            #expect(throws: TripStoreError.cursorTooOld(before)) { try store.changes(after: before, limit: 1) }
            // Again: nothing changes.
            let again = try store.restore(TripContent(json: bytes), .replace)
            #expect(again.items.allSatisfy { $0.decision == .same && !$0.isAdjusted })
            #expect(try TripBackup.json(of: store) == bytes)
        }
    }

    /// The number of stores; 10 000 with `WAYMARK_SOAK_BACKUPS`.
    private static let storeCount: UInt64 =
        ProcessInfo.processInfo.environment["WAYMARK_SOAK_BACKUPS"] == nil ? 200 : 10_000

    @Test("each of many generated stores is restored as it was")
    func generatedStores() throws {
        for seed in 1001...1000 + Self.storeCount {
            let source = try Self.content(seed: seed, count: 10 + Int(seed % 30))
            let bytes = try TripBackup.json(of: source)
            let store = MemoryTripStore()
            try store.restore(TripContent(json: bytes), .replace)
            let (found, wanted) = (try all(store), try all(source))
            #expect(found == wanted, "\(seed)")
            let again = try TripBackup.json(of: store)
            #expect(again == bytes, "\(seed)")
        }
    }

    @Test(
        "merging twice is merging once, what was changed later counts, and all fits together",
        arguments: StoreKind.allCases, 101...140 as ClosedRange<UInt64>)
    func merging(kind: StoreKind, seed: UInt64) throws {
        // Two devices that began with the same content and went on alone.
        let start = try all(Self.content(seed: seed, count: 40))
        let (mine, theirs) = (
            try Self.content(seed: seed + 1000, count: 40, from: start),
            try Self.content(seed: seed + 2000, count: 40, from: start)
        )
        let bytes = try TripBackup.json(of: theirs)
        try kind.withStore { store in
            try store.restore(TripContent(json: TripBackup.json(of: mine)), .replace)
            let cursor = try store.cursor()
            let report = try store.restore(TripContent(json: bytes), .merge)
            let merged = try all(store)
            _ = try TripContent(merged)
            for item in report.items {
                let (own, other) = (mine.record(item.id), theirs.record(item.id))
                let row = try #require(merged.first { $0.id == item.id })
                let expected =
                    switch item.decision {
                    case .added, .taken: other
                    case .kept, .same, .alone: own
                    case .removed: nil as StoredRecord?
                    }
                #expect(expected?.record == row.record)
                if !item.isAdjusted { #expect(expected == row) }
                if !item.isAdjusted, let own, let other { #expect(row.modified == max(own.modified, other.modified)) }
            }
            #expect(Set(report.items.map(\.id)) == Set(merged.map(\.id)))
            // The feed tells what became of live records.
            let changed = Set(try store.changes(after: cursor, limit: 10).flatMap(\.changes).map(\.id))
            for row in merged where row.isLive && mine.record(row.id) != row { #expect(changed.contains(row.id)) }
            let last = try store.cursor()
            try store.restore(TripContent(json: bytes), .merge)
            #expect(try all(store) == merged)
            #expect(try store.cursor() == last)
            // From the other side: the same bytes.
            try theirs.restore(TripContent(json: TripBackup.json(of: mine)), .merge)
            let (one, two) = (try TripBackup.json(of: store), try TripBackup.json(of: theirs))
            #expect(one == two)
        }
    }

    @Test("every cut and every flipped bit of a backup is refused before it reaches a store")
    func damage() throws {
        let store = try Self.content(seed: 3, count: 12)
        let bytes = try TripBackup.json(of: store)
        for length in 0..<bytes.count {
            #expect(throws: RestoreError.self) { try TripContent(json: ContiguousArray(bytes[..<length])) }
        }
        var flipped = bytes
        for place in bytes.indices {
            for bit in 0..<8 {
                flipped[place] ^= 1 << UInt8(bit)
                if (try? TripContent(json: flipped)) != nil { Issue.record("bit \(bit) of byte \(place)") }
                flipped[place] = bytes[place]
            }
        }
        #expect(throws: Never.self) { try TripContent(json: flipped) }
    }

    @Test("a backup that others wrote needs neither checksum, nor ranks, nor times", arguments: StoreKind.allCases)
    func byOthers(kind: StoreKind) throws {
        let trip = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        let json = """
            { "waymark_trips": 1, "trips": [{"id": "\(trip)", "title": "제주"}], "stops": [
              {"id": "027f22e2-79b0-7cc3-98c4-dc0c0c07398f", "trip": "\(trip)", "latitude": 33.4, "longitude": 126.9, "name": "나"},
              {"id": "017f22e2-79b0-7cc3-98c4-dc0c0c073990", "trip": "\(trip)", "latitude": 33.5, "longitude": 126.5, "name": "가", "later": [1.50]}] }
            """
        try kind.withStore { store in
            let report = try store.restore(TripContent(json: ContiguousArray(json.utf8)), .merge)
            #expect(report.count(of: .added) == 3)
            let id = try #require(RecordID(trip))
            #expect(try store.stops(of: id).map(\.name) == ["나", "가"])
            let text = String(decoding: try TripBackup.json(of: store), as: UTF8.self)
            #expect(text.contains(#""later":[1.50]"#) && text.contains(#""waymark_trips":4,"xxh64":""#))
            // Also after a change.
            let stop = try #require(store.stops(of: id).last)
            var changed = stop
            changed.notes = "바다"
            try store.commit([.put(.stop(changed))])
            #expect(String(decoding: try TripBackup.json(of: store), as: UTF8.self).contains(#""later":[1.50]"#))
        }
    }

    static let trip = #"{"id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#
    static let visit = #""id":"027f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":2"#

    @Test(
        "a backup with a fault is refused by name",
        arguments: [
            ("[]", "it is not an object"), ("{}", "its version, is missing"),
            (#"{"waymark_trips":"1"}"#, "its version, is missing"),
            (#"{"waymark_trips":5,"future":1}"#, "version 5"), (#"{"waymark_trips":0}"#, "its version, is missing"),
            (#"{"waymark_trips":1,"future":1}"#, "\"future\""),
            (#"{"waymark_trips":2}"#, "version 2 was never released"),
            (#"{"waymark_trips":1,"trips":[],"trips":[]}"#, "trips occurs twice"),
            (#"{"waymark_trips":1,"trips":{}}"#, "trips is not a list"),
            (#"{"waymark_trips":1,"trips":[1]}"#, "trips[0]"),
            (#"{"waymark_trips":1,"trips":[{}]}"#, "trips[0]: id is missing"),
            (#"{"waymark_trips":1,"trips":[\#(trip),\#(trip)]}"#, "two records have the id"),
            (#"{"waymark_trips":1,"trips":[\#(trip)],"visits":[{"rank":"80",\#(visit)}]}"#, "visits[0]: rank"),
            (#"{"waymark_trips":1,"stops":[{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",\#(visit)}]}"#, "its trip"),
            (#"{"waymark_trips":1,"visits":[{"deleted_unix_ms":1,\#(visit)}]}"#, "deleted_with is missing"),
            (
                #"{"waymark_trips":1,"visits":[{"deleted_with":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",\#(visit)}]}"#,
                "deleted_unix_ms is missing"
            ),
            (
                #"{"waymark_trips":1,"trips":[\#(trip)],"visits":[{"deleted_unix_ms":1,"deleted_with":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",\#(visit)}]}"#,
                "not deleted together"
            ),
            (
                #"{"waymark_trips":3,"purged":[{"id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}]}"#,
                "purged[0]: deleted_unix_ms"
            ),
            (#"{"waymark_trips":2,"changes":{"device":"0123456789ab","end":1}}"#, "\"changes\""),
            (#"{"waymark_trips":1,"xxh64":"0123456789abcdef"}"#, "damaged"),
            (#"{"xxh64":"0123456789abcdef","waymark_trips":1}"#, "not at the end"),
            (#"{"waymark_trips":1"#, "line 1"), ("\u{FEFF}{}", "line 1"),
        ])
    func refusals(json: String, reason: String) {
        do throws(RestoreError) {
            _ = try TripContent(json: ContiguousArray(json.utf8))
            Issue.record("read \(json)")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
        }
    }

    @Test("bytes that are not UTF-8 are refused, and so is a merge with records of another kind")
    func otherRefusals() throws {
        #expect(throws: RestoreError.notJSON(reason: "not in UTF-8")) { try TripContent(json: [0x22, 0xFF, 0x22]) }
        let store = MemoryTripStore()
        let id = try #require(RecordID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
        try store.commit([.put(.companion(Companion(id: id)))])
        let content = try TripContent(json: ContiguousArray(#"{"waymark_trips":1,"trips":[\#(Self.trip)]}"#.utf8))
        #expect(throws: TripStoreError.notMerged(.otherKind(id, found: .companion))) {
            try store.restore(content, .merge)
        }
        #expect(store.record(id)?.record.kind == .companion)
        try store.restore(content, .replace)
        #expect(store.record(id)?.record.kind == .trip)
    }

    @Test("a backup is a file that appears when it is complete")
    func file() throws {
        try withFolder { folder in
            let store = try Self.content(seed: 4, count: 30)
            #expect(try TripBackup.write(store, to: folder + "/backup.json").isEmpty)
            #expect(
                try Array(Data(contentsOf: URL(filePath: folder + "/backup.json"))) == Array(TripBackup.json(of: store))
            )
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["backup.json"])
            #expect(throws: (any Error).self) { try TripBackup.write(store, to: folder + "/none/backup.json") }
        }
    }
}
