import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTrips

@Suite("Files of attachments")
struct AttachmentFilesTests {
    private func bytes(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

    private func age(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: path)
    }

    @Test("equal files are stored once, under the hash of their bytes")
    func equalFiles() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            let first = try files.add(bytes("사진").span)
            #expect(first == ContentHash(bytes("사진").span))
            let copy = folder + "/IMG_0001.jpg"
            try Data("사진".utf8).write(to: URL(filePath: copy))
            let second = try files.add(contentsOf: copy)
            #expect(second.content == first && second.size == 6)
            #expect(try files.contents() == [first])
            #expect(try Data(contentsOf: URL(filePath: files.path(of: first))) == Data("사진".utf8))
            #expect(try files.verify(first))
            // Nothing else is left behind.
            let names = try FileManager.default.subpathsOfDirectory(atPath: files.folder).sorted()
            #expect(names == [".lock", "\("\(first)".prefix(2))", "\("\(first)".prefix(2))/\(first)"])
        }
    }

    @Test("files and folders are their owner's alone, and links are not followed")
    func owned() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            let first = try files.add(bytes("사진").span)
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let part = URL(filePath: files.path(of: first)).deletingLastPathComponent().path
            #expect(try mode(files.path(of: first)) == 0o600 && mode(part) == 0o700 && mode(files.folder) == 0o700)
            // A link under the name of a file is replaced.
            let (target, content) = (folder + "/target", ContentHash(bytes("다른 사진").span))
            try Data("mine".utf8).write(to: URL(filePath: target))
            let path = files.path(of: content)
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            #expect(try files.add(bytes("다른 사진").span) == content)
            #expect(try files.verify(content))
            #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
            // One under the name of a folder of them is refused.
            let third = ContentHash(bytes("셋째").span)
            try FileManager.default.createSymbolicLink(
                atPath: URL(filePath: files.path(of: third)).deletingLastPathComponent().path,
                withDestinationPath: folder)
            #expect(throws: (any Error).self) { try files.add(bytes("셋째").span) }
        }
    }

    @Test("while a restore or a backup goes on, nothing is collected")
    func locked() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            let orphan = try files.add(bytes("orphan").span)
            try age(files.path(of: orphan))
            let lock = try FolderLock(files.folder, isAlone: false)
            #expect(throws: TripStoreError.busy) { _ = try FolderLock(files.folder, isAlone: true, seconds: 0.05) }
            // Others go on beside it.
            _ = try files.add(bytes("another").span)
            withExtendedLifetime(lock) {}
            #expect(files.contains(orphan))
        }
    }

    @Test("a file of any size is copied whole")
    func sizes() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            for size in [0, 1, 1 << 18, 1 << 18 + 1, 3_000_000] {
                let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                let path = folder + "/source"
                try data.write(to: URL(filePath: path))
                let (content, count) = try files.add(contentsOf: path)
                #expect(count == size)
                #expect(try Data(contentsOf: URL(filePath: files.path(of: content))) == data)
                #expect(try files.verify(content))
            }
        }
    }

    @Test("a file that is packed by gzip stays packed")
    func packedFile() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder + "/files")
            let packed = try gzip("사진".utf8)
            try Data(packed).write(to: URL(filePath: folder + "/walk.gpx.gz"))
            let (content, count) = try files.add(contentsOf: folder + "/walk.gpx.gz")
            #expect(count == packed.count && content == ContentHash(packed.span))
            #expect(try Data(contentsOf: URL(filePath: files.path(of: content))) == Data(packed))
        }
    }

    @Test("a damaged or missing file is found")
    func damage() throws {
        try withFolder { folder in
            let files = try AttachmentFiles(folder: folder)
            let content = try files.add(bytes("사진").span)
            try Data("다른 사진".utf8).write(to: URL(filePath: files.path(of: content)))
            #expect(try !files.verify(content))
            try FileManager.default.removeItem(atPath: files.path(of: content))
            #expect(!files.contains(content))
            #expect(throws: (any Error).self) { try files.verify(content) }
            #expect(throws: (any Error).self) { try files.add(contentsOf: folder + "/missing") }
        }
    }

    @Test("what no attachment uses is collected, but not what is young, deleted but not purged, or not ours")
    func collecting() throws {
        try withFolder { folder in
            let clock = TestMoments()
            let (files, store) = (try AttachmentFiles(folder: folder), MemoryTripStore(now: { clock.now }))
            let used = try files.add(bytes("used").span)
            let deleted = try files.add(bytes("deleted").span)
            let orphan = try files.add(bytes("orphan").span)
            let young = try files.add(bytes("young").span)
            let again = try files.add(bytes("again").span)
            var ids = RecordGenerator(seed: 1)
            let (trip, stop, gone) = (ids.id(), ids.id(), ids.id())
            try store.commit([
                .put(.trip(Trip(id: trip))), .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(1, 1)))),
                .put(.attachment(Attachment(id: ids.id(), owner: stop, content: used, size: 4))),
                .put(.attachment(Attachment(id: gone, owner: stop, content: deleted, size: 7))), .delete(gone),
            ])
            let part = "\(orphan)".prefix(2)
            let partial = "\(folder)/\(part)/.\(orphan).12ab.partial"
            let foreign = "\(folder)/\(part)/notes.txt"
            for path in [partial, foreign] { try Data("1234".utf8).write(to: URL(filePath: path)) }
            for path in [used, deleted, orphan, again].map({ files.path(of: $0) }) + [partial, foreign] {
                try age(path)
            }
            // Added again, so about to be used.
            _ = try files.add(bytes("again").span)
            let collected = try files.collect(keeping: store)
            #expect(collected.files == [orphan] && collected.partialCount == 1 && collected.size == 10)
            #expect(try files.contents() == [used, deleted, young, again].sorted())
            #expect(FileManager.default.fileExists(atPath: foreign))
            clock.advance(by: 1)
            try store.commit([.purge(before: clock.now)])
            #expect(try files.collect(keeping: store).files == [deleted])
            #expect(try files.collect(keeping: store, olderThan: .seconds(-60)).files == [young, again].sorted())
            #expect(try files.collect(keeping: store, olderThan: .seconds(-60)) == AttachmentFiles.Collected())
        }
    }
}
