import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkDrawings
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkGround
import WaymarkIndex
import WaymarkRoutes

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct TownGroundTests {
    /// The ground around Seomyeon.
    private static let ground: Ground? = try? {
        let path = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        var bytes: ContiguousArray<UInt8> = []
        try Town(MapExtract(contentsOf: path)).writeFile { bytes.append(utf8: $0) }
        return try Ground(IndexFile(bytes: bytes.span, name: "town"))
    }()

    private func tile(_ zoom: Int) throws -> GroundTile {
        let place = WorldPoint(coordinate(35.1577, 129.0592))
        let count = Double(1 << zoom)
        return try #require(GroundTile(zoom: zoom, column: Int(place.x * count), row: Int(place.y * count)))
    }

    @Test func aTownHasAGroundUnlessItIsLeftOut() throws {
        let ground = try #require(Self.ground)
        #expect(!ground.hasCoast && ground.size > 40_000)
        let path = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        var bytes: ContiguousArray<UInt8> = []
        try Town(MapExtract(contentsOf: path), hasGround: false).writeFile { bytes.append(utf8: $0) }
        #expect(try Ground(IndexFile(bytes: bytes.span, name: "town")) == nil)
    }

    @Test func partsOfALargeGroundAreThoseOfASmallOne() throws {
        let path = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        let writer = try ExtractGround(MapExtract(contentsOf: path)).writer
        let (whole, cut) = (writer.sections(), writer.sections(cutAbove: 0))
        #expect(whole.map(\.name) == cut.map(\.name))
        #expect(whole.map(\.bytes) == cut.map(\.bytes))
    }

    @Test func aTileIsDrawnInLightAndDark() throws {
        let ground = try #require(Self.ground)
        let svg = try tile(16).svg(of: ground)
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        for words in ["가야대로", "부전동", "#ffffff", "#eee8dc", "<use href="] { #expect(svg.contains(words), "\(words)") }
        let dark = try tile(16).svg(of: ground, isDark: true)
        #expect(dark.contains("#1a232f") && !dark.contains("#eee8dc"))
        #expect(try tile(16).svg(of: ground) == svg)
        // Buildings are for near maps, streets for middle ones.
        #expect(try !tile(14).svg(of: ground).contains("#eee8dc"))
        #expect(try tile(13).svg(of: ground).contains("<use href="))
        for zoom in 9...18 { #expect(try tile(zoom).svg(of: ground).utf8.count < 400_000) }
    }

    @Test func thereIsNoTileBeyondTheMap() {
        for (zoom, column, row) in [(19, 0, 0), (-1, 0, 0), (3, 8, 0), (3, 0, 8), (3, -1, 0), (0, 0, 1)] {
            #expect(GroundTile(zoom: zoom, column: column, row: row) == nil)
        }
        #expect(GroundTile(zoom: 0, column: 0, row: 0) != nil)
    }

    @Test func aTileElsewhereIsEmpty() throws {
        let ground = try #require(Self.ground)
        let elsewhere = try #require(GroundTile(zoom: 14, column: 100, row: 100))
        #expect(try !elsewhere.svg(of: ground).contains("<path"))
        #expect(try elsewhere.vectors(of: ground).isEmpty)
    }

    @Test func vectorsHaveTheLayersOfTheSchema() throws {
        let bytes = try tile(16).vectors(of: #require(Self.ground))
        // Each layer of a tile: field 3, its length, and first the version 2.
        var (at, names): (Int, [String]) = (0, [])
        func number() -> Int {
            var (value, shift) = (0, 0)
            while true {
                let byte = bytes[at]
                at += 1
                value |= Int(byte & 127) << shift
                if byte < 128 { return value }
                shift += 7
            }
        }
        while at < bytes.count {
            #expect(number() == 3 << 3 | 2)
            let end = number() + at
            #expect(number() == 15 << 3 && number() == 2)
            #expect(number() == 1 << 3 | 2)
            let length = number()
            names.append(String(decoding: bytes[at..<at + length], as: UTF8.self))
            at = end
        }
        #expect(at == bytes.count)
        #expect(Set(names).isSuperset(of: ["buildings", "place_labels", "streets"]), "\(names)")
    }

    @Test func aRouteIsDrawnOnTheGround() async throws {
        let stops = [("서면역", 35.1577, 129.0592), ("부산시민공원", 35.1678, 129.0560), ("부전시장", 35.1626, 129.0605)]
            .map { Stop(id: $0.0, name: $0.0, coordinate: coordinate($0.1, $0.2)) }
        let route = try await Route(joining: StopList(stops), by: GreatCircleLegs())
        var map = RouteMap()
        let plain = map.svg(of: route)
        map.ground = Self.ground
        map.attribution = "© OpenStreetMap contributors, ODbL"
        let drawn = map.svg(of: route)
        #expect(XMLParser(data: Data(drawn.utf8)).parse())
        #expect(!plain.contains("<use href=") && drawn.contains("<use href="))
        #expect(drawn.contains("전포대로") && drawn.contains("© OpenStreetMap contributors"))
        #expect(drawn.utf8.count < 1_000_000)
        // Names of stops stand there once, in the map and in the list.
        for stop in stops {
            #expect(
                drawn.components(separatedBy: ">\(stop.name)<").count
                    == plain.components(separatedBy: ">\(stop.name)<").count)
        }
        // Far from the town nothing changes.
        let seoul = [
            Stop(id: "a", name: "a", coordinate: coordinate(37.5, 127)),
            Stop(id: "b", name: "b", coordinate: coordinate(37.51, 127.01)),
        ]
        let far = try await Route(joining: StopList(seoul), by: GreatCircleLegs())
        map.attribution = nil
        #expect(map.svg(of: far) == RouteMap().svg(of: far))
    }
}

@Suite(.enabled(if: SharedData.hasExtracts, "the folder shared/osm is absent"))
struct SharedGroundTests {
    /// What a file has of some layers, buildings as many as pyosmium assembles areas of them; and what is drawn of one tile:
    /// outlines by their colour, and names.
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let counts: [GroundLayer: Int]
        let cutCount: Int
        let tile: (zoom: Int, latitude: Double, longitude: Double)
        let drawn: [String: Int]
        let names: Int
        var testDescription: String { file }
    }

    static let cases = [
        Case(
            file: "monaco",
            counts: [.sea: 1, .coast: 3, .ferry: 1, .building: 23329, .steps: 245, .motorway: 26, .peak: 5],
            cutCount: 0,
            // The harbour: a sea closed from one side, piers, a tunnel.
            tile: (16, 43.7345, 7.4255), drawn: ["water": 4, "river": 2, "pier": 7, "tunnel": 4, "building": 35],
            names: 5),
        Case(
            file: "andorra",
            counts: [.building: 7383, .forest: 953, .peak: 193, .trunk: 188, .lift: 54], cutCount: 0,
            tile: (15, 42.5090, 1.5330), drawn: ["water": 11, "forest": 59, "river": 22, "tunnel": 4], names: 3),
        Case(
            file: "busan-seomyeon", counts: [.building: 1170, .rail: 170, .street: 288, .station: 19], cutCount: 3,
            tile: (16, 35.1640, 129.0560), drawn: ["water": 2, "tunnel": 2, "river": 3, "building": 51, "rail": 44],
            names: 5),
    ]

    @Test(arguments: cases) func whatIsDrawnOfAnExtract(expected: Case) throws {
        let path = SharedData.extracts.appending(path: "\(expected.file).osm.pbf").path
        let found = try ExtractGround(MapExtract(contentsOf: path), jobs: 2)
        #expect(found.cutCount == expected.cutCount)
        for (layer, count) in expected.counts { #expect(found.writer.counts[layer] == count, "\(layer)") }
        #expect(found.writer.counts.keys.contains(.sea) == (expected.file == "monaco"))
        var bytes: ContiguousArray<UInt8> = []
        PointIndex([coordinate(35, 129)]).write(found.writer.sections()) { bytes.append(utf8: $0) }
        let ground = try #require(try Ground(IndexFile(bytes: bytes.span, name: "made")))
        let place = WorldPoint(coordinate(expected.tile.latitude, expected.tile.longitude))
        let side = Double(1 << expected.tile.zoom)
        let tile = try #require(
            GroundTile(zoom: expected.tile.zoom, column: Int(place.x * side), row: Int(place.y * side)))
        let root = try ParsedElement(parsing: tile.svg(of: ground))
        let paths = root.descendants.filter { $0.name == "path" }
        /// The outlines of the paths with an attribute.
        func outlines(_ name: String, _ value: String) -> Int {
            paths.filter { $0.attributes[name] == value }.reduce(0) { sum, path in
                sum + (path.attributes["d"] ?? "").count { $0 == "M" }
            }
        }
        let drawn = [
            "water": outlines("fill", "#dcebf5"), "building": outlines("fill", "#eee8dc"),
            "river": outlines("stroke", "#b9d2e4"),
            "forest": outlines("fill", "#dfe8d0"), "rail": outlines("stroke", "#cbc3b5"),
            "pier": outlines("stroke", "#a9bfcd"),
            "tunnel": paths.filter { $0.attributes["id"]?.contains("tunnel") ?? false }.count,
        ]
        #expect(drawn.filter { $0.value > 0 } == expected.drawn)
        #expect(root.descendants.filter { $0.name == "text" }.count == expected.names)
    }
}
