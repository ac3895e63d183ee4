import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables

extension PlaceSystem {
    /// The artificial system of the tests.
    fileprivate static let grid = PlaceSystem(name: "GRID:1") {
        { x, y in
            if let place = GridSystem.place(x, y) { return .at(place) }
            return .refused(reason: "\(x) \(y) is off the grid", exchanged: GridSystem.place(y, x))
        }
    }
}

@Suite("PlaceSystem")
struct PlaceSystemTests {
    private let options = CatalogOptions(columns: PlaceColumnNames(system: .grid))

    @Test(
        "x and y are found by their usual names, ignoring columns of degrees",
        arguments: [
            "위도,경도,좌표정보(X),좌표정보(Y)", "latitude,longitude,X,Y", "lat,lon,easting,northing", "lat,lng,East,North",
            "위도,경도,X좌표,Y좌표",
        ])
    func columns(header: String) throws {
        let projected = try catalog(header + "\n1,2,25000.5,5000\n", options)
        #expect(projected.attractions.map(\.coordinate) == [place(5, 25.0005)])
        // Degrees are read as usual.
        #expect(try catalog(header + "\n1,2,25000.5,5000\n").attractions.map(\.coordinate) == [place(1, 2)])
    }

    @Test("columns are given by name or number, in either order")
    func namedColumns() throws {
        var options = options
        (options.columns.longitude, options.columns.latitude) = ("a", "#1")
        #expect(try catalog("b,a\n5000,25000\n", options).attractions.map(\.coordinate) == [place(5, 25)])
        #expect(
            failure("lat,lon\n1,2\n", self.options)
                == .places(.noProjectedColumns(file: "test", system: "GRID:1", seen: ["lat", "lon"])))
    }

    @Test("each row without a valid place is rejected with its line, its column and the system's reason")
    func rejections() throws {
        let rows = ["25000,5000", ",5000", "25000,", ",", "east,5000", "25000,1e300", "nan,1", "0,0"]
        let report = try catalog("x,y\n" + rows.joined(separator: "\n") + "\n", options).report
        #expect(report.rowsKept == 1 && report.rowsRejected == 7 && report.isBalanced)
        #expect(report.rejections.map(\.line) == [3, 4, 5, 6, 7, 8, 9])
        #expect(
            report.rejections.map(\.reason) == [
                "no x", "no y", "no y and no x", "\"east\" is not a number in the unit of GRID:1",
                "25000.0 1e+300 is off the grid", "\"nan\" is not a number in the unit of GRID:1",
                "0.0 0.0 is off the grid",
            ])
        #expect(report.rejections.map(\.columnName) == ["x", "y", "y", "x", "y", "x", "y"])
        #expect(report.rowsWithoutCoordinate == 3 && report.unparsable == 2 && report.outOfRange == 2)
    }

    @Test("swapped x and y are recognised by the other rows, and repaired if requested")
    func exchanged() throws {
        let text = "x,y\n25000,5000\n5001,25001\n25002,5002\n"
        let report = try catalog(text, options).report
        #expect(report.swapped == 1 && report.rowsRejected == 1)
        #expect(report.rejections[0].reason == "x 5001 and y 25001 are exchanged")
        var mending = options
        mending.mendsSwapped = true
        let mended = try catalog(text, mending)
        #expect(mended.attractions.map(\.coordinate) == [place(5, 25), place(5.001, 25.001), place(5.002, 25.002)])
        #expect(mended.report.swappedMended == 1)
        // A single row proves nothing.
        #expect(try catalog("x,y\n5001,25001\n", mending).report.outOfRange == 1)
    }

    @Test("GeoJSON and JSON in a system are read like a table")
    func json() throws {
        let geoJSON = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a"},\
            "geometry":{"type":"Point","coordinates":[25000,5000]}}]}
            """
        #expect(try catalog(geoJSON, options).attractions.map(\.coordinate) == [place(5, 25)])
        #expect(
            try catalog(#"[{"name":"a","X":"25000","Y":5000}]"#, options).attractions.map(\.coordinate) == [
                place(5, 25)
            ])
    }

    @Test("a table with ids is read equally in blocks by many threads and as a whole")
    func blocks() throws {
        var text = "id,x,y\n"
        for i in 0..<5000 { text += "\(i),\(i % 7 == 0 ? "" : "\(20_000 + i)"),\(i % 11 == 0 ? -1 : i)\n" }
        let whole = try catalog(text, options)
        for jobs in [1, 3] {
            let table = try AttractionTable(
                bytes: ContiguousArray(text.utf8), name: "test", options: options, fields: [.id], jobs: jobs,
                blockSize: 1000)
            #expect(Array(table.coordinates) == whole.attractions.map(\.coordinate))
            #expect(table.report.rowsRejected == whole.report.rowsRejected && whole.report.rowsRejected > 1000)
        }
    }
}
