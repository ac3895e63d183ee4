import Foundation
import TestSupport
import Testing
import WaymarkAreas
import WaymarkBatch
import WaymarkGeodesy
import WaymarkGradients
import WaymarkRegions
import WaymarkTables

@Suite("Regions as rows, and from files")
struct RegionRowsTests {
    /// A FeatureCollection of polygons named a, b, c, ...
    private func collection(_ rings: [String]) -> String {
        let features = rings.enumerated().map { i, ring in
            let name = String(UnicodeScalar(UInt8(97 + i)))
            return #"{"type":"Feature","properties":{"name":"\#(name)","code":"\#(i)"},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// Four adjacent squares of a degree on the equator.
    private func squares() throws -> RegionSet {
        let rings = (0..<4).map { "[\($0),0],[\($0 + 1),0],[\($0 + 1),1],[\($0),1],[\($0),0]" }
        return try RegionSet(geoJSON: ContiguousArray(collection(rings).utf8), file: "squares")
    }

    @Test("a row for each region has its count, with or without empty regions")
    func counts() throws {
        let set = try squares()
        var counts = RegionCounts(of: .init(name: "squares & all", regions: set))
        for (latitude, longitude) in [
            (0.5, 0.5), (0.5, 1.1), (0.5, 1.2), (0.5, 1.3), (0.5, 1.4), (0.5, 3.5), (1.01, 3.5), (40, 40),
        ] {
            counts.add(set.nearestRegion(to: coordinate(latitude, longitude), within: .kilometers(5)))
        }
        var rows = CSVBuffer()
        counts.appendRows(to: &rows)
        #expect(
            String(decoding: rows.bytes, as: UTF8.self) == """
                squares & all,0,a,1,0
                squares & all,1,b,4,0
                squares & all,2,c,0,0
                squares & all,3,d,2,1

                """)
        rows.removeAll()
        counts.appendRows(leavesOutEmpty: true, to: &rows)
        #expect(rows.bytes.count { $0 == UInt8(ascii: "\n") } == 3)
    }

    @Test("a row for each region has visits, dates and colour; a row for each level its shares")
    func rows() throws {
        let set = try squares()
        var land = VisitedLand(levels: RegionLevels([.init(name: "squares", regions: set)]))
        func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }
        land.add(.init(id: "1", coordinate: coordinate(0.5, 0.5), date: day(1), color: RGBColor(0xff0000)))
        land.add(.init(id: "2", coordinate: coordinate(0.5, 0.6), date: day(3)))
        land.add(.init(id: "3", coordinate: coordinate(0.5, 2.5)))
        land.add(.init(id: "4", coordinate: coordinate(50, 50)))
        var rows = CSVBuffer()
        land.appendRows(ofLevel: 0, fill: .records(others: RGBColor(0x111111)), dates: .day, to: &rows)
        #expect(
            String(decoding: rows.bytes, as: UTF8.self) == """
                squares,0,a,2,1970-01-02,1970-01-04,#ff0000
                squares,1,b,0,,,#e9e9e6
                squares,2,c,1,,,#111111
                squares,3,d,0,,,#e9e9e6

                """)
        rows.removeAll()
        land.appendRows(ofLevel: 0, leavesOutUnvisited: true, to: &rows)
        #expect(String(decoding: rows.bytes, as: UTF8.self).contains("1970-01-02T00:00:00Z"))
        rows.removeAll()
        land.appendShares(to: &rows)
        #expect(String(decoding: rows.bytes, as: UTF8.self) == "squares,4,2,0.500000,0.500000,3,1\n")
    }

    @Test("a file is read by its path; a missing, compressed or projected one is reported")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func set(_ bytes: [UInt8]) throws -> RegionSet {
            let file = folder.appending(path: "regions.geojson")
            try Data(bytes).write(to: file)
            return try RegionSet(contentsOf: file.path, mending: MendedBorders())
        }
        let read = try set(Array(collection(["[0,0],[1,0],[1,1],[0,0]"]).utf8))
        #expect(read.regions.map(\.name) == ["a"] && read.report.properties == ["name", "code"])
        let absent = #expect(throws: RegionFileError.self) { try RegionSet(contentsOf: folder.path + "/absent") }
        #expect("\(try #require(absent))".contains("absent"))
        let packed = #expect(throws: RegionFileError.self) { try set([0x1F, 0x8B, 8, 0]) }
        #expect("\(try #require(packed))".contains("gzip"))
        let projected = try set(
            Array(collection(["[953898,1952035],[953899,1952035],[953899,1952036],[953898,1952035]"]).utf8))
        #expect(
            projected.report.notes.map(\.reason) == [
                "ring 1, position 1: longitude 953898 is outside -180...180; GeoJSON is in degrees"
            ])
    }

    @Test("names in CP949 are read, whether detected or given")
    func encodings() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // "가" for the name of the region.
        let text = collection(["[0,0],[1,0],[1,1],[0,0]"]).replacing("\"a\"", with: "\"@\"")
        let file = folder.appending(path: "cp949.geojson")
        try Data(text.utf8.flatMap { $0 == UInt8(ascii: "@") ? [0xB0, 0xA1] : [$0] }).write(to: file)
        for encoding in [nil, TextEncoding.cp949] {
            #expect(try RegionSet(contentsOf: file.path, encoding: encoding).regions.map(\.name) == ["가"])
        }
        #expect(throws: RegionFileError.self) { try RegionSet(contentsOf: file.path, encoding: .utf8) }
    }
}
