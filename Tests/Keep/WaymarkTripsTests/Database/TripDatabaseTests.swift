import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkThreads
import WaymarkTripDatabase
import WaymarkTrips

@Suite("Stores in a database")
struct TripDatabaseTests {
    private func path(_ folder: String) -> String { folder + "/" + TripDatabase.fileName }

    /// Runs SQL as another program does.
    private func sqlite(_ folder: String, _ sql: String) throws {
        if !FileManager.default.fileExists(atPath: path(folder)) {
            #expect(FileManager.default.createFile(atPath: path(folder), contents: nil))
        }
        try Database(file: path(folder)).execute(sql: sql)
    }

    private func refusal(_ folder: String) -> TripStoreError? {
        do throws(TripStoreError) {
            _ = try TripDatabase(folder: folder)
            return nil
        } catch {
            return error
        }
    }

    @Test("a store that is opened again has all it had, with its order, its deletions and its history")
    func reopening() throws {
        let sample = StoreRuleTests.Sample()
        try withFolder { folder in
            let (rows, cursor, changes) = try {
                let store = try TripDatabase(folder: folder + "/trips")
                let start = try store.cursor()
                try store.commit(sample.edits)
                try store.commit([.move(sample.market, after: nil), .delete(sample.entry)])
                return try (
                    store.records(TripQuery(life: .all)), store.cursor(), store.changes(after: start, limit: 10)
                )
            }()
            let store = try TripDatabase(folder: folder + "/trips")
            #expect(try store.records(TripQuery(life: .all)) == rows)
            #expect(try store.cursor() == cursor)
            let start = try #require(ChangeCursor("\(cursor.history)/0"))
            #expect(try store.changes(after: start, limit: 10) == changes)
            #expect(try store.stops(of: sample.trip).map(\.id) == [sample.market, sample.palace])
            try store.commit([.undelete(sample.entry)])
            #expect(try store.attachments(of: sample.entry).map(\.id) == [sample.picture])
        }
    }

