import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables

@Suite("Shards")
struct ShardTests {
    /// The files and messages of a run.
    struct Outcome: Equatable {
        var rows = Data()
        var rejects = Data()
        var rejections: [Rejection] = []
        var summary = BatchSummary()

        mutating func append(_ part: Outcome) {
            rows += part.rows
            rejects += part.rejects
            rejections += part.rejections
            summary.add(part.summary)
        }
    }

    static func run(
        _ batch: LookupBatch, _ stops: [UInt8], _ shard: Shard?, in folder: TemporaryFolder, jobs: Int = 1,
        blockSize: Int? = nil
    ) throws -> Outcome {
        let name = shard.map { "\($0.number)-of-\($0.count)" } ?? "whole"
        let (rows, rejects) = (folder.path("rows-\(name)"), folder.path("rejects-\(name)"))
        var rejections: [Rejection] = []
        var batch = batch
        batch.blockSize = blockSize
        var summary = try batch.run(
            stops: MemorySource(stops, name: "stops", chunk: 100), output: OutputFile(path: rows), rejects: rejects,
            shard: shard, jobs: jobs, onRejection: { rejections.append($0) },
            onProgress: { #expect($0.bytesRead >= 0 && $0.size! >= 0) })
        summary.duration = .zero
        return try Outcome(
            rows: folder.data("rows-\(name)"), rejects: folder.data("rejects-\(name)"), rejections: rejections,
            summary: summary)
    }

    static func batch(
        _ format: RowFormat, stops: StopOptions = .init(), keepsColumns: Bool = false
    ) throws -> LookupBatch {
        var generator = SplitMix64(seed: 5)
        let places = Regime.korea.points(300, using: &generator)
        let rows = places.indices.map { "\($0),\"이름, \($0)\",\(places[$0].latitude),\(places[$0].longitude)\n" }
        let catalog = try AttractionCatalog(
            bytes: ContiguousArray(("id,name,lat,lon\n" + rows.joined()).utf8), name: "places")
        var options = LookupBatchOptions(
            .within(.kilometers(30), limit: 4), format: format, keepsColumns: keepsColumns, stops: stops)
        if format != .table {
            options.columns = ["stop_id", "rank", "name", "haversine_m"].map(OutputColumn.init(name:))
        }
        return LookupBatch(catalog, options)
    }

    /// Whether `WAYMARK_SOAK_SHARDS` asks for every number of parts, cut and altered byte.
    static let isSoak = ProcessInfo.processInfo.environment["WAYMARK_SOAK_SHARDS"] != nil

    /// The form of a file of stops.
    enum Kind: CaseIterable { case utf8, cp949, byteOrderMark, headerless, noHits }

    /// Stops with quoted line ends, every kind of line end, blank lines, rejected rows and an unclosed quote.
    static func stops(_ kind: Kind) -> [UInt8] {
        var generator = SplitMix64(seed: 3)
        var text = kind == .headerless ? "" : "이름,위도,경도,메모\n\n"
        for i in 0..<24 {
            let name = ["가게", "\"두\n줄, \"\"말\"\"\"", "", "plain", "\"\r\n\""][Int.random(in: 0..<5, using: &generator)]
            let bad = ["91,1", "x,1", ",", "37"][i % 4]
            // The first stops have no attractions nearby.
            let place =
                i < 6 || kind == .noHits ? "-20,\(i)" : "\(36 + Double(i % 30) / 20),\(127 + Double(i % 17) / 10)"
            text += "\(name)\(i),\(i % 7 == 6 ? bad : place),\(i % 5 == 0 ? "\"a\r\nb\"" : "메모")"
            text += ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n\n"][Int.random(in: 0..<5, using: &generator)]
        }
        text += "끝,37,\"127,never closes\nlast,37,127,x"
        switch kind {
        case .cp949:
            let korean: [Character: [UInt8]] = [
                "가": [0xB0, 0xA1], "게": [0xB0, 0xD4], "두": [0xB5, 0xCE], "줄": [0xC1, 0xD9], "말": [0xB8, 0xBB],
                "메": [0xB8, 0xDE], "모": [0xB8, 0xF0], "이": [0xC0, 0xCC], "름": [0xB8, 0xA7], "위": [0xC0, 0xA7],
                "도": [0xB5, 0xB5], "경": [0xB0, 0xE6], "끝": [0xB3, 0xA1],
            ]
            return text.flatMap { korean[$0] ?? Array(String($0).utf8) }
        case .byteOrderMark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        default: return Array(text.utf8)
        }
    }

    @Test(
        "the concatenated parts equal the whole, for any number of parts",
        arguments: RowFormat.allCases, Kind.allCases)
    func partsAreTheWhole(format: RowFormat, kind: Kind) throws {
        let folder = try TemporaryFolder()
        let options = StopOptions(
            columns: kind == .headerless ? .init(latitude: "#2", longitude: "#3") : .init(),
            hasHeader: kind == .headerless ? false : nil)
        let batch = try Self.batch(format, stops: options, keepsColumns: format != .table)
        let stops = Self.stops(kind)
        let whole = try Self.run(batch, stops, nil, in: folder)
        #expect(whole.summary.rowsIn == 26 && whole.summary.rejected == 4)
        #expect(kind == .noHits ? whole.summary.hits < 9 : whole.summary.hits > 20)
        // Cuts depend on the kind of file, and what is between rows on the format, of which csv and geojson have most: every
        // number for one kind of file, the critical ones for the others; more parts than bytes once.
        let hasMost = format == .csv || format == .geojson
        var numbers = hasMost ? [1, 2, 3, 5, 8, 27, 60] : [2, 5, 27]
        if Self.isSoak || kind == .utf8 && format == .csv { numbers = Array(1...30) + [60] }
        if kind == .utf8, format == .geojson { numbers += [stops.count + 1] }
        for count in numbers {
            var sum = Outcome()
            for number in 1...count {
                let jobs = number % 5 == 0 ? 2 : 1
                sum.append(
                    try Self.run(
                        batch, stops, Shard(number, of: count), in: folder, jobs: jobs,
                        blockSize: [nil, 1, 40][number % 3]))
            }
            let isEqual = sum == whole
            #expect(isEqual, "\(count) parts")
            let merge = try ShardMerge(
                parts: (1...count).reversed().map { folder.path("rows-\($0)-of-\(count)") })
            let summary = try merge.run(
                output: OutputFile(path: folder.path("merged")), rejects: folder.path("merged-rejects"))
            #expect(summary == whole.summary && merge.count == count)
            let isMerged = try folder.data("merged") == whole.rows && folder.data("merged-rejects") == whole.rejects
            #expect(isMerged, "\(count) parts")
        }
    }

    @Test("a record longer than the limit, across many boundaries, belongs to one part")
    func overlong() throws {
        let folder = try TemporaryFolder()
        let batch = try Self.batch(.csv)
        for quote in ["", "\""] {
            let long = quote + String(repeating: "긴 ", count: 400_000) + quote
            let stops = Array("이름,위도,경도\na,37,127\n\(long),37,127\nb,37,127\n\"c\nd\",37,127\n".utf8)
            let whole = try Self.run(batch, stops, nil, in: folder)
            #expect(whole.summary.rejected >= 1 && whole.summary.answered >= 3)
            for count in [2, 3, 7, 16] {
                var sum = Outcome()
                for number in 1...count { sum.append(try Self.run(batch, stops, Shard(number, of: count), in: folder)) }
                let isEqual = sum == whole
                #expect(isEqual, "\(count) parts")
            }
        }
    }

    @Test("parts of a large file have about the same number of records")
    func even() throws {
        let folder = try TemporaryFolder()
        let batch = try Self.batch(.csv)
        let rows = (0..<5000).map { "s\($0),\(33 + Double($0 % 500) / 100),127.\($0 % 90 + 10)\n" }
        let stops = Array(("이름,위도,경도\n" + rows.joined()).utf8)
        let whole = try Self.run(batch, stops, nil, in: folder)
        var sum = Outcome()
        for number in 1...8 {
            let part = try Self.run(batch, stops, Shard(number, of: 8), in: folder, jobs: 2)
            #expect((560...700).contains(part.summary.rowsIn))
            sum.append(part)
        }
        let isEqual = sum == whole
        #expect(isEqual)
    }

    @Test("cuts depend only on size and number, and omit nothing")
    func cuts() {
        for size in [0, 1, 2, 10, 1_000_003, Int.max] {
            for count in [1, 2, 3, 7, 1000, Int.max] {
                #expect(Shard(1, of: count).range(ofSize: size).lowerBound == 0)
                #expect(Shard(count, of: count).range(ofSize: size).upperBound == size)
                for number in 1..<min(count, 50) {
                    let (a, b) = (Shard(number, of: count), Shard(number + 1, of: count))
                    #expect(a.range(ofSize: size).upperBound == b.range(ofSize: size).lowerBound)
                }
            }
        }
        #expect(Shard(2, of: 3).range(ofSize: 10) == 3..<6)
    }

    @Test("is read from text; other texts are refused")
    func text() {
        #expect(Shard(text: "2/4") == Shard(2, of: 4) && Shard(text: "2/4")?.description == "2/4")
        for text in [
            "", "/", "1", "1/", "/1", "0/4", "5/4", "1/0", "0/0", "a/b", "-1/4", "+1/4", "1/4/", "1/4/4", " 1/4",
            "1/ 4",
            "1.0/4", "１/4", "1/99999999999999999999",
        ] {
            #expect(Shard(text: text) == nil, "\(text)")
        }
    }

    @Test("a file that became shorter while it was read is an error, not a part")
    func shorter() throws {
        struct Shrinking: ByteSource {
            var source: MemorySource
            var name: String { source.name }
            var size: Int? { 1000 }
            mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
                try source.read(upTo: count, into: &buffer)
            }
        }
        let folder = try TemporaryFolder()
        let batch = try Self.batch(.csv)
        let source = Shrinking(source: MemorySource("lat,lon\n37,127\n".utf8, name: "stops"))
        let output = try OutputFile(path: folder.path("rows"))
        #expect(
            throws: BatchError.table(.readFailed(path: "stops", reason: "the file shrank while it was read"))
        ) {
            _ = try batch.run(stops: source, output: output, shard: Shard(1, of: 2))
        }
        #expect(try !folder.names.contains { !$0.hasPrefix(".") })
    }

    @Test("stops of unknown size cannot be divided")
    func unknownSize() throws {
        struct Pipe: ByteSource {
            var name: String { "standard input" }
            var size: Int? { nil }
            mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
                0
            }
        }
        let folder = try TemporaryFolder()
        let output = try OutputFile(path: folder.path("rows"))
        #expect(throws: BatchError.unknownSize(file: "standard input")) {
            _ = try Self.batch(.csv).run(stops: Pipe(), output: output, shard: Shard(1, of: 2))
        }
    }
}

