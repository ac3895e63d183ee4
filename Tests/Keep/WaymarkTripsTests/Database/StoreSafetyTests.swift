import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTables
import WaymarkThreads
import WaymarkTripDatabase
import WaymarkTrips

@Suite("Stores that are damaged, replaced and shared")
struct StoreSafetyTests {
    private typealias Sample = StoreRuleTests.Sample

    private func path(_ folder: String) -> String { folder + "/" + TripDatabase.fileName }

    /// A store with the sample and its picture, its log written into the database.
    private func make(_ folder: String) throws -> Sample {
        let (store, sample) = (try TripDatabase(folder: folder), Sample())
        _ = try store.files.add(ContiguousArray("picture".utf8).span)
        try store.commit(sample.edits)
        return sample
    }

    private func content(_ folder: String) throws -> ContiguousArray<UInt8> {
        try TripBackup.json(of: TripDatabase(reading: folder))
    }

    @Test(
        "changed bytes are found by a check and by a backup, and the good backup stays",
        arguments: [("떡볶이", "떡볶기"), ("37.58", "37.59"), ("\"size\":7", "\"size\":8")])
    func changedBytes(old: String, new: String) throws {
        try withFolder { folder in
            _ = try make(folder + "/store")
            let (zip, database) = (folder + "/trips.zip", path(folder + "/store"))
            let store = try TripDatabase(folder: folder + "/store")
            #expect(try TripArchive.write(store, store.files, to: zip).isEmpty)
            let before = try Data(contentsOf: URL(filePath: zip))
            var data = try Data(contentsOf: URL(filePath: database))
            while let range = data.range(of: Data(old.utf8)) { data.replaceSubrange(range, with: Data(new.utf8)) }
            try data.write(to: URL(filePath: database))
            let damaged = try TripDatabase(reading: folder + "/store")
            #expect(try !TripCheck(damaged, damaged.files).faults.isEmpty)
            let gaps = try TripArchive.write(damaged, damaged.files, to: zip)
            #expect(gaps.path == folder + "/trips.incomplete.zip" && !gaps.records.isEmpty)
            #expect(try Data(contentsOf: URL(filePath: zip)) == before)
        }
    }

