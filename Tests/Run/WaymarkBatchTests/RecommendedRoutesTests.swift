import Foundation
import Synchronization
import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkTables

/// Counts requests for legs, each of which waits a moment, and the simultaneous ones.
private struct CountedLegs<Source: LegSource>: LegWrapper {
    final class Counts: Sendable {
        private let counts = Mutex((now: 0, most: 0, all: 0))
        var most: Int { counts.withLock(\.most) }
        var all: Int { counts.withLock(\.all) }

        func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }
        func end() { counts.withLock { $0.now -= 1 } }
    }

    let source: Source
    let counts = Counts()

    func request<Answer: Sendable>(
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        counts.begin()
        defer { counts.end() }
        try await Task.sleep(for: .milliseconds(2))
        return try await body()
    }
}

@Suite("Recommendations along routes")
struct RecommendedRoutesTests {
    /// Places around the way from Seoul to Busan: many near it with a good name, and some on it.
    private static let places: RecommendedPlaces = {
        var generator = SplitMix64(seed: 24)
        return RecommendedPlaces(
            (0..<300).map { number in
                RecommendedPlace(
                    id: "p\(number)", name: "\(number % 7 == 0 ? "역사 박물관" : "공원") \(number)",
                    coordinate: try! Coordinate(
                        latitude: .random(in: 35...37.6, using: &generator),
                        longitude: .random(in: 126.9...129.1, using: &generator)))
            })
    }()

    private static let trips: String = {
        var text = "trip_id,stop_id,lat,lon\n"
        for trip in 0..<4 {
            for (stop, place) in ["37.55,127", "36.6,127.4", "35.87,128.6", "35.16,129.06"].enumerated() {
                text += "t\(trip),\(stop)-\(trip),\(place)\n"
            }
        }
        return text
    }()

    private func rows(by source: some LegSource, jobs: Int = 1, maxDetour: Meters? = nil) async throws -> String {
        let folder = try TemporaryFolder()
        var options = RecommendationOptions()
        options.question.isAlong = true
        options.question.maxDetour = maxDetour
        let output = folder.path("rows.csv")
        _ = try await RecommendationBatch(Recommender(Self.places), options, source: source).run(
            stops: MemorySource(Array(Self.trips.utf8), name: "trips"), output: OutputFile(path: output), jobs: jobs)
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    @Test("wrapped great circles give the bytes of great circles, and no legs are requested for places")
    func wrapped() async throws {
        let circles = GreatCircleLegs()
        // Smaller than the detours of the places of greatest worth.
        for maxDetour in [nil, Meters(1500)] {
            let expected = try await rows(by: circles, maxDetour: maxDetour)
            #expect(expected.count > 400)
            #expect(try await rows(by: circles.cached(100), maxDetour: maxDetour) == expected)
            #expect(try await rows(by: circles.limited(to: 1_000, per: .seconds(1)), maxDetour: maxDetour) == expected)
            #expect(try await rows(by: circles.retrying(), maxDetour: maxDetour) == expected)
            #expect(try await rows(by: circles.coalesced(), maxDetour: maxDetour) == expected)
            #expect(try await rows(by: circles.timeout(.seconds(60)), maxDetour: maxDetour) == expected)
            let server = ClosureLegs(name: "server") { _, _ in throw LegError.unavailable(reason: "down") }
            #expect(try await rows(by: circles.fallback(to: server), maxDetour: maxDetour) == expected)
            let counted = CountedLegs(source: circles.coalesced().cached(100).retrying())
            #expect(try await rows(by: counted, maxDetour: maxDetour) == expected)
            #expect(counted.counts.all == 4 * 3)
        }
    }

    @Test("legs of a server are requested at once, as for routes, with the same bytes for any number of jobs")
    func concurrent() async throws {
        func server() -> CountedLegs<ClosureLegs> {
            let roads = ClosureLegs(name: "roads") { start, end in
                // A wall along 128° that only a few roads cross.
                let crosses = (start.coordinate.longitude < 128) != (end.coordinate.longitude < 128)
                if crosses, start.id.hasSuffix("3") { throw LegError.notFound(reason: "wall") }
                let leg = try await GreatCircleLegs().leg(from: start, to: end)
                return try Leg(
                    coordinates: leg.coordinates, distance: leg.distance * (crosses ? 1.4 : 1.1),
                    distanceKind: .network, source: "roads")
            }
            return CountedLegs(source: roads)
        }
        let one = server()
        let expected = try await rows(by: one, jobs: 1)
        #expect(expected.count > 400)
        #expect(2...TripOptions.usualWidth ~= one.counts.most && one.counts.all > 4 * 3 + 4 * 20)
        let five = server()
        #expect(try await rows(by: five, jobs: 5) == expected)
        #expect(2...TripOptions.usualWidth ~= five.counts.most && five.counts.all == one.counts.all)
    }

    @Test("the first error of a server ends the recommendations")
    func unavailable() async throws {
        let source = ClosureLegs(name: "server") { start, end in
            if end.id.hasPrefix("p") { throw LegError.unavailable(reason: "down") }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        await #expect(throws: LegError.unavailable(reason: "down")) { try await rows(by: source, jobs: 3) }
    }
}
