import RouteTestSupport
import TestSupport
import Testing
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkRoutes

/// The backdrop is seen only on maps, so it is tested on what they draw.
@Suite("Backdrop")
struct BackdropTests {
    /// A point of a drawing.
    private struct Point { var x, y: Double }

    /// The land of a drawn map, if it has land and sea, and the points of stops.
    private struct Ground {
        var fill: String
        var rings: [[Point]] = []
        /// How far the coast may be off, in units.
        var error = 0.0
        var marks: [Point] = []

        init(_ svg: String) throws {
            let root = try ParsedElement(parsing: svg)
            let map = try #require(root.descendants.first { $0.name == "g" && $0.attributes["clip-path"] != nil })
            fill = try #require(map.children.first?.attributes["fill"])
            if let land = map.children.first(where: { $0.name == "path" && $0.attributes["fill"] == "#faf8f3" }) {
                error = (land.attributes["stroke-width"].flatMap(Double.init) ?? 0) / 2
                rings = try #require(land.attributes["d"]).split(separator: "Z").map { ring in
                    let numbers = ring.split { "M L".contains($0) }.compactMap { Double($0) }
                    return stride(from: 0, to: numbers.count - 1, by: 2).map {
                        Point(x: numbers[$0], y: numbers[$0 + 1])
                    }
                }
            }
            marks = root.descendants.filter { $0.name == "rect" && $0.attributes["height"] == "22" }.compactMap {
                mark in
                func number(_ name: String) -> Double? { mark.attributes[name].flatMap(Double.init) }
                guard let x = number("x"), let y = number("y"), let width = number("width") else { return nil }
                return Point(x: x + width / 2, y: y + 11)
            }
        }

