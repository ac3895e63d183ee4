import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTables
import WaymarkTrips

@Suite("Backups with files")
struct ArchiveTests {
    private static let isSoak = ProcessInfo.processInfo.environment["WAYMARK_SOAK_BACKUPS"] != nil

    /// A store and its files in a folder: those of its attachments, but for some that are missing.
    private static func files(of store: any TripStore, in folder: String) throws -> AttachmentFiles {
        let files = try AttachmentFiles(folder: folder)
        for number in 0..<20 where number % 5 != 4 {
            _ = try files.add(ContiguousArray("file \(number)".utf8).span)
        }
        return files
    }

    private static func bytes(of path: String) throws -> ContiguousArray<UInt8> {
        try FileSource.contents(of: path).bytes
    }

    /// The names and the bytes of everything in a folder.
    private static func snapshot(_ folder: String) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            found[name] = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
        return found
    }

    private static func refusal(_ bytes: ContiguousArray<UInt8>) -> RestoreError? {
        do {
            _ = try TripArchive(PositionedBytes(bytes))
            return nil
        } catch {
            return error as? RestoreError
        }
    }

    @Test(
        "a backup restored is the store with its files, and the same store gives the same bytes",
        arguments: StoreKind.allCases, 1...8 as ClosedRange<UInt64>)
    func roundTrip(kind: StoreKind, seed: UInt64) throws {
        let store = try BackupTests.content(seed: seed, count: 60)
        try withFolder { folder in
            let files = try Self.files(of: store, in: folder + "/a")
            let again = folder + "/again.zip"
            let lost = try TripArchive.write(store, files, to: folder + "/trips.zip")
            let path = lost.path
            #expect(path == folder + (lost.isEmpty ? "/trips.zip" : "/trips.incomplete.zip"))
            #expect(lost.damaged.isEmpty && lost.missing.allSatisfy { !files.contains($0) })
            #expect(try Self.bytes(of: path) == Self.bytes(of: TripArchive.write(store, files, to: again).path))
            let archive = try TripArchive(contentsOf: path)
            #expect(archive.missingFiles == lost.missing && archive.files.allSatisfy(files.contains))
            try kind.withStore { other in
                let copies = try AttachmentFiles(folder: folder + "/b")
                try archive.restore(into: other, copies, .replace)
                #expect(try TripBackup.json(of: other) == TripBackup.json(of: store))
                #expect(try copies.contents() == archive.files)
                // Once more changes nothing, and backs up as the same bytes.
                let before = try Self.snapshot(folder + "/b")
                try archive.restore(into: other, copies, .replace)
                #expect(try Self.snapshot(folder + "/b") == before)
                #expect(try Self.bytes(of: path) == Self.bytes(of: TripArchive.write(other, copies, to: again).path))
            }
        }
    }

    /// An archive of about 100 KB.
    private static func large() throws -> ContiguousArray<UInt8> {
        let store = try BackupTests.content(seed: 3, count: 150)
        return try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            let records = store.records(TripQuery([.stop])).map(\.id)
            var random = SplitMix64(seed: 9)
            for number in 0..<7 {
                let bytes = ContiguousArray((0..<6000).map { _ in UInt8.random(in: 0...255, using: &random) })
                let content = try files.add(bytes.span)
                guard let owner = records.randomElement(using: &random) else { continue }
                try store.commit([
                    .put(
                        .attachment(
                            Attachment(
                                id: RecordID(high: 9, low: UInt64(number)), owner: owner, content: content, size: 6000))
                    )
                ])
            }
            return try bytes(of: TripArchive.write(store, files, to: folder + "/trips.zip").path)
        }
    }

    @Test("a backup that is cut off anywhere, or altered in any bit, is refused before anything is touched")
    func damage() throws {
        let bytes = try Self.large()
        #expect(bytes.count > 50_000 && Self.refusal(bytes) == nil)
        for count in stride(from: 0, to: bytes.count, by: Self.isSoak ? 1 : 97) {
            if Self.refusal(ContiguousArray(bytes[..<count])) == nil { Issue.record("the first \(count) bytes") }
        }
        var altered = bytes
        for bit in stride(from: 0, to: 8 * bytes.count, by: Self.isSoak ? 1 : 101) {
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            if Self.refusal(altered) == nil { Issue.record("bit \(bit)") }
            altered[bit / 8] = bytes[bit / 8]
        }
        #expect(Self.refusal(altered) == nil)
    }

    /// Runs Python over an archive, whose path is `sys.argv[1]`; returns what is then there.
    private static func repacked(_ bytes: ContiguousArray<UInt8>, _ script: String) throws -> ContiguousArray<UInt8> {
        try withFolder { folder in
            let path = folder + "/trips.zip"
            try Data(bytes).write(to: URL(filePath: path))
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "python3", "-c",
                """
                import sys, zipfile
                old = zipfile.ZipFile(sys.argv[1])
                files = [(i.filename, old.read(i)) for i in old.infolist()]
                \(script)
                new = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)
                for name, data in files: new.writestr(name, data)
                new.close()
                """, path,
            ]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try Self.bytes(of: path)
        }
    }

    @Test("a backup that another program has unpacked and packed again is the same")
    func repacked() throws {
        let bytes = try Self.large()
        let packed = try Self.repacked(bytes, "files.reverse()")
        #expect(packed.count < bytes.count)
        let (first, second) = (try TripArchive(PositionedBytes(bytes)), try TripArchive(PositionedBytes(packed)))
        #expect(first.content.rows == second.content.rows && first.files == second.files)
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder)
            try second.restore(into: MemoryTripStore(), files, .replace)
            #expect(try files.contents() == first.files)
            for content in first.files { #expect(try files.verify(content)) }
        }
    }

    @Test(
        "an archive with other files, without its JSON, or with a file of another name is refused, with the reason",
        arguments: [
            ("files.append(('readme.txt', b'a'))", "is not a part of it"), ("del files[0]", "trips.json is missing"),
            ("files.append(('files/../../x', b'a'))", "leads out of its folder"),
            ("files.append(('files/' + 64 * 'a', b'a'))", "no attachment has the file"),
            ("files[1] = (files[1][0], files[2][1])", "the bytes of the file"),
            ("files.append(('files/' + files[1][0][6:].upper(), files[1][1]))", "is not a part of it"),
            ("files[0] = ('trips.json', b'{')", "not JSON"), ("files.append(files[1])", "is there twice"),
        ])
    func others(script: String, reason: String) throws {
        let packed = try Self.repacked(Self.large(), script)
        let refusal = try #require(Self.refusal(packed))
        #expect("\(refusal)".contains(reason), "\(refusal)")
    }

    @Test("a file that cannot be written, or a backup that changes meanwhile, leaves the records as they were")
    func failingRestore() throws {
        let bytes = try Self.large()
        try withFolder { folder in
            let path = folder + "/trips.zip"
            try Data(bytes).write(to: URL(filePath: path))
            let archive = try TripArchive(contentsOf: path)
            let store = try BackupTests.content(seed: 1, count: 20)
            let before = try TripBackup.json(of: store)
            let files = try AttachmentFiles(folder: folder + "/files")
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.truncate(atOffset: UInt64(bytes.count / 2))
            #expect(throws: TableError.self) { try archive.restore(into: store, files, .replace) }
            #expect(try TripBackup.json(of: store) == before)
            for content in try files.contents() { #expect(try files.verify(content)) }
            try Data(bytes).write(to: URL(filePath: path))
            // A folder where the file of an attachment would be.
            let blocked = files.path(of: archive.files[3])
            try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
            #expect(throws: TableError.self) {
                try TripArchive(contentsOf: path).restore(into: store, files, .replace)
            }
            #expect(try TripBackup.json(of: store) == before)
        }
    }

    @Test("a backup says which files are missing or damaged, and a check finds them", arguments: StoreKind.allCases)
    func lost(kind: StoreKind) throws {
        try kind.withStore { store in
            try withFolder { folder in
                let files = try AttachmentFiles(folder: folder + "/files")
                let trip = RecordID(high: 1, low: 1)
                let stop = RecordID(high: 2, low: 1)
                let contents = try ["a", "b", "c"].map { try files.add(ContiguousArray($0.utf8).span) }
                let attachments = contents.enumerated().map {
                    TripEdit.put(
                        .attachment(
                            Attachment(
                                id: RecordID(high: 3, low: UInt64($0.offset)), owner: stop, content: $0.element, size: 1
                            )))
                }
                try store.commit(
                    [
                        .put(.trip(Trip(id: trip))),
                        .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(1, 1)))),
                    ]
                        + attachments)
                let whole = try TripCheck(store, files)
                #expect(whole.faults.isEmpty && whole.recordCount == 5 && whole.fileCount == 3)
                _ = try files.add(ContiguousArray("unused".utf8).span)
                try FileManager.default.removeItem(atPath: files.path(of: contents[0]))
                try Data("x".utf8).write(to: URL(filePath: files.path(of: contents[1])))
                let check = try TripCheck(store, files)
                #expect(
                    Set(check.faults) == [
                        .missingFile(contents[0], attachment: RecordID(high: 3, low: 0)),
                        .damagedFile(contents[1], attachment: RecordID(high: 3, low: 1)),
                    ])
                #expect(check.unusedFileCount == 1 && check.fileCount == 1)
                let lost = try TripArchive.write(store, files, to: folder + "/a.zip")
                #expect(lost.missing == [contents[0]] && lost.damaged == [contents[1]])
                #expect(try TripArchive(contentsOf: lost.path).files == [contents[2]])
                #expect(!FileManager.default.fileExists(atPath: folder + "/a.zip"))
            }
        }
    }
}
