import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkRoutes

@Suite("A table of OSRM")
struct OSRMTableTests {
    private func table(
        _ text: String, status: Int = 200, _ count: Int = 2, of cost: LegCost = .duration,
        _ settings: OSRMSettings = OSRMSettings()
    ) throws(LegError) -> [[Double?]]? {
        try HTTPTransport.Answer(status: status, body: Array(text.utf8))
            .table(from: count, to: count, of: cost, settings)
    }

    @Test("durations and distances are read; without a route there is no cost")
    func reads() throws {
        let text = #"{"code":"Ok","durations":[[0,1.5],[null,0]],"distances":[[0,20],[30,0]]}"#
        #expect(try table(text) == [[0, 1.5], [nil, 0]])
        #expect(try table(text, of: .distance) == [[0, 20], [30, 0]])
        #expect(try table(#"{"code":"Ok","durations":[]}"#, 0) == [])
    }

    @Test("a place too far from any road has no routes")
    func snap() throws {
        let text =
            #"{"code":"Ok","durations":[[0,1],[2,0]],"sources":[{"distance":5},{"distance":1500}],"#
            + #""destinations":[{"distance":5},{"distance":1500}]}"#
        #expect(try table(text) == [[0, nil], [nil, nil]])
        #expect(try table(text, OSRMSettings(maxSnap: nil)) == [[0, 1], [2, 0]])
    }

    private func table(_ text: String, _ settings: OSRMSettings) throws(LegError) -> [[Double?]]? {
        try table(text, status: 200, 2, of: .duration, settings)
    }

    @Test(
        "an invalid table is refused",
        arguments: [
            #"{"code":"Ok"}"#, #"{"code":"Ok","durations":[[0,1]]}"#, #"{"code":"Ok","durations":[[0,1],[2]]}"#,
            #"{"code":"Ok","durations":[[0,1],[2,0],[3,3]]}"#, #"{"code":"Ok","durations":[[0,-1],[2,0]]}"#,
            #"{"code":"Ok","durations":[[0,1e300],[2,0]]}"#,
        ])
    func refuses(_ text: String) {
        let error = #expect(throws: LegError.self) { try table(text) }
        guard case .invalidAnswer = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "an answer for fewer places may come where this one does not: too many places, a place without a road, a lost gateway",
        arguments: [
            (400, #"{"code":"TooBig","message":"100 places"}"#), (400, #"{"code":"NoSegment"}"#),
            (200, #"{"code":"NoTable"}"#), (400, #"{"error_code":150,"error":"too many"}"#), (414, ""), (422, ""),
            (500, ""), (502, ""), (504, ""), (520, ""), (522, ""), (524, ""), (408, ""),
            (200, #"{"code":"Ok","durations":7}"#), (200, "[]"), (200, ""), (200, #"{"durations":[[0,1],[2,0]]}"#),
        ])
    func splits(_ status: Int, _ text: String) throws { #expect(try table(text, status: status) == nil) }

    @Test("a server's refusal, or its request to wait, is reported")
    func statuses() {
        #expect(throws: LegError.refused(reason: "InvalidUrl: no such service")) {
            try table(#"{"code":"InvalidUrl","message":"no such service"}"#, status: 400)
        }
        #expect(throws: LegError.refused(reason: "HTTP 401")) { try table("who?", status: 401) }
        #expect(throws: LegError.limited(retryAfter: nil)) { try table("", status: 429) }
        #expect(throws: LegError.unavailable(reason: "HTTP 503")) { try table("", status: 503) }
    }

    private static func places(_ count: Int) throws -> [Coordinate] {
        try (0..<count).map { try Coordinate(latitude: 37 + Double($0) / 100, longitude: 126.25) }
    }

    @Test("requests for tables have the URL of legs; parts of a table have sources and destinations")
    func request() throws {
        let places = try Self.places(2)
        let end = "126.2500000,37.0000000;126.2500000,37.0100000?annotations=duration"
        for (server, path, query) in [
            ("http://localhost:5000", "http://localhost:5000/table/v1/driving/", "&generate_hints=false"),
            ("http://localhost:5000/route/v1", "http://localhost:5000/table/v1/driving/", "&generate_hints=false"),
            ("http://localhost:5000/a/route/v1/car", "http://localhost:5000/a/table/v1/car/", "&generate_hints=false"),
            (
                "http://localhost:5000/route/vehicle", "http://localhost:5000/route/vehicle/table/v1/driving/",
                "&generate_hints=false"
            ),
            (
                "https://api.mapbox.com/directions/v5/mapbox/driving",
                "https://api.mapbox.com/directions-matrix/v1/mapbox/driving/", ""
            ),
        ] {
            let request = try OSRMRequest(server, OSRMSettings(), profile: "driving")
            #expect(try request.tableURL(from: places, to: places, of: .duration) == path + end + query)
        }
        let request = try OSRMRequest("http://localhost:5000", OSRMSettings(), profile: "driving")
        let parted = try request.tableURL(from: places, to: [places[1]], of: .distance)
        #expect(parted.hasSuffix("?sources=0;1&destinations=2&annotations=distance&generate_hints=false"), "\(parted)")
        let valhalla = try OSRMRequest("http://localhost:8002/route", OSRMSettings(dialect: .valhalla), profile: "auto")
        let table = try valhalla.tableURL(from: places, to: [places[1]], of: .distance)
        #expect(
            table.removingPercentEncoding?.hasSuffix(
                #"/sources_to_targets?json={"sources":[{"lat":37.0000000,"lon":126.2500000},"#
                    + #"{"lat":37.0100000,"lon":126.2500000}],"targets":[{"lat":37.0100000,"lon":126.2500000}],"#
                    + #""format":"osrm","costing":"auto"}"#) ?? false, "\(table)")
    }
}
