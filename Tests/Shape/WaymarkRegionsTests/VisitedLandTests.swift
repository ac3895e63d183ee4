import Foundation
import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRegions

@Suite("visited land")
struct VisitedLandTests {
    /// Four adjacent squares of a degree on the equator, and one that contains them all.
    private func levels() throws -> RegionLevels {
        let squares = (0..<4).map { polygon("\($0) 0,\($0 + 1) 0,\($0 + 1) 1,\($0) 1,\($0) 0") }
        let fine = try regions(collection(squares[0], squares[1], squares[2], squares[3]))
        let coarse = try regions(collection(polygon("0 0,4 0,4 1,0 1,0 0")))
        return RegionLevels([.init(name: "whole", regions: coarse), .init(name: "squares", regions: fine)])
    }

    private func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

    private func land() throws -> VisitedLand {
        var land = VisitedLand(levels: try levels(), tolerance: .kilometers(5))
        land.add(
            .init(id: "b", coordinate: coordinate(0.5, 0.5), date: day(3), color: RGBColor(0xff0000), owner: "kim"))
        land.add(.init(id: "a", coordinate: coordinate(0.6, 0.5), date: day(1), owner: "lee"))
        land.add(
            .init(id: "c", coordinate: coordinate(0.7, 0.5), date: day(2), color: RGBColor(0x00ff00), owner: "lee"))
        land.add(.init(id: "d", coordinate: coordinate(0.5, 2.5), owner: "choi"))
        land.add(
            .init(id: "e", coordinate: coordinate(1.01, 2.5), date: day(9), color: RGBColor(0x0000ff), owner: "kim"))
        land.add(.init(id: "f", coordinate: coordinate(40, 2.5), date: day(9)))
        return land
    }

    @Test("counts visits per region and level, with the first and the last date")
    func visits() throws {
        let land = try land()
        let squares = land.visits(ofLevel: 1)
        #expect(squares.map(\.region) == [0, 2])
        #expect(squares.map(\.count) == [3, 2])
        #expect(squares[0].records.map(\.id) == ["a", "c", "b"])
        #expect(squares[0].first == day(1) && squares[0].last == day(3))
        #expect(squares[1].first == day(9) && squares[1].last == day(9))
        #expect(land.visits(ofLevel: 0).map(\.count) == [5])
        #expect(land.recordsOutside(level: 1).map(\.id) == ["f"])
        #expect(land.count == 6)
        let share = land.share(ofLevel: 1)
        #expect(share.visited == 2 && share.total == 4 && share.regions == 0.5)
        #expect(abs(share.area - 0.5) < 1e-12)
        #expect(land.share(ofLevel: 0).area == 1)
    }

    @Test("removing a record a second time has no effect, and adding it again replaces it")
    func idempotent() throws {
        var land = try land()
        #expect(land.remove("b")?.id == "b")
        let once = land.geoJSON(ofLevel: 1)
        #expect(land.remove("b") == nil)
        #expect(land.remove("nothing") == nil)
        #expect(land.geoJSON(ofLevel: 1) == once)
        #expect(land.count == 5 && land.record("b") == nil)
        land.add(.init(id: "a", coordinate: coordinate(0.5, 3.5)))
        land.add(.init(id: "a", coordinate: coordinate(0.5, 3.5)))
        #expect(land.visits(ofLevel: 1).map(\.region) == [0, 2, 3])
        #expect(land.visits(ofLevel: 1).map(\.count) == [1, 2, 1])
        for id in ["a", "b", "c", "d", "e", "f"] { land.remove(id) }
        #expect(land.count == 0 && land.visits(ofLevel: 0).isEmpty && land.share(ofLevel: 1).regions == 0)
    }

    @Test("the order of adding and removing does not matter")
    func order() throws {
        let whole = try land()
        var other = VisitedLand(levels: whole.levels, tolerance: whole.tolerance)
        for id in ["f", "d", "b", "e", "a", "c"] { other.add(try #require(whole.record(id))) }
        #expect(other.geoJSON(ofLevel: 1) == whole.geoJSON(ofLevel: 1))
    }

    private func fills(_ land: VisitedLand, _ fill: VisitFill) throws -> [String] {
        let bytes = land.geoJSON(ofLevel: 1, fill: fill)
        let top = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try #require(top["features"] as? [[String: Any]]).map {
            ($0["properties"] as? [String: Any])?["fill"] as? String ?? ""
        }
    }

    @Test("colours are chosen by class, by owner, or by record")
    func colors() throws {
        let land = try land()
        let none = "\(VisitedLand.unvisited)"
        let scale = ColorScale.viridis
        #expect(
            try fills(land, .classes(.equalRanges(2), scale)) == [
                "\(scale.color(at: 1).rgb)", none, "\(scale.color(at: 0).rgb)", none,
            ])
        // If all have the same number of visits there is one class.
        var even = land
        even.remove("a")
        #expect(
            try fills(even, .classes(.quantiles(5), scale)) == [
                "\(scale.color(at: 0.5).rgb)", none, "\(scale.color(at: 0.5).rgb)", none,
            ])
        // Lee has two of three; of the other square's two owners the one without a date came first.
        let owners = ["kim": RGBColor(0x111111), "lee": RGBColor(0x222222)]
        #expect(
            try fills(land, .owners(owners, others: RGBColor(0x333333))) == ["#222222", none, "#333333", none])
        #expect(try fills(land, .records(others: RGBColor(0x333333))) == ["#ff0000", none, "#0000ff", none])
        var plain = land
        plain.remove("e")
        #expect(try fills(plain, .records(others: RGBColor(0x333333))) == ["#ff0000", none, "#333333", none])
    }

    @Test("GeoJSON reads back as the same regions")
    func geoJSON() throws {
        let land = try land()
        let written = land.geoJSON(ofLevel: 1)
        let read = try RegionSet(geoJSON: written, file: "written")
        #expect(read.report.notes.isEmpty)
        #expect(read.regions == land.levels.levels[1].regions.regions)
        let top = try #require(try JSONSerialization.jsonObject(with: Data(written)) as? [String: Any])
        let first = try #require((top["features"] as? [[String: Any]])?[0]["properties"] as? [String: Any])
        #expect(first["visits"] as? Int == 3)
        #expect(first["first_visit"] as? String == "1970-01-02T00:00:00Z")
        #expect(first["last_visit"] as? String == "1970-01-04T00:00:00Z")
        let visited = try RegionSet(geoJSON: land.geoJSON(ofLevel: 1, leavesOutUnvisited: true), file: "visited")
        #expect(visited.regions.map(\.name) == ["a", "c"])
    }

    @Test("of no regions, none is visited")
    func noRegions() throws {
        let none = try regions(#"{"type":"FeatureCollection","features":[]}"#)
        let land = VisitedLand(levels: RegionLevels([.init(name: "", regions: none)]))
        #expect(land.share(ofLevel: 0).regions == 0 && land.share(ofLevel: 0).area == 0)
    }

    @Test("a missing level is a caller's mistake")
    func level() async {
        await #expect(processExitsWith: .failure) {
            _ = VisitedLand(levels: RegionLevels([])).visits(ofLevel: 0)
        }
    }
}
