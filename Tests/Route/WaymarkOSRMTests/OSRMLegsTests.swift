import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkPolylines
import WaymarkRoutes

@Suite("Legs from an OSRM server")
struct OSRMLegsTests {
    private let start: Stop
    private let end: Stop
    /// Three vertices, as a server snaps them to its roads.
    private let line: [Coordinate]

    init() throws {
        line = try [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        start = Stop(id: "a", coordinate: line[0])
        end = Stop(id: "b", coordinate: line[2])
    }

    /// An answer of OSRM, with one route.
    private func answer(geometry: String = #""_p~iF~ps|U_ulLnnqC_mqNvxq`@""#, annotation: String? = nil) -> String {
        let annotation = annotation.map { ",\"annotation\":\($0)" } ?? ""
        return """
            {"code":"Ok","waypoints":[],"routes":[{"geometry":\(geometry),"weight_name":"routability","weight":1,\
            "legs":[{"steps":[],"weight":1,"distance":1234.5,"summary":"","duration":98.7\(annotation)}],\
            "distance":1234.5,"duration":98.7}]}
            """
    }

    // MARK: - Requests and answers

    @Test("reads the documented line in each geometry", arguments: OSRMSettings.Geometry.allCases)
    func readsEachGeometry(geometry: OSRMSettings.Geometry) async throws {
        let text: String
        switch geometry {
        // Google's example, with five decimals; with six, as Valhalla and OSRM write it.
        case .polyline: text = #""_p~iF~ps|U_ulLnnqC_mqNvxq`@""#
        case .polyline6: text = #""_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI""#
        case .geojson:
            text = #"{"type":"LineString","coordinates":[[-120.2,38.5],[-120.95,40.7],[-126.453,43.252]]}"#
        }
        let reply = answer(geometry: text)
        let (leg, requests) = try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let legs = try OSRMLegs(server.url, mode: .walking, settings: OSRMSettings(geometry: geometry))
            return (try await legs.leg(from: start, to: end), await server.log.requests)
        }
        #expect(leg.coordinates == line)
        #expect(leg.distance == Meters(1234.5) && leg.duration == .seconds(98.7))
        #expect(leg.distanceKind == .network && !leg.isFallback && leg.alternatives.isEmpty)
        #expect(
            requests == [
                "/route/v1/walking/-120.2000000,38.5000000;-126.4530000,43.2520000?overview=full"
                    + "&geometries=\(geometry.rawValue)&alternatives=false&steps=false&annotations=duration,speed"
                    + "&generate_hints=false"
            ])
    }

    @Test(
        "completes the server's URL as far as needed",
        arguments: [
            ("", "/route/v1/driving/C?"), ("/", "/route/v1/driving/C?"), ("/osrm/", "/osrm/route/v1/driving/C?"),
            ("/route/v1", "/route/v1/driving/C?"), ("/a/route/v1/car", "/a/route/v1/car/C?"),
            (
                "/directions/v5/mapbox/driving-traffic?access_token=T",
                "/directions/v5/mapbox/driving-traffic/C?access_token=T&"
            ),
            // What the reading of the answer relies on is not for the caller to choose; all else is merged.
            (
                "?overview=simplified&geometries=geojson&exclude=toll#top",
                "/route/v1/driving/C?exclude=toll&overview=full&geometries=polyline&"
            ),
            (
                "?annotations=nodes,speed",
                "/route/v1/driving/C?overview=full&geometries=polyline&alternatives=false&steps=false&annotations=duration,speed,nodes&"
            ),
            (
                "?annotations=true&generate_hints=true",
                "/route/v1/driving/C?generate_hints=true&overview=full&geometries=polyline&alternatives=false&steps=false&annotations=true"
            ),
            ("/route", "/route/route/v1/driving/C?"), ("/route/vehicle", "/route/vehicle/route/v1/driving/C?"),
            // An encoded plus became a bare one, which is a blank.
            ("/route/v1/car?key=a%2Bb+c%20d&flag", "/route/v1/car/C?key=a%2Bb+c%20d&flag&overview=full&"),
        ])
    func completesURL(given: String, expected: String) async throws {
        let reply = answer()
        let requests = try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            _ = try await OSRMLegs(server.url + given, settings: OSRMSettings(geometry: .polyline))
                .leg(from: start, to: end)
            return await server.log.requests
        }
        let request = try #require(requests.first).replacing(
            "-120.2000000,38.5000000;-126.4530000,43.2520000", with: "C")
        #expect(request.hasPrefix(expected))
        #expect(request.components(separatedBy: "overview=").count == 2)
    }

    @Test(
        "of one host, other paths, profiles, queries and settings are other sources for a cache; the query is not told"
    )
    func identities() throws {
        let base = "https://api.example.org/directions/v5/mapbox/"
        let legs = try [
            OSRMLegs(base + "driving"), OSRMLegs(base + "driving-traffic"), OSRMLegs("https://api.example.org"),
            OSRMLegs("https://api.example.org", mode: .walking), OSRMLegs(base + "driving?access_token=secret"),
            OSRMLegs(base + "driving", settings: OSRMSettings(alternatives: 2)),
        ]
        #expect(Set(legs.map(\.name)).count == 1 && Set(legs.map(\.identity)).count == legs.count)
        #expect(try OSRMLegs(base + "driving").identity == legs[0].identity)
        #expect(!legs.contains { $0.identity.contains("secret") })
    }

    @Test("writes small and negative degrees without an exponent")
    func writesDegrees() async throws {
        let reply = answer()
        let requests = try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let a = Stop(id: "a", coordinate: try Coordinate(latitude: -0.00000123, longitude: 180))
            let b = Stop(id: "b", coordinate: try Coordinate(latitude: 90, longitude: 1e-300))
            _ = try await OSRMLegs(server.url, settings: OSRMSettings(geometry: .polyline)).leg(from: a, to: b)
            return (await server.log.requests, await server.log.headers)
        }
        #expect(requests.0[0].contains("/180.0000000,-0.0000012;0.0000000,90.0000000?"))
        #expect(requests.1 == ["Waymark|application/json"])
    }

    @Test("headers are sent with each request, and no redirect gets them")
    func headers() async throws {
        let settings = OSRMSettings(
            geometry: .polyline, headers: [try HTTPHeader("Authorization:  Bearer 3f7a "), try HTTPHeader("X-Empty:")])
        try await StubServer.with { _ in
            .answer(302, headers: ["Location: /elsewhere"], "")
        } _: { server in
            let legs = try OSRMLegs(server.url, settings: settings)
            await #expect(throws: LegError.refused(reason: "HTTP 302")) { try await legs.leg(from: start, to: end) }
            let heads = await server.log.heads
            #expect(
                heads.count == 1 && heads[0].contains("Authorization: Bearer 3f7a") && heads[0].contains("X-Empty:"))
            #expect(legs.identity != (try OSRMLegs(server.url).identity) && !legs.identity.contains("3f7a"))
        }
    }

    @Test(
        "a header is a name, a colon and a value of one line",
        arguments: [
            "", "Name", ": value", "A B: c", "A: b\r\nC: d", "A: b\nC: d", "A: \u{0}", "Host: a", "user-agent: b",
        ])
    func refusesHeader(_ text: String) { #expect(throws: LegError.self) { try HTTPHeader(text) } }

    @Test("gives each vertex the time and speed of the annotations, stretched to the whole duration")
    func annotations() async throws {
        let reply = answer(annotation: #"{"duration":[30,60],"speed":[10.5,8]}"#)
        let leg = try await StubServer.with { _ in
            .answer(200, reply)
        } _: {
            try await OSRMLegs($0.url, settings: OSRMSettings(geometry: .polyline)).leg(from: start, to: end)
        }
        #expect(leg.vertices.speeds == [10.5, 8, 8])
        let times = try #require(leg.vertices.times).map { ($0 ?? .zero) / .seconds(1) }
        #expect(times.count == 3 && zip(times, [0, 32.9, 98.7] as [Double]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(leg.vertices.times?.last == leg.duration)
    }

    @Test(
        "ignores annotations that do not match the line",
        arguments: [
            #"{"duration":[30],"speed":[1,2,3]}"#, #"{"duration":[30,null],"speed":[-1,1]}"#, "{}", "null",
            #"{"duration":[0,0]}"#,
        ])
    func oddAnnotations(annotation: String) async throws {
        let reply = answer(annotation: annotation)
        let leg = try await StubServer.with { _ in
            .answer(200, reply)
        } _: {
            try await OSRMLegs($0.url, settings: OSRMSettings(geometry: .polyline)).leg(from: start, to: end)
        }
        #expect(leg.vertices == Leg.VertexValues())
    }

    @Test("keeps the requested alternatives, in the server's order")
    func alternatives() async throws {
        func route(_ distance: Int) -> String {
            #"{"geometry":"_p~iF~ps|U_ulLnnqC_mqNvxq`@","legs":[],"distance":\#(distance),"duration":1}"#
        }
        let reply = "{\"code\":\"Ok\",\"routes\":[\([1, 2, 3, 4].map(route).joined(separator: ","))]}"
        let (leg, requests) = try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let settings = OSRMSettings(geometry: .polyline, alternatives: 2)
            return (
                try await OSRMLegs(server.url, settings: settings).leg(from: start, to: end),
                await server.log.requests
            )
        }
        #expect(leg.distance == Meters(1) && leg.alternatives.map(\.distance.value) == [2, 3])
        #expect(requests[0].contains("alternatives=2"))
    }

    @Test("requests from Valhalla in its own format, and reads its answer in OSRM's")
    func valhalla() async throws {
        let reply = answer(geometry: #""_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI""#)
        let (leg, requests) = try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let legs = try OSRMLegs(server.url, mode: .cycling, settings: OSRMSettings(dialect: .valhalla))
            return (try await legs.leg(from: start, to: end), await server.log.requests)
        }
        #expect(leg.coordinates == line)
        let request = try #require(URLComponents(string: requests[0]))
        #expect(request.path == "/route")
        let json = try #require(request.queryItems?.first { $0.name == "json" }?.value)
        let question = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(question["costing"] as? String == "bicycle" && question["format"] as? String == "osrm")
        #expect(question["shape_format"] as? String == "polyline6" && question["alternates"] as? Int == 0)
        let places = try #require(question["locations"] as? [[String: Double]])
        #expect(places == [["lat": 38.5, "lon": -120.2], ["lat": 43.252, "lon": -126.453]])
    }

    // MARK: - Distances from the road

    /// An answer whose places were snapped to roads at these distances.
    private func snapped(_ distances: String...) -> StubServer.Reply {
        let places = distances.map { #"{"distance":\#($0),"name":"","location":[0,0]}"# }.joined(separator: ",")
        return .answer(200, answer().replacing(#""waypoints":[]"#, with: #""waypoints":[\#(places)]"#))
    }

    private func leg(_ reply: StubServer.Reply, _ settings: OSRMSettings) async throws -> Leg {
        try await StubServer.with { _ in
            reply
        } _: {
            try await OSRMLegs($0.url, settings: settings).leg(from: start, to: end)
        }
    }

    @Test("a leg has the distances of stops from the road, also in its alternatives and when stored")
    func snap() async throws {
        let one = #"{"geometry":"_p~iF~ps|U_ulLnnqC_mqNvxq`@","legs":[],"distance":1,"duration":1}"#
        let reply = #"{"code":"Ok","waypoints":[{"distance":12.5},{"distance":1000}],"routes":[\#(one),\#(one)]}"#
        let leg = try await leg(.answer(200, reply), OSRMSettings(geometry: .polyline, alternatives: 1))
        #expect(leg.snap == Leg.Snap(start: Meters(12.5), end: Meters(1000)))
        #expect(leg.alternatives.map(\.snap) == [leg.snap])
        let route = Route(stops: [start, end], legs: [.found(leg)])
        #expect(try JSONDecoder().decode(Route.self, from: JSONEncoder().encode(route)) == route)
    }

    @Test("a snap distance beyond all integers is reported as far: the process ended")
    func snappedBeyondIntegers() async throws {
        let reason = "the nearest road is 1000000000000000 m from the start, beyond the limit of 1000.0 m"
        let settings = OSRMSettings(geometry: .polyline)
        #expect(try await error(snapped("1e300", "3"), settings) == .notFound(reason: reason))
    }

    @Test(
        "a stop on an island 50 km from any road is not found, with its distance: it became a found leg",
        arguments: [
            (["50312.2", "3"], "the nearest road is 50313 m from the start, beyond the limit of 1000.0 m"),
            (["3", "50312.2"], "the nearest road is 50313 m from the destination, beyond the limit of 1000.0 m"),
            (["0", "1000.001"], "the nearest road is 1001 m from the destination, beyond the limit of 1000.0 m"),
        ])
    func snappedFar(distances: [String], reason: String) async throws {
        let reply = snapped(distances[0], distances[1])
        let settings = OSRMSettings(geometry: .polyline)
        #expect(try await error(reply, settings) == .notFound(reason: reason))
        var others = settings
        others.maxSnap = .kilometers(51)
        #expect(try await leg(reply, others).snap != nil)
        others.maxSnap = nil
        #expect(try await leg(reply, others).snap != nil)
        #expect(
            try OSRMLegs("http://localhost", settings: settings).identity
                != OSRMLegs("http://localhost", settings: others).identity)
    }

    @Test(
        "without a distance from the server, the leg has none",
        arguments: [
            #"[]"#, #"[{"distance":3}]"#, #"[{},{"distance":1}]"#, #"[{"distance":-1},{"distance":1}]"#, "null",
            "[null,null]",
        ])
    func unsaid(waypoints: String) async throws {
        let reply = answer().replacing(#""waypoints":[]"#, with: #""waypoints":\#(waypoints)"#)
        #expect(try await leg(.answer(200, reply), OSRMSettings(geometry: .polyline)).snap == nil)
    }

    // MARK: - Failures

    private func error(_ reply: StubServer.Reply, _ settings: OSRMSettings = OSRMSettings()) async throws
        -> LegError?
    {
        try await StubServer.with { _ in
            reply
        } _: { server in
            await #expect(throws: LegError.self) {
                try await OSRMLegs(server.url, settings: settings).leg(from: start, to: end)
            }
        }
    }

    @Test(
        "distinguishes a missing route, a refusal and a failing server",
        arguments: [
            (
                400, #"{"code":"NoRoute","message":"Impossible route between points"}"#,
                LegError.notFound(reason: "Impossible route between points")
            ),
            (200, #"{"code":"NoRoute","routes":[]}"#, .notFound(reason: "NoRoute")),
            (
                400, #"{"code":"NoSegment","message":"Could not find a matching segment"}"#,
                .notFound(reason: "Could not find a matching segment")
            ),
            (
                400, #"{"error_code":442,"error":"No path could be found for input","status_code":400}"#,
                .notFound(reason: "No path could be found for input")
            ),
            (
                400, #"{"error_code":171,"error":"No suitable edges near location"}"#,
                .notFound(reason: "No suitable edges near location")
            ),
            (
                400, #"{"error_code":154,"error":"Path distance exceeds the max distance limit"}"#,
                .refused(reason: "HTTP 400: Path distance exceeds the max distance limit")
            ),
            (
                400, #"{"code":"InvalidQuery","message":"Query string malformed close to position 9"}"#,
                .refused(reason: "InvalidQuery: Query string malformed close to position 9")
            ),
            (400, #"{"code":"TooBig"}"#, .refused(reason: "TooBig")),
            (
                401, #"{"message":"Not Authorized - Invalid Token"}"#,
                .refused(reason: "HTTP 401: Not Authorized - Invalid Token")
            ),
            (404, "<html>Not Found</html>", .refused(reason: "HTTP 404")),
            (500, #"{"message":"Internal"}"#, .unavailable(reason: "HTTP 500: Internal")),
            (502, "<html>", .unavailable(reason: "HTTP 502")), (503, "", .unavailable(reason: "HTTP 503")),
            (504, "", .unavailable(reason: "HTTP 504")), (408, "", .unavailable(reason: "HTTP 408")),
        ])
    func outcomes(status: Int, body: String, expected: LegError) async throws {
        #expect(try await error(.answer(status, body)) == expected)
    }

    @Test("reads how long a server asks to wait")
    func limits() async throws {
        #expect(try await error(.answer(429, "slow down")) == .limited(retryAfter: nil))
        for status in [429, 503] {
            let header = ["Retry-After: 120"]
            #expect(try await error(.answer(status, headers: header, "")) == .limited(retryAfter: .seconds(120)))
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let header = ["Retry-After: \(formatter.string(from: Date(timeIntervalSinceNow: 3_600)))"]
        guard case .limited(let pause?)? = try await error(.answer(429, headers: header, "")) else {
            Issue.record("no time to wait")
            return
        }
        #expect(pause > .seconds(3_500) && pause <= .seconds(3_600))
        let past = ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"]
        #expect(try await error(.answer(429, headers: past, "")) == .limited(retryAfter: .zero))
        let odd = ["Retry-After: soon"]
        #expect(try await error(.answer(429, headers: odd, "")) == .limited(retryAfter: nil))
        let never = ["Retry-After: 99999999999999999999999999"]
        #expect(try await error(.answer(429, headers: never, "")) == .limited(retryAfter: .seconds(1_000_000_000)))
    }

    @Test(
        "reports why an answer cannot be read",
        arguments: [
            ("", "it is not JSON"), ("<html>hello</html>", "it is not JSON"), ("[]", "the whole is of another type"),
            ("{}", "JSON without a code"), (#"{"code":1}"#, ".code is of another type"),
            (#"{"code":"Ok"}"#, "no route in it"), (#"{"code":"Ok","routes":[]}"#, "no route in it"),
            (#"{"code":"Ok","routes":[{"duration":1,"geometry":""}]}"#, ".routes[0].distance is missing"),
            (
                #"{"code":"Ok","routes":[{"distance":"1","duration":1,"geometry":""}]}"#,
                ".routes[0].distance is of another type"
            ),
            (
                #"{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":""}]}"#,
                "not a leg: a leg needs at least one vertex"
            ),
            (#"{"code":"Ok","routes":[{"distance":1,"duration":-1,"geometry":"??"}]}"#, "-1.0 s is not a duration"),
            (
                #"{"code":"Ok","routes":[{"distance":-1,"duration":1,"geometry":"??"}]}"#,
                "not a leg: -1.0 m is not the length of a leg"
            ),
            (
                #"{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":"_p~iF~p"}]}"#,
                "its line: offset 5: the text ends within the number that begins here"
            ),
            (
                #"{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":{"coordinates":[[7]]}}]}"#,
                "a position of one number"
            ),
            (
                #"{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":{"coordinates":[[7,91]]}}]}"#,
                "its line: latitude 91.0 is outside -90...90"
            ),
            (#"{"code":"Ok","routes":[{"distance":1e999,"duration":1,"geometry":"??"}]}"#, "it is not JSON"),
        ])
    func unreadable(body: String, reason: String) async throws {
        #expect(try await error(.answer(200, body)) == .invalidAnswer(reason: reason))
    }

    @Test("no truncated answer is taken for a complete one, and none traps")
    func truncations() async throws {
        let whole = answer(annotation: #"{"duration":[30,60],"speed":[10.5,8]}"#)
        let left = Counter()
        try await StubServer.with { _ in
            .answer(200, String(whole.prefix(await left.next())))
        } _: { server in
            let legs = try OSRMLegs(server.url, settings: OSRMSettings(geometry: .polyline))
            for _ in 0..<whole.count {
                let error = await #expect(throws: LegError.self) { try await legs.leg(from: start, to: end) }
                #expect(error == .invalidAnswer(reason: "it is not JSON"))
            }
            _ = try await legs.leg(from: start, to: end)
        }
    }

    @Test("an answer is read up to a limit")
    func bounded() async throws {
        let long = answer() + String(repeating: " ", count: 10_000)
        let error = try await error(.answer(200, long), OSRMSettings(largestAnswer: 5_000))
        #expect(error == .invalidAnswer(reason: "more than 5000 bytes"))
    }

    @Test("a broken or refused connection means that the server is unavailable")
    func connections() async throws {
        for reply in [.brokenOff("{\"code\":\"Ok\","), .closed, .bytes("SSH-2.0-OpenSSH_9.6\r\n")]
            as [StubServer.Reply]
        {
            guard case .unavailable? = try await error(reply) else {
                Issue.record("\(reply) is not told as unavailable")
                continue
            }
        }
        try await StubServer.withUnreachableURL { url in
            let begun = ContinuousClock.now
            let error = await #expect(throws: LegError.self) { try await OSRMLegs(url).leg(from: start, to: end) }
            guard case .unavailable? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            // A client once kept trying to connect for the whole minute allowed for a request.
            #expect(begun.duration(to: .now) < .seconds(30))
        }
    }

    @Test("a silent server is given up after the time limit")
    func timesOut() async throws {
        let limit = Duration.milliseconds(100)
        #expect(try await error(.silence, OSRMSettings(timeout: limit)) == .timedOut(after: limit))
    }

    @Test("a cancelled request ends at once, and closes its connection")
    func cancellation() async throws {
        try await StubServer.with { _ in
            .silence
        } _: { server in
            let task = Task { try await OSRMLegs(server.url).leg(from: start, to: end) }
            while await server.log.requests.isEmpty { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            while await server.log.closed == 0 { await Task.yield() }
        }
    }

    @Test("each of many legs gets its own answer, in any order of arrival")
    func reordered() async throws {
        let gates = Arrivals(8)
        try await StubServer.with { uri in
            // The last request is answered first.
            await gates.wait()
            let ends = uri.split(separator: "/")[3].split(separator: "?")[0].split(separator: ";")
            let positions = ends.map { "[\($0)]" }.joined(separator: ",")
            return .answer(
                200,
                #"{"code":"Ok","routes":[{"distance":1,"duration":1,"geometry":{"coordinates":[\#(positions)]}}]}"#)
        } _: { server in
            let legs = try OSRMLegs(server.url, settings: OSRMSettings(geometry: .geojson))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    let a = Stop(id: "", coordinate: try Coordinate(latitude: Double(index), longitude: 1))
                    let b = Stop(id: "", coordinate: try Coordinate(latitude: Double(index), longitude: 2))
                    group.addTask {
                        let leg = try await legs.leg(from: a, to: b)
                        #expect(leg.coordinates == [a.coordinate, b.coordinate])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("a server that fails in every way in turn gets requests until it answers")
    func retried() async throws {
        let (turn, reply) = (Counter(), answer())
        let replies: [StubServer.Reply] = [
            .answer(429, headers: ["Retry-After: 0"], ""), .answer(503, ""), .closed, .brokenOff("{"),
            .answer(200, reply),
        ]
        try await StubServer.with { _ in
            replies[await turn.next()]
        } _: { server in
            let source = try OSRMLegs(server.url, settings: OSRMSettings(geometry: .polyline))
                .retrying(5, first: .zero).coalesced().cached(10)
            #expect(try await source.leg(from: start, to: end).coordinates == line)
            #expect(try await source.leg(from: start, to: end).coordinates == line)
            #expect(await server.log.requests.count == 5)
        }
    }

    @Test("legs of Valhalla have its name: they were called OSRM's")
    func namesItsKind() throws {
        #expect(
            try OSRMLegs("http://127.0.0.1:1", settings: OSRMSettings(dialect: .valhalla)).name
                == "valhalla 127.0.0.1:1")
    }

    @Test("neither its name nor its errors contain the access token")
    func keepsSecrets() async throws {
        let url = "http://127.0.0.1:1/directions/v5/mapbox/driving?access_token=pk.secret"
        let legs = try OSRMLegs(url)
        #expect(legs.name == "osrm 127.0.0.1:1")
        let error = await #expect(throws: LegError.self) { try await legs.leg(from: start, to: end) }
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test(
        "refuses a text that is not a server's URL",
        arguments: ["", "localhost:5000", "ftp://x", "http://", "/route/v1", "http://a b"])
    func refusesURL(url: String) {
        #expect(throws: LegError.refused(reason: "a server is named by a URL such as http://localhost:5000")) {
            try OSRMLegs(url)
        }
    }
}

/// Counts from 0.
private actor Counter {
    private var count = -1

    func next() -> Int {
        count += 1
        return count
    }
}

/// Holds tasks until all have arrived, and releases them one by one, the last first.
private actor Arrivals {
    private let expected: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ expected: Int) { self.expected = expected }

    func wait() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            if waiting.count == expected { for waiter in waiting.reversed() { waiter.resume() } }
        }
    }
}
