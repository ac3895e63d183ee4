import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// Attractions of an index file are formatted when they are first hit, and others are not read.
@Suite("Few hits among many attractions")
struct SparseBatchTests {
    /// A folder with the same attractions as a table and as an index file.
    private final class Places {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        let catalog: AttractionCatalog
        var table: String { folder.appending(path: "places.csv").path }
        var index: String { folder.appending(path: "places.waymark").path }

        init(_ count: Int = 3000) throws {
            var generator = SplitMix64(seed: 11)
            let places = Regime.korea.points(count, using: &generator)
            let names = ["", "x", "fifteen letters", "sixteen letters!", "\"둘, \"\"셋\"\"\"", "\"두\n줄\""]
            let rows = places.indices.map { i in
                let long = String(repeating: "긴 ", count: i % 7 == 0 ? i % 90 : 0)
                return
                    "\(i),\(names[i % 6])\(i % 6 < 4 ? long : ""),k\(i % 5),\(places[i].latitude),\(places[i].longitude)\n"
            }
            let text = "id,name,category,lat,lon\n" + rows.joined()
            catalog = try AttractionCatalog(
                bytes: ContiguousArray(text.utf8), name: "places", options: .init(merging: .nothing))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data(text.utf8).write(to: URL(filePath: table))
            try Data(file).write(to: URL(filePath: index))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The bytes of the index file.
        var file: ContiguousArray<UInt8> {
            var bytes = ContiguousArray<UInt8>()
            catalog.writeFile { piece in for i in piece.indices { bytes.append(piece[i]) } }
            return bytes
        }

        /// Replaces the index file by one with the text ends of a field changed by `change`.
        func forge(_ field: String, _ change: (_ attraction: Int, _ end: UInt32) -> UInt32) throws {
            var bytes = file
            let section = try #require(
                IndexFile(bytes: bytes.span, name: "x").sections.first { $0.name == "\(field).end" })
            for i in 0..<section.size / 4 {
                let at = section.offset + 4 * i
                let end = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * $1) }
                let changed = change(i, end)
                for byte in 0..<4 { bytes[at + byte] = UInt8(truncatingIfNeeded: changed >> (8 * byte)) }
            }
            try Data(bytes).write(to: URL(filePath: index))
        }
    }

    private func run(
        _ batch: LookupBatch, _ stops: String, jobs: Int, blockSize: Int? = nil, in folder: URL
    ) throws -> Data {
        let file = folder.appending(path: UUID().uuidString)
        var batch = batch
        batch.blockSize = blockSize
        _ = try batch.run(
            stops: MemorySource(stops.utf8, name: "stops"), output: OutputFile(path: file.path), jobs: jobs)
        return try Data(contentsOf: file)
    }

    private static func stops(_ count: Int, seed: UInt64) -> String {
        var generator = SplitMix64(seed: seed)
        let places = Regime.korea.points(count, using: &generator)
        return "id,lat,lon\n" + places.enumerated().map { "s\($0),\($1.latitude),\($1.longitude)\n" }.joined()
    }

    @Test("table, index file and catalog give the same bytes for few hits and for many", arguments: RowFormat.allCases)
    func sameBytes(format: RowFormat) throws {
        let places = try Places()
        for (radius, stops) in [(Meters(500), Self.stops(40, seed: 1)), (.kilometers(40), Self.stops(60, seed: 2))] {
            var options = LookupBatchOptions(.within(radius, limit: nil), format: format)
            options.columns = [.stopID] + OutputColumn.known.filter { $0 != .stopID }
            let expected = try run(LookupBatch(places.catalog, options), stops, jobs: 1, in: places.folder)
            for path in [places.table, places.index] {
                let batch = try LookupBatch(attractions: path, options, jobs: 7)
                let isEqual = try run(batch, stops, jobs: 7, blockSize: 200, in: places.folder) == expected
                #expect(isEqual, "\(path)")
            }
        }
    }

    @Test("threads that hit the same attractions first at the same time write the same rows")
    func firstHits() throws {
        let places = try Places(400)
        let options = LookupBatchOptions(.nearest(count: 400, within: nil))
        let stops = Self.stops(40, seed: 3)
        let expected = try run(LookupBatch(places.catalog, options), stops, jobs: 1, in: places.folder)
        for _ in 0..<20 {
            let batch = try LookupBatch(attractions: places.index, options)
            let isEqual = try run(batch, stops, jobs: 8, blockSize: 20, in: places.folder) == expected
            #expect(isEqual)
        }
    }

    @Test("only attractions that are hit are read: each number of each field was, before the first row")
    func looksAtHitsAlone() throws {
        let places = try Places()
        let options = LookupBatchOptions(.nearest(count: 3, within: nil))
        let stops = "lat,lon\n37.5,127\n"
        let center = try Coordinate(latitude: 37.5, longitude: 127)
        let hits = places.catalog.index.nearest(to: center, count: 3).map(\.index)
        let expected = try run(LookupBatch(places.catalog, options), stops, jobs: 1, in: places.folder)
        // A number is the end of its text, and the start of the next.
        let far = try #require((1..<3000).first { far in hits.allSatisfy { abs($0 - far) > 1 } })
        try places.forge("name") { $0 == far ? .max : $1 }
        let rows = try run(LookupBatch(attractions: places.index, options), stops, jobs: 1, in: places.folder)
        #expect(rows == expected)
    }

    @Test(
        "overlapping texts end the batch before they fill the memory, and leave no output",
        arguments: RowFormat.allCases, [1, 4])
    func overlappingTexts(format: RowFormat, jobs: Int) throws {
        let places = try Places()
        var size: UInt32 = 0
        try places.forge("name") {
            size = max(size, $1); return $1
        }
        // Every second attraction has all of the texts.
        try places.forge("name") { i, _ in i % 2 == 0 ? 0 : size }
        let options = LookupBatchOptions(.within(.kilometers(500), limit: nil), format: format)
        let output = places.folder.appending(path: "out").path
        let damage = IndexFileError.damaged(
            file: places.index, fault: "field name: its texts end where they cannot")
        #expect(throws: BatchError.attractions(damage)) {
            try LookupBatch(attractions: places.index, options).run(
                stops: MemorySource(Self.stops(300, seed: 4).utf8, name: "stops"), output: OutputFile(path: output),
                jobs: jobs)
        }
        #expect(!FileManager.default.fileExists(atPath: output))
        // Ascending except for one: checking each attraction's own text is not enough.
        try places.forge("name") { i, end in i == 1500 ? 0 : end }
        var whole = LookupBatchOptions(.nearest(count: 3000, within: nil), columns: [.attraction(.name)])
        whole.format = format
        #expect(throws: BatchError.attractions(damage)) {
            try LookupBatch(attractions: places.index, whole).run(
                stops: MemorySource("lat,lon\n37,127\n".utf8), output: OutputFile(path: output), jobs: jobs)
        }
    }
}
