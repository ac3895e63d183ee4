import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkPolylines
import WaymarkRoutes

@Suite("Many legs from one request to a server")
struct OSRMRouteTests {
    private typealias Position = [Double]

    /// Stops on a meridian, a hundredth of a degree apart.
    private func stops(_ count: Int) throws -> [Stop] {
        try (0..<count).map {
            Stop(id: "\($0)", coordinate: try Coordinate(latitude: Double($0) / 100, longitude: 127))
        }
    }

    /// The behaviour of the stub server.
    private struct Server {
        var maxStops = 500
        /// The status of an answer to a request for more; that of OSRM otherwise.
        var statusOfMore: Int?
        var geometry = OSRMSettings.Geometry.geojson
        /// Unreachable stops, by their latitudes in hundredths of a degree.
        var unreachable: Set<Int> = []
        /// Stops 1 500 m from any road.
        var far: Set<Int> = []

        /// An answer as from OSRM: each leg turns at a point next to its middle.
        func reply(_ uri: String) throws -> StubServer.Reply {
            let places = try Self.places(in: uri)
            guard places.count <= maxStops else {
                if let statusOfMore { return .answer(statusOfMore, "<html>lost</html>") }
                return .answer(400, #"{"code":"TooBig","message":"Too many trip coordinates"}"#)
            }
            let numbers = places.map { Int(($0[1] * 100).rounded()) }
            guard unreachable.isDisjoint(with: numbers) else {
                return .answer(400, #"{"code":"NoRoute","message":"Impossible route between points"}"#)
            }
            let isWhole = !uri.contains("steps=true") && !uri.contains("maneuvers")
            let legs = try zip(places, places.dropFirst()).map { start, end in
                let turn = [127.001, (start[1] + end[1]) / 2]
                let steps =
                    try isWhole
                    ? []
                    : [[start, turn], [turn, end], geometry == .geojson ? [end, end] : [end]].map {
                        #"{"name":"","maneuver":{"type":"turn"},"geometry":\#(try line($0))}"#
                    }
                return #"{"distance":1234.5,"duration":98.75,"annotation":{"duration":[30,60],"speed":[10.5,8]},"#
                    + #""steps":[\#(steps.joined(separator: ","))]}"#
            }
            let whole =
                try isWhole
                ? #","geometry":"# + line([places[0], [127.001, (places[0][1] + places[1][1]) / 2], places[1]]) : ""
            let waypoints = numbers.map { #"{"distance":\#(far.contains($0) ? 1_500 : 2 + $0)}"# }
            return .answer(
                200,
                #"{"code":"Ok","waypoints":[\#(waypoints.joined(separator: ","))],"routes":[{"distance":"#
                    + #"\#(1234.5 * Double(legs.count)),"duration":\#(98.75 * Double(legs.count)),"#
                    + #""legs":[\#(legs.joined(separator: ","))]\#(whole)}]}"#)
        }

        private static func places(in uri: String) throws -> [Position] {
            guard uri.hasPrefix("/route?json=") else {
                let text = uri.split(separator: "/")[3].split(separator: "?")[0]
                return text.split(separator: ";").map { $0.split(separator: ",").compactMap { Double($0) } }
            }
            struct Question: Decodable {
                struct Place: Decodable { let lat: Double, lon: Double }
                let locations: [Place]
            }
            let text = try #require(uri.dropFirst("/route?json=".count).removingPercentEncoding)
            let question = try JSONDecoder().decode(Question.self, from: Data(text.utf8))
            return question.locations.map { [$0.lon, $0.lat] }
        }

        private func line(_ positions: [Position]) throws -> String {
            guard geometry != .geojson else {
                return #"{"type":"LineString","coordinates":\#(positions)}"#
            }
            let line = try positions.map { try Coordinate(latitude: $0[1], longitude: $0[0]) }
            let text = EncodedPolyline.encode(line, precision: geometry == .polyline ? 5 : 6)
            return "\"\(text.replacing("\\", with: "\\\\"))\""
        }
    }

    /// The legs of a route from such a server, and the requests it got.
    private func route(
        _ stops: [Stop], _ server: Server, _ settings: OSRMSettings = OSRMSettings(geometry: .geojson)
    ) async throws -> (legs: [LegOutcome], requests: [String]) {
        try await StubServer.with { uri in
            do { return try server.reply(uri) } catch { return .answer(500, "\(error)") }
        } _: { stub in
            let legs = try OSRMLegs(stub.url, settings: settings, name: "stub")
            let route = try await Route(joining: stops, by: legs)
            return (route.legs, await stub.log.requests)
        }
    }

    @Test(
        "50 stops are one request, and each leg equals that of a request for it alone",
        arguments: OSRMSettings.Geometry.allCases)
    func oneRequest(geometry: OSRMSettings.Geometry) async throws {
        let (stops, server) = (try stops(50), Server(geometry: geometry))
        let together = try await route(stops, server, OSRMSettings(geometry: geometry))
        #expect(together.requests.count == 1)
        let alone = try await route(stops, server, OSRMSettings(geometry: geometry, maxStops: 2))
        #expect(alone.requests.count == 49)
        #expect(together.legs == alone.legs)
        let leg = try #require(together.legs[7].leg)
        #expect(leg.coordinates.map(\.longitude) == [127, 127.001, 127])
        #expect(leg.distance == Meters(1234.5) && leg.snap == Leg.Snap(start: Meters(9), end: Meters(10)))
        #expect(leg.vertices.speeds == [10.5, 8, 8])
    }

    @Test("the request asks for the lines of steps, and allows U-turns at stops")
    func question() async throws {
        let settings = OSRMSettings(geometry: .geojson)
        let asked = try await route(try stops(3), Server(), settings).requests
        #expect(
            asked == [
                "/route/v1/driving/127.0000000,0.0000000;127.0000000,0.0100000;127.0000000,0.0200000?overview=false"
                    + "&geometries=geojson&alternatives=false&steps=true&annotations=duration,speed"
                    + "&continue_straight=false&generate_hints=false"
            ])
    }

    @Test("requests to Valhalla have its own format, and 20 stops")
    func valhalla() async throws {
        let settings = OSRMSettings(dialect: .valhalla, geometry: .geojson)
        let (legs, requests) = try await route(try stops(50), Server(maxStops: 20), settings)
        #expect(legs.allSatisfy { $0.leg != nil } && requests.count == 3)
        #expect(requests.allSatisfy { $0.contains("maneuvers") && $0.contains("shape_attributes.speed") })
    }

    @Test("Mapbox gives annotations only with the whole line, and knows no hints")
    func mapbox() throws {
        let request = try OSRMRequest(
            "https://api.mapbox.com/directions/v5/mapbox/driving?access_token=T", OSRMSettings(), profile: "driving")
        let url = try request.url(through: try stops(3).map(\.coordinate))
        #expect(
            url.contains("?access_token=T&overview=full&") && url.contains("&steps=true&annotations=duration,speed&"))
        #expect(!url.contains("hints"))
    }

    @Test("the caller's JSON for Valhalla is merged into that of requests; what they set themselves is refused")
    func merged() throws {
        func url(_ json: String) throws -> String {
            let query = try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let request = try OSRMRequest(
                "http://localhost:8002/route?api_key=K&json=\(query)", OSRMSettings(dialect: .valhalla), profile: "auto"
            )
            return try #require(try request.url(through: try stops(2).map(\.coordinate)).removingPercentEncoding)
        }
        let own =
            #" {"costing_options" : {"auto":{"use_tolls":0}}, "date_time":{"type":1,"value":"2027-04-01T09:00"}} "#
        let whole = try url(own)
        #expect(whole.hasPrefix("http://localhost:8002/route?api_key=K&json={\"locations\":[{"))
        #expect(
            whole.hasSuffix(
                #","costing":"auto","costing_options" : {"auto":{"use_tolls":0}}, "#
                    + #""date_time":{"type":1,"value":"2027-04-01T09:00"}}"#), "\(whole)")
        #expect(try url(#"{"costing":"truck"}"#).hasSuffix(#","costing":"truck"}"#))
        #expect(try url("{}").hasSuffix(#","costing":"auto"}"#))
        for refused in [#"{"locations":[]}"#, #"{"format":"json"}"#, "[]", "{", "7", ""] {
            #expect(throws: LegError.self, "\(refused)") { try url(refused) }
        }
    }

    @Test("a gateway that loses large requests gets smaller ones", arguments: [500, 502, 504, 520, 522, 524, 408])
    func gateway(status: Int) async throws {
        let (stops, server) = (try stops(50), Server(maxStops: 10, statusOfMore: status))
        let (legs, requests) = try await route(stops, server)
        #expect(legs.allSatisfy { $0.leg != nil } && requests.count < 20)
    }

    @Test("the same leg twice in a trip is asked once: 250 stops between two places are one request for two legs")
    func twice() async throws {
        let two = try stops(2)
        let trip = (0..<250).map { Stop(id: "\($0)", coordinate: two[$0 % 2].coordinate) }
        let (legs, requests) = try await route(trip, Server())
        #expect(legs.count == 249 && legs.allSatisfy { $0.leg != nil })
        #expect(legs[0] == legs[248] && legs[0].leg?.coordinates.first != legs[1].leg?.coordinates.first)
        #expect(requests.count == 1 && requests[0].split(separator: ";").count == 3)
    }

    @Test("a stop too far from any road affects only its two legs, in the same request")
    func snaps() async throws {
        let (legs, requests) = try await route(try stops(50), Server(far: [7]))
        #expect(requests.count == 1)
        for (leg, outcome) in legs.enumerated() where ![6, 7].contains(leg) { #expect(outcome.leg != nil) }
        let reason = "the nearest road is 1500 m from the X, beyond the limit of 1000.0 m"
        #expect(legs[6] == .notFound(reason: reason.replacing("X", with: "destination")))
        #expect(legs[7] == .notFound(reason: reason.replacing("X", with: "start")))
    }

    @Test("an unreachable stop affects only its two legs, with a few more requests")
    func unreachable() async throws {
        let (legs, requests) = try await route(try stops(50), Server(unreachable: [7]))
        for (leg, outcome) in legs.enumerated() {
            #expect(
                [6, 7].contains(leg)
                    ? outcome == .notFound(reason: "Impossible route between points") : outcome.leg != nil)
        }
        #expect(requests.count > 1 && requests.count < 25)
    }

    @Test(
        "a server that accepts fewer stops gets smaller requests, whether its limit is known or not",
        arguments: [nil, 10] as [Int?])
    func limits(maxStops: Int?) async throws {
        let settings = OSRMSettings(geometry: .geojson, maxStops: maxStops)
        let (legs, requests) = try await route(try stops(50), Server(maxStops: 10), settings)
        #expect(legs.allSatisfy { $0.leg != nil })
        #expect(maxStops == nil ? requests.count < 20 : requests.count == 6)
    }

    @Test("alternatives exist only between two stops")
    func alternatives() async throws {
        let settings = OSRMSettings(geometry: .geojson, alternatives: 1)
        #expect(try await route(try stops(5), Server(), settings).requests.count == 4)
    }

    @Test("a server that refuses the client or is unavailable gets one request", arguments: [401, 403, 429, 503])
    func refused(status: Int) async throws {
        let stops = try stops(50)
        try await StubServer.with { _ in
            .answer(status, "")
        } _: { server in
            let legs = try await Route(joining: stops, by: OSRMLegs(server.url)).legs
            #expect(legs.count == 49 && legs.allSatisfy { if case .failed = $0 { true } else { false } })
            #expect(await server.log.requests.count == 1)
        }
    }

    @Test(
        "an answer that cannot be divided into legs counts as none",
        arguments: [
            #"{"code":"Ok","routes":[]}"#, #"{"code":"Ok","routes":[{"distance":1,"duration":1}]}"#,
            #"{"code":"Ok","routes":[{"distance":1,"duration":1,"legs":[{"distance":1,"duration":1,"steps":[]}]}]}"#,
            #"{"code":"Ok","waypoints":[null],"routes":[{"distance":1,"duration":1,"legs":[{},{}]}]}"#,
            #"{"code":"Ok","routes":[{"distance":1,"duration":1,"legs":[{"distance":1,"duration":1,"steps":[{}]},{}]}]}"#,
            "no JSON",
        ])
    func unreadable(body: String) async throws {
        let stops = try stops(3)
        try await StubServer.with { _ in
            .answer(200, body)
        } _: { server in
            let legs = try OSRMLegs(server.url)
            #expect(try await legs.legs(through: stops) == [nil, nil])
        }
    }

    @Test("a silent server is given up after the time limit, and a cancelled request closes its connection")
    func silence() async throws {
        let stops = try stops(5)
        try await StubServer.with { _ in
            .silence
        } _: { server in
            let hasty = try OSRMLegs(server.url, settings: OSRMSettings(timeout: .milliseconds(100)))
            await #expect(throws: LegError.timedOut(after: .milliseconds(100))) { try await hasty.legs(through: stops) }
            let asked = await server.log.requests.count
            let closed = await server.log.closed
            let task = Task { try await Route(joining: stops, by: OSRMLegs(server.url)) }
            while await server.log.requests.count == asked { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            while await server.log.closed == closed { await Task.yield() }
        }
    }
}
