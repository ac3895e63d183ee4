import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkTables

@Suite struct QualityReportTests {
    private static let dirty = """
        id,name,lat,lon,면적,데이터기준일자
        a,good,37.5,127,10,2020-01-01
        b,no latitude,,127,,
        c,none,,-,,
        d,words,north,127,,
        e,not a number,nan,127,,
        f,too far,91,181,,
        g,swapped,127,37.5,,
        h,projected,444055.07,202722.53,,
        i,ragged,37.5
        j,infinite,37.5,1e999,,
        k,elsewhere,1,2,,
        l,odd values,36,127,wide,2021-02-30
        m,good,35.5,128,,
        n,edge,90,-180,,
        o,good,35,129,,
        p,good,35,129.1,,
        """

    @Test("each row has one outcome and each rejection its line, column and reason")
    func fates() throws {
        let report = try catalog(Self.dirty).report
        #expect(report.isBalanced)
        #expect(report.rowsIn == 16)
        #expect(report.rowsWithoutCoordinate == 2)
        #expect(report.unparsable == 3)
        #expect(report.outOfRange == 2)
        #expect(report.swapped == 1)
        #expect(report.rowsUnreadable == 1)
        #expect(report.rowsKept == 7)
        #expect(report.outOfKorea == 2)
        #expect(report.unreadableValues == 2)
        #expect(
            report.rejections == [
                Rejection(line: 3, column: 3, columnName: "lat", reason: "no latitude"),
                Rejection(line: 4, column: 3, columnName: "lat", reason: "no latitude and no longitude"),
                Rejection(line: 5, column: 3, columnName: "lat", reason: "\"north\" is not a number of degrees"),
                Rejection(line: 6, column: 3, columnName: "lat", reason: "\"nan\" is not a number of degrees"),
                Rejection(line: 7, column: 3, columnName: "lat", reason: "91 is outside -90...90"),
                Rejection(
                    line: 8, column: 3, columnName: "lat", reason: "latitude 127 and longitude 37.5 are exchanged"),
                Rejection(
                    line: 9, column: 3, columnName: "lat",
                    reason:
                        "444055.07 is outside -90...90; projected coordinates are not degrees: give their system, such as EPSG:5174"
                ),
                Rejection(line: 10, reason: "has 3 fields, the header has 6"),
                Rejection(line: 11, column: 4, columnName: "lon", reason: "\"1e999\" is not a number of degrees"),
            ])
    }

    @Test("swapped latitude and longitude are repaired only on request")
    func mending() throws {
        let mended = try catalog(Self.dirty, .init(mendsSwapped: true))
        #expect(mended.report.isBalanced)
        #expect(mended.report.swapped == 1)
        #expect(mended.report.swappedMended == 1)
        #expect(mended.attractions.first { $0.id == "g" }?.coordinate == place(37.5, 127))
        #expect(try catalog(Self.dirty).attractions.allSatisfy { $0.id != "g" })
    }

    @Test("91,0 is out of range, not swapped: only a place among the valid rows is evidence, and only that is repaired")
    func evidence() throws {
        let rows = "name,lat,lon\na,37,127\nb,91,0\nc,35,129\nd,128,36\ne,131,37\ng,98,7\n"
        let report = try catalog(rows).report
        #expect(report.isBalanced && report.outOfRange == 3 && report.swapped == 1)
        #expect(report.rejected.map(\.kind) == [.outOfRange, .swapped, .outOfRange, .outOfRange])
        #expect(report.rejections.map(\.line) == [3, 5, 6, 7])
        #expect(report.rejections[0].reason == "91 is outside -90...90; are latitude and longitude exchanged?")
        #expect(report.rejections[1].reason == "latitude 128 and longitude 36 are exchanged")
        let mended = try catalog(rows, .init(mendsSwapped: true))
        #expect(mended.report.isBalanced && mended.report.swappedMended == 1 && mended.report.outOfRange == 3)
        #expect(mended.attractions.map(\.name) == ["a", "c", "d"])
        // The valid rows on both sides of the antimeridian are near each other.
        let pacific = try catalog("name,lat,lon\na,-17,179\nb,-16,-179\nc,-179.5,-17\nd,178.5,-18\ne,120,-17\n").report
        #expect(pacific.swapped == 2 && pacific.outOfRange == 1)
        // Without a valid row, two such rows are evidence, one is not.
        #expect(try catalog("name,lat,lon\na,127,37\nb,129,35\n").report.swapped == 2)
        #expect(try catalog("name,lat,lon\na,127,37\n").report.swapped == 0)
    }

    @Test("an entry is counted by its kind, regardless of quoted text")
    func kinds() throws {
        let text = "name,lat,lon\na,no latitude; left out,127\nb,are exchanged is outside -,1\nc,,1\n"
        let report = try catalog(text + "d,1,2\n").report
        #expect(report.rejected.map(\.kind) == [.unparsable, .unparsable, .withoutCoordinate])
        #expect(report.unparsable == 2 && report.rowsWithoutCoordinate == 1)
        let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(json.contains(#""kind":"unparsable""#) && json.contains(#""repeatedIDs":0"#))
    }

    @Test("the summary has format, counts, and each kind of problem with its first lines")
    func summary() throws {
        let text = try catalog(Self.dirty).report.summary(examples: 2)
        for part in [
            "16 in = 7 kept + 9 rejected + 0 merged", "rejected: 3 with a coordinate that is not a number",
            "line 5, column 3 (lat): \"north\" is not a number of degrees", "... and 1 more",
            "rejected: 1 cannot be read", "rejected: 2 without a coordinate",
            "rejected: 2 with a coordinate out of range",
            "rejected: 1 with latitude and longitude exchanged", "kept: 2 outside Korea",
            "kept: 2 unreadable values left out", "\"2021-02-30\" is not a day; left out",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(try catalog("name,lat,lon\na,1,2\n").report.summary().contains("no problems found"))
        let counts = try catalog(Self.dirty).report.summary(examples: 0)
        #expect(counts.contains("rejected: 3 with a coordinate") && !counts.contains("line 5, column 3"))
    }

    @Test("all rows are counted, and the first thousand of each kind listed")
    func bounded() throws {
        let bad = (0..<3000).map { "a\($0),x,127\n" }.joined()
        let odd = (0..<1500).map { "b\($0),37,127\nb\($0),38,127\nb\($0),38,127\n" }.joined()
        let report = try catalog("id,lat,lon\n" + bad + odd + "c,,127\n").report
        #expect(report.rowsIn == 7501 && report.rowsRejected == 3001 && report.unparsable == 3000)
        #expect(report.rowsWithoutCoordinate == 1 && report.repeatedIDs == 1500 && report.duplicatesMerged == 1500)
        #expect(report.rejections.count == 1001 && report.rejections.last?.line == 7502)
        #expect(report.rejections[999].line == 1001)
        #expect(report.notes.count == 1000 && report.duplicates.count == 1000 && report.duplicatesFound == 1500)
        #expect(try JSONDecoder().decode(QualityReport.self, from: JSONEncoder().encode(report)) == report)
        let summary = report.summary(examples: 2)
        #expect(
            summary.contains("3000 with a coordinate that is not a number") && summary.contains("... and 2998 more"))
        #expect(summary.contains("duplicates (1500, merged)") && summary.contains("... and 1498 more"))
    }

    @Test("a report survives JSON")
    func coding() throws {
        let report = try catalog(Self.dirty, .init(mendsSwapped: true)).report
        #expect(try JSONDecoder().decode(QualityReport.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test(
        "a stored report with impossible counts is refused: their difference trapped",
        arguments: [
            (#""swapped":0"#, #""swapped":-9223372036854775808"#), (#""swappedMended":0"#, #""swappedMended":1"#),
            (#""rowsIn":1"#, #""rowsIn":-1"#), (#""swappedMended":0"#, #""swappedMended":-9223372036854775808"#),
        ])
    func impossibleCounts(old: String, new: String) throws {
        let report = try catalog("id,lat,lon\na,37,127\n").report
        let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        #expect(text.contains(old))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(QualityReport.self, from: Data(text.replacing(old, with: new).utf8))
        }
    }

    @Test("invalid bytes and unclosed quotes cost one row each")
    func invalidBytes() throws {
        var bytes = ContiguousArray("이름,위도,경도\n가,37,127\n".utf8)
        bytes += Array("나".utf8) + [0xFF] + Array(",37,128\n\"다,37,128\n라,36,128\n".utf8)
        let catalog = try AttractionCatalog(bytes: bytes, name: "test")
        #expect(catalog.attractions.map(\.name) == ["가", "라"])
        #expect(catalog.report.rowsUnreadable == 2)
        #expect(catalog.report.rejections.map(\.line) == [3, 4])
        #expect(catalog.report.rejections[0].columnName == "이름")
        #expect(catalog.report.isBalanced)
    }

    @Test("rows in are rows kept, rejected and merged, for any input", arguments: 1...40 as ClosedRange<UInt64>)
    func balance(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let cells = [
            "", "-", "NULL", "37.5", "127", "127.00001", "37.50001", "-91", "nan", "가", "\"a,b\"", "\"a\nb\"", "\"",
            "x\"y",
            "2021-01-01", "1e400", "444055", "180", "-180", " 37.5 ", "0", "\u{FEFF}", "\"\"", "\u{0}", "가 ", "없음",
        ]
        let header = Bool.random(using: &generator) ? "id,name,lat,lon,데이터기준일자" : "관광지명,구분,위도,경도,소재지도로명주소"
        var text = header + "\n"
        for _ in 0..<Int.random(in: 1...200, using: &generator) {
            let count = Int.random(in: 0..<8, using: &generator) == 0 ? Int.random(in: 1...7, using: &generator) : 5
            let row = (0..<count).map { _ in cells.randomElement(using: &generator)! }
            text += row.joined(separator: ",") + (Bool.random(using: &generator) ? "\n" : "\r\n")
        }
        for merges in [true, false] {
            for mends in [true, false] {
                let options = CatalogOptions(mendsSwapped: mends, merging: merges ? .usual : .nothing)
                guard let catalog = try unlessBare(text, options) else { continue }
                #expect(catalog.report.isBalanced)
                #expect(catalog.attractions.count == catalog.report.rowsKept)
                #expect(Set(catalog.attractions.map(\.id)).count == catalog.attractions.count)
                #expect(merges || catalog.report.duplicatesMerged == 0)
                #expect(!catalog.report.summary().isEmpty)
                let again = try unlessBare(catalog.csv, .init(merging: .nothing))
                #expect(again?.attractions ?? [] == catalog.attractions)
            }
        }
    }

    /// The catalog, or `nil` without rows: all may be blank lines, or part of the header's record.
    private func unlessBare(_ text: String, _ options: CatalogOptions) throws -> AttractionCatalog? {
        if case .onlyHeader? = failure(text, options) { return nil }
        return try catalog(text, options)
    }
}
