import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTimes

/// Makes stops, legs and routes of all kinds.
private struct RouteGenerator {
    var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func chance(_ one: Int) -> Bool { int(1...one) == 1 }

    /// Numbers whose last bit is easily lost, and plain ones.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        switch int(0...5) {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: max(range.lowerBound, min(range.upperBound, 0.1 + 0.2))
        case 3: max(range.lowerBound, min(range.upperBound, .leastNonzeroMagnitude))
        default: Double.random(in: range, using: &generator)
        }
    }

    private static let texts = [
        "", "a", "서울", "가".decomposedStringWithCanonicalMapping, "\"", "\\", "\u{0}", "\n", "😀", "\u{2028}", ",",
    ]

    mutating func text() -> String {
        (0..<int(0...3)).map { _ in Self.texts[int(0...Self.texts.count - 1)] }.joined()
    }

    /// To the nanosecond, below 97 days, which is stored exactly.
    mutating func duration() -> Duration {
        chance(4) ? .zero : .nanoseconds(Int64.random(in: 0..<8_388_608_000_000_000, using: &generator))
    }

    mutating func place() -> Coordinate { coordinate(number(-90...90), number(-180...180)) }

    mutating func zone() throws -> ClockZone? {
        switch int(0...5) {
        case 0: return ClockZone(identifier: "Asia/Seoul")
        case 1: return ClockZone(secondsFromUTC: int(-86_399...86_399))
        case 2: return .utc
        // A name that a machine with a newer database has stored.
        case 3:
            let name = "Mars/\(int(0...9))" + text()
            return try JSONDecoder().decode([ClockZone].self, from: JSONEncoder().encode([name]))[0]
        default: return nil
        }
    }

    mutating func date() -> Date? {
        switch int(0...4) {
        case 0: Date(timeIntervalSince1970: number(-1e12...1e12))
        case 1: Date(timeIntervalSince1970: Double(int(0...4_000_000_000)))
        // As from clocks: counted from 2001, with more bits than fit a count from 1970.
        case 2: Date(timeIntervalSinceReferenceDate: number(-1e9...1e9))
        case 3: Date(timeIntervalSinceReferenceDate: number(0...1))
        default: nil
        }
    }

    mutating func stop(_ id: Int) throws -> Stop {
        var stop = Stop(
            id: "\(id)\(text())", name: text(), coordinate: place(), arrival: date(), stay: duration(),
            timeZone: try zone())
        // By assignment, too.
        if chance(3) { stop.stay = duration() }
        return stop
    }

    mutating func leg(alternatives: Int) throws -> Leg {
        let count = int(1...4)
        func list<Value>(_ value: (inout Self) -> Value) -> [Value?]? {
            chance(3) ? (0..<count).map { _ in chance(4) ? nil : value(&self) } : nil
        }
        let times = list { $0.duration() }
        let speeds = list { $0.number(-1e9...1e9) }
        let elevations = list { Meters($0.number(-1e4...1e300)) }
        return try Leg(
            coordinates: (0..<count).map { _ in place() }, distance: Meters(number(0...1e300)),
            distanceKind: Leg.DistanceKind.allCases[int(0...2)], duration: chance(3) ? nil : duration(), source: text(),
            isFallback: chance(2),
            alternatives: (0..<(alternatives > 0 ? int(0...alternatives) : 0)).map { _ in try leg(alternatives: 0) },
            snap: chance(2) ? Leg.Snap(start: Meters(number(0...1e6)), end: Meters(number(0...1e6))) : nil,
            vertices: Leg.VertexValues(times: times, speeds: speeds, elevations: elevations))
    }

    mutating func outcome() throws -> LegOutcome {
        switch int(0...4) {
        case 0: .notFound(reason: text())
        case 1: .cancelled
        case 2:
            [
                .failed(.unavailable(reason: text())), .failed(.limited(retryAfter: chance(2) ? nil : duration())),
                .failed(.timedOut(after: duration())), .failed(.refused(reason: text())),
                .failed(.invalidAnswer(reason: text())), .failed(.invalidLeg(reason: text())), .failed(.other(text())),
                .failed(.notFound(reason: text())),
            ][int(0...7)]
        default: .found(try leg(alternatives: 2))
        }
    }

    mutating func stops() throws -> [Stop] { try (0..<int(0...3)).map { try stop($0) } }

    mutating func route() throws -> Route {
        let stops = try stops()
        return Route(stops: stops, legs: try stops.dropFirst().map { _ in try outcome() })
    }
}

