import Testing
import WaymarkPlaces
import WaymarkTables

@Suite("Times of stops in tables")
struct StopTimeCellsTests {
    @Test(
        "each column of times alone is read; without any, rows are not looked at",
        arguments: [("arrival", "2027-05-01T09:00"), ("stay", "45"), ("time_zone", "Asia/Seoul"), ("note", "x")])
    func columns(name: String, text: String) throws {
        let cells = try StopTimeCells(
            TimeColumnNames(), in: ColumnFinder(header: ["id", name], count: 2, file: "stops.csv"))
        #expect(cells.isEmpty == (name == "note"))
        var reader = try CSVReader(MemorySource("id,\(name)\na,\(text)\n".utf8))
        var record = CSVRecord()
        #expect(try reader.read(into: &record))
        let values = try cells.values(of: record)
        #expect((values.arrival != nil) == (name == "arrival"))
        #expect(values.stay == (name == "stay" ? .seconds(45 * 60) : .zero))
        #expect(values.timeZone?.identifier == (name == "time_zone" ? "Asia/Seoul" : nil))
    }
}
