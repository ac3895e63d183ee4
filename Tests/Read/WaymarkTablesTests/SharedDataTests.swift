import Foundation
import TestSupport
import Testing
import WaymarkTables

// Skipped where the folder of shared data is absent: the files have no stated licence and are never committed.
@Suite("Shared data", .enabled(if: SharedData.isPresent, "the folder of shared data is absent"))
struct SharedDataTests {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var rows: Int
        var columns: Int
        var encoding: TextEncoding?
        var testDescription: String { name }
    }

    static let files = [
        File(name: "attractions/attractions-2024-04-dups.utf8-bom.csv", rows: 924, columns: 22, encoding: .utf8),
        File(name: "attractions/attractions-2024-04-dups.cp949.csv", rows: 924, columns: 22, encoding: .cp949),
        File(name: "attractions/attractions-2021-09-blanks.cp949.csv", rows: 636, columns: 22, encoding: .cp949),
        File(name: "attractions/attractions-2022-02-noheader.cp949.csv", rows: 748, columns: 22, encoding: .cp949),
        File(name: "poi-kr/wifi-2016.cp949.csv.gz", rows: 14_828, columns: 15, encoding: .cp949),
        File(name: "poi-kr/wifi-2016.utf8-bom.csv.gz", rows: 14_828, columns: 15, encoding: .utf8),
        File(name: "poi-kr/parks-2022.cp949-crlf.csv.gz", rows: 18_481, columns: 19, encoding: .cp949),
        File(name: "poi-kr/seoul-bus-stops.utf8.csv.gz", rows: 11_290, columns: 6, encoding: .utf8),
        File(name: "poi-kr/seoul-restaurants-epsg5174.utf8-bom.csv.gz", rows: 124_936, columns: 2, encoding: .utf8),
        File(name: "poi-kr/seoul-hotels-epsg5174.utf8-bom.csv", rows: 825, columns: 61, encoding: .utf8),
        File(name: "proj/korea-crs-vectors-even.csv", rows: 2128, columns: 7, encoding: nil),
        File(name: "world/geonames-cities500.tsv.gz", rows: 234_908, columns: 8, encoding: .utf8),
    ]

    @Test("each file gives all its rows, none rejected", arguments: files)
    func rows(file: File) throws {
        let hasHeader = !file.name.contains("noheader")
        let source = try MemorySource(SharedData.bytes(file.name))
        var reader = try CSVReader(source, options: CSVOptions(hasHeader: hasHeader))
        var record = CSVRecord()
        var rows = 0
        var faults = 0
        while try reader.read(into: &record) {
            rows += 1
            if record.rejection != nil || record.checkFieldCount(file.columns) != nil { faults += 1 }
        }
        let (header, encoding) = (reader.header, reader.encoding)
        #expect(rows == file.rows)
        #expect(faults == 0)
        #expect(header.count == (hasHeader ? file.columns : 0))
        #expect(encoding == file.encoding)
    }

    @Test("the same table in both encodings has the same cells")
    func sameCells() throws {
        let utf8 = try ReadTable(MemorySource(SharedData.bytes(Self.files[0].name)))
        let other = try ReadTable(MemorySource(SharedData.bytes(Self.files[1].name)))
        #expect(utf8.fields == other.fields)
    }

    @Test("a JSON text in CP949 is decoded whole")
    func json() throws {
        let bytes = try ContiguousArray(SharedData.bytes("attractions/attractions-2019-07-malformed.cp949.json"))
        #expect(try TextDecoding.utf8(bytes).encoding == .cp949)
    }
}
