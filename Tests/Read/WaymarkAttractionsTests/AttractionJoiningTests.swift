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

    @Test("all attractions are kept, in order, with their texts; an id of an earlier one gets a number that none has")
    func joined() throws {
        let first = try Self.table("id,name,latitude,longitude\n7,가,37,127\n7-2,나,37.1,127\n", "first")
        let second = try Self.table("id,name,category,latitude,longitude\n7,다,절,36,128\n8,가,,37,127\n", "second")
        let third = try Self.table("id,name,latitude,longitude\n7,라,35,129\n7-3,마,35.1,129\n", "third")
        var bytes: ContiguousArray<UInt8> = []
        second.writeFile(second.index(jobs: 1)) { bytes.append(utf8: $0) }
        let stored = AttractionTable(
            try AttractionFile(IndexFile(bytes: bytes.span, name: "stored")), fields: Self.fields)
        for middle in [second, stored] {
            let all = try AttractionTable(joining: [first, middle, third])
            #expect(all.count == 6 && all.report.rowsKept == 6)
            #expect((0..<6).map { all[.id].text($0) } == ["7", "7-2", "7-4", "8", "7-5", "7-3"])
            #expect((0..<6).map { all[.name].text($0) } == ["가", "나", "다", "가", "라", "마"])
            #expect((0..<6).map { all.text(of: .category, $0) } == [nil, nil, "절", nil, nil, nil])
            #expect((0..<6).map { all.coordinate(of: $0).latitude } == [37, 37.1, 36, 37, 35, 35.1])
        }
    }
}
