import Foundation
import TestSupport
import Testing
import WaymarkC

@testable import WaymarkService

/// Legs of a server behind the service, and OSRM's interface in front: the server of these tests is another service.
@Suite("Service legs")
struct LegTests {
    private static let stops = "37.5547,126.9707;37.2850,127.0150"
    private static let coordinates = "126.9707,37.5547;127.0150,37.2850"

    @Test("OSRM's services come back as the server of roads answers them, also its errors")
    func forwarded() async throws {
        let roads = try await RunningService()
        let service = try await RunningService(server: .init(dialect: .osrm, url: "http://127.0.0.1:\(roads.port)/"))
        for target in [
            "/route/v1/driving/\(Self.coordinates)?overview=full&geometries=geojson&annotations=true",
            "/table/v1/cycling/\(Self.coordinates)?annotations=distance", "/trip/v1/foot/\(Self.coordinates);127,37",
            "/nearest/v1/driving/127,37.5?number=3", "/route/v1/driving/1,2", "/table/v1/driving/1,2;3,4?sources=7",
        ] {
            let (behind, front) = (try await roads.get(target), try await service.get(target))
            #expect(behind.status == front.status && behind.text == front.text, "\(target)")
        }
        // What is no request of OSRM is not sent on.
        let bad = try await service.get("/route/v1/driving/nothing")
        #expect(bad.status == 400 && bad.text.contains("\"code\":\"InvalidQuery\""))
        #expect(!roads.lines.all.contains { $0.contains("status=400 ") && $0.contains("nothing") })
        await service.end()
        await roads.end()
    }

    @Test("routes and orders are by the server's legs")
    func ours() async throws {
        let roads = try await RunningService()
        let service = try await RunningService(server: .init(dialect: .osrm, url: "http://127.0.0.1:\(roads.port)"))
        let route = try await service.get("/v1/route?stops=\(Self.stops)")
        #expect(route.status == 200 && route.text.contains("\"source\":\"osrm\""))
        #expect(route.headers["etag"] == nil)
        let order = try await service.get("/v1/order?round-trip=true&stops=\(Self.stops)")
        let plain = try await roads.get("/v1/order?round-trip=true&stops=\(Self.stops)")
        func length(_ answer: HTTPAnswer) throws -> Double { try #require(try answer.json["length"] as? Double) }
        // To the tenth of a metre that OSRM gives of each leg.
        #expect(abs(try length(order) - length(plain)) <= 0.2)
        await service.end()
        await roads.end()
    }

    @Test("a server that is down is a typed answer, and where asked for great circles that say so")
    func down() async throws {
        // Nobody listens at port 1.
        let service = try await RunningService(server: .init(dialect: .osrm, url: "http://127.0.0.1:1"))
        let route = try await service.get("/v1/route?stops=\(Self.stops)")
        #expect(route.status == 503 && route.headers["retry-after"] != nil, "\(route.text)")
        #expect(try route.json["detail"] as? String != nil)
        let fallback = try await service.get("/v1/route?fallback=great-circle&stops=\(Self.stops)")
        #expect(
            fallback.status == 200 && fallback.text.contains("\"is_fallback\":true")
                || fallback.text.contains("\"fallback\""))
        let order = try await service.get("/v1/order?fallback=great-circle&stops=\(Self.stops)")
        #expect(order.status == 200 && order.text.contains("\"is_fallback\":true"))
        let osrm = try await service.get("/route/v1/driving/\(Self.coordinates)")
        #expect(osrm.status == 503 && osrm.text.contains("\"code\":\"ServiceUnavailable\""))
        await service.end()
    }

    @Test(
        "OSRM's codes",
        arguments: [
            ("/route/v1/driving/127,37", "InvalidOptions"), ("/route/v1/driving/127,37;x", "InvalidQuery"),
            ("/route/v1/driving/", "InvalidUrl"),
            ("/route/v1/driving/127,37;127,38?radiuses=5", "InvalidOptions"),
            ("/route/v1/driving/127,37;127,38?bearings=1,2;x", "InvalidQuery"),
            ("/route/v1/driving/127,37;127,38?steps=maybe", "InvalidQuery"),
            ("/table/v1/driving/127,37;127,38?sources=-1", "InvalidQuery"),
            ("/nearest/v1/driving/127,37?number=few", "InvalidQuery"),
            ("/route/v1/driving/127,97;127,37", "InvalidValue"),
            ("/route/v1/driving/127,37;127,38?what=1", "InvalidQuery"),
            ("/route/v1/driving/127,37;127,38?steps=%zz", "InvalidQuery"),
            ("/route/v1/driving/127,37;127,38?overview=some", "InvalidQuery"),
            ("/route/v1/driving/127,37;127,38?steps=true", "NotImplemented"),
            ("/table/v1/driving/127,37;127,38?sources=2", "InvalidOptions"),
            ("/nearest/v1/driving/127,37?number=0", "InvalidOptions"),
            ("/trip/v1/driving/127,37;127,38?roundtrip=false", "NotImplemented"),
        ])
    func codes(target: String, code: String) async throws {
        let answer = try await RunningService.shared.get(target)
        #expect(answer.status == 400 && answer.headers["content-type"] == "application/json")
        #expect(try answer.json["code"] as? String == code && answer.json["message"] is String)
    }

    @Test("a route, a table and a trip have the members that OSRM's clients read, and the lengths of great circles")
    func members() async throws {
        let service = try await RunningService.shared
        let places = "\(Self.coordinates);127.7232,37.8930"
        let route = try await service.get(
            "/route/v1/driving/\(places)?geometries=geojson&annotations=distance,duration"
        ).json
        let first = try #require((route["routes"] as? [[String: Any]])?.first)
        let legs = try #require(first["legs"] as? [[String: Any]])
        #expect(legs.count == 2 && (route["waypoints"] as? [Any])?.count == 3)
        #expect(
            legs.allSatisfy { $0["summary"] as? String == "great circle" && ($0["steps"] as? [Any])?.isEmpty == true })
        let lengths = legs.compactMap { $0["distance"] as? Double }
        #expect(abs(try #require(first["distance"] as? Double) - lengths.reduce(0, +)) < 0.2)
        #expect((first["geometry"] as? [String: Any])?["type"] as? String == "LineString")
        let table = try await service.get("/table/v1/driving/\(places)?annotations=distance&sources=0&destinations=1;2")
            .json
        let row = try #require((table["distances"] as? [[Double]])?.first)
        #expect(row.count == 2 && abs(row[0] - lengths[0]) < 0.1 && table["durations"] == nil)
        let trip = try await service.get("/trip/v1/driving/\(places)?source=first&destination=last&roundtrip=false")
            .json
        let waypoints = try #require(trip["waypoints"] as? [[String: Any]])
        #expect(waypoints.compactMap { $0["waypoint_index"] as? Int } == [0, 1, 2])
        #expect(((trip["trips"] as? [[String: Any]])?.first?["legs"] as? [Any])?.count == 2)
        // As clients made of the document write a path.
        let escaped = try await service.get("/route/v1/driving/126.9707%2C37.5547%3B127.0150%2c37.2850")
        #expect(escaped.status == 200 && escaped.text.contains("\"code\":\"Ok\""))
        // Where the line of the guide of encoded polylines begins; a great circle has more vertices.
        let line = try await service.get("/route/v1/driving/-120.2,38.5;-120.95,40.7;-126.453,43.252?overview=full")
            .json
        let geometry = try #require((line["routes"] as? [[String: Any]])?.first?["geometry"] as? String)
        #expect(geometry.hasPrefix("_p~iF~ps|U") && geometry.count > 50)
    }
}
