import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("guessed ways")
struct GuessedWaysTests {
    /// Straight metres, and metres and seconds of the way on plain ground, reckoned by hand from the measured medians.
    private static let known: [(TravelMode, Double, Double, Double)] = [
        (.driving, 0, 0, 0), (.driving, 100, 180, 35), (.driving, 1000, 1400, 131), (.driving, 10_000, 13_370, 986),
        (.driving, 100_000, 126_570, 5936), (.cycling, 1000, 1341, 364), (.cycling, 50, 100, 25),
        (.walking, 1000, 1272, 915.6), (.walking, 50, 90, 64.8),
    ]

    @Test("are a detour and a speed by length, larger and slower on steep ground", arguments: known)
    func values(mode: TravelMode, straight: Double, meters: Double, seconds: Double) {
        let (plain, steep) = (GuessedWays(mode: mode), GuessedWays(mode: mode, ground: .steep))
        #expect(abs(plain.distance(overStraight: Meters(straight)).value - meters) < 1e-6)
        #expect(abs(plain.duration(overStraight: Meters(straight)) / .seconds(1) - seconds) < 1e-6)
        #expect(steep.distance(overStraight: Meters(straight)).value >= meters)
        #expect(steep.duration(overStraight: Meters(straight)) / .seconds(1) >= seconds)
        if straight > 0 { #expect(steep.name != plain.name && steep.identity != plain.identity) }
    }

    private static let modes = [TravelMode.walking, .cycling, .driving]

    @Test(
        "no way by a third place is shorter or quicker than the direct one", arguments: modes,
        GuessedWays.Ground.allCases)
    func triangles(mode: TravelMode, ground: GuessedWays.Ground) async throws {
        let ways = GuessedWays(mode: mode, ground: ground)
        var generator = SplitMix64(seed: 11)
        // From 10 m to 1000 km.
        for scale in [1e-4, 1e-3, 1e-2, 0.1, 1, 10] {
            let stops = (0..<14).map {
                stop(
                    $0 + 1,
                    coordinate(
                        36 + scale * .random(in: -0.5...0.5, using: &generator),
                        127 + scale * .random(in: -0.5...0.5, using: &generator)))
            }
            for cost in LegCost.allCases {
                let costs = try #require(try await ways.costs(from: stops, to: stops, by: cost)).map { $0.map { $0! } }
                for i in stops.indices {
                    #expect(costs[i][i] == 0)
                    for j in stops.indices {
                        for k in stops.indices {
                            #expect(costs[i][j] <= (costs[i][k] + costs[k][j]) * (1 + 1e-12))
                        }
                    }
                }
            }
        }
    }

    @Test("a table has what the legs have, and the reach is what the duration says", arguments: modes)
    func table(mode: TravelMode) async throws {
        let ways = GuessedWays(mode: mode, ground: .steep)
        let stops = [(37.5, 127.0), (37.5004, 127), (37.6, 127.1), (35.2, 129.1), (37.5, 127)].enumerated().map {
            stop($0.offset + 1, coordinate($0.element.0, $0.element.1))
        }
        let seconds = try #require(try await ways.costs(from: stops, to: stops, by: .duration))
        let meters = try #require(try await ways.costs(from: stops, to: stops, by: .distance))
        for (i, start) in stops.enumerated() {
            for (j, end) in stops.enumerated() {
                let leg = try await ways.leg(from: start, to: end)
                #expect(leg.distance.value == meters[i][j] && leg.distanceKind == .estimated)
                #expect(abs(try #require(leg.duration) / .seconds(1) - seconds[i][j]!) < 1e-6)
                let straight = Sphere.earth.distance(from: start.coordinate, to: end.coordinate)
                #expect(abs((ways.reach(within: leg.duration!) - straight).value) < 0.001)
            }
        }
        #expect(ways.reach(within: .zero) == .zero)
    }

    @Test("a table of 1000 places takes well below 0.2 s")
    func time() async throws {
        var generator = SplitMix64(seed: 2)
        let stops = (0..<1000).map {
            stop($0 + 1, coordinate(.random(in: 35...38, using: &generator), .random(in: 126...129, using: &generator)))
        }
        let ways = GuessedWays(mode: .driving)
        let clock = ContinuousClock()
        let began = clock.now
        let rows = try await ways.costs(from: stops, to: stops, by: .duration)
        let took = clock.now - began
        #expect(rows?.count == 1000)
        #expect(took < .seconds(2), "\(took)")
    }

    @Test("other modes are not guessed")
    func otherModes() async {
        await #expect(processExitsWith: .failure) { _ = GuessedWays(mode: .flying) }
        await #expect(processExitsWith: .failure) { _ = GuessedWays(mode: .driving).distance(overStraight: Meters(-1)) }
    }

    /// Answers of Valhalla on an extract of shared/osm.
    private struct Answers: Decodable {
        struct Table: Decodable {
            var distances, durations: [[Double?]]

            enum CodingKeys: String, CodingKey {
                case distances = "distance_m"
                case durations = "duration_s"
            }
        }
        struct Places: Decodable { var points: [[Double]] }
        var matrix: Table
    }
    private struct Questions: Decodable { var matrix: Answers.Places }

    private static let answers = SharedData.folder.deletingLastPathComponent().appending(path: "osm/refs")

    @Test(
        "the median way of a server of roads is within a tenth as long",
        .enabled(if: FileManager.default.fileExists(atPath: answers.path), "the folder shared/osm/refs is absent"),
        arguments: [
            ("busan-seomyeon", "auto", TravelMode.driving), ("busan-seomyeon", "bicycle", .cycling),
            ("busan-seomyeon", "pedestrian", .walking), ("monaco", "pedestrian", .walking),
        ])
    func references(extract: String, profile: String, mode: TravelMode) throws {
        func read<Value: Decodable>(_ name: String) throws -> Value {
            try JSONDecoder().decode(
                Value.self, from: Data(contentsOf: Self.answers.appending(path: "\(extract)/\(name).json")))
        }
        let (questions, answers): (Questions, Answers) = (try read("requests"), try read("valhalla-\(profile)"))
        let places = questions.matrix.points.map { coordinate($0[1], $0[0]) }
        let ways = GuessedWays(mode: mode, ground: extract == "monaco" ? .steep : .plain)
        var (lengths, times): ([Double], [Double]) = ([], [])
        for (i, start) in places.enumerated() {
            for (j, end) in places.enumerated() where i != j {
                let straight = Sphere.earth.distance(from: start, to: end)
                guard straight > Meters(100), let length = answers.matrix.distances[i][j],
                    let time = answers.matrix.durations[i][j]
                else { continue }
                lengths.append(length / ways.distance(overStraight: straight).value)
                times.append(time / (ways.duration(overStraight: straight) / .seconds(1)))
            }
        }
        let (length, time) = (lengths.sorted()[lengths.count / 2], times.sorted()[times.count / 2])
        #expect((0.9...1.1).contains(length), "\(length)")
        // Valhalla drives and cycles faster than OSRM, by which the durations go.
        #expect((mode == .walking ? 0.9 : 0.75)...1.1 ~= time, "\(time)")
    }
}
