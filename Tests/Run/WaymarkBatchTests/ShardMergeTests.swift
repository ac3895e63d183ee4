import Foundation
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkTables

@Suite("Merging shards")
struct ShardMergeTests {
    private static let stops =
        "id,lat,lon\n" + (0..<40).map { "s\($0),\(36 + Double($0) / 20),127\n" }.joined() + "x,91,0\n"

    /// Makes the parts of a run in `folder` and returns their paths.
    private static func parts(
        _ count: Int, in folder: TemporaryFolder, name: String = "part", stops: String = Self.stops,
        attractions: String = "id,lat,lon\na,37,127\nb,37.1,127\n", format: RowFormat = .csv, rejects: Bool = true,
        radius: Double = 50, header: Bool = true
    ) throws -> [String] {
        try folder.write(attractions, to: "attractions.csv")
        var options = LookupBatchOptions(.within(.kilometers(radius), limit: nil), format: format)
        options.writesHeader = header
        let batch = try LookupBatch(attractions: folder.path("attractions.csv"), options)
        return try (1...count).map { number in
            let path = folder.path("\(name)-\(number)")
            _ = try batch.run(
                stops: MemorySource(stops.utf8, name: "stops"), output: OutputFile(path: path),
                rejects: rejects ? folder.path("bad-\(name)-\(number)") : nil, shard: Shard(number, of: count))
            return path
        }
    }