@Suite("Rows without a header")
struct NoOutputHeaderTests {
    @Test("CSV and tables begin with the first row; documents are unchanged", arguments: RowFormat.allCases)
    func writesHeader(format: RowFormat) throws {
        let folder = try TemporaryFolder()
        let catalog = try AttractionCatalog(bytes: ContiguousArray("id,lat,lon\na,37,127\n".utf8), name: "places")
        func run(_ writesHeader: Bool) throws -> String {
            var options = LookupBatchOptions(.nearest(count: 1, within: nil), format: format)
            options.writesHeader = writesHeader
            _ = try LookupBatch(catalog, options).run(
                stops: MemorySource("lat,lon\n37,127\n".utf8), output: OutputFile(path: folder.path("rows")))
            return String(decoding: try folder.data("rows"), as: UTF8.self)
        }
        let (with, without) = try (run(true), run(false))
        switch format {
        case .csv, .table: #expect(with.hasSuffix(without) && with != without && !without.isEmpty)
        case .ndjson, .geojson: #expect(with == without)
        }
    }

    @Test("without a header, an empty file is an empty batch; with one it is an error")
    func noStops() throws {
        let folder = try TemporaryFolder()
        let catalog = try AttractionCatalog(bytes: ContiguousArray("id,lat,lon\na,37,127\n".utf8), name: "places")
        func run(_ text: String, _ names: PlaceColumnNames, hasHeader: Bool?) throws -> BatchSummary {
            let stops = StopOptions(columns: names, hasHeader: hasHeader)
            return try LookupBatch(catalog, .init(.nearest(count: 1, within: nil), stops: stops)).run(
                stops: MemorySource(text.utf8), output: OutputFile(path: folder.path("rows")),
                rejects: folder.path("bad"))
        }
        let numbers = PlaceColumnNames(id: "#9", latitude: "#1", longitude: "#2")
        for text in ["", "\n\n"] {
            #expect(try run(text, numbers, hasHeader: false).rowsIn == 0)
            #expect(String(decoding: try folder.data("rows"), as: UTF8.self).hasPrefix("stop_id,"))
            #expect(throws: BatchError.stops(.empty(file: "memory"))) { _ = try run(text, numbers, hasHeader: nil) }
            #expect(throws: BatchError.self) { _ = try run(text, .init(), hasHeader: false) }
        }
    }
}

/// A folder for one test, removed with it.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
    func data(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }
    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path) } }
}
