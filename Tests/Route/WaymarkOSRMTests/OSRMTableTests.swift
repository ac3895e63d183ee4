import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkOrders
import WaymarkRoutes

@Suite("A table of OSRM")
struct OSRMTableTests {
    private func table(
        _ text: String, status: Int = 200, _ count: Int = 2, of cost: LegCost = .duration,
        _ settings: OSRMSettings = OSRMSettings()
    ) throws(LegError) -> [[Double?]] {
        try HTTPTransport.Answer(status: status, body: Array(text.utf8)).table(count, of: cost, settings)
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
        let text = #"{"code":"Ok","durations":[[0,1],[2,0]],"sources":[{"distance":5},{"distance":1500}]}"#
        #expect(try table(text) == [[0, nil], [nil, nil]])
        #expect(try table(text, OSRMSettings(maxSnap: nil)) == [[0, 1], [2, 0]])
    }

    private func table(_ text: String, _ settings: OSRMSettings) throws(LegError) -> [[Double?]] {
        try table(text, status: 200, 2, of: .duration, settings)
    }

    @Test(
        "an invalid table is refused",
        arguments: [
            #"{"code":"Ok"}"#, #"{"code":"Ok","durations":[[0,1]]}"#, #"{"code":"Ok","durations":[[0,1],[2]]}"#,
            #"{"code":"Ok","durations":[[0,1],[2,0],[3,3]]}"#, #"{"code":"Ok","durations":[[0,-1],[2,0]]}"#,
            #"{"code":"Ok","durations":[[0,1e300],[2,0]]}"#, #"{"code":"Ok","durations":[[0,"1"],[2,0]]}"#,
            #"{"code":"Ok","durations":7}"#, "[]", "", #"{"durations":[[0,1],[2,0]]}"#,
        ])
    func refuses(_ text: String) {
        let error = #expect(throws: LegError.self) { try table(text) }
        guard case .invalidAnswer = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a server's refusal, or its request to wait, is reported")
    func statuses() {
        #expect(throws: LegError.refused(reason: "TooBig: 100 places")) {
            try table(#"{"code":"TooBig","message":"100 places"}"#, status: 400)
        }
        #expect(throws: LegError.limited(retryAfter: nil)) { try table("", status: 429) }
    }

    @Test("a matrix has the costs of one request; between a stop and itself there is none, whatever the server says")
    func matrix() async throws {
        let stops = try [(37.5, 127.0), (37.6, 127.1), (37.7, 127.2)].enumerated().map {
            Stop(id: "\($0.offset)", coordinate: try Coordinate(latitude: $0.element.0, longitude: $0.element.1))
        }
        let (matrix, requests) = try await StubServer.with { _ in
            .answer(200, #"{"code":"Ok","durations":[[9,1.5,2],[3,9,4.5],[5,null,9]]}"#)
        } _: { server in
            let legs = try OSRMLegs(server.url)
            let matrix = try await legs.matrix(between: stops) { missing in
                #expect(missing.from == 2 && missing.to == 1)
                return 7
            }
            return (matrix, await server.log.requests.count)
        }
        #expect(requests == 1)
        #expect((0..<3).map { from in (0..<3).map { matrix[from, $0] } } == [[0, 1.5, 2], [3, 0, 4.5], [5, 7, 0]])
    }

    @Test("a table has the URL of legs, and one request")
    func request() throws {
        let places = try [(37.5, 126.25), (-1, 180)].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let end = "126.2500000,37.5000000;180.0000000,-1.0000000?annotations=duration"
        for (server, path) in [
            ("http://localhost:5000", "http://localhost:5000/table/v1/driving/"),
            ("http://localhost:5000/route/v1", "http://localhost:5000/table/v1/driving/"),
            ("http://localhost:5000/a/route/v1/car", "http://localhost:5000/a/table/v1/car/"),
        ] {
            let request = try OSRMRequest(server, OSRMSettings(), profile: "driving")
            #expect(try request.tableURL(between: places, of: .duration) == path + end)
        }
        for (server, dialect) in [
            ("http://localhost:8002", OSRMSettings.Dialect.valhalla),
            ("https://api.mapbox.com/directions/v5/mapbox/driving", .osrm),
        ] {
            let request = try OSRMRequest(server, OSRMSettings(dialect: dialect), profile: "driving")
            #expect(throws: LegError.self) { try request.tableURL(between: places, of: .duration) }
        }
    }
}
