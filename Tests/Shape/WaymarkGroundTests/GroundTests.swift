import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGround
import WaymarkIndex

@Suite struct GroundTests {
    private static let street = GroundClass(
        layer: .street, form: .line, zoom: 14, rank: 20, schema: "streets:residential")
    private static let main = GroundClass(layer: .primary, form: .line, zoom: 8, rank: 10, schema: "streets:primary")
    private static let lake = GroundClass(layer: .water, form: .area, zoom: 8, rank: 7, schema: "water_polygons:water")
    private static let town = GroundClass(layer: .town, form: .label, zoom: 8, rank: 1, schema: "place_labels:town")
    private static let center = WorldPoint(coordinate(42.5, 1.5))
    private static let box = (WorldPoint(coordinate(43, 1)), WorldPoint(coordinate(42, 2)))

    private func bytes(_ features: [GroundFeature], hasCoast: Bool = false) -> ContiguousArray<UInt8> {
        var writer = GroundWriter(box: Self.box, hasCoast: hasCoast)
        for feature in features { writer.add(feature) }
        var bytes: ContiguousArray<UInt8> = []
        PointIndex([coordinate(42.5, 1.5)]).write(writer.sections()) { bytes.append(utf8: $0) }
        return bytes
    }

    private func ground(_ features: [GroundFeature], hasCoast: Bool = false) throws -> Ground {
        try #require(try Ground(IndexFile(bytes: bytes(features, hasCoast: hasCoast).span, name: "made")))
    }

    /// All features of a box around the centre, so many tenths of a degree wide.
    private func all(_ ground: Ground, zoom: Double, reach: Double = 0.01) throws -> [GroundFeature] {
        try ground.features(
            from: WorldPoint(x: Self.center.x - reach, y: Self.center.y - reach),
            to: WorldPoint(x: Self.center.x + reach, y: Self.center.y + reach), zoom: zoom)
    }

    private func length(_ points: [WorldPoint]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { sum, pair in
            let (dx, dy) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
            return sum + (dx * dx + dy * dy).squareRoot()
        }
    }

    private func area(_ ring: [WorldPoint]) -> Double {
        var (sum, last) = (0.0, ring[ring.count - 1])
        for point in ring {
            sum += (last.x - ring[0].x) * (point.y - ring[0].y) - (point.x - ring[0].x) * (last.y - ring[0].y)
            last = point
        }
        return sum / 2
    }

