import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTimes

@Suite("Stored routes")
struct RouteCodableTests {
    private func decode(_ text: String) throws -> Route {
        try JSONDecoder().decode(Route.self, from: Data(text.utf8))
    }

    private func stored(_ route: Route) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(route), as: UTF8.self)
    }

    /// A route with every possible value.
    private var full: Route {
        let (a, b) = (coordinate(37.5547, 126.9707), coordinate(-90, 180))
        let vertices = Leg.VertexValues(
            times: [.zero, nil, .milliseconds(1500)], speeds: [nil, 1.25, 0],
            elevations: [Meters(-3.5), nil, Meters(8848)])
        let plain = leg([a, b], kind: .greatCircle, seconds: 12_345.678, isFallback: true)
        let rich = try! Leg(
            coordinates: [a, a, b], distance: Meters(0.1 + 0.2), distanceKind: .network, duration: .zero,
            source: "osrm",
            alternatives: [plain], vertices: vertices)
        let first = Stop(
            id: "x \"1\"", name: "서울역\u{0}\n", coordinate: a, arrival: Date(timeIntervalSince1970: 1_806_537_600.25),
            stay: .milliseconds(90_001), timeZone: ClockZone(identifier: "GMT+0900"))
        return Route(
            stops: [first] + (2...8).map { stop($0, b) },
            legs: [
                .found(plain), .found(rich), .notFound(reason: "sea"), .cancelled,
                .failed(.limited(retryAfter: .seconds(3))),
                .failed(.timedOut(after: .seconds(5))), .failed(.other("?")),
            ])
    }

    @Test("a stored route is restored unchanged")
    func roundTrip() throws {
        for route in [full, Route(stops: [], legs: []), Route(stops: [stop(1, coordinate(0, 0))], legs: [])] {
            #expect(try decode(stored(route)) == route)
        }
        var generator = SplitMix64(seed: 1)
        for regime in Regime.allCases {
            let route = regime.route(10, using: &generator)
            #expect(try decode(stored(route)) == route)
        }
    }

    @Test("routes stored by earlier versions can still be read")
    func versionOne() throws {
        let text = """
            {"version":1,"stops":[{"id":"a","name":"서울역","latitude":37.5547,"longitude":126.9707,"arrival_unix_s":1806537600,
            "stay_s":600,"time_zone":"GMT+0900"},{"id":"b","latitude":35.1151,"longitude":129.0415}],
            "legs":[{"status":"found","leg":{"latitudes":[37.5547,35.1151],"longitudes":[126.9707,129.0415],
            "distance_m":327000.5,"distance_kind":"network","duration_s":9000,"source":"osrm"}}]}
            """
        let route = try decode(text)
        #expect(route.stops.map(\.name) == ["서울역", ""])
        #expect(route.stops[0].stay == .seconds(600))
        #expect(route.stops[0].timeZone == ClockZone(secondsFromUTC: 32_400))
        #expect(route.legs[0].leg?.duration == .seconds(9000))
    }

    @Test("a newer version and inconsistent counts are refused")
    func refusals() throws {
        let place = #"{"id":"a","latitude":1,"longitude":2}"#
        func refusal(_ text: String) -> RouteError? {
            do {
                _ = try decode(text)
                return nil
            } catch { return error as? RouteError }
        }
        #expect(refusal(#"{"version":2,"stops":{"new":true}}"#) == .newerVersion(2, known: 1))
        #expect(refusal(#"{"version":0,"stops":[],"legs":[]}"#) == .unknownVersion(0))
        #expect(
            refusal(#"{"version":1,"stops":[\#(place)],"legs":[{"status":"cancelled"}]}"#) == .legCount(1, stops: 1))
        #expect(refusal(#"{"version":1,"stops":[\#(place),\#(place)],"legs":[]}"#) == .legCount(0, stops: 2))
        #expect(refusal(#"{"version":1,"stops":[],"legs":[{"status":"cancelled"}]}"#) == .legCount(1, stops: 0))
        let off = #"{"version":1,"stops":[{"id":"a","latitude":91,"longitude":2}],"legs":[]}"#
        #expect(refusal(off) == .invalidStop(position: 0, reason: "latitude 91.0 is outside -90...90"))
        let stay = #"{"version":1,"stops":[{"id":"a","latitude":1,"longitude":2,"stay_s":-1}],"legs":[]}"#
        #expect(refusal(stay)?.description.hasPrefix("stop 0: ") == true)
        func withLeg(_ leg: String) -> String {
            #"{"version":1,"stops":[\#(place),\#(place)],"legs":[{"status":"found","leg":\#(leg)}]}"#
        }
        for leg in [
            #"{"latitudes":[],"longitudes":[],"distance_m":1,"distance_kind":"track","source":""}"#,
            #"{"latitudes":[1],"longitudes":[1,2],"distance_m":1,"distance_kind":"track","source":""}"#,
            #"{"latitudes":[1],"longitudes":[181],"distance_m":1,"distance_kind":"track","source":""}"#,
            #"{"latitudes":[1],"longitudes":[1],"distance_m":-1,"distance_kind":"track","source":""}"#,
            #"{"latitudes":[1],"longitudes":[1],"distance_m":1,"distance_kind":"track","source":"","speeds_m_s":[1,2]}"#,
            #"null"#,
        ] {
            #expect(refusal(withLeg(leg))?.description.hasPrefix("leg 0: ") == true, "\(leg)")
        }
    }

    @Test("hostile text is an error, never a trap", arguments: 1...3 as ClosedRange<UInt64>)
    func hostileText(seed: UInt64) throws {
        let text = Array(try stored(full).utf8)
        var generator = SplitMix64(seed: seed)
        let pieces = ["-1", "1e308", "1e999", "null", "[]", "{}", "\"\"", "9223372036854775808", "-9e9", "[[", "true"]
            .map { Array($0.utf8) }
        var decoded = 0
        for _ in 0..<1500 {
            var broken = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let at = Int.random(in: 0..<broken.count, using: &generator)
                let end = min(broken.count, at + Int.random(in: 0...6, using: &generator))
                broken.replaceSubrange(at..<end, with: pieces.randomElement(using: &generator)!)
            }
            guard let route = try? JSONDecoder().decode(Route.self, from: Data(broken)) else { continue }
            // A route that was read is like any other.
            #expect(route.totals.found <= route.legs.count)
            _ = (route.times(), route.boundingBox, RouteLine(route).point(atFraction: 0.5))
            decoded += 1
        }
        #expect(decoded > 0, "some changes leave a route, such as those of a name")
    }

    @Test("a duration that cannot be stored is an error")
    func endlessDuration() throws {
        let endless = try Leg(
            coordinates: [coordinate(0, 0)], distance: .zero, distanceKind: .track, duration: .seconds(1e12), source: ""
        )
        let route = Route(stops: [stop(1, coordinate(0, 0)), stop(2, coordinate(0, 0))], legs: [.found(endless)])
        #expect(throws: EncodingError.self) { try stored(route) }
    }
}
