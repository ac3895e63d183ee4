import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables

@Suite("AttractionTable")
struct AttractionTableTests {
    private static let fields = AttractionField.allCases.filter {
        ![.latitude, .longitude, .area, .capacity, .parkingSpaces].contains($0) && !"\($0)".hasSuffix("acilities")
            && $0 != .lodgings
    }

    /// Reads `bytes` with many block sizes, by several threads, from a file and from memory: the result is always the
    /// same, and the texts are those of the catalog's attractions.
    private static func check(_ bytes: [UInt8], _ options: CatalogOptions = .init()) throws {
        let bytes = ContiguousArray(bytes)
        let catalog = try AttractionCatalog(bytes: bytes, name: "test", options: options)
        let expected = AttractionTable(catalog, fields: fields)
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).csv")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let read = try AttractionTable(contentsOf: file.path, options: options, fields: fields, jobs: 2)
        func counts(_ report: QualityReport) -> [Int] {
            [report.rowsIn, report.rowsKept, report.rowsRejected, report.duplicatesMerged, report.equalRowsMerged]
        }
        #expect(read.coordinates == expected.coordinates && counts(read.report) == counts(expected.report))
        for field in fields {
            let isEqual = (0..<expected.count).allSatisfy { read[field].text($0) == expected[field].text($0) }
            #expect(isEqual, "\(field) of the file")
        }
        for (jobs, size) in [(1, 1 << 18), (1, 1), (2, 40), (3, 7), (7, 300)] {
            let table = try AttractionTable(
                bytes: bytes, name: "test", options: options, fields: fields, checksValues: true, jobs: jobs,
                blockSize: size)
            #expect(table.coordinates == expected.coordinates)
            #expect(table.report == catalog.report)
            for field in fields {
                let texts = (0..<expected.coordinates.count).map { table[field].text($0) }
                #expect(texts == (0..<expected.coordinates.count).map { expected[field].text($0) }, "\(field)")
            }
        }
    }

    @Test("a table of rows with ids equals its catalog")
    func plain() throws {
        let text = """
            id,name,category,lat,lon,주소,지번주소,관광지소개,전화번호,데이터기준일자,제공기관명
            1,궁,관광지,37.5,127,길 1,동 1,"큰, ""집"" 곁",02,2026-11-01,시
            a-2, 봉우리 ,-,"37.6",127.1,NULL,null,,0 ,2026.1.3,청\u{3000}
            A2,\u{FEFF}탑,n/a,37.7\u{A0},+127.2,-,N,nul,NULLS,없음,"두
            줄"
            x4,x,x,91,127,,,,,,
            x5,x,x,,127,,,,,,
            x6,x,x,127,37,,,,,,
            x7,x,x,NULL,-,,,,,,
            x8,x,x,12
            x9,"x,1,2
            x10,마지막,끝,-37.5,-180,,,,,2026-02-30,
            """
        try Self.check(Array(text.utf8))
        try Self.check(Array(text.replacing("\n", with: "\r\n").utf8))
        try Self.check(Array(text.utf8) + [0x0A, 0x7A, 0x2C, 0xFF, 0x0A])
        try Self.check(Array("\u{FEFF}id;lat;lon\n2;1;1\n1;2;2\n10;3;3\n9;4;4\n".utf8))
    }

    @Test(
        "what depends on several rows is the same for any blocks and threads",
        arguments: [
            "id,lat,lon\n1,1,1\n2,2,2\n1,1,1\n", "id,lat,lon\n1,1,1\n2,2,2\n1,50,50\n", "id,lat,lon\n1,1,1\n,2,2\n",
            "id,name,lat,lon\n1,a,1,1\n-,b,2,2\n", "id,lat,lon\n\u{212A},1,1\nK,2,2\n", "name,lat,lon\na,1,1\nb,2,2\n",
            standardHeader + "\n" + fullRow + "\n", fullRow + "\n",
            "[{\"id\":\"1\",\"lat\":1,\"lon\":2}]",
        ])
    func notAlone(text: String) throws {
        for merging in [CatalogOptions.Merging.usual, .places, .nothing] {
            try Self.check(Array(text.utf8), .init(merging: merging))
        }
    }

    /// Rows for several blocks, with a repeated id, also where blocks meet.
    @Test(
        "repeated ids are found anywhere",
        arguments: [nil, 1, 16_383, 20_223, 20_224, 40_447] as [Int?])
    func repeatedID(row: Int?) throws {
        var ids = (0..<40_448).map { "k\(90_000 - $0)" }
        if let row { ids[row] = ids[row - 1] }
        let text = "id,lat,lon\n" + ids.enumerated().map { "\($1),\(30 + $0 % 9),127\n" }.joined()
        for jobs in [1, 3] {
            let table = try AttractionTable(
                bytes: ContiguousArray(text.utf8), name: "test", fields: [.id], jobs: jobs)
            let expected = row.map { [ids[$0] + "-2"] } ?? []
            #expect((0..<table.count).filter { table[.id].text($0) != ids[$0] } == (row.map { [$0] } ?? []))
            #expect(row.map { [table[.id].text($0)] } ?? [] == expected)
            #expect(table.report.repeatedIDs == expected.count)
        }
    }

    @Test("ids in two Unicode forms are one id, for any position of the letter")
    func idsInTwoForms() throws {
        for length in 0...20 {
            let start = String(repeating: "x", count: length)
            let text = "id,lat,lon\n\(start)\u{E9}y,1,1\n\(start)e\u{301}y,2,2\n\(start)ey,3,3\n"
            let table = try AttractionTable(
                bytes: ContiguousArray(text.utf8), name: "test", fields: [.id], jobs: 1)
            #expect(table[.id].text(1) == "\(start)e\u{301}y-2" || table[.id].text(1) == "\(start)\u{E9}y-2")
            #expect(table.report.repeatedIDs == 1)
        }
    }

    @Test("random tables are read equally in both ways", arguments: 1...40 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let cells = [
            "", "-", "NULL", "1", "2.5", "-0", "91", "181", "x", " 3 ", "\"4\"", "\"a,b\"", "\u{3000}5", "가나\u{A0}",
            "궁", "n", "null", "1e2", "\"\"\"q\"\"\"", "nul",
        ]
        let hasOwnIDs = seed % 4 != 0
        var text = "이름,id,위도,경도,주소\n"
        for row in 0..<80 {
            let id = hasOwnIDs ? "\(row * 7919 % 80)" : "\(Int.random(in: 0..<200, using: &generator))"
            let (latitude, longitude) =
                Int.random(in: 0..<3, using: &generator) == 0
                ? (cells.randomElement(using: &generator)!, cells.randomElement(using: &generator)!)
                : (
                    "\(Double.random(in: -91...91, using: &generator))",
                    "\(Double.random(in: -179...179, using: &generator))"
                )
            let name = cells.randomElement(using: &generator)!
            text += "\(name),\(id),\(latitude),\(longitude),\(cells.randomElement(using: &generator)!)"
            text += ["\n", "\r\n", "\r", "\n\n", ",\n"].randomElement(using: &generator)!
        }
        try Self.check(Array(text.utf8))
    }

    @Test("errors are those of the catalog", arguments: ["", "id,lat,lon\n", "id,name\n1,a\n", "\u{1F}\u{1F}\u{1F}x"])
    func errors(text: String) throws {
        let bytes = ContiguousArray(text.utf8)
        let expected = try #require(failure(text))
        #expect(throws: expected) { try AttractionTable(bytes: bytes, name: "test", fields: [.id], jobs: 2) }
    }
}
