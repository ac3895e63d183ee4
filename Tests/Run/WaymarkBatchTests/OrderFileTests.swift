import Foundation
import Testing
import WaymarkBatch
import WaymarkTables

@Suite("OrderFile")
struct OrderFileTests {
    @Test("invalid rows are reported as they are read, and written to the rejects")
    func rejects() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, bad) = (folder.appending(path: "stops.csv").path, folder.appending(path: "bad.csv").path)
        // More than is read to recognise the kind of the file.
        let rows = (0..<20_000).map { "s\($0),\($0 % 3 == 0 ? "91" : "37.\($0)"),127\n" }
        try Data(("id,lat,lon\n" + rows.joined()).utf8).write(to: URL(filePath: path))
        var told: [Rejection] = []
        let stops = try OrderFile(path: path, rejects: bad) { told.append($0) }
        #expect(told.count == 6667 && stops.rejected == 6667 && stops.names.count == 13_333)
        #expect(told.map(\.line) == stride(from: 2, to: 20_002, by: 3).map(\.self))
        #expect(!FileManager.default.fileExists(atPath: bad))
        try stops.commit(OutputFile(path: "/dev/null"))
        let expected = told.map { "\($0.line),2 (lat),\($0.reason),s\($0.line - 2),91,127\n" }.joined()
        #expect(try String(contentsOfFile: bad, encoding: .utf8) == "line,column,reason,id,lat,lon\n" + expected)
    }
}
