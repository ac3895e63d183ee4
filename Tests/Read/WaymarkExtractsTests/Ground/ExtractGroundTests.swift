import Foundation
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkGround
import WaymarkIndex

@Suite struct ExtractGroundTests {
    private func ground(_ map: String) throws -> (features: [GroundFeature], counts: [GroundLayer: Int]) {
        let writer = try withFolder { folder in
            let path = folder + "/map.osm"
            try Data(MapText(map).xml.utf8).write(to: URL(filePath: path))
            return try ExtractGround(MapExtract(contentsOf: path)).writer
        }
        var bytes: ContiguousArray<UInt8> = []
        PointIndex([coordinate(35, 129)]).write(writer.sections()) { bytes.append(utf8: $0) }
        let ground = try #require(try Ground(IndexFile(bytes: bytes.span, name: "made")))
        let all = try ground.features(
            from: WorldPoint(coordinate(36, 128)), to: WorldPoint(coordinate(34, 130)), zoom: 17)
        return (all, writer.counts)
    }

    private func lines(_ features: [GroundFeature], _ layer: GroundLayer) -> [(GroundFeature, [WorldPoint])] {
        features.compactMap { feature in
            guard feature.kind.layer == layer, case .line(let points) = feature.geometry else { return nil }
            return (feature, points)
        }
    }

    @Test func streetsHaveTheirNameDirectionAndLevel() throws {
        let nodes = "n 1 35.15 129.05\nn 2 35.15 129.051\nn 3 35.15 129.052\nn 4 35.151 129.052\n"
        let (features, _) = try ground(
            nodes + """
                w 10 1,2 highway=primary name=중앙대로 oneway=-1
                w 11 2,3 highway=residential tunnel=yes name=Tunnel
                w 12 3,4 highway=service bridge=yes
                w 13 1,4 highway=motorway ref=1
                w 14 1,3 highway=construction name=Later
                w 15 2,4 highway=footway
                """)
        let main = try #require(lines(features, .primary).first)
        #expect(main.0.flags == .oneway && main.0.name == "중앙대로")
        // Against the direction in which it was drawn.
        #expect(main.1[0].x > main.1[main.1.count - 1].x)
        #expect(lines(features, .street).map(\.0.flags) == [.tunnel])
        #expect(lines(features, .service).map(\.0.flags) == [.bridge])
        let motorway = try #require(lines(features, .motorway).first)
        #expect(motorway.0.flags == .oneway && motorway.0.name == "1")
        #expect(lines(features, .path).count == 1)
        #expect(!features.contains { $0.name == "Later" })
    }

    @Test func piecesOfAStreetAreOneLine() throws {
        let nodes = (1...6).map { "n \($0) 35.15 \(129.05 + Double($0) * 0.001)" }.joined(separator: "\n")
        let (_, counts) = try ground(
            nodes + """

                w 10 1,2 highway=residential name=A
                w 11 3,2 highway=residential name=A
                w 12 3,4 highway=residential name=A
                w 13 4,5 highway=residential name=B
                w 14 5,6 highway=residential name=B oneway=yes
                """)
        #expect(counts[.street] == 3)
    }

    @Test func areasHaveTheirHolesAndNames() throws {
        let (features, counts) = try ground(
            MapText.square(1, 35.15, 129.05, side: 0.004) + "\n" + MapText.square(5, 35.151, 129.051, side: 0.002)
                + "\n" + MapText.square(9, 35.16, 129.05, side: 0.0005)
                    + """

                    w 20 1,2,3,4,1 -=-
                    w 21 5,6,7,8,5 -=-
                    r 30 outer:w20,inner:w21 type=multipolygon natural=water name=Lake
                    w 22 9,10,11,12,9 building=yes
                    w 23 9,10,11,12,9 highway=residential
                    n 40 35.155 129.055 place=quarter name=부전동
                    n 41 35.156 129.056 natural=peak name=Peak ele=427.4
                    """)
        #expect(counts[.water] == 2 && counts[.building] == 1 && counts[.street] == 1)
        let lake = features.filter { $0.kind.layer == .water && $0.kind.form == .area }
        #expect(!lake.isEmpty)
        #expect(features.contains { $0.kind.layer == .water && $0.name == "Lake" })
        #expect(features.contains { $0.kind.layer == .quarter && $0.name == "부전동" })
        #expect(features.contains { $0.name == "Peak\t427" })
    }

