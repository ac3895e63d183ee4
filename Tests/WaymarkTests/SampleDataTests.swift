import Foundation
import TestSupport
import Testing
import Waymark

@Suite("Sample data")
struct SampleDataTests {
    private static func path(_ name: String) -> String { Repository.root.appending(path: "data/\(name)").path }

    private static let provinces: Set<String> = [
        "서울특별시", "부산광역시", "대구광역시", "인천광역시", "광주광역시", "대전광역시", "울산광역시", "세종특별자치시", "경기도",
        "강원특별자치도", "충청북도", "충청남도", "전북특별자치도", "전라남도", "경상북도", "경상남도", "제주특별자치도",
    ]

    @Test("attractions.csv has the 22 columns, at least 200 rows in all 17 provinces, and nothing to reject")
    func attractions() throws {
        let report = try AttractionCatalog(contentsOf: Self.path("attractions.csv")).report
        #expect(report.format == .standardCSV && report.encoding == "UTF-8" && report.headerNote == nil)
        #expect(report.rowsIn >= 200 && report.rowsKept == report.rowsIn)
        #expect(report.rejections.isEmpty && report.notes.isEmpty && report.duplicates.isEmpty)
        var reader = try CSVReader(FileSource(path: Self.path("attractions.csv")))
        let columns = reader.header.count
        #expect(columns == 22)
        var record = CSVRecord()
        var seen: Set<String> = []
        while try reader.read(into: &record) {
            if record.rejection != nil || record.count != 22 { Issue.record("line \(record.line)") }
            let address = record.isBlank(2) ? record[3] : record[2]
            seen.insert(String(address.prefix { $0 != " " }))
        }
        #expect(seen == Self.provinces)
    }

    @Test("stops.csv has about ten stops, each with attractions within 10 km")
    func stops() throws {
        let catalog = try AttractionCatalog(contentsOf: Self.path("attractions.csv"))
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let summary = try LookupBatch(catalog, .init(.within(.kilometers(10), limit: nil))).run(
            stops: FileSource(path: Self.path("stops.csv")), output: OutputFile(path: file))
        #expect((8...12).contains(summary.rowsIn))
        #expect(summary.answered == summary.rowsIn && summary.rejected == 0 && summary.withoutHits == 0)
    }
}
