import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkPlaces
import WaymarkTables

@Suite("Stops without a header")
struct HeaderlessStopsTests {
    /// The ids of the answered stops, the number of rows, the rejections and the rejects file.
    private func stops(
        _ text: String, _ columns: PlaceColumnNames, hasHeader: Bool? = nil
    ) throws -> (ids: [String], rows: Int, rejections: [Rejection], rejects: String) {
        let place = Attraction(id: "a", name: "A", coordinate: coordinate(0, 0))
        let options = LookupBatchOptions(
            .nearest(count: 1, within: nil), columns: [.stopID],
            stops: StopOptions(columns: columns, hasHeader: hasHeader))
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, rejects) = (folder.appending(path: "o").path, folder.appending(path: "r").path)
        var rejections: [Rejection] = []
        let summary = try LookupBatch(AttractionCatalog([place]), options).run(
            stops: MemorySource(text.utf8, name: "stops"), output: OutputFile(path: output), rejects: rejects,
            onRejection: { rejections.append($0) })
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
        return (
            Array(lines.dropFirst()), summary.rowsIn, rejections, try String(contentsOfFile: rejects, encoding: .utf8)
        )
    }

    private let byNumber = PlaceColumnNames(latitude: "#1", longitude: "#2")

    @Test("the first stop is a stop if its coordinates are given by number: it was taken for a header")
    func found() throws {
        let rows = try stops("37,127,x\n38,128,y\n91,0,z\n39,1\n", byNumber)
        #expect(rows.ids == ["1", "2"] && rows.rows == 4)
        #expect(rows.rejections.map(\.line) == [3, 4])
        #expect(rows.rejections.map(\.columnLabel) == ["1", ""])
        #expect(rows.rejections[1].reason == "has 2 fields, the first row has 3")
        #expect(rows.rejects.hasPrefix("line,column,reason,,,\n3,1,"))
        #expect(rows.rejects.contains(",91,0,z\n"))
        var withIDs = byNumber
        withIDs.id = "#3"
        #expect(try stops("37,127,x\n38,128,y\n", withIDs).ids == ["x", "y"])
    }

    @Test("a header is still recognised if columns are numbered or a name is given")
    func header() throws {
        #expect(try stops("a,b\n37,127\n", byNumber).rows == 1)
        #expect(try stops("37,127\n38,128\n", byNumber, hasHeader: true).rows == 1)
    }

    @Test("a missing header can be stated, for an invalid first row, and then needs column numbers")
    func said() throws {
        let rows = try stops("north,127\n38,128\n", byNumber, hasHeader: false)
        #expect(rows.ids == ["2"] && rows.rejections.map(\.line) == [1])
        #expect(throws: BatchError.stops(.noCoordinateColumns(file: "stops", seen: ["", ""]))) {
            try stops("lat,lon\n38,128\n", .init(), hasHeader: false)
        }
        #expect(throws: BatchError.stops(.columnNotFound(file: "stops", name: "#3", seen: ["", ""]))) {
            try stops("1,2\n", PlaceColumnNames(latitude: "#1", longitude: "#3"), hasHeader: false)
        }
    }
}
