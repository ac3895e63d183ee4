import TestSupport
import Testing
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkRegions

@Suite("Drawings of regions")
struct RegionDrawingTests {
    /// Regions with a name and a code, from rings of `longitude latitude` pairs.
    private func level(_ name: String, _ regions: [(name: String, polygons: [String])]) throws -> RegionLevels.Level {
        let features = regions.enumerated().map { i, region in
            let polygons = region.polygons.map { ring in
                "[[" + ring.split(separator: ",").map { "[\($0.replacing(" ", with: ","))]" }.joined(separator: ",")
                    + "]]"
            }
            let geometry = #"{"type":"MultiPolygon","coordinates":[\#(polygons.joined(separator: ","))]}"#
            return #"{"type":"Feature","properties":{"name":"\#(region.name)","code":"\#(i)"},"geometry":\#(geometry)}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return .init(name: name, regions: try RegionSet(geoJSON: ContiguousArray(text.utf8), file: "test.geojson"))
    }

    private func text(_ bytes: ContiguousArray<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private func paths(_ svg: String) throws -> [ParsedElement] {
        try ParsedElement(parsing: svg).descendants.filter { $0.name == "path" }
    }

    @Test("counts by region are drawn with a legend of their colours, with or without empty regions")
    func counts() throws {
        let squares = (0..<4).map { i in
            (name: "abcd".map(String.init)[i], polygons: ["\(i) 0,\(i + 1) 0,\(i + 1) 1,\(i) 1,\(i) 0"])
        }
        let level = try level("squares & all", squares)
        var counts = RegionCounts(of: level)
        for (latitude, longitude) in [
            (0.5, 0.5), (0.5, 1.1), (0.5, 1.2), (0.5, 1.3), (0.5, 1.4), (0.5, 3.5), (1.01, 3.5), (40, 40),
        ] {
            counts.add(level.regions.nearestRegion(to: coordinate(latitude, longitude), within: .kilometers(5)))
        }
        let svg = text(counts.svg(.breaks([2, 4])))
        for text in [
            ">squares &amp; all<", ">7 in 3 of 4<", ">1 in none<", "<title>b: 4</title>", "<title>c: 0</title>", ">1<",
            ">2<", ">4<", ">0<",
        ] {
            #expect(svg.contains(text), "\(text)")
        }
        #expect(try paths(svg).count == 4)
        let some = text(counts.svg(leavesOutEmpty: true))
        #expect(try paths(some).count == 3 && !some.contains(">0<"))
        // Each visited region has the fill of its class.
        let fills = try paths(svg).map { $0.attributes["fill"] }
        let scale = ColorScale.viridis.reversed
        #expect(
            fills == [
                "\(scale.color(at: 0).rgb)", "\(scale.color(at: 1).rgb)", "\(VisitedLand.unvisited)",
                "\(scale.color(at: 0.5).rgb)",
            ])
    }

    @Test("regions without counts are drawn too")
    func nothingCounted() throws {
        let counts = RegionCounts(of: try level("", [("a", ["0 0,1 0,1 1,0 0"])]))
        #expect(text(counts.svg()).contains(">0 in 0 of 1<"))
    }

    @Test("visited land is well-formed XML for any names")
    func names() throws {
        let name = #"<&\">\u0001 산"#
        var land = VisitedLand(levels: RegionLevels([try level("a & b", [(name, ["0 0,1 0,1 1,0 0"])])]))
        for _ in 0..<2 {
            let path = try #require(try paths(text(land.svg(ofLevel: 0))).first)
            #expect(path["title"]?.text == "<&\">\u{FFFD} 산: \(land.count)")
            land.add(.init(id: "1", coordinate: coordinate(0.2, 0.5), owner: "<&"))
        }
        let owned = text(land.svg(ofLevel: 0, fill: .owners(["<&": RGBColor(0)], others: RGBColor(1))))
        #expect(try paths(owned).first?.attributes["fill"] == "#000000")
        let none = VisitedLand(levels: RegionLevels([try level("", [])]))
        #expect(try paths(text(none.svg(ofLevel: 0))).isEmpty)
    }

    @Test("the order of adding records does not matter")
    func order() throws {
        let levels = RegionLevels([try level("a", [("x", ["0 0,1 0,1 1,0 1,0 0"]), ("y", ["1 0,2 0,2 1,1 1,1 0"])])])
        let records = (0..<6).map {
            VisitRecord(id: "\($0)", coordinate: coordinate(0.5, Double($0) / 3), owner: "\($0 % 2)")
        }
        var (one, other) = (VisitedLand(levels: levels), VisitedLand(levels: levels))
        for record in records { one.add(record) }
        for record in records.reversed() { other.add(record) }
        #expect(one.svg(ofLevel: 0) == other.svg(ofLevel: 0))
    }

    @Test("land on both sides of the antimeridian is drawn together")
    func antimeridian() throws {
        let level = try level(
            "", [("", ["178 -18,180 -18,180 -16,178 -16,178 -18", "-180 -18,-179 -18,-179 -16,-180 -16,-180 -18"])])
        let svg = text(VisitedLand(levels: RegionLevels([level])).svg(ofLevel: 0, width: 324))
        // Three degrees on 300 pixels: two parts that meet at 212.
        #expect(
            svg.contains("M12 ") && svg.contains("L212 ") && svg.contains("M212 ") && svg.contains("L312 "), "\(svg)")
    }

    @Test("a tiny region is drawn")
    func tiny() throws {
        let land = VisitedLand(levels: RegionLevels([try level("tiny", [("a", ["0 0,1e-25 0,1e-25 1e-25,0 0"])])]))
        #expect(try paths(text(land.svg(ofLevel: 0))).count == 1)
    }
}
