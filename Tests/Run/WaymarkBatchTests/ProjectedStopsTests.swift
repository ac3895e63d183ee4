import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables

extension PlaceSystem {
    /// The artificial system of the tests.
    fileprivate static let grid = PlaceSystem(name: "GRID:1") {
        { x, y in
            if let place = GridSystem.place(x, y) { return .at(place) }
            return .refused(reason: "off the grid", exchanged: nil)
        }
    }
}

@Suite("Stops in a projected system")
struct ProjectedStopsTests {
    /// The same stops as points of the system, and as degrees; some are invalid.
    private func tables() -> (points: String, degrees: String) {
        var (points, degrees) = ("id,memo,x,y\n", "id,memo,lon,lat\n")
        var generator = SplitMix64(seed: 3)
        for i in 0..<700 {
            let (x, y) = (
                Int.random(in: 20_000...30_000, using: &generator), Int.random(in: 0...10_000, using: &generator)
            )
            if i % 13 == 5 {
                points += "\(i),,-1,\(y)\n"
                degrees += "\(i),,181,\(Double(y) / 1000)\n"
            } else {
                points += "\(i),\"a, b\",\(x),\(y)\n"
                degrees += "\(i),\"a, b\",\(Double(x) / 1000),\(Double(y) / 1000)\n"
            }
        }
        return (points, degrees)
    }

    private func written(_ work: (String, OutputFile) throws -> Void) throws -> (rows: String, rejects: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rejects = folder.appending(path: "rejects").path
        try work(rejects, OutputFile(path: folder.appending(path: "rows").path))
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        }
        return (try text("rows"), try text("rejects"))
    }

    @Test("lookups give the same answers as for stops in degrees")
    func lookups() throws {
        let (points, degrees) = tables()
        let attractions = (0..<300).map { "\($0),\(Double($0 % 100) / 10),\(20 + Double($0 % 89) / 9)\n" }
        let catalog = try AttractionCatalog(
            bytes: ContiguousArray(("id,lat,lon\n" + attractions.joined()).utf8), name: "attractions")
        func rows(_ stops: String, _ system: PlaceSystem?) throws -> (String, String) {
            let options = LookupBatchOptions(
                .nearest(count: 2, within: nil),
                columns: [.stopID, .stopLatitude, .stopLongitude, .attraction(.id), .distance],
                stops: StopOptions(columns: PlaceColumnNames(system: system)))
            return try written { rejects, output in
                _ = try LookupBatch(catalog, options).run(
                    stops: MemorySource(stops.utf8, name: "stops"), output: output, rejects: rejects)
            }
        }
        let (wanted, found) = (try rows(degrees, nil), try rows(points, .grid))
        #expect(found.0 == wanted.0 && found.0.utf8.count > 10_000)
        #expect(found.1.contains("off the grid") && found.1.split(separator: "\n").count == 55)
    }

    @Test("an invalid stop is rejected with its line and column")
    func faults() throws {
        let batch = try PlaceTable(MemorySource(Array("id,y,x\n1,5000,25000\n2,,25000\n3,5,5\n".utf8)))
        let read = try batch.places(columns: PlaceColumnNames(system: .grid))
        let faults = read.rejected.map(\.rejection)
        #expect(read.places.map(\.coordinate) == [coordinate(5, 25)] && read.rowsIn == 3)
        #expect(faults.map(\.line) == [3, 4] && faults.map(\.columnName) == ["y", "y"])
        #expect(faults.map(\.reason) == ["no y", "off the grid"])
    }

    @Test("stops are ordered by their places; a matrix or an instance has none")
    func order() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ text: String) throws -> String {
            let file = folder.appending(path: "stops")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        func length(_ text: String, _ system: PlaceSystem?) throws -> Double {
            let file = try OrderFile(path: file(text), options: OrderOptions(system: system))
            return try OrderAnswer(file, start: nil, end: nil, isRoundTrip: false, effort: .iterations(100)).order
                .length
        }
        #expect(
            try length("x,y\n25000,0\n25000,2000\n25000,1000\n", .grid) == length("lon,lat\n25,0\n25,2\n25,1\n", nil))
        let matrix = ",a,b\na,0,1\nb,1,0\n"
        #expect(try length(matrix, nil) == 1)
        #expect(throws: OrderError.self) { try length(matrix, .grid) }
        #expect(throws: OrderError.self) { try length("3\n0 1 2\n1 0 1\n2 1 0\n0 9\n0 9\n0 9\n", .grid) }
    }
}

@Suite("ColumnBatch rows")
struct ColumnBatchTests {
    @Test("parts are in file order, and contain every row that is not rejected, for any number of jobs")
    func parts() throws {
        let rows = (0..<40_000).map { "\($0),\($0 % 100 == 7 ? "x" : "\($0 * 2)")\n" }
        let text = Array(("a,b\n" + rows.joined()).utf8)
        let wanted = (0..<40_000).filter { $0 % 100 != 7 }
        for jobs in [1, 2, 5] {
            var (found, rejected, isFinished) = ([Int](), [Int](), false)
            let batch = try ColumnBatch(MemorySource(text, name: "rows"))
            let summary = try batch.run(
                jobs: jobs, onRejection: { rejected.append($0.line) }, makePart: { [Int]() }
            ) {
                { (record, part) throws(Rejection) in
                    guard record.integer(1) != nil else { throw Rejection(line: record.line, reason: "no") }
                    part.append(record.integer(0) ?? -1)
                }
            } deliver: { (part) throws(TableError) in
                #expect(!isFinished)
                found += part
            } finish: { () throws(TableError) in
                isFinished = true
            }
            #expect(isFinished && found == wanted && rejected == (0..<400).map { 100 * $0 + 9 })
            #expect(summary.rowsIn == 40_000 && summary.answered == 39_600 && summary.rejected == 400)
        }
    }
}