    @Test(
        "whatever bytes are overwritten, a backup replaces the store, and mending keeps sound records only",
        arguments: 1...30 as ClosedRange<UInt64>)
    func overwritten(seed: UInt64) throws {
        try withFolder { folder in
            let store = folder + "/store"
            _ = try make(store)
            let good = try content(store)
            let records = Dictionary(
                uniqueKeysWithValues: try TripDatabase(reading: store).records(TripQuery(life: .all)).map {
                    ($0.id, $0)
                })
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path(store))))
            var random = SplitMix64(seed: seed)
            for _ in 0..<20 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try Data(bytes).write(to: URL(filePath: path(store)))
            let mended = folder + "/mended"
            try FileManager.default.copyItem(atPath: store, toPath: mended)
            do throws(TripStoreError) {
                _ = try TripDatabase.mend(folder: mended)
                let again = try TripDatabase(folder: mended)
                #expect(try again.faults().isEmpty)
                let kept = try again.records(TripQuery(life: .all))
                for row in kept where row.record != records[row.id]?.record {
                    // Without what is missing, or there for what goes with it.
                    let isWithout = row.record.ownerIDs.count < records[row.id]?.record.ownerIDs.count ?? 0
                    let isStandIn = row.record == .trip(Trip(id: row.id)) || row.record.kind == .entry
                    #expect(isWithout || isStandIn || row.record.kind == .trip, "\(row)")
                }
            } catch {
                Issue.record("\(error)")
            }
            try TripDatabase.replace(folder: store, by: TripContent(json: good)) { _ in }
            #expect(try content(store) == good)
        }
    }

    @Test("the sound stops of a trip whose own record is broken are kept, and can be undone")
    func brokenTrip() throws {
        try withFolder { folder in
            let sample = try make(folder)
            try Database(file: path(folder)).execute(
                sql: "UPDATE record SET json = '{\"title\":\"서울x\"}' WHERE kind = 2")
            let (lines, leftovers) = try TripDatabase.mend(folder: folder)
            #expect(lines.contains("trip \(sample.trip), but for what goes with it"), "\(lines)")
            let text = try String(contentsOf: URL(filePath: try #require(leftovers)), encoding: .utf8)
            #expect(text.contains("서울x"))
            let store = try TripDatabase(folder: folder)
            #expect(try store.stops(of: sample.trip).map(\.name) == ["경복궁", "통인시장"])
            #expect(try TripCheck(store, store.files).faults.isEmpty)
            try TripDatabase.undo(folder: folder)
            #expect(try !store.faults().isEmpty)
        }
    }

    @Test("what a restore replaced comes back, in stores that are open too, and its files are kept for it")
    func undoing() throws {
        try withFolder { folder in
            let sample = try make(folder)
            let before = try content(folder)
            let (open, reader) = (try TripDatabase(folder: folder), try TripDatabase(reading: folder))
            #expect(try reader.trips().count == 1)
            let report = try open.restore(TripContent([]), .replace)
            #expect(report.count(of: .removed) == 9 && report.kept != nil)
            #expect(try reader.trips().isEmpty && open.trips().isEmpty)
            let collected = try open.files.collect(keeping: open, olderThan: .seconds(-60))
            #expect(collected.files.isEmpty)
            let id = RecordID(high: 1, low: 1)
            try open.commit([.put(.trip(Trip(id: id, title: "새 여행")))])
            try TripDatabase.undo(folder: folder)
            #expect(try content(folder) == before)
            #expect(try reader.stops(of: sample.trip).count == 2)
            // A store that was open all the time writes to what is there now.
            try open.commit([.put(.companion(Companion(id: RecordID(high: 1, low: 2), name: "곰")))])
            #expect(try TripDatabase(folder: folder).companions().count == 2)
            try TripDatabase.undo(folder: folder)
            #expect(try open.trips().map(\.id) == [id])
            #expect(
                try open.forgetReplaced(before: try #require(Moment(milliseconds: Moment.now.milliseconds + 60_000)))
                    == 1)
            #expect(try open.files.collect(keeping: open, olderThan: .seconds(-60)).files.count == 1)
            #expect(throws: TripStoreError.self) { try TripDatabase.undo(folder: folder) }
        }
    }

    @Test("a replacement that was cut off is read, and ended by who writes next")
    func cutOff() throws {
        try withFolder { folder in
            _ = try make(folder + "/a")
            let (old, new) = (folder + "/b", folder + "/a")
            let open = try TripDatabase(folder: old)
            try open.commit([.put(.trip(Trip(id: RecordID(high: 1, low: 1), title: "옛 여행")))])
            let wanted = try content(new)
            try FileManager.default.copyItem(atPath: path(new), toPath: old + "/trips.next.sqlite")
            #expect(try content(old) == wanted)
            #expect(FileManager.default.fileExists(atPath: old + "/trips.next.sqlite"))
            try open.commit([.put(.companion(Companion(id: RecordID(high: 1, low: 2), name: "곰")))])
            #expect(!FileManager.default.fileExists(atPath: old + "/trips.next.sqlite"))
            #expect(try TripDatabase(folder: old).companions().count == 2)
            let kept = try FileManager.default.contentsOfDirectory(atPath: old).filter { $0.hasPrefix("trips.before-") }
            #expect(kept.count { $0.hasSuffix(".sqlite") } == 1)
        }
    }

    @Test("a store is read where SQLite cannot make the files that it needs beside it, with and without a log")
    func readOnly() throws {
        try withFolder { folder in
            for hasLog in [false, true] {
                let (store, copy) = (folder + "/store\(hasLog)", folder + "/copy\(hasLog)")
                let sample = try make(store)
                let open = try TripDatabase(folder: store)
                try open.commit([.delete(sample.entry)])
                let wanted = try TripBackup.json(of: open)
                try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
                for name in ["trips.sqlite"] + (hasLog ? ["trips.sqlite-wal"] : []) {
                    if !hasLog { try Database(file: path(store)).execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
                    try FileManager.default.copyItem(atPath: "\(store)/\(name)", toPath: "\(copy)/\(name)")
                }
                // No file can be made under this name.
                try FileManager.default.createDirectory(
                    atPath: copy + "/trips.sqlite-shm", withIntermediateDirectories: false)
                #expect(try content(copy) == wanted)
                let names = try FileManager.default.contentsOfDirectory(atPath: copy).sorted()
                #expect(names.filter { !$0.hasSuffix("-wal") } == ["trips.sqlite", "trips.sqlite-shm"])
            }
        }
    }

    @Test("a reading store refuses changes, and skips what is broken if it is asked to")
    func reading() throws {
        try withFolder { folder in
            let sample = try make(folder)
            let store = try TripDatabase(reading: folder)
            #expect(throws: TripStoreError.readOnly) { try store.commit([.delete(sample.trip)]) }
            try Database(file: path(folder)).execute(
                sql: "UPDATE record SET modified = modified + 1 WHERE kind = 3 AND json LIKE '%통인시장%'")
            #expect(throws: TripStoreError.damaged(sample.market)) { try store.stops(of: sample.trip) }
            let broken = Broken()
            let skipping = try TripDatabase(reading: folder) { broken.add($0) }
            #expect(try skipping.stops(of: sample.trip).map(\.name) == ["경복궁"])
            #expect(broken.errors == [.damaged(sample.market)])
        }
    }

    @Test("the database of another program, and its folder, are left as they are")
    func foreign() throws {
        try withFolder { folder in
            #expect(FileManager.default.createFile(atPath: path(folder), contents: nil))
            try Database(file: path(folder)).execute(sql: "CREATE TABLE a (b)")
            let before = try Data(contentsOf: URL(filePath: path(folder)))
            #expect(throws: TripStoreError.self) { _ = try TripDatabase(folder: folder) }
            #expect(throws: TripStoreError.self) { _ = try TripDatabase(reading: folder) }
            #expect(try Data(contentsOf: URL(filePath: path(folder))) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [TripDatabase.fileName])
        }
    }

    @Test("a version that none has is an error", arguments: ["user_version = -1", "user_version = 0"])
    func version(pragma: String) throws {
        try withFolder { folder in
            _ = try make(folder)
            try Database(file: path(folder)).execute(sql: "PRAGMA \(pragma)")
            #expect(throws: TripStoreError.self) { _ = try TripDatabase(folder: folder) }
            #expect(throws: TripStoreError.self) { _ = try TripDatabase(reading: folder) }
            // Its records are still there.
            _ = try TripDatabase.mend(folder: folder)
            #expect(try TripDatabase(folder: folder).trips().map(\.title) == ["서울"])
        }
    }

    @Test("a lost file is accepted once, also of a deleted attachment, and counts again when it is back")
    func lostFile() throws {
        try withFolder { folder in
            let (sample, zip) = (try make(folder + "/store"), folder + "/trips.zip")
            let store = try TripDatabase(folder: folder + "/store")
            try store.commit([.delete(sample.copy)])
            try FileManager.default.removeItem(atPath: store.files.path(of: Sample.content))
            #expect(try TripArchive.write(store, store.files, to: zip).missing == [Sample.content])
            #expect(try store.commit([.forgetFile(Sample.content)]).changes.map(\.id) == [sample.picture])
            #expect(try store.commit([.forgetFile(Sample.content)]).changes.isEmpty)
            #expect(try store.records(TripQuery([.attachment], life: .all)).count == 2)
            #expect(try TripArchive.write(store, store.files, to: zip).isEmpty)
            #expect(try TripCheck(store, store.files).faults.isEmpty)
            let again = MemoryTripStore()
            try again.restore(TripArchive(contentsOf: zip).content, .replace)
            #expect(try TripCheck(again, store.files).faults.isEmpty)
            _ = try store.files.add(ContiguousArray("picture".utf8).span)
            try TripArchive.write(store, store.files, to: zip)
            #expect(try TripArchive(contentsOf: zip).files == [Sample.content])
        }
    }

    @Test("at most three incomplete backups lie beside a complete one, and partials of killed programs go")
    func incompleteCopies() throws {
        try withFolder { folder in
            _ = try make(folder + "/store")
            let store = try TripDatabase(folder: folder + "/store")
            try FileManager.default.removeItem(atPath: store.files.path(of: Sample.content))
            try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: false)
            let (killed, other) = (".trips.zip.0123456789abcdef.partial", ".trips.zip.gz.0123456789abcdef.partial")
            for name in [killed, other] { try Data("x".utf8).write(to: URL(filePath: "\(folder)/out/\(name)")) }
            for _ in 0..<5 { try TripArchive.write(store, store.files, to: folder + "/out/trips.zip") }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
                    == [other, "trips.incomplete-2.zip", "trips.incomplete-3.zip", "trips.incomplete.zip"])
        }
    }

    @Test("a backup that its user packed with gzip is restored")
    func packed() throws {
        try withFolder { folder in
            _ = try make(folder + "/store")
            let store = try TripDatabase(folder: folder + "/store")
            let (zip, packedPath) = (folder + "/trips.zip", folder + "/trips.zip.gz")
            try TripArchive.write(store, store.files, to: zip)
            try Data(gzip(Data(contentsOf: URL(filePath: zip)))).write(to: URL(filePath: packedPath))
            let archive = try TripArchive(contentsOf: packedPath)
            let (other, files) = (MemoryTripStore(), try AttachmentFiles(folder: folder + "/files"))
            try archive.restore(into: other, files, .replace)
            #expect(try TripBackup.json(of: other) == TripBackup.json(of: store))
            #expect(files.contains(Sample.content))
        }
    }

    @Test("one trip of a backup comes back as it was, and nothing else")
    func oneTrip() throws {
        try withFolder { folder in
            let (sample, zip) = (try make(folder + "/store"), folder + "/trips.zip")
            let store = try TripDatabase(folder: folder + "/store")
            try store.commit([.put(.trip(Trip(id: RecordID(high: 7, low: 7), title: "부산")))])
            try TripArchive.write(store, store.files, to: zip)
            try store.commit([
                .put(.trip(Trip(id: sample.trip, title: "나중 이름"))), .delete(sample.trip),
                .put(.trip(Trip(id: RecordID(high: 7, low: 7), title: "부산 2"))),
                .put(.companion(Companion(id: sample.companion, name: "큰 곰"))),
            ])
            try TripArchive(contentsOf: zip).only(sample.trip, for: store).restore(into: store, store.files, .merge)
            #expect(Set(try store.trips().map(\.title)) == ["서울", "부산 2"])
            #expect(try store.stops(of: sample.trip).map(\.name) == ["경복궁", "통인시장"])
            #expect(try store.entries(of: sample.market).map(\.text) == ["떡볶이"])
            #expect(try store.companions().map(\.name) == ["큰 곰"])
        }
    }

    @Test(
        "a database that was cut off, of any size, is refused, and its backup replaces none",
        arguments: [0, 10, 99, 5000])
    func cutDatabase(size: Int) throws {
        try withFolder { folder in
            _ = try make(folder + "/store")
            let (store, zip) = (try TripDatabase(folder: folder + "/store"), folder + "/trips.zip")
            try TripArchive.write(store, store.files, to: zip)
            let before = try Data(contentsOf: URL(filePath: zip))
            let other = folder + "/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            let bytes = try Data(contentsOf: URL(filePath: path(folder + "/store")))
            try bytes.prefix(size).write(to: URL(filePath: path(other)))
            #expect(throws: (any Error).self) {
                let cut = try TripDatabase(reading: other)
                let gaps = try TripArchive.write(cut, cut.files, to: zip)
                if gaps.path != zip { throw TripStoreError.busy }
            }
            #expect(try Data(contentsOf: URL(filePath: zip)) == before)
            // No trap, whatever is left.
            _ = try? TripDatabase.mend(folder: other)
            try TripDatabase.replace(folder: other, by: TripContent([])) { _ in }
            #expect(try TripDatabase(folder: other).trips().isEmpty)
        }
    }

    @Test("nothing is collected while a record that may have a picture is broken, whatever its columns say")
    func brokenAttachment() throws {
        for change in ["kind = 4", "content = '\(String(repeating: "0", count: 64))'", "json = '{}'"] {
            try withFolder { folder in
                _ = try make(folder)
                let store = try TripDatabase(folder: folder)
                try Database(file: path(folder)).execute(sql: "UPDATE record SET \(change) WHERE content IS NOT NULL")
                _ = try? store.files.collect(keeping: store, olderThan: .seconds(-60))
                #expect(store.files.contains(Sample.content), "\(change)")
            }
        }
    }

    @Test(
        "what was replaced is forgotten by when that was, not by the age of its last edit, and comes back damaged as it was"
    )
    func keptTime() throws {
        try withFolder { folder in
            _ = try make(folder)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: path(folder))
            // One from a clock that was ahead.
            try Data().write(to: URL(filePath: folder + "/trips.before-20400101T000000.000Z.sqlite"))
            try Database(file: path(folder)).execute(sql: "UPDATE record SET json = '{}' WHERE kind = 2")
            let (lines, _) = try TripDatabase.mend(folder: folder)
            #expect(!lines.isEmpty)
            let store = try TripDatabase(folder: folder)
            let day = try #require(Moment(milliseconds: Moment.now.milliseconds - 86_400_000))
            #expect(try store.forgetReplaced(before: day) == 0)
            try TripDatabase.undo(folder: folder)
            #expect(try !TripDatabase(folder: folder).faults().isEmpty)
        }
    }

    @Test("an index that lacks records hides none: what is skipped, and that it is, is said")
    func lackingIndex() throws {
        try withFolder { folder in
            let sample = try make(folder)
            // As if its cells were lost.
            try Database(file: path(folder)).execute(
                sql: """
                    PRAGMA writable_schema = 1;
                    UPDATE sqlite_master SET sql = replace(sql, 'WHERE rank IS NOT NULL', 'WHERE rank IS NOT NULL AND json NOT LIKE ''%통인시장%''')
                    WHERE name = 'record_order';
                    """)
            try Database(file: path(folder)).execute(sql: "REINDEX record_order")
            try Database(file: path(folder)).execute(
                sql: """
                    PRAGMA writable_schema = 1;
                    UPDATE sqlite_master SET sql = replace(sql, ' AND json NOT LIKE ''%통인시장%''', '') WHERE name = 'record_order';
                    """)
            let broken = Broken()
            let store = try TripDatabase(reading: folder) { broken.add($0) }
            #expect(try store.stops(of: sample.trip).map(\.name) == ["경복궁", "통인시장"])
            #expect(!broken.errors.isEmpty)
        }
    }

    @Test("a store of version 4 that is damaged is mended, one of a newer version is not")
    func otherVersions() throws {
        try withFolder { folder in
            let sample = try make(folder)
            try Database(file: path(folder)).execute(
                sql: """
                    DROP INDEX record_trip;
                    ALTER TABLE record DROP COLUMN sum;
                    CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind) WHERE kind = 2;
                    PRAGMA user_version = 4;
                    UPDATE record SET json = '{' WHERE kind = 1;
                    """)
            _ = try TripDatabase.mend(folder: folder)
            #expect(try TripDatabase(folder: folder).stops(of: sample.trip).count == 2)
            try Database(file: path(folder)).execute(sql: "PRAGMA user_version = 6; PRAGMA wal_checkpoint(TRUNCATE)")
            #expect(throws: TripStoreError.newerVersion(6, known: 5)) { _ = try TripDatabase.mend(folder: folder) }
        }
    }

    @Test("backups to one path at once leave a whole one, and none takes the other's partial")
    func backupsAtOnce() throws {
        try withFolder { folder in
            _ = try make(folder + "/store")
            let failures = Guarded<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 6) { number in
                do {
                    let store = try TripDatabase(reading: folder + "/store")
                    // Spellings of one path, since a process refuses two outputs to it.
                    let path = folder + String(repeating: "/.", count: number) + "/trips.zip"
                    for _ in 0..<5 {
                        do { try TripArchive.write(store, store.files, to: path) } catch TableError.cannotCreate {}
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(try TripArchive(contentsOf: folder + "/trips.zip").content.rows.count == 9)
        }
    }

    @Test("stores that are opened while others replace and undo lose no commit and see whole contents")
    func openedMeanwhile() throws {
        try withFolder { folder in
            _ = try make(folder)
            let whole = try TripContent(json: content(folder))
            let failures = Guarded<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { worker in
                for number in 0..<15 {
                    do {
                        switch worker {
                        case 0: try TripDatabase.replace(folder: folder, by: whole) { _ in }
                        case 1: try TripDatabase.undo(folder: folder)
                        default:
                            let id = RecordID(high: UInt64(worker), low: UInt64(number))
                            let store = try TripDatabase(folder: folder)
                            let commit = try store.commit([.put(.companion(Companion(id: id, name: "곰")))])
                            #expect(commit.changes.count <= 1)
                            #expect(try store.records(TripQuery([.trip])).count == 1)
                        }
                    } catch TripStoreError.busy {
                    } catch TripStoreError.cannotOpen(_, "no restore is kept to be undone") {
                    } catch { failures.withLock { $0.append("\(worker): \(error)") } }
                }
            }
            #expect(failures.withLock { $0 } == [])
            let store = try TripDatabase(folder: folder)
            #expect(try store.faults().isEmpty)
            #expect(try store.stops(of: store.trips()[0].id).count == 2)
        }
    }
}

/// Collects what a store skips.
private final class Broken: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [TripStoreError] = []

    var errors: [TripStoreError] { lock.withLock { found } }

    func add(_ error: TripStoreError) { lock.withLock { found.append(error) } }
}
