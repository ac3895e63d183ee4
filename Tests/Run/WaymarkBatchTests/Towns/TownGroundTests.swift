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
