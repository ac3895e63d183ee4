import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkTables

@Suite("Jobs")
struct LookupJobsTests {
    /// The files and messages of a run.
    private struct Outcome: Equatable {
        var rows: Data
        var rejects: Data
        var rejections: [Rejection]
        var summary: BatchSummary
    }

    private static func run(
        _ batch: LookupBatch, _ stops: [UInt8], jobs: Int, blockSize: Int?
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (rows, rejects) = (folder.appending(path: "rows"), folder.appending(path: "rejects"))
        var rejections: [Rejection] = []
        var progress: [Int] = []
        var batch = batch
        batch.blockSize = blockSize
        var summary = try batch.run(
            stops: MemorySource(stops, name: "stops"), output: OutputFile(path: rows.path), rejects: rejects.path,
            jobs: jobs, onRejection: { rejections.append($0) },
            onProgress: { progress.append($0.rows) })
        #expect(progress == progress.sorted() && progress.last == summary.rowsIn)
        summary.duration = .zero
        return try Outcome(
            rows: Data(contentsOf: rows), rejects: Data(contentsOf: rejects), rejections: rejections, summary: summary)
    }

    private static func catalog() throws -> AttractionCatalog {
        var generator = SplitMix64(seed: 5)
        let places = Regime.korea.points(700, using: &generator)
        let rows = places.indices.map {
            "\($0),\"이름, \($0)\(String(repeating: "긴", count: $0 % 30))\",\(places[$0].latitude),\(places[$0].longitude)\n"
        }
        return try AttractionCatalog(bytes: ContiguousArray(("id,name,lat,lon\n" + rows.joined()).utf8), name: "places")
    }

    private static func stops(_ seed: UInt64) -> String {
        var generator = SplitMix64(seed: seed)
        var text = "이름,위도,경도,메모\n"
        for i in 0..<150 {
            let name = ["가게", "\"두\n줄, \"\"말\"\"\"", "", "plain", "\"\""][Int.random(in: 0..<5, using: &generator)]
            let place = "\(36 + Double(i % 30) / 20),\(127 + Double(i % 17) / 10)"
            let bad = ["91,1", "x,1", ",", "37"][i % 4]
            text += "\(name)\(i),\(i % 9 == 8 ? bad : place),\(i % 5 == 0 ? "\"a\r\nb\"" : "메모")"
            text += ["\n", "\r\n", "\r", "\n\n"][Int.random(in: 0..<4, using: &generator)]
        }
        return text + "끝,37,\"127,never closes\nlast,37,127,x"
    }

    @Test(
        "the same bytes, rejections and counts for any number of jobs and any blocks",
        arguments: RowFormat.allCases, [false, true])
    func sameBytes(format: RowFormat, isCP949: Bool) throws {
        let options = LookupBatchOptions(
            .within(.kilometers(60), limit: nil), format: format, keepsColumns: format != .table)
        let batch = try LookupBatch(Self.catalog(), options)
        let text = Self.stops(UInt64(RowFormat.allCases.firstIndex(of: format) ?? 0))
        let korean: [Character: [UInt8]] = [
            "가": [0xB0, 0xA1], "게": [0xB0, 0xD4], "두": [0xB5, 0xCE], "줄": [0xC1, 0xD9], "말": [0xB8, 0xBB],
            "메": [0xB8, 0xDE], "모": [0xB8, 0xF0], "이": [0xC0, 0xCC], "름": [0xB8, 0xA7], "위": [0xC0, 0xA7],
            "도": [0xB5, 0xB5], "경": [0xB0, 0xE6], "끝": [0xB3, 0xA1],
        ]
        let stops = isCP949 ? text.flatMap { korean[$0] ?? Array(String($0).utf8) } : Array(text.utf8)
        let expected = try Self.run(batch, stops, jobs: 1, blockSize: 1 << 20)
        #expect(expected.summary.hits > 500 && expected.summary.rejected > 10 && !expected.rejections.isEmpty)
        for jobs in [1, 2, 3, 7] {
            for size in [1, 10, 100, 1000, nil] {
                let outcome = try Self.run(batch, stops, jobs: jobs, blockSize: size)
                let isEqual = outcome == expected
                #expect(isEqual, "\(jobs) jobs, blocks of \(size ?? 0)")
            }
        }
        if format == .geojson {
            #expect(try JSONSerialization.jsonObject(with: expected.rows) is [String: Any])
        }
    }

    @Test("a batch over a file of attractions answers as one over its catalog")
    func fromFile() throws {
        let root = Repository.root
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("id,name,lat,lon\nb,\"둘, 2\",37.5,127\na,,37.6,127.1\nx,bad,91,0\n".utf8).write(to: file)
        for path in [root.appending(path: "data/attractions.csv").path, file.path] {
            let catalog = try AttractionCatalog(contentsOf: path)
            for format in RowFormat.allCases {
                var options = LookupBatchOptions(.nearest(count: 5, within: nil), format: format)
                options.columns = OutputColumn.known
                let stops = Array("lat,lon\n37.5,127\n35.1,129\n".utf8)
                let batch = try LookupBatch(attractions: path, options, jobs: 2)
                let outcome = try Self.run(batch, stops, jobs: 2, blockSize: nil)
                let expected = try Self.run(LookupBatch(catalog, options), stops, jobs: 1, blockSize: nil)
                #expect(outcome == expected)
                #expect(batch.attractionReport.rowsIn == catalog.report.rowsIn)
                #expect(batch.attractionReport.rowsKept == catalog.attractions.count)
                #expect(batch.attractionReport.rowsRejected == catalog.report.rowsRejected)
            }
        }
    }
}