@Suite("Stored values can be read")
struct RouteRoundTripTests {
    /// 30 000 in all: half of them routes, half stop lists, a hundred per file.
    @Test("routes and stop lists are restored unchanged", arguments: 1...6 as ClosedRange<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var generator = RouteGenerator(seed: seed)
        for _ in 0..<25 {
            let routes = try (0..<100).map { _ in try generator.route() }
            let lists = try (0..<100).map { _ in try StopList(generator.stops()) }
            let readRoutes = try JSONDecoder().decode([Route].self, from: JSONEncoder().encode(routes))
            let readLists = try JSONDecoder().decode([StopList].self, from: JSONEncoder().encode(lists))
            guard readRoutes != routes || readLists != lists else { continue }
            if let (read, route) = zip(readRoutes, routes).first(where: { $0 != $1 }) { #expect(read == route) }
            if let (read, list) = zip(readLists, lists).first(where: { $0 != $1 }) { #expect(read == list) }
            #expect(readRoutes.count == routes.count && readLists.count == lists.count)
            return
        }
    }

    @Test("alternatives have no alternatives: such a leg could be encoded but not decoded")
    func nestedAlternatives() throws {
        func leg(_ alternatives: [Leg]) throws(LegError) -> Leg {
            try Leg(
                coordinates: [coordinate(0, 0)], distance: .zero, distanceKind: .network, source: "x",
                alternatives: alternatives)
        }
        let one = try leg([])
        let two = try leg([one])
        #expect(throws: LegError.invalidLeg(reason: "an alternative has alternatives itself")) { try leg([two]) }
        #expect(throws: LegError.self) { try leg([one, two]) }
    }

    @Test("a distance to the network is not negative")
    func snapRefusals() {
        for (start, end) in [(-1.0, 0.0), (0, -1e-300), (.nan, 0), (0, .infinity)] {
            #expect(throws: LegError.self) {
                try Leg(
                    coordinates: [coordinate(0, 0)], distance: .zero, distanceKind: .network, source: "x",
                    snap: Leg.Snap(start: Meters(start), end: Meters(end)))
            }
        }
    }

    @Test("an unknown time zone keeps its name, in a route, in a stop and alone; its clocks show UTC")
    func unknownZone() throws {
        let text =
            #"{"version":1,"stops":[{"id":"a","latitude":1,"longitude":2,"time_zone":"Asia/Pyeongchang"}],"legs":[]}"#
        let route = try JSONDecoder().decode(Route.self, from: Data(text.utf8))
        let zone = try #require(route.stops[0].timeZone)
        #expect(zone.identifier == "Asia/Pyeongchang" && !zone.isKnown && zone.secondsFromUTC(at: .now) == 0)
        #expect(try JSONDecoder().decode(Route.self, from: JSONEncoder().encode(route)) == route)
        #expect(String(decoding: try JSONEncoder().encode(route), as: UTF8.self).contains("Pyeongchang"))
        let list = try StopList(route.stops)
        #expect(try JSONDecoder().decode(StopList.self, from: JSONEncoder().encode(list)) == list)
        #expect(ClockZone.utc.isKnown && ClockZone(secondsFromUTC: 3600)?.isKnown == true)
    }

    @Test("an invalid arrival is refused in encoding, by any encoder")
    func endlessArrival() {
        for seconds in [Double.nan, .infinity, -.infinity] {
            let stop = Stop(
                id: "a", coordinate: coordinate(0, 0), arrival: Date(timeIntervalSinceReferenceDate: seconds))
            // An encoder that would write it.
            let encoder = JSONEncoder()
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            let error = #expect(throws: EncodingError.self) { try encoder.encode(Route(stops: [stop], legs: [])) }
            #expect("\(error!)".contains("is not finite"))
        }
    }

    @Test("a leg stored before snaps existed has none")
    func olderLeg() throws {
        let text = """
            {"version":1,"stops":[{"id":"a","latitude":1,"longitude":2},{"id":"b","latitude":1,"longitude":2}],
            "legs":[{"status":"found","leg":{"latitudes":[1],"longitudes":[2],"distance_m":0,"distance_kind":"network",
            "source":"osrm"}}]}
            """
        #expect(try JSONDecoder().decode(Route.self, from: Data(text.utf8)).legs[0].leg?.snap == nil)
    }
}
