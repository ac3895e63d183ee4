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

    /// The outlines of regions, which have tooltips.
    private func paths(_ svg: String) throws -> [ParsedElement] {
        try ParsedElement(parsing: svg).descendants.filter { $0.name == "path" && $0["title"] != nil }
    }

    /// The left, upper, right and lower end of an outline.
    private func box(_ path: ParsedElement) throws -> [Double] {
        let numbers = try #require(path.attributes["d"]).split { "MLZ ".contains($0) }.compactMap { Double($0) }
        let (xs, ys) = (
            numbers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
            numbers.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        )
        return [try #require(xs.min()), try #require(ys.min()), try #require(xs.max()), try #require(ys.max())]
    }

    /// The left, upper, right and lower end of the map.
    private func panel(_ svg: String) throws -> [Double] {
        let clip = try #require(ParsedElement(parsing: svg).descendants.first { $0.name == "clipPath" }?.children.first)
        let numbers = ["x", "y", "width", "height"].compactMap { clip.attributes[$0].flatMap(Double.init) }
        return [numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]]
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
            ">squares &amp; all<", ">7 in 3 of 4 · 1 in none<", ">Places<", "<title>b: 4</title>",
            "<title>c: 0</title>", ">1<",
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
            "",
            [
                ("west", ["178 -18,180 -18,180 -16,178 -16,178 -18"]),
                ("east", ["-180 -18,-179 -18,-179 -16,-180 -16,-180 -18"]),
            ])
        let svg = text(VisitedLand(levels: RegionLevels([level])).svg(ofLevel: 0))
        let boxes = try paths(svg).map(box)
        try #require(boxes.count == 2)
        // They meet, and the western one is twice as wide.
        #expect(abs(boxes[0][2] - boxes[1][0]) < 0.2)
        #expect(abs((boxes[0][2] - boxes[0][0]) / (boxes[1][2] - boxes[1][0]) - 2) < 0.01)
    }

    @Test("all land of the world is on the map, wherever the widest gap is, and a strip along a meridian fits the page")
    func frames() throws {
        let america = "-168 66,-60 60,-35 -8,-70 -55,-125 40,-168 66"
        let eurasia = "-10 40,30 -35,110 0,180 66,180 70,100 77,0 60,-10 40"
        let chukotka = "-180 66,-170 66,-180 70,-180 66"
        let antarctica = "-180 -90,180 -90,180 -78,0 -70,-180 -78,-180 -90"
        for world in [
            [america, eurasia, chukotka], [america, eurasia, chukotka, antarctica], [eurasia, chukotka], [antarctica],
        ] {
            let level = try level("", world.map { ("land", [$0]) })
            let svg = text(VisitedLand(levels: RegionLevels([level])).svg(ofLevel: 0))
            let panel = try panel(svg)
            let paths = try paths(svg)
            #expect(paths.count == world.count)
            for path in paths {
                let box = try box(path)
                #expect(box[0] >= panel[0] && box[1] >= panel[1] && box[2] <= panel[2] && box[3] <= panel[3], "\(box)")
            }
        }
        let strip = try level("", [("Chile", ["-70 -55,-69 -55,-69 70,-70 70,-70 -55"])])
        let svg = text(VisitedLand(levels: RegionLevels([strip])).svg(ofLevel: 0))
        let (box, panel) = (try box(try #require(try paths(svg).first)), try panel(svg))
        #expect(box[1] >= panel[1] && box[3] <= panel[3] && panel[3] < 1000)
    }

    @Test("the page has a title and words of a language, and credits the sources of what it shows")
    func words() throws {
        let level = try level("시도", [("a", ["126 35,128 35,128 37,126 37,126 35"])])
        var land = VisitedLand(levels: RegionLevels([level]))
        land.add(.init(id: "1", coordinate: coordinate(36, 127)))
        let korean = text(land.svg(ofLevel: 0, title: "다녀온 곳", language: .korean))
        #expect(korean.contains(">다녀온 곳<") && korean.contains("1개 중 1개") && korean.contains("통계청"))
        let english = text(land.svg(ofLevel: 0))
        #expect(english.contains(">시도<") && english.contains("1 of 1 (100.0 %)") && english.contains("KOSTAT"))
    }

    @Test("a tiny region is drawn")
    func tiny() throws {
        let land = VisitedLand(levels: RegionLevels([try level("tiny", [("a", ["0 0,1e-25 0,1e-25 1e-25,0 0"])])]))
        #expect(try paths(text(land.svg(ofLevel: 0))).count == 1)
    }
}