    @Test(
        "a history that another program has damaged is a fault, and refuses commits: its numbers trapped",
        arguments: [
            "number = 9223372036854775807", "number = -2, forgotten = 9223372036854775807",
            "forgotten = -9223372036854775808", "number = -9223372036854775808",
        ])
    func damagedHistory(change: String) throws {
        try withFolder { folder in
            let store = try TripDatabase(folder: folder)
            try store.commit([.put(.trip(Trip(id: RecordID(high: 1, low: 1))))])
            let cursor = try store.cursor()
            try sqlite(folder, "UPDATE history SET \(change)")
            #expect(try store.faults().contains { $0.contains("the history of the database is damaged") })
            #expect(throws: TripStoreError.self) { try store.changes(after: cursor, limit: 1) }
            #expect(throws: TripStoreError.self) {
                try store.commit([.put(.trip(Trip(id: RecordID(high: 1, low: 2))))])
            }
        }
    }

    @Test("one writer and eight readers never wait in vain, and each reader sees whole commits")
    func readersAndWriter() throws {
        try withFolder { folder in
            let store = try TripDatabase(folder: folder)
            let trip = RecordID(high: 1, low: 0)
            try store.commit([.put(.trip(Trip(id: trip)))])
            let failures = Guarded<[String]>([])
            let isDone = Guarded(false)
            DispatchQueue.concurrentPerform(iterations: 9) { worker in
                do {
                    if worker == 0 {
                        defer { isDone.withLock { $0 = true } }
                        for number in 1...300 {
                            let stops = (0..<4).map { RecordID(high: 2, low: UInt64(4 * number + $0)) }
                            try store.commit(
                                stops.map {
                                    .put(.stop(TripStop(id: $0, trip: trip, coordinate: coordinate(1, 1))))
                                })
                        }
                    } else {
                        var last = 0
                        while !isDone.withLock({ $0 }) {
                            let count = try store.stops(of: trip).count
                            if count % 4 != 0 || count < last {
                                failures.withLock { $0.append("\(count) after \(last)") }
                            }
                            last = count
                        }
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(try store.stops(of: trip).count == 1200)
        }
    }

    @Test("two stores on one folder, as of two processes, write in turn and lose nothing")
    func twoWriters() throws {
        try withFolder { folder in
            let stores = [try TripDatabase(folder: folder), try TripDatabase(folder: folder)]
            let failures = Guarded<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { worker in
                do {
                    for number in 1...200 {
                        let id = RecordID(high: UInt64(worker), low: UInt64(number))
                        try stores[worker].commit([.put(.companion(Companion(id: id, name: "\(number)")))])
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            for store in stores {
                #expect(try store.companions().count == 400)
                #expect(try store.cursor().number == 400)
            }
            // One order, without two in one place.
            let ranks = try stores[0].records(TripQuery([.companion])).compactMap(\.rank)
            #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("a store of a newer version is refused by its number, and left as it was")
    func newerVersion() throws {
        try withFolder { folder in
            _ = try TripDatabase(folder: folder)
            try sqlite(folder, "PRAGMA user_version = 7; CREATE TABLE later (a);")
            #expect(refusal(folder) == .newerVersion(7, known: 5))
            try sqlite(folder, "SELECT * FROM later, record;")
        }
    }

    @Test("what is no store is refused, and left as it was")
    func noStore() throws {
        try withFolder { folder in
            try Data(
                "not a database, but a text that is longer than a header of one hundred bytes, which is how long one is"
                    .utf8
            )
            .write(to: URL(filePath: path(folder)))
            let before = try Data(contentsOf: URL(filePath: path(folder)))
            guard case .cannotOpen = refusal(folder) else {
                Issue.record("opened")
                return
            }
            #expect(try Data(contentsOf: URL(filePath: path(folder))) == before)
        }
        try withFolder { folder in
            try sqlite(folder, "CREATE TABLE player (name TEXT); INSERT INTO player VALUES ('a');")
            #expect(refusal(folder) == .cannotOpen(path: path(folder), reason: "the database of another program"))
            try sqlite(folder, "SELECT name FROM player;")
        }
        guard case .cannotCreate(let path, reason: _) = refusal("/nowhere/at/all") else {
            Issue.record("opened a folder without a parent")
            return
        }
        #expect(path.hasPrefix("/nowhere/at/all"))
    }

    private static let damages = [
        "UPDATE record SET json = '{'", "UPDATE record SET json = '[]'", "UPDATE record SET kind = 99",
        "UPDATE record SET id = x'00'", "UPDATE record SET modified = 9223372036854775807",
        "UPDATE record SET json = '{\"title\":1}'",
    ]

    @Test("rows that another program has damaged are errors, not traps", arguments: damages)
    func damagedRows(sql: String) throws {
        try withFolder { folder in
            let store = try TripDatabase(folder: folder)
            try store.commit([.put(.trip(Trip(id: RecordID(high: 1, low: 1))))])
            try sqlite(folder, sql)
            #expect(throws: TripStoreError.self) { try store.records(TripQuery()) }
        }
    }

    @Test("a store with a damaged row is replaced, since that is not read", arguments: damages)
    func replaced(sql: String) throws {
        try withFolder { folder in
            let (store, sample) = (try TripDatabase(folder: folder), StoreRuleTests.Sample())
            try store.commit(sample.edits)
            let json = try TripBackup.json(of: store)
            try sqlite(folder, sql + " WHERE kind = 4 AND json LIKE '%날씨%'")
            try sqlite(folder, "INSERT INTO tombstone VALUES (x'00', x'00', 1)")
            #expect(try store.faults().contains("the database has 1 rows that are not tombstones"))
            #expect(throws: TripStoreError.self) { try store.restore(TripContent(json: json), .merge) }
            let report = try store.restore(TripContent(json: json), .replace)
            #expect(report.count(of: .same) == 8 && report.count(of: .removed) == 0)
            #expect(try TripBackup.json(of: store) == json)
            #expect(try store.faults().isEmpty)
        }
    }

    @Test(
        "an incomplete backup stays beside the complete one, has all that can be read, and is restored",
        arguments: damages)
    func incomplete(sql: String) throws {
        try withFolder { folder in
            let (store, sample) = (try TripDatabase(folder: folder + "/store"), StoreRuleTests.Sample())
            _ = try store.files.add(ContiguousArray("picture".utf8).span)
            try store.commit(sample.edits)
            try store.commit([.delete(sample.category)])
            let (zip, json) = (folder + "/a.b/trips.zip", folder + "/a.b/trips")
            try FileManager.default.createDirectory(atPath: folder + "/a.b", withIntermediateDirectories: false)
            #expect(try TripArchive.write(store, store.files, to: zip).isEmpty)
            #expect(try TripBackup.write(store, to: json).path == json)
            let before = try [zip, json].map { try Data(contentsOf: URL(filePath: $0)) }
            // The market, with which nothing but the deleted entry and its picture goes.
            try sqlite(folder + "/store", sql + " WHERE json LIKE '%통인시장%'")
            for number in ["", "-2"] {
                let gaps = try TripArchive.write(store, store.files, to: zip)
                #expect(gaps.path == folder + "/a.b/trips.incomplete\(number).zip" && !gaps.records.isEmpty)
                let other = try TripBackup.write(store, to: json)
                #expect(other.path == folder + "/a.b/trips.incomplete\(number)" && other.records == gaps.records)
                #expect(try [zip, json].map { try Data(contentsOf: URL(filePath: $0)) } == before)
                for path in [gaps.path, other.path] {
                    let copy = MemoryTripStore()
                    try copy.restore(TripArchive(contentsOf: path).content, .replace)
                    #expect(try copy.stops(of: sample.trip).map(\.name) == ["경복궁"])
                    let entry = copy.record(sample.entry)
                    #expect(entry?.deletion?.root == sample.category && copy.record(sample.picture) != nil)
                }
            }
            // A store is not taken for one without the attachment whose row cannot be read.
            if sql.contains("kind = 99") {
                #expect(throws: TripStoreError.self) { try store.files.collect(keeping: store, olderThan: .zero) }
            }
        }
    }

    @Test("a backup that could not be restored does not replace one that can")
    func dangling() throws {
        try withFolder { folder in
            let (store, sample) = (try TripDatabase(folder: folder), StoreRuleTests.Sample())
            try store.commit(sample.edits)
            let path = folder + "/trips.json"
            try TripBackup.write(store, to: path)
            let before = try Data(contentsOf: URL(filePath: path))
            try sqlite(folder, "DELETE FROM record WHERE kind IN (1, 2)")
            #expect(throws: TripStoreError.self) { try TripBackup.json(of: store) }
            let gaps = try TripBackup.write(store, to: path)
            #expect(
                try gaps.path == folder + "/trips.incomplete.json" && Data(contentsOf: URL(filePath: path)) == before)
            // The trip is there for its stops, though nothing of it is left.
            let rows = try TripArchive(contentsOf: gaps.path).content.rows
            #expect(
                rows.map(\.id).sorted()
                    == [
                        sample.category, sample.entry, sample.note, sample.picture, sample.copy, sample.trip,
                        sample.palace, sample.market,
                    ].sorted())
            #expect(rows.contains { $0.id == sample.trip && $0.record == .trip(Trip(id: sample.trip)) })
            #expect(gaps.records.contains("trip \(sample.trip), but for what goes with it"))
        }
    }

    @Test(
        "one record is read within another's reading, of the same kind and of others, also if it ends early",
        arguments: StoreKind.allCases)
    func nested(kind: StoreKind) throws {
        struct End: Error {}
        let sample = StoreRuleTests.Sample()
        try kind.withStore { store in
            try store.commit(sample.edits)
            let wanted = try RecordKind.allCases.map { kind in try store.records(TripQuery([kind])).map(\.id).sorted() }
            for _ in 0..<2 {
                try store.withSnapshot { snapshot in
                    for outer in RecordKind.allCases {
                        var seen: [RecordID] = []
                        try snapshot.forEachRecord(of: outer) { row in
                            seen.append(row.id)
                            for inner in RecordKind.allCases {
                                var ids: [RecordID] = []
                                try snapshot.forEachRecord(of: inner) { ids.append($0.id) }
                                #expect(ids == wanted[inner.number])
                                var count = 0
                                do {
                                    try snapshot.forEachRecord(of: inner) { _ in
                                        count += 1
                                        throw End()
                                    }
                                } catch is End {}
                                #expect(count == min(1, ids.count))
                            }
                        }
                        #expect(seen == wanted[outer.number])
                    }
                }
            }
            // Nothing keeps the state of a snapshot.
            try store.commit([.delete(sample.trip)])
            #expect(try store.trips().isEmpty)
        }
    }

    @Test("a full disk refuses a commit, which leaves the store as it was")
    func diskFull() throws {
        try withFolder { folder in
            _ = try TripDatabase(folder: folder)
            let store = try TripDatabase(folder: folder, maxPages: 40, now: { .now })
            var stored = 0
            var refusal: TripStoreError?
            while refusal == nil, stored < 1000 {
                let id = RecordID(high: 1, low: UInt64(stored))
                do throws(TripStoreError) {
                    try store.commit([.put(.trip(Trip(id: id, notes: String(repeating: "a", count: 2000))))])
                    stored += 1
                } catch { refusal = error }
            }
            #expect(refusal == .diskFull)
            #expect(try store.trips().count == stored && store.cursor().number == Int64(stored))
            let again = try TripDatabase(folder: folder)
            try again.commit([.put(.trip(Trip(id: RecordID(high: 2, low: 0))))])
            #expect(try again.trips().count == stored + 1)
        }
    }
}