        func isLand(_ point: Point) -> Bool {
            // Rings overlap at seams, so each counts for itself; seas within land go the other way round.
            var winding = 0
            for ring in rings {
                for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > point.y) != (b.y > point.y) {
                    if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += a.y > b.y ? 1 : -1 }
                }
            }
            return winding != 0
        }

        /// The distance to the nearest coast.
        func toCoast(_ point: Point) -> Double {
            var least = Double.infinity
            for ring in rings {
                for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                    let (dx, dy) = (b.x - a.x, b.y - a.y)
                    let square = dx * dx + dy * dy
                    let along = square > 0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / square : 0
                    let at = max(0, min(1, along))
                    let (x, y) = (a.x + at * dx - point.x, a.y + at * dy - point.y)
                    least = min(least, (x * x + y * y).squareRoot())
                }
            }
            return least
        }
    }

    private func ground(_ places: [(Double, Double)]) throws -> Ground {
        let stops = places.enumerated().map { stop($0 + 1, coordinate($1.0, $1.1)) }
        return try Ground(
            RouteMap(title: "-").svg(of: Route(stops: stops, legs: stops.dropFirst().map { _ in .cancelled })))
    }

    private struct Case: Sendable {
        var land: [[Double]]
        var sea: [[Double]]
    }

    private static let cases: [String: Case] = [
        // Seoul, Jeju, Pyongyang, Tsushima; the Yellow Sea, the East Sea.
        "countries": Case(
            land: [[37.55, 126.97], [33.36, 126.55], [39.03, 125.75], [34.65, 129.47]],
            sea: [[35.5, 124.6], [37.5, 130.2]]),
        // Viti Levu, Vanua Levu, Taveuni; the Koro Sea.
        "fiji": Case(
            land: [[-17.8, 178], [-16.6, 179.4], [-16.87, -179.95]], sea: [[-17.6, 179.2], [-22, 175], [-12, -175]]),
        // Wrangel Island lies between them and the sea to the north.
        "chukotka": Case(land: [[66.5, 178], [66.8, -178], [65.5, 180]], sea: [[71.2, 176], [64, -178]]),
        // Vostok and others; the Weddell Sea, the Ross Sea.
        "southPole": Case(
            land: [[-90, 0], [-78.46, 106.8], [-80, -120], [-80, 20]], sea: [[-73, -45], [-75, 180], [-65, -100]]),
        // Greenland, Ellesmere.
        "northPole": Case(land: [[80, -40], [81, -75], [79, 17]], sea: [[90, 0], [85, 100], [80, 5]]),
        // The last is the Caspian Sea.
        "world": Case(
            land: [[40, 100], [-25, 135], [0, 20], [40, -100], [-10, -55], [51.5, -1]],
            sea: [[0, -30], [-30, 80], [30, -150], [42, 50.5]]),
    ]

    @Test("land is land and sea is sea: a country, the antimeridian, poles, the world", arguments: cases.keys.sorted())
    func landAndSea(name: String) throws {
        let (land, sea) = (try #require(Self.cases[name]?.land), try #require(Self.cases[name]?.sea))
        let ground = try ground((land + sea).map { ($0[0], $0[1]) })
        try #require(ground.marks.count == land.count + sea.count && ground.fill == "#dcebf5")
        for (i, mark) in ground.marks.enumerated() { #expect(ground.isLand(mark) == (i < land.count), "\(i)") }
    }

    @Test("no coast is drawn where it would be wrong: a city inland is land, on a coast the ground is neutral")
    func cities() throws {
        #expect(try ground([(48.8566, 2.3522), (48.8049, 2.1204)]).fill == "#faf8f3")
        #expect(try ground([(37.5547, 126.9707), (37.56, 126.98)]).fill == "#faf8f3")
        // Suva and its harbour, 3 km; a rock in the Pacific; Seongsan, whose spit the provinces do not have.
        #expect(try ground([(-18.14, 178.44), (-18.12, 178.42)]).fill == "#f6f6f4")
        #expect(try ground([(-25.07, -130.1), (-25.06, -130.12)]).fill == "#f6f6f4")
        #expect(try ground([(33.4240, 126.931), (33.4581, 126.9425)]).fill == "#f6f6f4")
        for place in [(0.0, 0.0), (90, 0), (-90, 0), (52.0, 180)] {
            #expect(try ground([place]).rings.isEmpty)
        }
    }

    @Test("the sample trip's stops are on land, or as near to it as the coast is exact, in frames of a city")
    func sample() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "data/stops.csv"), encoding: .utf8)
        var drawn = 0
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let (latitude, longitude) = (try #require(Double(cells[3])), try #require(Double(cells[4])))
            // A tenth of the way to the middle of the mainland, or of Jeju.
            let middle = latitude > 34 ? (36.3, 127.8) : (33.37, 126.55)
            let inland = (latitude + (middle.0 - latitude) / 10, longitude + (middle.1 - longitude) / 10)
            let ground = try ground([(latitude, longitude), inland])
            guard ground.fill == "#dcebf5" else { continue }
            drawn += 1
            for mark in ground.marks {
                #expect(ground.isLand(mark) || ground.toCoast(mark) <= ground.error + 0.1, "\(line)")
            }
        }
        #expect(drawn > 0)
    }

    @Test(
        "cities of GeoNames are on land: of 200, at least 97 in a hundred within 2 km",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func geonames() throws {
        let bytes = try SharedData.bytes("world/geonames-cities500.tsv.gz")
        let rows = bytes.split(separator: 10).dropFirst()
        var (count, good) = (0, 0)
        for row in rows.enumerated().filter({ $0.offset % 1171 == 0 }).map(\.element) {
            let cells = row.split(separator: 9, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            let (latitude, longitude) = (try #require(Double(cells[2])), try #require(Double(cells[3])))
            func east(_ degrees: Double) -> Double {
                let sum = longitude + degrees
                return sum > 180 ? sum - 360 : sum < -180 ? sum + 360 : sum
            }
            let ground = try ground([(latitude, longitude), (latitude - 1.5, east(-2)), (latitude + 1.5, east(2))])
            guard ground.fill == "#dcebf5", let mark = ground.marks.first else { continue }
            count += 1
            // At this scale the edge of the land is drawn as a line, so 2 km are compared in metres.
            let unit = ground.marks[2].y - ground.marks[1].y
            let meters = 3 * 111_195 / abs(unit)
            if ground.isLand(mark) || ground.toCoast(mark) * meters <= 2000 { good += 1 }
        }
        #expect(count > 150 && Double(good) >= 0.97 * Double(count), "\(good) of \(count)")
    }

    @Test("a map of the world takes less than a megabyte, a city a tenth")
    func sizes() throws {
        let world = route(over: [coordinate(70, -170), coordinate(-60, 10), coordinate(60, 170)])
        let city = route(over: [coordinate(37.55, 126.97), coordinate(37.57, 126.98)])
        #expect(RouteMap().svg(of: world).utf8.count < 700_000)
        #expect(RouteMap().svg(of: city).utf8.count < 70_000)
    }
}
