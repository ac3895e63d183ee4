import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTimes

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Route exports")
struct RouteExportTests {
    /// A route with everything that formats get wrong.
    private var hostile: Route {
        let places = [
            coordinate(52, 170), coordinate(51, -170), coordinate(-17, 180), coordinate(89, 10), coordinate(89, -170),
            coordinate(90, 0), coordinate(10, 10), coordinate(10, 10), coordinate(0, 0),
        ]
        var stops = places.enumerated().map { stop($0 + 1, $1, name: "<\"서울\" & 'x'>\u{0}\u{1}\n]]>\u{FFFE}") }
        stops[0].arrival = Date(timeIntervalSince1970: 951_782_400.5)
        var legs = zip(places, places.dropFirst()).map { LegOutcome.found(leg([$0, $1], seconds: 90)) }
        legs[2] = .notFound(reason: "\u{7}sea & <sky>")
        legs[6] = .found(leg([places[6]], isFallback: true))
        return Route(stops: stops, legs: legs)
    }

    private func xml(_ text: String) throws -> ParsedElement { try ParsedElement(parsing: text) }

    // MARK: GeoJSON

    private struct Collection: Decodable {
        struct Feature: Decodable {
            struct Geometry: Decodable {
                let type: String
                let lines: [[[Double]]]
                enum CodingKeys: CodingKey { case type, coordinates }

                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    type = try container.decode(String.self, forKey: .type)
                    switch type {
                    case "Point": lines = [[try container.decode([Double].self, forKey: .coordinates)]]
                    case "LineString": lines = [try container.decode([[Double]].self, forKey: .coordinates)]
                    default: lines = try container.decode([[[Double]]].self, forKey: .coordinates)
                    }
                }
            }
            struct Properties: Decodable {
                let kind: String
                let number: Int?
                let name: String?
                let arrival: String?
                let legIndex: Int?
                let fromStop: String?
                let status: String?
                let reason: String?
                let distanceM: Double?
                let stroke: String?
            }
            let type: String
            let geometry: Geometry?
            let properties: Properties
        }
        let type: String
        let bbox: [Double]?
        let features: [Feature]
    }

    private func geoJSON(_ route: Route, colors: [String]? = nil) throws -> Collection {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Collection.self, from: Data(RouteGeoJSON.document(route, colors: colors).utf8))
    }

    @Test("GeoJSON has longitude first, a feature for each stop and leg, and no line over the antimeridian")
    func geoJSONIsValid() throws {
        let route = hostile
        let collection = try geoJSON(route)
        #expect(collection.type == "FeatureCollection" && collection.features.allSatisfy { $0.type == "Feature" })
        let stops = collection.features.filter { $0.properties.kind == "stop" }
        #expect(stops.map(\.properties.number) == Array(1...9))
        #expect(stops[0].geometry?.lines == [[[170, 52]]] && stops[0].properties.name == route.stops[0].name)
        #expect(stops[0].properties.arrival == "2000-02-29T00:00:00.500Z")
        let legs = collection.features.filter { $0.properties.kind == "leg" }
        #expect(legs.map(\.properties.legIndex) == Array(0..<8))
        #expect(legs.map(\.properties.status) == route.legs.map(\.status.rawValue))
        #expect(legs[2].geometry == nil && legs[2].properties.reason == "\u{7}sea & <sky>")
        #expect(legs[0].geometry?.type == "MultiLineString")
        for line in legs.compactMap(\.geometry).flatMap(\.lines) {
            #expect(line.count >= 2)
            #expect(line.allSatisfy { abs($0[0]) <= 180 && abs($0[1]) <= 90 && $0.count == 2 })
            // Steps of more than half the Earth run along the top of the map, which is the pole.
            for (a, b) in zip(line, line.dropFirst()) where abs(a[0] - b[0]) > 180 {
                #expect(abs(a[1]) == 90 && a[1] == b[1])
            }
        }
        let box = try #require(route.boundingBox)
        #expect(collection.bbox == [box.west, box.south, box.east, box.north])
        #expect(try geoJSON(Route(stops: [], legs: [])).bbox == nil)
    }

    @Test(
        "GeoJSON is byte for byte that of plain strings, piece by piece", arguments: Regime.allCases,
        1...6 as ClosedRange<UInt64>)
    func geoJSONEqualsStrings(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var route = regime.route(9, using: &generator)
        if seed % 2 == 0 {
            // Times, zones and names that must be escaped.
            let stops = route.stops.enumerated().map { i, stop in
                var stop = Stop(
                    id: "\"\(i)\\", name: i % 3 == 0 ? "" : "곳\n\u{1}\u{1F}é\(i)", coordinate: stop.coordinate,
                    stay: .seconds(i * 60), timeZone: i % 4 == 0 ? ClockZone(identifier: "Asia/Seoul") : nil)
                if i % 2 == 0 { stop.arrival = Date(timeIntervalSince1970: 1_806_000_000 + Double(i) * 900) }
                return stop
            }
            let legs = route.legs.map { outcome in
                outcome.leg.map { LegOutcome.found(leg($0.coordinates, seconds: 1234.5678)) } ?? outcome
            }
            route = Route(stops: stops, legs: legs)
        }
        let colors = seed % 3 == 0 ? route.legs.map { _ in "#0072b2" } : nil
        let pieces = seed % 3 == 1 ? RouteLine(route).pieces(route.gradient(by: .progress).bands(atMost: 9)) : []
        let text = RouteGeoJSON.document(route, colors: colors, pieces: pieces)
        #expect(text == PlainRouteGeoJSON.document(route, colors: colors, pieces: pieces))
        var features = ContiguousArray<UInt8>()
        var parts: [String] = []
        RouteGeoJSON.appendFeatures(of: route, trip: "\u{7}\"t", colors: colors, pieces: pieces, to: &features) {
            bytes in
            parts.append(String(decoding: bytes, as: UTF8.self))
            bytes.removeAll()
        }
        #expect(features.isEmpty)
        let plain = PlainRouteGeoJSON.features(of: route, trip: "\u{7}\"t", colors: colors, pieces: pieces)
        #expect(parts.joined() == plain.joined(separator: ",\n") && parts.count == plain.count)
    }

    @Test("a line is cut where its great circle crosses, and both sides meet there")
    func cutsMeet() throws {
        let pacific = route(over: [coordinate(60, 170), coordinate(60, -170)])
        let lines = try #require(try geoJSON(pacific).features.last?.geometry?.lines)
        #expect(lines.count == 2 && lines[0].last?[0] == 180 && lines[1].first?[0] == -180)
        #expect(lines[0].last?[1] == lines[1].first?[1])
        let middle = Sphere.earth.interpolate(from: coordinate(60, 170), to: coordinate(60, -170), fraction: 0.5)
        #expect(abs(try #require(lines[0].last?[1]) - middle.latitude) < 1e-6)
    }

    @Test(
        "cut lines together equal the line, to the last vertex, for any course", arguments: Regime.allCases,
        1...4 as ClosedRange<UInt64>)
    func cutsKeepTheLine(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let route = regime.route(6, using: &generator)
        let features = try geoJSON(route).features.filter { $0.properties.kind == "leg" }
        for (feature, outcome) in zip(features, route.legs) {
            guard let line = outcome.leg?.coordinates else {
                #expect(feature.geometry == nil)
                continue
            }
            let positions = try #require(feature.geometry).lines.flatMap { $0 }
            // Each vertex is present, in order, except for rounding, poles and repetitions.
            var next = 0
            for place in line where abs(place.latitude) < 90 {
                let found = positions[next...].firstIndex {
                    abs($0[1] - place.latitude) < 1e-6
                        && abs(($0[0] - place.longitude).remainder(dividingBy: 360)) < 1e-6
                }
                next = try #require(found)
            }
            for piece in try #require(feature.geometry).lines {
                for (a, b) in zip(piece, piece.dropFirst()) where abs(a[0] - b[0]) > 180 { #expect(abs(a[1]) == 90) }
            }
        }
    }

    @Test("colours of legs are strokes")
    func strokes() throws {
        let route = route(over: [coordinate(0, 0), coordinate(1, 1), coordinate(2, 2)])
        let strokes = try geoJSON(route, colors: ["#010203", "#0a0b0c"]).features.map(\.properties.stroke)
        #expect(strokes == [nil, nil, nil, "#010203", "#0a0b0c"])
    }

    // MARK: GPX

    @Test("GPX has the elements of its schema, in order, and places in range")
    func gpxIsValid() throws {
        let route = hostile
        let root = try xml(RouteGPX.document(route, name: "여행 <1>"))
        #expect(root.name == "gpx" && root.attributes["version"] == "1.1")
        #expect(root.attributes["xmlns"] == "http://www.topografix.com/GPX/1/1")
        #expect(root.children.map(\.name) == ["metadata", "rte"] + Array(repeating: "trk", count: 7))
        let order = ["name", "cmt", "desc", "src", "link", "number", "type", "extensions", "trkseg", "rtept"]
        let pointOrder = ["ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type"]
        func isOrdered(_ node: ParsedElement, _ order: [String]) -> Bool {
            let places = node.children.map { order.firstIndex(of: $0.name) ?? -1 }
            return places == places.sorted() && !places.contains(-1)
        }
        for node in root.children.dropFirst() { #expect(isOrdered(node, order)) }
        let points = root.children[1].children.filter { $0.name == "rtept" }
        #expect(points.count == 9)
        for point in points + root.children.flatMap(\.children).flatMap(\.children).filter({ $0.name == "trkpt" }) {
            let latitude = try #require(point.attributes["lat"].flatMap(Double.init))
            let longitude = try #require(point.attributes["lon"].flatMap(Double.init))
            #expect(abs(latitude) <= 90 && longitude >= -180 && longitude < 180)
            #expect(isOrdered(point, pointOrder))
        }
        let numbers = root.children.filter { $0.name == "trk" }.map { $0["number"]?.text }
        #expect(numbers == ["1", "2", "4", "5", "6", "7", "8"])
        #expect(points[0]["name"]?.text == "<\"서울\" & 'x'>\u{FFFD}\u{FFFD}\n]]>\u{FFFD}")
        #expect(points[0]["time"]?.text == "2000-02-29T00:00:00.500Z")
    }

    @Test("times and heights of vertices are written, and GPX reads back as the legs")
    func gpxRoundTrip() throws {
        let line = [coordinate(37.5, 127), coordinate(37.6, 127.1234567), coordinate(37.7, 129)]
        let values = Leg.VertexValues(
            times: [.zero, nil, .milliseconds(61_500)], elevations: [Meters(-3.25), nil, Meters(8848)])
        let first = Stop(id: "a", coordinate: line[0], arrival: Date(timeIntervalSince1970: 0), stay: .seconds(60))
        let route = Route(
            stops: [first, stop(2, line[2])], legs: [.found(leg(line, seconds: 61.5, vertices: values))])
        let text = RouteGPX.document(route)
        let points = try xml(text).children[1].children.last?.children ?? []
        #expect(points.map { $0["ele"]?.text } == ["-3.25", nil, "8848"])
        #expect(points.map { $0["time"]?.text } == ["1970-01-01T00:01:00Z", nil, "1970-01-01T00:02:01.500Z"])
        let read = try GPXDocument(Array(text.utf8))
        #expect(read.lines.contains { $0.map(\.coordinate) == line })
    }

    @Test("a GPX track is cut at the antimeridian, with the mean height and time there")
    func gpxOverTheAntimeridian() throws {
        let line = [coordinate(10, 170), coordinate(10, 179), coordinate(12, -179), coordinate(12, -170)]
        let values = Leg.VertexValues(
            times: [.zero, .seconds(10), .seconds(20), .seconds(30)],
            elevations: [Meters(0), Meters(100), Meters(200), Meters(300)])
        let first = Stop(id: "a", coordinate: line[0], arrival: Date(timeIntervalSince1970: 0))
        let route = Route(
            stops: [first, stop(2, line[3])], legs: [.found(leg(line, seconds: 30, vertices: values))])
        let track = try #require(try xml(RouteGPX.document(route)).children.first { $0.name == "trk" })
        let segments = track.children.filter { $0.name == "trkseg" }.map(\.children)
        let longitudes = segments.map { $0.compactMap { $0.attributes["lon"] } }
        #expect(longitudes == [["170", "179", "179.9999999"], ["-180", "-179", "-170"]])
        for point in [try #require(segments.first?.last), try #require(segments.last?.first)] {
            #expect(point["ele"]?.text == "150" && point["time"]?.text == "1970-01-01T00:00:15Z")
            let latitude = try #require(point.attributes["lat"].flatMap(Double.init))
            #expect(abs(latitude - 11) < 0.01)
        }
    }

    // MARK: KML

    @Test("KML has a placemark for each stop and leg, longitude first, colours as alpha, blue, green, red")
    func kmlIsValid() throws {
        let route = hostile
        let colors = route.legs.indices.map { _ in "#0072b2" }
        let root = try xml(RouteKML.document(route, name: "a&b", colors: colors))
        #expect(root.name == "kml" && root.attributes["xmlns"] == "http://www.opengis.net/kml/2.2")
        let folder = try #require(root.children.first?.children.first)
        #expect(folder.name == "Folder" && folder["name"]?.text == "a&b")
        let marks = folder.children.filter { $0.name == "Placemark" }
        #expect(marks.count == 17)
        let order = [
            "name", "description", "TimeStamp", "Style", "ExtendedData", "Point", "LineString", "MultiGeometry",
        ]
        for mark in marks {
            let places = mark.children.map { order.firstIndex(of: $0.name) ?? -1 }
            #expect(places == places.sorted() && !places.contains(-1))
        }
        #expect(marks[0]["Point"]?["coordinates"]?.text == "170,52")
        let data = marks[9]["ExtendedData"]?.children ?? []
        let names = ["leg_index", "status", "distance_m", "distance_kind", "duration_s", "source"]
        #expect(data.map { $0.attributes["name"] } == names)
        #expect(data.prefix(2).map { $0["value"]?.text } == ["0", "found"])
        #expect(marks[9]["Style"]?["LineStyle"]?["color"]?.text == "ffb27200")
        #expect(marks[9]["MultiGeometry"]?.children.count == 2)
        #expect(marks[11]["LineString"] == nil && marks[11]["description"]?.text == "\u{FFFD}sea & <sky>")
    }

    // MARK: Polylines

    @Test("the whole route is one line, or as many as missing legs leave")
    func stretches() throws {
        let places = [
            coordinate(38.5, -120.2), coordinate(40.7, -120.95), coordinate(43.252, -126.453), coordinate(44, -126),
        ]
        #expect(route(over: Array(places.prefix(3))).encodedStretches() == ["_p~iF~ps|U_ulLnnqC_mqNvxq`@"])
        let broken = route(over: places + [places[0]], missing: [2])
        #expect(broken.stretches.map(\.legs) == [0..<2, 3..<4])
        #expect(broken.encodedLegs().map { $0 == nil } == [false, false, true, false])
        #expect(try EncodedPolyline.decode(#require(broken.encodedLegs()[0])) == Array(places.prefix(2)))
        #expect(route(over: []).stretches.isEmpty)
    }
}