    @Test func anAreaThatTheExtractCutsIsCountedAndALakeReachesItsBorder() throws {
        // A shore from north to south: way 21 of the lake and way 22 of the wood are not in the extract.
        let nodes = """
            n 1 35.2 129.05
            n 2 35.15 129.055
            n 3 35.1 129.05
            n 4 35.2 129.08
            n 5 35.15 129.08
            n 6 35.1 129.08

            """
        let streets = "w 10 4,5,6 highway=residential name=Street\n"
        let wood = "w 23 1,2 -=-\nr 31 outer:w23,outer:w22 type=multipolygon natural=wood\n"
        let lake = "w 20 1,2,3 -=-\nr 30 outer:w20,outer:w21 type=multipolygon natural=water name=Lake\n"
        let (features, counts) = try ground(nodes + streets + wood + lake)
        #expect(counts[.water] == 2 && counts[.forest] == nil)
        let (west, east) = (WorldPoint(coordinate(35.15, 129.04)), WorldPoint(coordinate(35.15, 129.07)))
        func isWet(_ place: WorldPoint) -> Bool {
            features.contains { feature in
                guard feature.kind.layer == .water, case .area(let rings) = feature.geometry else { return false }
                return rings.contains { Winding.number(of: $0.points, around: (place.x, place.y)) != 0 }
            }
        }
        #expect(isWet(west) && !isWet(east))
        #expect(features.contains { $0.kind.layer == .water && $0.name == "Lake" })
        // Without streets nobody knows on which side it is.
        #expect(try ground(nodes + lake).counts[.water] == nil)
        func cut(_ map: String) throws -> Int {
            try withFolder { folder in
                let path = folder + "/map.osm"
                try Data(MapText(map).xml.utf8).write(to: URL(filePath: path))
                return try ExtractGround(MapExtract(contentsOf: path)).cutCount
            }
        }
        #expect(try cut(nodes + streets + wood + lake) == 1 && cut(nodes + lake) == 1 && cut(nodes + streets) == 0)
    }

    @Test func theTownAroundSeomyeonHasItsStreets() throws {
        let path = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        let (one, many) = (
            try ExtractGround(MapExtract(contentsOf: path), jobs: 1).writer,
            try ExtractGround(MapExtract(contentsOf: path), jobs: 4).writer
        )
        #expect(one.counts[.building]! > 1100 && one.counts[.street]! > 250 && one.counts[.rail]! > 100)
        #expect(one.counts[.sea] == nil)
        func bytes(_ writer: GroundWriter) -> [ContiguousArray<UInt8>] { writer.sections().map(\.bytes) }
        #expect(bytes(one) == bytes(many))
        // At most 0.8 of the extract.
        #expect(bytes(one).reduce(0) { $0 + $1.count } < 254_392 * 8 / 10)
    }
}

/// North is up and y down: points are (x, y).
@Suite struct CoastSeaTests {
    private static let box = (northWest: WorldPoint(x: 0, y: 0), southEast: WorldPoint(x: 10, y: 10))

    /// Whether points are in the sea of coasts, by the winding of its rings.
    private func sea(_ coasts: [[(Double, Double)]]) -> (Double, Double) -> Bool {
        let rings = CoastSea.rings(coasts.map { $0.map { WorldPoint(x: $0.0, y: $0.1) } }, in: Self.box)
        return { x, y in rings.reduce(0) { $0 + Winding.number(of: $1, around: (x, y)) } != 0 }
    }

