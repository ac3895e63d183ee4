import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkText

@Suite("Tables joined")
struct AttractionJoiningTests {
    private static let fields = AttractionCatalog.fields

    private static func table(_ text: String, _ name: String) throws -> AttractionTable {
        try AttractionTable(
            bytes: ContiguousArray(text.utf8), name: name, options: CatalogOptions(merging: .nothing), fields: fields,
            jobs: 1)
    }

    @Test("unmerged, all attractions are kept, in order; an id of an earlier one gets a number that none has")
    func joined() throws {
        let first = try Self.table("id,name,latitude,longitude\n7,가,37,127\n7-2,나,37.1,127\n", "first")
        let second = try Self.table("id,name,category,latitude,longitude\n7,다,절,36,128\n8,가,,37,127\n", "second")
        let third = try Self.table("id,name,latitude,longitude\n7,라,35,129\n7-3,마,35.1,129\n", "third")
        var bytes: ContiguousArray<UInt8> = []
        second.writeFile(second.index(jobs: 1)) { bytes.append(utf8: $0) }
        let stored = AttractionTable(
            try AttractionFile(IndexFile(bytes: bytes.span, name: "stored")), fields: Self.fields)
        for middle in [second, stored] {
            let all = try AttractionTable(joining: [first, middle, third], merges: false)
            #expect(all.count == 6 && all.report.rowsKept == 6)
            #expect((0..<6).map { all[.id].text($0) } == ["7", "7-2", "7-4", "8", "7-5", "7-3"])
            #expect((0..<6).map { all[.name].text($0) } == ["가", "나", "다", "가", "라", "마"])
            #expect((0..<6).map { all.text(of: .category, $0) } == [nil, nil, "절", nil, nil, nil])
            #expect((0..<6).map { all.coordinate(of: $0).latitude } == [37, 37.1, 36, 37, 35, 35.1])
        }
    }

    @Test("a place of an earlier table is merged by id or name within 100 m; the better row stays, and lacks nothing")
    func merged() throws {
        let first = try Self.table(
            """
            id,name,category,latitude,longitude,baseDate
            1,가,절,37,127,2021-01-01
            2,나,,37.1,127,2024-01-01
            3,다,,37.2,127,

            """, "first")
        let second = try Self.table(
            """
            id,name,category,latitude,longitude,baseDate
            x,가,,37.0005,127,2022-01-01
            2,나나,못,37.1,127.0005,2021-01-01
            3,다,,37.21,127,
            4,다,,37.2002,127,
            5,다,,37.2001,127,

            """, "second")
        let all = try AttractionTable(joining: [first, second])
        // 가 by its name, the later date wins; 나 by its id; of two rows called 다 the nearer; 다 at 1 km is another.
        #expect((0..<all.count).map { all[.id].text($0) } == ["x", "2", "3", "3-2", "4"])
        #expect((0..<all.count).map { all[.name].text($0) } == ["가", "나", "다", "다", "다"])
        #expect((0..<all.count).map { all.text(of: .category, $0) } == ["절", "못", nil, nil, nil])
        #expect((0..<all.count).map { all.coordinate(of: $0).latitude } == [37.0005, 37.1, 37.2, 37.21, 37.2002])
        let joined = try #require(all.joined)
        #expect(joined.mergedCount == 3 && joined.reports.map(\.rowsKept) == [3, 5] && all.report.rowsKept == 5)
        #expect(joined.others.keys.sorted() == [0, 1, 2] && joined.others[0]?.map(\.name) == ["가"])
        #expect(try AttractionTable(joining: [first, first, second]).count == 5)
    }

    @Test("a table joined with itself is itself, however many rows share a name at one spot")
    func itself() throws {
        let rows = (0..<300).map { "\($0 % 60),화장실,\(37 + Double($0 / 100) / 1000),127\n" }.joined()
        let table = try Self.table("number,name,latitude,longitude\n" + rows, "table")
        let twice = try AttractionTable(joining: [table, table])
        #expect(twice.count == table.count)
        #expect((0..<table.count).allSatisfy { twice[.id].text($0) == table[.id].text($0) })
    }
}