    @Test func whatIsWrittenIsReadAtEachLevel() throws {
        let line = [Self.center, WorldPoint(x: Self.center.x + 0.0005, y: Self.center.y + 0.0002)]
        let ground = try ground([
            GroundFeature(Self.main, flags: [.oneway, .bridge], name: "CG-1", .line(line)),
            GroundFeature(Self.street, name: "Carrer Major", .line(line)),
            GroundFeature(Self.town, name: "Andorra la Vella", .label(Self.center, weight: 14)),
        ])
        #expect(Set(ground.kinds) == [Self.main, Self.street, Self.town])
        for zoom in [8.0, 11, 14, 17] {
            let found = try all(ground, zoom: zoom)
            let pixel = 1 / (256 * exp2(max(8, zoom)))
            #expect(found.contains { $0.kind == Self.street } == (zoom >= 14))
            let roads = found.filter { $0.kind == Self.main }
            #expect(roads.allSatisfy { $0.flags == [.oneway, .bridge] && $0.name == "CG-1" })
            let whole = roads.reduce(0) { sum, road in
                if case .line(let points) = road.geometry { sum + length(points) } else { sum }
            }
            #expect(abs(whole - length(line)) <= 4 * pixel * Double(roads.count), "\(zoom)")
            let label = try #require(found.first { $0.kind == Self.town })
            guard case .label(let place, let weight) = label.geometry else {
                Issue.record("no label")
                return
            }
            #expect(weight == 14 && label.name == "Andorra la Vella")
            #expect(abs(place.x - Self.center.x) <= pixel / 2 && abs(place.y - Self.center.y) <= pixel / 2)
        }
        // A kind is drawn a little before its zoom on maps with fractions.
        #expect(try all(ground, zoom: 13.9).contains { $0.kind == Self.street })
        #expect(try !all(ground, zoom: 13.8).contains { $0.kind == Self.street })
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func piecesOfAnAreaCoverIt(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        // A star around the centre with a hole, larger than a tile on the finest level.
        func star(_ radius: Double, _ isClockwise: Bool) -> [WorldPoint] {
            let corners = (0..<40).map { step -> WorldPoint in
                let turn = Double(step) / 40 * 2 * .pi * (isClockwise ? 1 : -1)
                let size = radius * Double.random(in: 0.6...1, using: &generator)
                return WorldPoint(x: Self.center.x + size * cos(turn), y: Self.center.y + size * sin(turn))
            }
            return corners
        }
        let (outer, hole) = (star(2e-5 * Double(1 + seed % 4), true), star(5e-6, false))
        let ground = try ground([GroundFeature(Self.lake, .area([GroundRing(outer), GroundRing(hole)]))])
        for zoom in [14.0, 17] {
            let pieces = try all(ground, zoom: zoom).compactMap { feature -> [GroundRing]? in
                if case .area(let rings) = feature.geometry { rings } else { nil }
            }
            let pixel = 1 / (256 * exp2(zoom))
            let whole = area(outer) + area(hole)
            let found = pieces.reduce(0) { $0 + $1.reduce(0) { $0 + area($1.points) } }
            // Simplified by half a pixel, and pieces overlap by a pixel.
            #expect(abs(found - whole) < 2e-4 * pixel * 12 + 0.02 * whole, "\(zoom): \(found) \(whole)")
            if pieces.count > 1 { #expect(pieces.contains { !$0[0].cuts.isEmpty }) }
        }
    }

    @Test func smallAreasAreLeftOutWhereTheyAreTooSmall() throws {
        let side = 4.0 / (256 * exp2(17))
        let square = [(0.0, 0.0), (side, 0), (side, side), (0, side)].map {
            WorldPoint(x: Self.center.x + $0.0, y: Self.center.y + $0.1)
        }
        let ground = try ground([GroundFeature(Self.lake, .area([GroundRing(square)]))])
        #expect(try all(ground, zoom: 17).count == 1)
        #expect(try all(ground, zoom: 14).isEmpty)
    }

    @Test func aFileWithoutAGroundHasNone() throws {
        var bytes: ContiguousArray<UInt8> = []
        PointIndex([coordinate(42.5, 1.5)]).write([]) { bytes.append(utf8: $0) }
        #expect(try Ground(IndexFile(bytes: bytes.span, name: "points")) == nil)
        let empty = try ground([], hasCoast: true)
        #expect(try empty.hasCoast && all(empty, zoom: 14).isEmpty)
        #expect(empty.box.northWest == Self.box.0 && empty.box.southEast == Self.box.1)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func damagedBytesAreAnErrorOrOtherFeatures(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let features = (0..<30).map { number -> GroundFeature in
            let start = WorldPoint(x: Self.center.x + Double(number) * 1e-6, y: Self.center.y)
            let end = WorldPoint(x: start.x + 3e-5, y: start.y + 2e-5)
            return number % 3 == 0
                ? GroundFeature(Self.lake, .area([GroundRing([start, end, WorldPoint(x: start.x, y: end.y)])]))
                : number % 3 == 1
                    ? GroundFeature(Self.street, name: "S\(number)", .line([start, end]))
                    : GroundFeature(Self.town, name: "T\(number)", .label(start, weight: 3))
        }
        var bytes = bytes(features)
        let whole = try IndexFile(bytes: bytes.span, name: "made")
        for section in whole.sections where section.name.hasPrefix("ground.") && section.size > 0 {
            for _ in 0..<3 {
                bytes[section.offset + Int.random(in: 0..<section.size, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
        }
        guard let ground = try? Ground(IndexFile(bytes: bytes.span, name: "damaged")) else { return }
        for zoom in [8.0, 14, 17] { _ = try? all(ground, zoom: zoom) }
        _ = try? ground.features(from: WorldPoint(x: -9, y: -9), to: WorldPoint(x: 9, y: 9), zoom: 17)
    }

    @Test func neighboursOnTheCurveAreNeighboursOnTheMap() {
        var places: [UInt64: (Int, Int)] = [:]
        for row in 0..<16 { for column in 0..<16 { places[TileKey.hilbert(16, column, row)] = (column, row) } }
        #expect(places.count == 256)
        for (number, place) in places { #expect(TileKey.cell(16, number) == place) }
        for number in 0..<255 as Range<UInt64> {
            let (one, next) = (places[number]!, places[number + 1]!)
            #expect(abs(one.0 - next.0) + abs(one.1 - next.1) == 1)
        }
    }
}
