import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Stored legs")
struct LegCodableTests {
    private var full: Leg {
        get throws {
            let line = try [
                Coordinate(latitude: 37.5547, longitude: 126.9707), Coordinate(latitude: -90, longitude: 180),
            ]
            let other = try Leg(coordinates: line, distance: Meters(3), distanceKind: .track, source: "other")
            return try Leg(
                coordinates: line, distance: Meters(0.1 + 0.2), distanceKind: .network, duration: .milliseconds(1500),
                source: "osrm", isFallback: true, alternatives: [other],
                snap: Leg.Snap(start: Meters(1), end: Meters(2.5)),
                vertices: Leg.VertexValues(
                    times: [.zero, nil], speeds: [nil, 1.25], elevations: [Meters(-3.5), Meters(8848)]))
        }
    }

    @Test("a leg and each outcome are restored unchanged, in the form of a stored route")
    func roundTrip() throws {
        let leg = try full
        let bytes = try JSONEncoder().encode(leg)
        #expect(try JSONDecoder().decode(Leg.self, from: bytes) == leg)
        let outcomes: [LegOutcome] = [
            .found(leg), .notFound(reason: "sea"), .failed(.limited(retryAfter: .seconds(3))), .failed(.other("?")),
            .cancelled,
        ]
        let stored = try JSONEncoder().encode(outcomes)
        #expect(try JSONDecoder().decode([LegOutcome].self, from: stored) == outcomes)

        let stops = try (0...outcomes.count).map {
            try Stop(id: "\($0)", coordinate: Coordinate(latitude: 0, longitude: 0))
        }
        let route = try JSONEncoder().encode(Route(stops: stops, legs: outcomes))
        let parts = try #require(JSONSerialization.jsonObject(with: route) as? [String: Any])
        let legs = try JSONSerialization.data(withJSONObject: #require(parts["legs"]))
        #expect(try JSONDecoder().decode([LegOutcome].self, from: legs) == outcomes)
    }

    @Test(
        "an invalid leg is refused with its position",
        arguments: [
            #"{"latitudes":[91],"longitudes":[0],"distance_m":1,"distance_kind":"track","source":"x"}"#,
            #"{"latitudes":[],"longitudes":[],"distance_m":1,"distance_kind":"track","source":"x"}"#,
            #"{"latitudes":[1,2],"longitudes":[0],"distance_m":1,"distance_kind":"track","source":"x"}"#,
            #"{"latitudes":[1],"longitudes":[0],"distance_m":-1,"distance_kind":"track","source":"x"}"#,
            #"{"latitudes":[1],"longitudes":[0],"distance_m":1,"distance_kind":"odd","source":"x"}"#,
            #"{"latitudes":[1],"longitudes":[0],"distance_m":1,"distance_kind":"track","source":"x","speeds_m_s":[1,2]}"#,
            #"{"latitudes":[1],"longitudes":[0],"distance_m":1,"distance_kind":"track","source":"x","duration_s":1e300}"#,
            "{}", "[]", "null",
        ])
    func refuses(_ text: String) throws {
        for (bytes, depth) in [(text, 0), (#"[{"status":"found","leg":\#(text)}]"#, 1)] {
            let error = #expect(throws: DecodingError.self) {
                if depth == 0 {
                    _ = try JSONDecoder().decode(Leg.self, from: Data(bytes.utf8))
                } else {
                    _ = try JSONDecoder().decode([LegOutcome].self, from: Data(bytes.utf8))
                }
            }
            if case .dataCorrupted(let context) = error { #expect(context.codingPath.count >= depth) }
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(LegOutcome.self, from: Data(#"{"status":"found"}"#.utf8))
        }
    }
}
