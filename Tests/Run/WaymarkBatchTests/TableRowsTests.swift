import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkTables

@Suite("Readable table")
struct TableRowsTests {
    private func table(_ stops: String, columns: [OutputColumn]? = nil) throws -> [String] {
        let place = Attraction(id: "a", name: "궁", coordinate: coordinate(0, 0))
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let options = LookupBatchOptions(.nearest(count: 1, within: nil), format: .table, columns: columns)
        _ = try LookupBatch(AttractionCatalog([place]), options).run(
            stops: MemorySource(stops.utf8), output: OutputFile(path: file.path))
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("a long name or id of a stop is cut at the fixed width: it misaligned its row")
    func longCells() throws {
        let long = String(repeating: "국립중앙박물관", count: 5)
        let columns = ["stop_id", "stop_name", "memo", "rank", "haversine_m"].map(OutputColumn.init(name:))
        let lines = try table(
            "id,name,memo,lat,lon\n1,short,x,0,0\n\(long),\(long),\(long),0,1\n", columns: columns)
        #expect(Set(lines.map(DisplayWidth.of)).count == 1, "\(lines)")
        #expect(lines[3].contains("…"))
    }

    @Test("id and name of a stop have separate titles")
    func titles() throws {
        let lines = try table("id,name,lat,lon\n1,A,0,0\n", columns: [.stopID, .stopName, .rank])
        #expect(lines[0].split(separator: "  ", omittingEmptySubsequences: true).first == "Stop id")
        #expect(lines[0].contains("  Stop  "))
    }
}