    /// Merges, and expects the error; nothing is left under the names of the outputs.
    private static func expect(
        _ error: ShardError, _ parts: [String], in folder: TemporaryFolder, rejects: Bool = false,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: error, sourceLocation: location) {
            try ShardMerge(parts: parts).run(
                output: OutputFile(path: folder.path("whole")), rejects: rejects ? folder.path("bad") : nil)
        }
        let names = try folder.names
        #expect(!names.contains("whole") && !names.contains("bad"), sourceLocation: location)
        #expect(!names.contains { $0.hasSuffix(".partial") }, sourceLocation: location)
    }

    @Test("refuses a missing or repeated part, and names it")
    func missingAndDoubled() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(4, in: folder)
        try Self.expect(.missing([2], of: 4), [parts[3], parts[0], parts[2]], in: folder)
        try Self.expect(.missing([1, 2, 4], of: 4), [parts[2]], in: folder)
        try Self.expect(
            .doubled(Shard(3, of: 4), first: parts[2], second: parts[2]), parts + [parts[2]], in: folder)
        // A copy under another name is the same part.
        for end in ["", ".shard.json"] {
            try FileManager.default.copyItem(atPath: parts[1] + end, toPath: folder.path("copy") + end)
        }
        try Self.expect(
            .doubled(Shard(2, of: 4), first: parts[1], second: folder.path("copy")), parts + [folder.path("copy")],
            in: folder)
        let many = try Self.parts(100, in: folder, name: "many")
        #expect(
            "\(#expect(throws: ShardError.self) { _ = try ShardMerge(parts: Array(many.prefix(50))) }!)"
                == "parts are missing: 51/100, 52/100, 53/100, 54/100, 55/100, 56/100, 57/100, 58/100, 59/100, 60/100, ..."
        )
        #expect("\(ShardError.missing([2], of: 4))" == "a part is missing: 2/4")
    }

    @Test("refuses a part that is truncated anywhere, altered anywhere, or longer")
    func incompleteAndAltered() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(3, in: folder)
        let path = parts[1]
        let bytes = try folder.data("part-2")
        // Every eleventh size and byte, and those next to the ends; all in `make soak`.
        let telling = bytes.indices.filter { ShardTests.isSoak || $0 % 11 == 0 || $0 < 3 || $0 >= bytes.count - 3 }
        for size in telling {
            try bytes.prefix(size).write(to: URL(filePath: path))
            try Self.expect(.incomplete(path: path, size: size, expected: bytes.count), parts, in: folder)
        }
        for i in telling {
            var altered = bytes
            altered[i] ^= UInt8(1 << (i % 8))
            try altered.write(to: URL(filePath: path))
            try Self.expect(.altered(path: path), parts, in: folder)
        }
        try (bytes + [10]).write(to: URL(filePath: path))
        try Self.expect(.altered(path: path), parts, in: folder)
        try FileManager.default.removeItem(atPath: path)
        try Self.expect(.table(.notFound(path: path)), parts, in: folder)
        try bytes.write(to: URL(filePath: path))
        try ShardMerge(parts: parts).run(output: OutputFile(path: folder.path("whole")))
    }

    @Test("refuses rejects that are truncated, altered or were not requested")
    func rejects() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(3, in: folder)
        let path = folder.path("bad-part-3")
        let bytes = try folder.data("bad-part-3")
        #expect(bytes.count > 0)
        try bytes.dropLast().write(to: URL(filePath: path))
        try Self.expect(
            .incomplete(path: path, size: bytes.count - 1, expected: bytes.count), parts, in: folder, rejects: true)
        try Data("X".utf8 + bytes.dropFirst()).write(to: URL(filePath: path))
        try Self.expect(.altered(path: path), parts, in: folder, rejects: true)
        let without = try Self.parts(2, in: folder, name: "without", rejects: false)
        try Self.expect(.noRejects(part: without[0]), without, in: folder, rejects: true)
    }

    @Test("rejects are found next to their parts, even if both were moved together")
    func movedTogether() throws {
        let folder = try TemporaryFolder()
        _ = try Self.parts(2, in: folder)
        let there = folder.url.appending(path: "there")
        try FileManager.default.createDirectory(at: there, withIntermediateDirectories: false)
        for name in try folder.names where name.contains("part-") {
            try FileManager.default.moveItem(
                at: folder.url.appending(path: name), to: there.appending(path: name))
        }
        try ShardMerge(parts: [1, 2].map { there.appending(path: "part-\($0)").path }).run(
            output: OutputFile(path: folder.path("whole")), rejects: folder.path("bad"))
        #expect(String(decoding: try folder.data("bad"), as: UTF8.self).hasSuffix(",x,91,0\n"))
    }

    @Test("refuses a part of another run, and reports the difference")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(2, in: folder)
        func expect(_ difference: String, _ make: (String) throws -> [String]) throws {
            let other = try make("other")[1]
            try Self.expect(
                .foreign(part: other, other: parts[0], difference: difference), [parts[0], other], in: folder)
        }
        try expect("lookup: within 60000 m, not within 50000 m") { try Self.parts(2, in: folder, name: $0, radius: 60) }
        try expect("format: ndjson, not csv") { try Self.parts(2, in: folder, name: $0, format: .ndjson) }
        try expect("header: no, not yes") { try Self.parts(2, in: folder, name: $0, header: false) }
        try expect("it is one of 3 parts, not of 2") { try Self.parts(3, in: folder, name: $0) }
        for attractions in [
            "id,lat,lon\na,37,127\nc,37.1,127\n", "id,lat,lon\nb,37.1,127\na,37,127\n",
            "id,lat,lon\na,37,127.00000001\nb,37.1,127\n", "id,lat,lon\na,37,127\nb,37.1,127\nc,0,0\n",
        ] {
            try expect("the attractions differ") {
                try Self.parts(2, in: folder, name: $0, attractions: attractions)
            }
        }
        // One byte more; and changed bytes in the first half, with the same length.
        try expect("the stops had \(Self.stops.utf8.count + 1) bytes, not \(Self.stops.utf8.count)") {
            try Self.parts(2, in: folder, name: $0, stops: Self.stops + "\n")
        }
        try expect("the stops differ") {
            try Self.parts(2, in: folder, name: $0, stops: Self.stops.replacing("s3,", with: "t3,"))
        }
        // Unused fields of the attractions do not matter, nor does their file.
        let same = try Self.parts(
            2, in: folder, name: "same", attractions: "lon;lat;memo;id\n127;37;x;a\n127;37.1;y;b\n")
        try ShardMerge(parts: [parts[0], same[1]]).run(output: OutputFile(path: folder.path("whole")))
    }

    @Test("refuses a part without a manifest, and an invalid manifest")
    func manifests() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(2, in: folder)
        let path = ShardManifest.path(of: parts[1])
        let text = String(decoding: try folder.data("part-2.shard.json"), as: UTF8.self)
        // Every seventh end; all in `make soak`.
        for end in 0..<text.utf8.count - 2 where ShardTests.isSoak || end % 7 == 0 {
            try folder.write(String(text.prefix(end)), to: "part-2.shard.json")
            try Self.expect(
                .unreadableManifest(path: path, reason: "it is not a shard manifest"), parts, in: folder)
        }
        for (old, new, reason) in [
            (#""waymark_shard": 1"#, #""waymark_shard": 2"#, "it has version 2, not 1"),
            (#""shard": 2"#, #""shard": 3"#, "something is missing or out of range"),
            (#""shard": 2"#, #""shard": 0"#, "something is missing or out of range"),
            (#""size""#, #""length""#, "something is missing or out of range"),
            (#""size": "#, #""size": -"#, "something is missing or out of range"),
            (#""hits": "#, #""hits": 99999999999999999999"#, "something is missing or out of range"),
            ("csv", "\u{1}", "it is not a shard manifest"),
        ] {
            #expect(text.contains(old))
            try folder.write(text.replacing(old, with: new), to: "part-2.shard.json")
            try Self.expect(.unreadableManifest(path: path, reason: reason), parts, in: folder)
        }
        try FileManager.default.removeItem(atPath: path)
        try Self.expect(.noManifest(part: parts[1]), parts, in: folder)
    }

    @Test("refuses counts whose sum does not fit: it trapped after all was written", arguments: [2, 3, 4])
    func absurdCounts(count: Int) throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(count, in: folder)
        for part in 1...count {
            let name = "part-\(part).shard.json"
            let text = String(decoding: try folder.data(name), as: UTF8.self)
            try folder.write(
                text.replacing(/"rows_in": \d+/, with: "\"rows_in\": \(Int.max / count + 1)"), to: name)
        }
        try Self.expect(
            .unreadableManifest(
                path: ShardManifest.path(of: parts[0]), reason: "something is missing or out of range"),
            parts, in: folder)
    }

    @Test("a manifest describes its run")
    func contents() throws {
        let folder = try TemporaryFolder()
        let parts = try Self.parts(2, in: folder)
        let manifest = try ShardManifest(ofPart: parts[1])
        #expect(manifest.shard == Shard(2, of: 2) && manifest.rejects?.path == "bad-part-2")
        #expect(manifest.stops.size == Self.stops.utf8.count && manifest.attractions.count == 2)
        #expect(manifest.counts.rejected == 1 && manifest.counts.rowsIn > 15)
        #expect(try manifest.part.size == folder.data("part-2").count)
    }
}
