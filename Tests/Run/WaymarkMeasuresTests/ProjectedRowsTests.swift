import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkMeasures
import WaymarkPlaces
import WaymarkTables

@Suite("ProjectedRows")
struct ProjectedRowsTests {
    @Test("projecting and unprojecting gives the same place, to a millimetre")
    func roundTrip() throws {
        let text = "id,lat,lon\n1,37.5665,126.978\n2,33.2541,126.4127\n3,48.85,2.35\n"
        let there = try written(
            { try ProjectedRows(to: "EPSG:5179").run(rows: $0, output: $1, rejects: $2) }, text)
        #expect(there.lines[0] == ["id", "lat", "lon", "x", "y"] && there.lines.count == 3)
        #expect(there.rejects[1].prefix(2) == ["4", "2 (lat)"])
        let points = "id,x,y\n" + there.lines.dropFirst().map { "\($0[0]),\($0[3]),\($0[4])\n" }.joined()
        let back = try written(
            { try ProjectedRows(to: "EPSG:5179", isInverse: true).run(rows: $0, output: $1, rejects: $2) }, points)
        #expect(back.lines[0] == ["id", "x", "y", "longitude", "latitude"])
        for (line, original) in zip(back.lines.dropFirst(), there.lines.dropFirst()) {
            #expect(
                abs(Double(line[3])! - Double(original[2])!) < 1e-8
                    && abs(Double(line[4])! - Double(original[1])!) < 1e-8)
        }
    }

    @Test("rows are in the map's own unit in both directions, like tables in its system: feet were metres here")
    func feet() throws {
        // Charlotte: in metres it would be 442 km and 165 km.
        let there = try written(
            { try ProjectedRows(to: "EPSG:2264").run(rows: $0, output: $1, rejects: $2) }, "lat,lon\n35.2271,-80.8431\n"
        )
        let row = try #require(there.lines.last)
        let (x, y) = (try #require(Double(row[2])), try #require(Double(row[3])))
        let system = try PlaceSystem(projected: "EPSG:2264")
        let catalog = try AttractionCatalog(
            bytes: ContiguousArray("name,x,y\na,\(row[2]),\(row[3])\n".utf8), name: "places",
            options: CatalogOptions(columns: PlaceColumnNames(system: system)))
        let place = try #require(catalog.attractions.first?.coordinate)
        #expect(abs(place.latitude - 35.2271) < 1e-8 && abs(place.longitude + 80.8431) < 1e-8, "\(place)")
        let back = try written(
            { try ProjectedRows(to: "EPSG:2264", isInverse: true).run(rows: $0, output: $1, rejects: $2) },
            "x,y\n\(x),\(y)\n")
        #expect(back.lines[1][2...] == ["-80.843100000", "35.227100000"])
        #expect(1_400_000...1_500_000 ~= x && 500_000...600_000 ~= y, "\(x) \(y)")
    }

    @Test("a map in kilometres has the same precision as one in metres: four decimals were 10 cm")
    func kilometres() throws {
        let system = "+proj=utm +zone=52 +ellps=WGS84 +units=km"
        let there = try written(
            { try ProjectedRows(to: system).run(rows: $0, output: $1, rejects: $2) }, "lat,lon\n37.5547,126.9707\n")
        let row = try #require(there.lines.last)
        let back = try written(
            { try ProjectedRows(to: system, isInverse: true).run(rows: $0, output: $1, rejects: $2) },
            "x,y\n\(row[2]),\(row[3])\n")
        let place = try #require(back.lines.last)
        #expect(abs(try #require(Double(place[2])) - 126.9707) < 2e-9, "\(place)")
        #expect(abs(try #require(Double(place[3])) - 37.5547) < 2e-9, "\(place)")
    }

    @Test("points of a map are not read from columns of degrees: these were taken for metres")
    func degreesBesideMetres() throws {
        func back(_ text: String, to map: String = "EPSG:3857", _ columns: PlaceColumnNames = .init()) throws
            -> (summary: BatchSummary, lines: [[String]], rejects: [[String]])
        {
            try written(
                {
                    try ProjectedRows(to: map, isInverse: true, columns: columns).run(
                        rows: $0, output: $1, rejects: $2)
                }, text)
        }
        let both = try back("lat,lon,x,y\n37.5547,126.9707,14134313.6697,4516709.4455\n")
        let row = try #require(both.lines.last)
        #expect(abs(Double(row[4])! - 126.9707) < 1e-6 && abs(Double(row[5])! - 37.5547) < 1e-6)
        #expect(
            throws: MeasureError.batch(
                .stops(.noProjectedColumns(file: "memory", system: "EPSG:3857", seen: ["lat", "lon"])))
        ) { try back("lat,lon\n37,127\n") }
        #expect(throws: MeasureError.batch(.stops(.ambiguousColumns(file: "memory", names: ["y", "y_2"])))) {
            try back("x,y,x_2,y_2\n1,2,3,4\n")
        }
        let given = try back(
            "lat,lon\n37.5547,126.9707\n", to: "EPSG:5179", PlaceColumnNames(latitude: "lat", longitude: "lon"))
        #expect(given.rejects[1][2].hasPrefix("126.9707 E, 37.5547 N lies outside the area of use"))
        #expect(given.rejects[1][2].hasSuffix("are these degrees?"))
    }

    @Test("a pole at infinity is refused: it was at 4.0e23")
    func farPole() throws {
        let rows = ProjectedRows(to: "EPSG:3031", refusesOutsideArea: false)
        let result = try written({ try rows.run(rows: $0, output: $1, rejects: $2) }, "lat,lon\n90,0\n-80,0\n")
        #expect(result.summary.answered == 1 && result.rejects[1][2].contains("infinitely far"))
    }

    @Test("the first row of a table without header is a row if columns are given by number: it became the header")
    func headerless() throws {
        let numbers = PlaceColumnNames(latitude: "#1", longitude: "#2")
        let rows = try written(
            { try ProjectedRows(to: "EPSG:5179", columns: numbers).run(rows: $0, output: $1, rejects: $2) },
            "37,127\n38,128\n")
        #expect(rows.summary.answered == 2 && rows.lines.count == 2)
        let matrix = try written(
            { source, output, _ in
                try DistanceMatrix([.haversine], as: .matrix, columns: numbers).run(places: source, output: output)
            }, "37,127\n38,128\n")
        #expect(matrix.lines.map(\.first) == ["id", "1", "2"])
        let ends = PairDistances.ColumnNames(
            fromLatitude: "#1", fromLongitude: "#2", toLatitude: "#3", toLongitude: "#4")
        let pair = try written(
            { try PairDistances([.haversine], columns: ends).run(pairs: $0, output: $1, rejects: $2) },
            "37,127,38,128\n")
        #expect(pair.lines.count == 1 && pair.summary.answered == 1)
    }

    @Test("swapped east and north are rejected with that reason")
    func exchanged() throws {
        let text = "x,y\n953898.4669,1952035.9792\n1952035.9792,953898.4669\n1e300,1\n,\n"
        let result = try written(
            { try ProjectedRows(to: "EPSG:5179", isInverse: true).run(rows: $0, output: $1, rejects: $2) }, text)
        #expect(result.summary.answered == 1 && result.summary.rejected == 3)
        #expect(result.rejects[1][2].contains("with east and north exchanged it lies inside"))
        #expect(result.rejects[3][2] == "no y and no x")
    }

    @Test(
        "124 936 restaurants of Seoul in EPSG:5174 are in Seoul, except for the 1 910 without a place",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func restaurants() throws {
        let bytes = try SharedData.bytes("poi-kr/seoul-restaurants-epsg5174.utf8-bom.csv.gz")
        let result = try written(
            {
                try ProjectedRows(to: "EPSG:5174", isInverse: true).run(rows: $0, output: $1, rejects: $2, jobs: 2)
            }, String(decoding: bytes, as: UTF8.self))
        #expect(result.summary.rowsIn == 124_936 && result.summary.rejected == 1910)
        let outside = result.lines.dropFirst().filter {
            !(126.7...127.3).contains(Double($0[2])!) || !(37.4...37.75).contains(Double($0[3])!)
        }
        #expect(outside.isEmpty)
    }
}
