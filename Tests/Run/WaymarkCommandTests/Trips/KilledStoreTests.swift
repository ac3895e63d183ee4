import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkTables
import WaymarkTripDatabase
import WaymarkTrips

@Suite("A store whose program is killed")
struct KilledStoreTests {
    /// The moments at which each run is killed.
    private static let points =
        ProcessInfo.processInfo.environment["WAYMARK_SOAK_KILLS"].flatMap(Int.init).map { $0 * 2 / 5 } ?? 6

    /// A store of some trips with a file each, made of a seed.
    private static func fill(_ path: String, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TripDatabase(folder: path)
        var edits: [TripEdit] = []
        for number in 1...60 as ClosedRange<UInt64> {
            let trip = RecordID(high: number, low: seed)
            edits.append(.put(.trip(Trip(id: trip, title: "\(seed)-\(number)"))))
            for place in 0..<20 as Range<UInt64> {
                let stop = RecordID(high: random.next(), low: place)
                edits.append(
                    .put(
                        .stop(
                            TripStop(
                                id: stop, trip: trip, name: "\(place)",
                                coordinate: try Coordinate(latitude: 33, longitude: 126)))))
                guard place == 0 else { continue }
                let bytes = ContiguousArray((0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) })
                edits.append(
                    .put(
                        .attachment(
                            Attachment(
                                id: RecordID(high: random.next(), low: 100), owner: stop,
                                content: try store.files.add(bytes.span), size: bytes.count))))
            }
        }
        try store.commit(edits)
    }

    /// Runs the tool, and kills it at a random moment of its usual duration; returns whether it was.
    private static func kill(
        _ arguments: [String], _ duration: inout Duration, _ random: inout SplitMix64
    ) throws -> Bool {
        let process = Process()
        process.executableURL = Tool.url
        process.arguments = arguments + ["--quiet"]
        try process.run()
        let delay = duration * Double.random(in: 0..<1, using: &random)
        Thread.sleep(forTimeInterval: delay / .seconds(1))
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let isKilled = process.terminationReason == .uncaughtSignal
        // The machine is now less busy.
        if !isKilled { duration = duration * 4 / 5 }
        return isKilled
    }

    /// Runs the tool on copies of a store, each killed at a random moment, and checks what is left of each.
    private static func killOnCopies(
        of path: String, in folder: Folder, _ arguments: [String], usually duration: Duration, seed: UInt64,
        _ check: (_ copy: String) throws -> Void
    ) throws {
        var (duration, random) = (duration, SplitMix64(seed: seed))
        let copy = folder.path("copy")
        for _ in 0..<points {
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            _ = try kill(arguments + ["--store", copy], &duration, &random)
            try check(copy)
            try FileManager.default.removeItem(atPath: copy)
        }
    }

    /// What a store has, after a check of all of it.
    private static func content(_ path: String) throws -> ContiguousArray<UInt8> {
        let store = try TripDatabase(folder: path)
        let faults = try TripCheck(store, store.files).faults
        #expect(faults.isEmpty, "\(faults.first.map { "\($0)" } ?? "")")
        return try TripBackup.json(of: store)
    }

    private static func duration(_ body: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(body)
    }

    @Test("has its old or its new content when a restore is killed, and the restore can be run again")
    func restore() throws {
        let folder = try Folder()
        var (contents, backups): ([ContiguousArray<UInt8>], [String]) = ([], [])
        for seed in [1, 2] as [UInt64] {
            let (path, backup) = (folder.path("store\(seed)"), folder.path("\(seed).zip"))
            try Self.fill(path, seed: seed)
            #expect(try Tool.run(["trips", "backup", "--store", path, "--output", backup]).status == 0)
            contents.append(try Self.content(path))
            backups.append(backup)
        }
        let path = folder.path("store")
        var duration = try Self.duration {
            let first = try Tool.run(["trips", "restore", backups[0], "--store", path])
            #expect(first.status == 0)
        }
        var random = SplitMix64(seed: 77)
        var (now, killed, attempts) = (0, 0, 0)
        while killed < Self.points, attempts < 10 * Self.points {
            attempts += 1
            let next = 1 - now
            let arguments = ["trips", "restore", backups[next], "--yes", "--store", path]
            if try Self.kill(arguments, &duration, &random) { killed += 1 }
            let found = try Self.content(path)
            let isOldOrNew = found == contents[now] || found == contents[next]
            #expect(isOldOrNew)
            if found == contents[next] { now = next }
        }
        #expect(killed == Self.points)
        #expect(try Tool.run(["trips", "restore", backups[1], "--yes", "--store", path]).status == 0)
        #expect(try Self.content(path) == contents[1])
        // Whatever the killed runs left is collected once it is old.
        let database = try TripDatabase(folder: path)
        _ = try database.files.collect(keeping: database, olderThan: .zero)
        #expect(try TripCheck(database, database.files).unusedFileCount > 0, "what was replaced has its files")
        #expect(
            try database.forgetReplaced(before: try #require(Moment(milliseconds: Moment.range.upperBound - 1))) > 0)
        _ = try database.files.collect(keeping: database, olderThan: .zero)
        #expect(try TripCheck(database, database.files).unusedFileCount == 0)
    }

    @Test("is empty or has its new content when its making is killed")
    func making() throws {
        let folder = try Folder()
        try Self.fill(folder.path("whole"), seed: 3)
        let backup = folder.path("a.json")
        #expect(
            try Tool.run(["trips", "backup", "--json", "--store", folder.path("whole"), "--output", backup]).status
                == 0)
        let whole = try Self.content(folder.path("whole"))
        let empty = try TripBackup.json(of: MemoryTripStore())
        var random = SplitMix64(seed: 78)
        var duration = try Self.duration {
            let first = try Tool.run(["trips", "restore", backup, "--store", folder.path("first")])
            #expect(first.status == 0)
        }
        for number in 0..<Self.points {
            let path = folder.path("store\(number)")
            _ = try Self.kill(["trips", "restore", backup, "--store", path], &duration, &random)
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let found = try TripBackup.json(of: TripDatabase(folder: path))
            let isOldOrNew = found == empty || found == whole
            #expect(isOldOrNew)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("has its old or its new content when an import is killed")
    func writing() throws {
        let folder = try Folder()
        try Self.fill(folder.path("whole"), seed: 5)
        let whole = try TripDatabase(folder: folder.path("whole"))
        let trip = try #require(whole.trips().first)
        let gpx = folder.path("a.gpx")
        try Data(TripGPX.document(of: WholeTrip(trip.id, in: whole))).write(to: URL(filePath: gpx))
        let path = folder.path("store")
        try TripDatabase(folder: path).commit([.put(.trip(Trip(id: RecordID(high: 1, low: 1), title: "옛 여행")))])
        let before = try TripBackup.json(of: TripDatabase(folder: path))
        let duration = try Self.duration {
            let first = try Tool.run(["trips", "import", gpx, "--store", folder.path("first")])
            #expect(first.status == 0)
        }
        try Self.killOnCopies(of: path, in: folder, ["trips", "import", gpx], usually: duration, seed: 80) { copy in
            let store = try TripDatabase(folder: copy)
            #expect(try store.faults().isEmpty)
            let stops = try store.stops(of: trip.id).count
            let isOldOrNew = try stops == 20 || TripBackup.json(of: store) == before
            #expect(isOldOrNew)
        }
    }

    @Test("has all it had when its migration from an older version is killed")
    func migrating() throws {
        let folder = try Folder()
        let path = folder.path("store")
        try Self.fill(path, seed: 6)
        // Of version 1, as it was.
        let statements = [
            "DROP INDEX record_trip", "DROP INDEX record_order", "DROP TABLE tombstone",
            "ALTER TABLE record DROP COLUMN sum",
            "CREATE UNIQUE INDEX record_order ON record (kind, scope, rank) WHERE rank IS NOT NULL",
            "PRAGMA user_version = 1", "VACUUM",
        ]
        let script =
            "import sqlite3,sys\nfor sql in '\(statements.joined(separator: "','"))': "
            + "sqlite3.connect(sys.argv[1], isolation_level=None).execute(sql)"
        let made = try Tool.shell("python3 -c \"\(script)\" '\(path)/\(TripDatabase.fileName)'")
        try #require(made.status == 0, "\(made.errors)")
        let duration = try Self.duration {
            try FileManager.default.copyItem(atPath: path, toPath: folder.path("first"))
            #expect(try Tool.run(["trips", "collect", "--store", folder.path("first")]).status == 0)
        }
        let before = try Self.content(folder.path("first"))
        try Self.killOnCopies(of: path, in: folder, ["trips", "collect"], usually: duration, seed: 81) { copy in
            let isAsBefore = try Self.content(copy) == before
            #expect(isAsBefore)
        }
    }

    @Test("is untouched when a backup is killed, which is absent or complete")
    func backup() throws {
        let folder = try Folder()
        let path = folder.path("store")
        try Self.fill(path, seed: 4)
        let (before, output) = (try Self.content(path), folder.path("out.zip"))
        var duration = try Self.duration {
            let first = try Tool.run(["trips", "backup", "--store", path, "--output", output])
            #expect(first.status == 0)
        }
        let whole = try Data(contentsOf: URL(filePath: output))
        try FileManager.default.removeItem(atPath: output)
        var random = SplitMix64(seed: 79)
        for _ in 0..<Self.points {
            _ = try Self.kill(["trips", "backup", "--store", path, "--output", output], &duration, &random)
            if FileManager.default.fileExists(atPath: output) {
                let isWhole = try Data(contentsOf: URL(filePath: output)) == whole
                #expect(isWhole)
                try FileManager.default.removeItem(atPath: output)
            }
        }
        #expect(try Self.content(path) == before)
    }
}
