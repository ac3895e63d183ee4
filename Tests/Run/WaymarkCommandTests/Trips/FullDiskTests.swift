import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkTripDatabase
import WaymarkTrips

/// Each write of the tool fails once: no file may become larger than a limit, which rises until the work succeeds.
@Suite("A store on a full disk")
struct FullDiskTests {
    /// Runs the tool with a limit on the size of files, beyond which the system refuses each write.
    private static func run(_ arguments: [String], limit: Int) throws -> Tool.Result {
        // Ignored, the signal does not end the program, and the write has an error. A block has 512 bytes.
        let command = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try Tool.shell("trap '' XFSZ; ulimit -f \(limit / 512); exec \"$WAYMARK\" \(command)")
    }

    /// What a store has, after a check of all of it.
    private static func content(_ path: String) throws -> ContiguousArray<UInt8> {
        let store = try TripDatabase(folder: path)
        let faults = try TripCheck(store, store.files).faults
        #expect(faults.isEmpty, "\(faults)")
        return try TripBackup.json(of: store)
    }

    /// Runs the tool with rising limits until it succeeds, and checks after each failure.
    ///
    /// - Parameters:
    ///   - arguments: Those of the tool.
    ///   - prepare: Called before each run.
    ///   - check: Called after each run, with whether it succeeded.
    /// - Throws: Whatever `prepare` and `check` throw.
    private static func withEachLimit(
        _ arguments: [String], prepare: () throws -> Void, check: (Bool) throws -> Void
    ) throws {
        var failures = 0
        // The messages of a failure need some room too.
        for limit in stride(from: 2048, through: 4 << 20, by: 3072) {
            try prepare()
            let result = try run(arguments, limit: limit)
            let isDone = result.status == 0
            try check(isDone)
            if isDone {
                #expect(failures > 3, "\(arguments)")
                return
            }
            failures += 1
            #expect([73, 74].contains(result.status), "\(limit): \(result)")
            #expect(
                result.errors.hasPrefix("waymark: ") || result.errors.hasPrefix("Error: "), "\(limit): \(result)")
            #expect(!result.errors.contains("NSCocoaError"), "\(result.errors)")
        }
        Issue.record("\(arguments) never succeeds")
    }

    /// A folder with a store, a GPX to import, a backup of another store with a picture of 50 KB, and copies.
    private struct Material {
        let sample: SampleStore
        let gpx, backup, store: String
        let old: ContiguousArray<UInt8>

        init() throws {
            sample = try SampleStore()
            let folder = sample.folder
            (gpx, backup, store) = (folder.path("other.gpx"), folder.path("other.zip"), folder.path("copy"))
            let other = try TripDatabase(folder: folder.path("other"))
            let trip = RecordID(high: 7, low: 1)
            var random = SplitMix64(seed: 3)
            let bytes = ContiguousArray((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) })
            let stop = RecordID(high: 8, low: 0)
            try other.commit(
                [.put(.trip(Trip(id: trip, title: "다른 여행")))]
                    + (0..<40 as Range<UInt64>).map {
                        .put(
                            .stop(
                                TripStop(
                                    id: RecordID(high: 8, low: $0), trip: trip, name: "곳 \($0)",
                                    coordinate: try! Coordinate(latitude: 33, longitude: 126),
                                    notes: String(repeating: "글", count: 300))))
                    })
            try Data(TripGPX.document(of: WholeTrip(trip, in: other))).write(to: URL(filePath: gpx))
            try other.commit([
                .put(
                    .attachment(
                        Attachment(
                            id: RecordID(high: 9, low: 0), owner: stop, content: try other.files.add(bytes.span),
                            size: bytes.count)))
            ])
            try TripArchive.write(other, other.files, to: backup)
            old = try sample.json()
        }

        /// Makes the copy anew.
        func copy() throws {
            try? FileManager.default.removeItem(atPath: store)
            try FileManager.default.copyItem(atPath: sample.path, toPath: store)
        }

        /// Whether no cut-off file was left.
        func hasNoPartialFiles(_ path: String) -> Bool {
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return !names.contains { $0.hasSuffix(".partial") }
        }
    }

    @Test("has its old or its new content after an import that ran out of space")
    func importing() throws {
        let material = try Material()
        var contents: Set<ContiguousArray<UInt8>> = []
        try Self.withEachLimit(["trips", "import", material.gpx, "--store", material.store]) {
            try material.copy()
        } check: { isDone in
            let found = try Self.content(material.store)
            #expect((found != material.old) == isDone)
            contents.insert(found)
        }
        #expect(contents.count == 2)
    }

    @Test("has its old or its new content after a restore that ran out of space, and no half of a picture")
    func restoring() throws {
        let material = try Material()
        let new = try TripBackup.json(of: TripDatabase(folder: material.sample.folder.path("other")))
        try Self.withEachLimit(["trips", "restore", material.backup, "--yes", "--store", material.store]) {
            try material.copy()
        } check: { isDone in
            let found = try Self.content(material.store)
            #expect(found == (isDone ? new : material.old))
            #expect(material.hasNoPartialFiles(material.store))
        }
    }

    @Test("is untouched by a backup that ran out of space, which is then absent")
    func backup() throws {
        let material = try Material()
        let (store, output) = (material.sample.folder.path("other"), material.sample.folder.path("out.zip"))
        let before = try Self.content(store)
        try Self.withEachLimit(["trips", "backup", "--store", store, "--output", output]) {
        } check: { isDone in
            #expect(FileManager.default.fileExists(atPath: output) == isDone)
            #expect(material.hasNoPartialFiles(material.sample.folder.url.path))
            let found = try Self.content(store)
            #expect(found == before)
        }
        #expect(try Data(contentsOf: URL(filePath: output)) == Data(contentsOf: URL(filePath: material.backup)))
    }

    @Test("is empty or has its new content when it was made without space for its tables")
    func making() throws {
        let material = try Material()
        let empty = try TripBackup.json(of: MemoryTripStore())
        try Self.withEachLimit(["trips", "import", material.gpx, "--store", material.store]) {
            try? FileManager.default.removeItem(atPath: material.store)
        } check: { isDone in
            if !isDone, !FileManager.default.fileExists(atPath: material.store) { return }
            let found = try Self.content(material.store)
            #expect((found == empty) == !isDone)
        }
    }

    @Test("has its old or its new content after old records were to be forgotten without space")
    func collecting() throws {
        let material = try Material()
        try TripDatabase(folder: material.sample.path).commit([.delete(material.sample.jeju)])
        let deleted = try material.sample.json()
        try Self.withEachLimit(["trips", "collect", "--purge", "0", "--store", material.store]) {
            try material.copy()
        } check: { isDone in
            let found = try Self.content(material.store)
            #expect((found == deleted) == !isDone)
        }
    }

    @Test("keeps all records when a picture does not fit, which is then no file")
    func attachments() throws {
        let material = try Material()
        // A restore that merges adds the picture before its record.
        try Self.withEachLimit(["trips", "restore", material.backup, "--merge", "--store", material.store]) {
            try material.copy()
        } check: { isDone in
            let found = try Self.content(material.store)
            #expect((found == material.old) == !isDone)
            let files = try AttachmentFiles(folder: "\(material.store)/\(TripDatabase.filesName)").contents().count
            #expect(isDone ? files == 2 : files <= 2)
            #expect(material.hasNoPartialFiles(material.store))
        }
    }
}
