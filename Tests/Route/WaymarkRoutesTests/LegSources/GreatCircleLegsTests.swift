import RouteTestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Great-circle legs")
struct GreatCircleLegsTests {
    private func stop(_ latitude: Double, _ longitude: Double) throws -> Stop {
        Stop(id: "\(latitude) \(longitude)", coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(
        "are as long as the great circle, and reversed stops give the reversed leg",
        arguments: [
            (37.5547, 126.9707, 35.1151, 129.0415), (65, 179.5, 66, -179.5), (89.5, 10, 89.5, -170), (0, 0, 0, 0),
            (-90, 0, 90, 0), (12, 34, -12, -146),
        ])
    func areGreatCircles(a: Double, b: Double, c: Double, d: Double) async throws {
        let (start, end) = (try stop(a, b), try stop(c, d))
        let legs = GreatCircleLegs(mode: .flying, spacing: .kilometers(50))
        let (there, back) = (try await legs.leg(from: start, to: end), try await legs.leg(from: end, to: start))
        let distance = Sphere.earth.distance(from: start.coordinate, to: end.coordinate)
        #expect(there.distance == distance && back.distance == distance)
        #expect(there.distanceKind == .greatCircle && there.source == "great-circle" && !there.isFallback)
        #expect(there.coordinates.first == start.coordinate && there.coordinates.last == end.coordinate)
        let pieces = zip(there.coordinates, there.coordinates.dropFirst()).map {
            Sphere.earth.distance(from: $0, to: $1).value
        }
        #expect(pieces.allSatisfy { $0 <= 50_000.001 })
        #expect(abs(pieces.reduce(0, +) - distance.value) < 1e-3)
        for (p, q) in zip(there.coordinates, back.coordinates.reversed()) {
            #expect(Sphere.earth.distance(from: p, to: q).value < 1e-3)
        }
        let times = try #require(there.vertices.times)
        #expect(times.first == .some(.zero) && times.last == .some(there.duration))
        #expect(times.count == there.coordinates.count)
    }

    @Test("have the duration of the mode's usual speed, or of the given one; none if neither is known")
    func durations() async throws {
        let (start, end) = (try stop(0, 0), try stop(0, 1))
        let walked = try await GreatCircleLegs(mode: .walking).leg(from: start, to: end)
        let hours = try #require(walked.duration) / .seconds(3600)
        #expect(abs(hours - walked.distance.kilometers / 5) < 1e-9)
        #expect(walked.coordinates.count == 3)
        #expect(try await GreatCircleLegs(spacing: nil).leg(from: start, to: end).coordinates.count == 2)
        let quick = try await GreatCircleLegs(mode: .walking, speed: 10).leg(from: start, to: end)
        #expect(abs(try #require(quick.duration) / .seconds(1) - quick.distance.value / 10) < 1e-6)
        let other = TravelMode(rawValue: "by camel")
        #expect(try await GreatCircleLegs(mode: other).leg(from: start, to: end).duration == nil)
        #expect(try await GreatCircleLegs().leg(from: start, to: end).vertices.times == nil)
    }

    @Test("a detour makes a leg longer in length and time, and an estimate; its line stays")
    func detours() async throws {
        let (start, end) = (try stop(0, 0), try stop(0, 0.5))
        let plain = try await GreatCircleLegs(mode: .driving).leg(from: start, to: end)
        let guess = try await GreatCircleLegs(mode: .driving, detour: 1.3).leg(from: start, to: end)
        #expect(guess.distance == plain.distance * 1.3 && guess.distanceKind == .estimated)
        let (longer, shorter) = (try #require(guess.duration), try #require(plain.duration))
        #expect(abs(longer / shorter - 1.3) < 1e-9 && guess.coordinates == plain.coordinates)
        #expect(guess.source == "great-circle x 1.3" && plain.distanceKind == .greatCircle)
    }

    @Test("between antipodes any way is as short, and the leg says so")
    func antipodes() async throws {
        let legs = GreatCircleLegs()
        let leg = try await legs.leg(from: try stop(12, 34), to: try stop(-12, -146))
        #expect(leg.remark == "the stops are antipodes: any way is as short as this one")
        #expect(try await legs.leg(from: try stop(12, 34), to: try stop(-12, -145.999)).remark == nil)
    }

    @Test("refuse an invalid speed")
    func refusals() async {
        await #expect(processExitsWith: .failure) { _ = GreatCircleLegs(speed: 0) }
        await #expect(processExitsWith: .failure) { _ = GreatCircleLegs(spacing: .zero) }
        await #expect(processExitsWith: .failure) { _ = GreatCircleLegs(detour: 0.9) }
    }

    @Test("a cancelled task gets none")
    func cancelled() async throws {
        let (start, end) = (try stop(0, 0), try stop(0, 1))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