    private func check(
        _ name: String, _ coasts: [[(Double, Double)]], sea wet: [(Double, Double)], land dry: [(Double, Double)]
    ) {
        let isSea = sea(coasts)
        for (x, y) in wet { #expect(isSea(x, y), "\(name): \(x), \(y) is sea") }
        for (x, y) in dry { #expect(!isSea(x, y), "\(name): \(x), \(y) is land") }
    }

    @Test func landIsToTheLeftOfACoast() {
        check("one side", [[(5, 0), (5, 5)], [(5, 5), (5, 10)]], sea: [(2, 5), (-5, 5)], land: [(8, 5)])
        check("other side", [[(5, 10), (5, 0)]], sea: [(8, 5)], land: [(2, 5)])
        check("strait", [[(3, 10), (3, 0)], [(7, 0), (7, 10)]], sea: [(5, 5)], land: [(1, 5), (9, 5)])
        check("isthmus", [[(3, 0), (3, 10)], [(7, 10), (7, 0)]], sea: [(1, 5), (9, 5)], land: [(5, 5)])
        check("peninsula", [[(4, 0), (4, 6), (6, 6), (6, 0)]], sea: [(1, 3), (5, 9), (9, 9)], land: [(5, 3)])
        check("bay", [[(6, 0), (6, 6), (4, 6), (4, 0)]], sea: [(5, 3)], land: [(1, 3), (5, 9), (9, 9)])
        check("corner", [[(0, 4), (4, 4), (4, 0)]], sea: [(8, 8)], land: [(2, 2)])
    }

    @Test func islandsAndLagoonsAreClosed() {
        let island = [(4.0, 4.0), (4, 6), (6, 6), (6, 4), (4, 4)]
        check("island", [island], sea: [(1, 1), (9, 9)], land: [(5, 5)])
        check("lagoon", [island.reversed()], sea: [(5, 5)], land: [(1, 1)])
        check(
            "coast and island", [[(5, 0), (5, 10)], [(2, 4), (2, 6), (4, 6), (4, 4), (2, 4)]], sea: [(1, 5), (4.5, 5)],
            land: [(3, 5), (8, 5)])
    }

    @Test func coastsThatEndAreLedOn() {
        check("gap", [[(5, 0), (5, 4)], [(5, 5), (5, 10)]], sea: [(2, 4.5)], land: [(8, 4.5)])
        check("ends inside", [[(5, 1), (5, 9)]], sea: [(2, 5)], land: [(8, 5)])
        #expect(CoastSea.rings([], in: Self.box).isEmpty)
    }
}

@Suite struct CutWaterTests {
    private static let box = (northWest: WorldPoint(x: 0, y: 0), southEast: WorldPoint(x: 10, y: 10))
    private typealias Point = (Double, Double)

    private func check(
        _ name: String, _ shores: [[Point]], streets: [Point], water wet: [Point], land dry: [Point]
    ) throws {
        func points(_ line: [Point]) -> [WorldPoint] { line.map { WorldPoint(x: $0.0, y: $0.1) } }
        // In any direction.
        for reversed in 0..<1 << shores.count {
            let turned = shores.enumerated().map { reversed >> $0 & 1 == 1 ? $1.reversed() : $1 }
            let found = CutWater.rings(turned.map(points), besides: points(streets), in: Self.box)
            let rings = try #require(found, "\(name)")
            func isWet(_ place: Point) -> Bool { rings.reduce(0) { $0 + Winding.number(of: $1, around: place) } != 0 }
            for place in wet { #expect(isWet(place), "\(name): \(place) is water") }
            for place in dry { #expect(!isWet(place), "\(name): \(place) is land") }
        }
    }

    @Test func waterIsOnTheSideWithoutAStreet() throws {
        let shore = [(5.0, -1.0), (4, 5), (5, 11)]
        try check("east", [shore], streets: [(1, 1), (2, 8)], water: [(7, 5), (9.9, 0.1)], land: [(1, 5)])
        try check("west", [shore], streets: [(9, 5)], water: [(1, 5), (0.1, 9.9)], land: [(7, 5)])
        let river = [[(3.0, 0.0), (4, 10)], [(6.0, 10.0), (7, 0)]]
        try check("river", river, streets: [(1, 5), (9, 5)], water: [(5, 5)], land: [(1, 5), (9, 5)])
        try check("two lakes", river, streets: [(5, 5)], water: [(1, 5), (9, 5)], land: [(5, 5)])
        try check("corner", [[(0, 4), (4, 4), (4, 0)]], streets: [(8, 8)], water: [(2, 2)], land: [(8, 8), (2, 8)])
        let island = [(7.0, 4.0), (7, 6), (8, 6), (8, 4), (7, 4)]
        try check("island", [shore, island], streets: [(1, 5)], water: [(6, 5), (9, 5)], land: [(7.5, 5), (1, 5)])
        try check("nearly out", [[(5, 0.1), (5, 9.9)]], streets: [(1, 5)], water: [(7, 5)], land: [(1, 5)])
    }

    @Test func whatIsNotKnownIsNotDrawn() {
        let shore = [WorldPoint(x: 5, y: 0), WorldPoint(x: 5, y: 10)]
        let sides = [WorldPoint(x: 2, y: 5), WorldPoint(x: 8, y: 5)]
        #expect(CutWater.rings([shore], besides: [], in: Self.box) == nil)
        #expect(CutWater.rings([shore], besides: sides, in: Self.box) == nil)
        #expect(CutWater.rings([], besides: sides, in: Self.box) == nil)
        // A shore that ends inside is broken by something else.
        let inside = [WorldPoint(x: 5, y: 0), WorldPoint(x: 5, y: 6)]
        #expect(CutWater.rings([inside], besides: [sides[0]], in: Self.box) == nil)
        #expect(CutWater.rings([shore], besides: [sides[0]], in: Self.box) != nil)
    }
}

/// How often rings go around a point.
enum Winding {
    static func number(of ring: [WorldPoint], around place: (x: Double, y: Double)) -> Int {
        var (winding, last) = (0, ring[ring.count - 1])
        for point in ring {
            if (last.y <= place.y) != (point.y <= place.y) {
                let crossing = last.x + (place.y - last.y) / (point.y - last.y) * (point.x - last.x)
                if crossing > place.x { winding += point.y > last.y ? 1 : -1 }
            }
            last = point
        }
        return winding
    }
}
