import Foundation
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkGradients
import WaymarkIndex
import WaymarkPolylines
import WaymarkTables

@Suite("RegionCounts")
struct RegionCountsTests {
    /// Four squares of a degree beside one another on the equator, with counts 1, 4, 0 and 2, one of them from outside.
    private func counts() throws -> RegionCounts {
        let squares = (0..<4).map { polygon("\($0) 0,\($0 + 1) 0,\($0 + 1) 1,\($0) 1,\($0) 0") }
        let set = try regions(collection(squares[0], squares[1], squares[2], squares[3]))
        var counts = RegionCounts(of: .init(name: "squares & all", regions: set))
        for (latitude, longitude) in [
            (0.5, 0.5), (0.5, 1.1), (0.5, 1.2), (0.5, 1.3), (0.5, 1.4), (0.5, 3.5), (1.01, 3.5), (40, 40),
        ] {
            counts.add(set.nearestRegion(to: coordinate(latitude, longitude), within: .kilometers(5)))
        }
        return counts
    }

    @Test("counts places by region, those from outside among them, and those in none")
    func adding() throws {
        var counts = try counts()
        #expect(counts.counts.map(\.places) == [1, 4, 0, 2] && counts.counts.map(\.nearest) == [0, 0, 0, 1])
        #expect(counts.outside == 1)
        var part = RegionCounts.Count()
        part.add(Match(index: 2, distance: Meters(3)))
        part.add(Match(index: 2, distance: .zero))
        counts.add([2: part, 0: part], outside: 4)
        #expect(counts.counts.map(\.places) == [3, 4, 2, 2] && counts.counts.map(\.nearest) == [1, 0, 1, 1])
        #expect(counts.outside == 5)
    }

    @Test("rows and GeoJSON say the same numbers, with or without what is empty")
    func writing() throws {
        let counts = try counts()
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

        let top = try #require(
            try JSONSerialization.jsonObject(with: Data(counts.geoJSON(.breaks([2, 4])))) as? [String: Any])
        #expect(top["level"] as? String == "squares & all" && top["outside"] as? Int == 1)
        let features = try #require(top["features"] as? [[String: Any]]).compactMap {
            $0["properties"] as? [String: Any]
        }
        #expect(features.map { $0["count"] as? Int } == [1, 4, 0, 2])
        let scale = ColorScale.viridis.reversed
        #expect(
            features.map { $0["fill"] as? String } == [
                "\(scale.color(at: 0).rgb)", "\(scale.color(at: 1).rgb)", "#e9e9e6", "\(scale.color(at: 0.5).rgb)",
            ])
        #expect(
            try RegionSet(geoJSON: counts.geoJSON(leavesOutEmpty: true), file: "written").regions.map(\.name) == [
                "a", "b", "d",
            ])
    }

    @Test("nothing counted is written, too")
    func empty() throws {
        let set = try regions(collection(polygon("0 0,1 0,1 1,0 0")))
        let counts = RegionCounts(of: .init(name: "", regions: set))
        #expect(String(decoding: counts.geoJSON(leavesOutEmpty: true), as: UTF8.self).contains("\"features\":[\n]"))
    }

    @Test("a file is read by its path; one that is not there, packed or projected says so")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func set(_ bytes: [UInt8]) throws -> RegionSet {
            let file = folder.appending(path: "regions.geojson")
            try Data(bytes).write(to: file)
            return try RegionSet(contentsOf: file.path)
        }
        let read = try set(Array(collection(polygon("0 0,1 0,1 1,0 0")).utf8))
        #expect(read.regions.map(\.name) == ["a"] && read.report.properties == ["name", "code"])
        let absent = #expect(throws: AreaError.self) { try RegionSet(contentsOf: folder.path + "/absent") }
        #expect("\(try #require(absent))".contains("absent"))
        let packed = #expect(throws: AreaError.self) { try set([0x1F, 0x8B, 8, 0]) }
        #expect("\(try #require(packed))".contains("gzip"))
        let projected = try set(
            Array(collection(polygon("953898 1952035,953899 1952035,953899 1952036,953898 1952035")).utf8))
        #expect(
            projected.report.notes.map(\.reason) == [
                "ring 1, position 1: longitude 953898 is outside -180...180; GeoJSON is in degrees"
            ])
    }
}

@Suite("visited land as rows")
struct VisitedRowsTests {
    @Test("a row for each region has visits, dates and colour; a row for each level its shares")
    func rows() throws {
        let squares = (0..<4).map { polygon("\($0) 0,\($0 + 1) 0,\($0 + 1) 1,\($0) 1,\($0) 0") }
        let set = try regions(collection(squares[0], squares[1], squares[2], squares[3]))
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

    @Test("owners without a colour get one of their own, the same in each run")
    func owners() {
        guard
            case .owners(let colors, _) = VisitFill.owners(
                named: ["b", "a", "c", ""], given: ["b": RGBColor(0x123456)])
        else { return #expect(Bool(false)) }
        #expect(colors == ["a": RGBColor(0x0072b2), "b": RGBColor(0x123456), "c": RGBColor(0xe69f00)])
    }

    @Test("no two owners have one colour, nor one that can hardly be told apart, however many they are")
    func manyOwners() {
        for (count, least) in [(8, 0.08), (40, 0.08), (1000, 0.01)] {
            // The first of the palette, and one beside its second that looks the same.
            let given = ["1": RGBColor(0x0072b2), "2": RGBColor(0xe69f01)]
            guard
                case .owners(let colors, let others) = VisitFill.owners(
                    named: Set((1...count).map { "\($0)" }), given: given)
            else { return #expect(Bool(false)) }
            #expect(colors.count == count && colors["1"] == given["1"] && colors["2"] == given["2"])
            let all = (colors.values + [others]).map { Oklab($0) }
            var nearest = 1.0
            for i in all.indices { for j in 0..<i { nearest = min(nearest, all[i].difference(to: all[j])) } }
            #expect(nearest >= least, "\(count): \(nearest)")
        }
    }
}
