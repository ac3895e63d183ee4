import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkPolylines
import WaymarkRoutes

/// The address of a Valhalla with the roads of `shared/osm/monaco.osm.pbf`; CONTRIBUTING.md describes how
/// to start one.
private let valhalla = ProcessInfo.processInfo.environment["WAYMARK_VALHALLA"]

@Suite("Legs from a real Valhalla", .enabled(if: valhalla != nil && SharedData.isPresent))
struct ValhallaTests {
    private struct Requests: Decodable {
        struct Pair: Decodable {
            let id: Int
            let from: [Double]
            let to: [Double]
        }
        let pairs: [Pair]
    }

    private struct Answers: Decodable {
        struct Route: Decodable {
            let id: Int
            let distance: Double?
            let duration: Double?
            let polyline6: String?

            enum CodingKeys: String, CodingKey {
                case id, polyline6
                case distance = "distance_m"
                case duration = "duration_s"
            }
        }
        let routes: [Route]
    }

    private func read<Value: Decodable>(_ name: String) throws -> Value {
        let folder = SharedData.folder.deletingLastPathComponent().appending(path: "osm/refs/monaco")
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appending(path: name)))
    }

    @Test(
        "equal the routes of Valhalla's own format for the same places",
        arguments: [
            ("valhalla-auto.json", TravelMode.driving), ("valhalla-bicycle.json", .cycling),
            ("valhalla-pedestrian.json", .walking),
        ])
    func sameAsItsOwnFormat(file: String, mode: TravelMode) async throws {
        let requests: Requests = try read("requests.json")
        let answers: Answers = try read(file)
        let legs = try OSRMLegs(try #require(valhalla), mode: mode, settings: OSRMSettings(dialect: .valhalla))
        var found = 0
        for (pair, answer) in zip(requests.pairs, answers.routes) {
            #expect(pair.id == answer.id)
            let start = Stop(id: "a", coordinate: try Coordinate(latitude: pair.from[1], longitude: pair.from[0]))
            let end = Stop(id: "b", coordinate: try Coordinate(latitude: pair.to[1], longitude: pair.to[0]))
            let outcome: LegOutcome
            do {
                outcome = .found(try await legs.leg(from: start, to: end))
            } catch {
                outcome = LegOutcome(error)
            }
            guard let distance = answer.distance, let duration = answer.duration, let line = answer.polyline6 else {
                #expect(outcome.leg == nil, "pair \(pair.id): \(outcome)")
                continue
            }
            let leg = try #require(outcome.leg, "pair \(pair.id): \(outcome)")
            found += 1
            // Its own format gives whole metres, and seconds to three decimals.
            #expect(abs(leg.distance.value - distance) <= 1, "pair \(pair.id)")
            #expect(abs(try #require(leg.duration) / .seconds(1) - duration) <= 1, "pair \(pair.id)")
            #expect(leg.coordinates == (try EncodedPolyline.decode(line, precision: 6)), "pair \(pair.id)")
            // A line with six decimals, by its own length.
            let length = Polyline(leg.coordinates).length().value
            #expect(abs(length - leg.distance.value) <= max(20, 0.02 * length), "pair \(pair.id)")
        }
        #expect(found > 15)
    }

    @Test("many legs from one request equal those requested alone", arguments: [TravelMode.driving, .walking])
    func together(mode: TravelMode) async throws {
        let requests: Requests = try read("requests.json")
        let stops = try requests.pairs.prefix(20).map {
            Stop(id: "\($0.id)", coordinate: try Coordinate(latitude: $0.from[1], longitude: $0.from[0]))
        }
        let legs = try OSRMLegs(try #require(valhalla), mode: mode, settings: OSRMSettings(dialect: .valhalla))
        #expect(legs.maxLegsPerRequest == 19)
        let together = try await Route(joining: stops, by: legs).legs
        for (leg, ends) in zip(stops, stops.dropFirst()).enumerated() {
            let alone = await outcome(legs, ends.0, ends.1)
            // A missing leg and its message equal those of a request for it alone.
            #expect(together[leg] == alone, "leg \(leg)")
        }
        #expect(together.count { $0.leg != nil } > 10)
    }

    @Test("a stop without a road nearby is not found; an unknown mode is refused")
    func errors() async throws {
        let url = try #require(valhalla)
        let monaco = Stop(id: "a", coordinate: try Coordinate(latitude: 43.7384, longitude: 7.4246))
        let seoul = Stop(id: "b", coordinate: try Coordinate(latitude: 37.55, longitude: 126.97))
        let settings = OSRMSettings(dialect: .valhalla)
        for mode in [TravelMode.driving, TravelMode(rawValue: "teleport")] {
            let outcome = await outcome(try OSRMLegs(url, mode: mode, settings: settings), monaco, seoul)
            switch outcome {
            case .notFound, .failed(.refused): break
            default: Issue.record("\(mode.rawValue): \(outcome)")
            }
        }
    }

    private func outcome(_ legs: OSRMLegs, _ start: Stop, _ end: Stop) async -> LegOutcome {
        do {
            return .found(try await legs.leg(from: start, to: end))
        } catch {
            return LegOutcome(error)
        }
    }
}
