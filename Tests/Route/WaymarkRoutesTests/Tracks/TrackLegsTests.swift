import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Legs along a track")
struct TrackLegsTests {
    /// A place a number of metres east and north of 37° N 127° E, approximately.
    private func place(_ east: Double, _ north: Double) -> Coordinate {
        let origin = try! Coordinate(latitude: 37, longitude: 127)
        let eastward = Sphere.earth.destination(from: origin, bearing: 90, distance: Meters(east))
        return Sphere.earth.destination(from: eastward, bearing: 0, distance: Meters(north))
    }

    private func stop(_ east: Double, _ north: Double, name: String = "") -> Stop {
        Stop(id: "\(east) \(north)", name: name, coordinate: place(east, north))
    }

    /// A track through places, with a time for each, in seconds, and ten metres higher at each.
    private func track(_ places: [(Double, Double)], times: [Double]? = nil) -> [TrackPoint] {
        places.enumerated().map { index, place in
            TrackPoint(
                self.place(place.0, place.1), elevation: Meters(Double(index) * 10),
                time: times.map { Date(timeIntervalSince1970: 1e9 + $0[index]) })
        }
    }

    private func isNear(_ a: Coordinate, _ b: Coordinate) -> Bool {
        Sphere.earth.distance(from: a, to: b).value < 0.5
    }

    @Test("begins and ends between fixes, with times, speeds and elevations in proportion")
    func interpolatedEnds() async throws {
        let track = track([(0, 0), (1_000, 0), (2_000, 0), (3_000, 0)], times: [0, 100, 300, 400])
        let leg = try await TrackLegs([track]).leg(from: stop(500, 30), to: stop(2_250, -40))
        #expect(leg.coordinates.count == 4)
        #expect(isNear(leg.coordinates[0], place(500, 0)) && isNear(leg.coordinates[3], place(2_250, 0)))
        #expect(abs(leg.distance.value - 1_750) < 1)
        #expect(leg.distanceKind == .track && leg.source == "track")
        let times = try #require(leg.vertices.times).map { ($0 ?? .zero) / .seconds(1) }
        for (time, expected) in zip(times, [0, 50, 250, 275] as [Double]) { #expect(abs(time - expected) < 0.1) }
        #expect(leg.duration == leg.vertices.times?.last)
        let elevations = try #require(leg.vertices.elevations).map { $0?.value ?? 0 }
        for (elevation, expected) in zip(elevations, [5, 10, 20, 22.5] as [Double]) {
            #expect(abs(elevation - expected) < 0.01)
        }
        let speeds = try #require(leg.vertices.speeds).map { $0 ?? 0 }
        for (speed, expected) in zip(speeds, [10, 6, 5.5556, 10] as [Double]) {
            #expect(abs(speed - expected) < 0.02)
        }
    }

    @Test("recorded speeds have priority over those from times; without times there are neither speeds nor a duration")
    func recordedSpeeds() async throws {
        var track = track([(0, 0), (1_000, 0)])
        let bare = try await TrackLegs([track]).leg(from: stop(0, 0), to: stop(1_000, 0))
        #expect(bare.duration == nil && bare.vertices.times == nil && bare.vertices.speeds == nil)
        (track[0].speed, track[1].speed) = (2, 4)
        let leg = try await TrackLegs([track]).leg(from: stop(250, 0), to: stop(1_000, 0))
        let speeds = try #require(leg.vertices.speeds).map { $0 ?? 0 }
        #expect(abs(speeds[0] - 2.5) < 0.01 && speeds[1] == 4)
    }

    @Test("an out-and-back track serves both directions, each with its own half")
    func thereAndBack() async throws {
        let track = track([(0, 0), (1_000, 0), (2_000, 0), (1_000, 5), (0, 5)], times: [0, 10, 20, 40, 60])
        let legs = TrackLegs([track], direction: .forward)
        let there = try await legs.leg(from: stop(0, 0), to: stop(2_000, 0))
        let back = try await legs.leg(from: stop(2_000, 0), to: stop(0, 0))
        #expect(there.duration == .seconds(20) && back.duration == .seconds(40))
        #expect(isNear(back.coordinates[1], place(1_000, 5)))
    }

    @Test("a loop leads back to its start, and a crossing is left in the right direction")
    func loopsAndCrossings() async throws {
        // A figure of eight through (0, 0): east first, then west.
        let eight = track([
            (0, 0), (500, 500), (1_000, 0), (500, -500), (0, 0), (-500, 500), (-1_000, 0), (-500, -500), (0, 0),
        ])
        let legs = TrackLegs([eight], direction: .forward)
        let (crossing, east, west) = (stop(0, 0), stop(1_000, 0), stop(-1_000, 0))
        let half = 2 * 500 * 2.0.squareRoot()
        for (start, end, pieces) in [
            (crossing, east, 1.0), (east, crossing, 1), (crossing, west, 1), (west, crossing, 1), (east, west, 2),
        ] {
            let leg = try await legs.leg(from: start, to: end)
            #expect(abs(leg.distance.value - pieces * half) < 2)
            #expect(isNear(leg.coordinates[0], start.coordinate) && isNear(leg.coordinates.last!, end.coordinate))
        }
        await #expect(throws: LegError.self) { try await legs.leg(from: west, to: east) }
        let same = try await legs.leg(from: east, to: east)
        #expect(same.distance == .zero && same.coordinates.count == 1)
    }

    @Test("a track is followed backwards only if allowed, with increasing times")
    func backwards() async throws {
        let track = track([(0, 0), (1_000, 0), (2_000, 0)], times: [0, 10, 30])
        let (start, end) = (stop(2_000, 0, name: "B"), stop(0, 0, name: "A"))
        let leg = try await TrackLegs([track]).leg(from: start, to: end)
        #expect(leg.vertices.times == [.zero, .seconds(20), .seconds(30)])
        #expect(leg.duration == .seconds(30))
        #expect(leg.vertices.elevations == [Meters(20), Meters(10), Meters(0)])
        let error = await #expect(throws: LegError.self) {
            try await TrackLegs([track], direction: .forward).leg(from: start, to: end)
        }
        #expect(error == .notFound(reason: "the track leads from A to B only"))
    }

    @Test("a stop too far from the track is not found, with its distance in the reason")
    func tooFar() async throws {
        let legs = TrackLegs([track([(0, 0), (1_000, 0)])], within: Meters(50))
        _ = try await legs.leg(from: stop(0, 49), to: stop(1_000, 0))
        let error = await #expect(throws: LegError.self) {
            try await legs.leg(from: stop(0, 0), to: stop(500, 250, name: "Namsan"))
        }
        #expect(
            error
                == .notFound(reason: "the track comes no nearer to Namsan than 250 m, and 50.0 m is the limit"))
        await #expect(throws: LegError.notFound(reason: "the track has no points")) {
            try await TrackLegs([[], []]).leg(from: stop(0, 0), to: stop(1, 0))
        }
    }

    @Test("short gaps between pieces are crossed, long ones are not; nothing is near a gap")
    func gaps() async throws {
        let pieces = [track([(0, 0), (1_000, 0)]), [], track([(1_200, 0)]), track([(1_400, 0), (2_000, 0)])]
        let leg = try await TrackLegs(pieces, gap: Meters(250)).leg(from: stop(0, 0), to: stop(2_000, 0))
        // With a point in the middle of each gap that has no value, so that no speed is guessed there.
        #expect(leg.coordinates.count == 7)
        #expect(abs(leg.distance.value - 2_000) < 1)
        let error = await #expect(throws: LegError.self) {
            try await TrackLegs(pieces, gap: Meters(100)).leg(from: stop(0, 0), to: stop(2_000, 0))
        }
        #expect(error?.description.contains("without a gap") == true)
        await #expect(throws: LegError.self) {
            try await TrackLegs(pieces, within: Meters(50), gap: Meters(250)).leg(from: stop(0, 0), to: stop(1_100, 0))
        }
        let alone = try await TrackLegs(pieces, within: Meters(50)).leg(from: stop(1_200, 10), to: stop(1_200, -10))
        #expect(alone.coordinates.count == 1 && alone.distance == .zero)
    }

    @Test("a clock that goes back, and points without time, leave gaps in the times and nothing else")
    func oddTimes() async throws {
        var track = track([(0, 0), (100, 0), (200, 0), (300, 0), (400, 0)], times: [0, 10, 5, 30, 40])
        track[3].time = nil
        let leg = try await TrackLegs([track]).leg(from: stop(0, 0), to: stop(400, 0))
        #expect(leg.vertices.times == [.zero, .seconds(10), nil, nil, .seconds(40)])
        track[0].time = Date(timeIntervalSince1970: -.infinity)
        let odd = try await TrackLegs([track]).leg(from: stop(0, 0), to: stop(400, 0))
        #expect(odd.duration == nil)
        track[1].elevation = Meters(.nan)
        await #expect(throws: LegError.self) { try await TrackLegs([track]).leg(from: stop(0, 0), to: stop(400, 0)) }
    }

    @Test("works over the antimeridian and a pole")
    func hostilePlaces() async throws {
        func point(_ latitude: Double, _ longitude: Double) throws -> TrackPoint {
            TrackPoint(try Coordinate(latitude: latitude, longitude: longitude))
        }
        let pole = try [point(89.9, 0), point(89.99, 90), point(89.9, 180), point(89.9, 180)]
        let dateLine = try [point(10, 179.9), point(10, -179.9), point(10, -179.8)]
        for track in [pole, dateLine] {
            let (start, end) = (
                Stop(id: "a", coordinate: track[0].coordinate), Stop(id: "b", coordinate: track[2].coordinate)
            )
            let leg = try await TrackLegs([track]).leg(from: start, to: end)
            let length = zip(track, track[1...2]).map {
                Sphere.earth.distance(from: $0.coordinate, to: $1.coordinate).value
            }
            #expect(abs(leg.distance.value - length.reduce(0, +)) < 1e-6)
        }
    }

    @Test("legs between vertices of a real track add up to the track", .enabled(if: SharedData.isPresent))
    func legsAddUp() async throws {
        let document = try GPXDocument(SharedData.bytes("tracks/gpxpy-korita-zbevnica.gpx"))
        let segment = try #require(document.lines.max { $0.count < $1.count })
        let legs = TrackLegs([segment], within: Meters(1), accuracy: .zero, direction: .forward)
        // Far enough apart that no other part of the track is near.
        let chosen = stride(from: 0, to: segment.count, by: 40).map { $0 }
        var (total, vertices) = (0.0, 0)
        for (a, b) in zip(chosen, chosen.dropFirst()) {
            let leg = try await legs.leg(
                from: Stop(id: "\(a)", coordinate: segment[a].coordinate),
                to: Stop(id: "\(b)", coordinate: segment[b].coordinate))
            total += leg.distance.value
            vertices += leg.coordinates.count - 1
        }
        let track = zip(segment, segment[1...chosen.last!]).map {
            Sphere.earth.distance(from: $0.coordinate, to: $1.coordinate).value
        }
        #expect(vertices == chosen.last!)
        #expect(abs(total - track.reduce(0, +)) < 1e-6)
    }

    @Test("finds the passes found by small steps along the track", arguments: 1...40 as ClosedRange<UInt64>)
    func passesAsFineSteps(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let segments = (0..<3).map { _ in
            track(
                (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                    (.random(in: -300...300, using: &generator), .random(in: -300...300, using: &generator))
                })
        }
        let line = TrackLine.lines(of: segments, gap: Meters(10_000))[0]
        let center = place(.random(in: -200...200, using: &generator), .random(in: -200...200, using: &generator))
        let limit = Double.random(in: 20...150, using: &generator)
        // Runs of steps within the limit, for each piece separately.
        var runs: [Double] = []
        var isClear = true
        for segment in segments {
            var run: Double?
            var steps = [segment[0].coordinate]
            for (a, b) in zip(segment, segment.dropFirst()) {
                steps += (1...2_000).map {
                    Sphere.earth.interpolate(from: a.coordinate, to: b.coordinate, fraction: Double($0) / 2_000)
                }
            }
            let distances = steps.map { Sphere.earth.distance(from: $0, to: center).value }
            for (index, distance) in distances.enumerated() {
                if distance <= limit { run = min(run ?? .infinity, distance) }
                if distance > limit || index == distances.count - 1, let ended = run {
                    runs.append(ended)
                    run = nil
                }
                // A turning point too near the limit for steps to decide.
                if index > 0, index < distances.count - 1, abs(distance - limit) < 0.001 {
                    isClear = isClear && (distances[index - 1] - distance) * (distances[index + 1] - distance) < 0
                }
            }
        }
        let passes = line.passes(of: center, within: limit)
        guard isClear else { return }
        #expect(passes.count == runs.count)
        for (pass, run) in zip(passes, runs) { #expect(pass.off <= run + 1e-6 && run - pass.off < 0.05) }
        #expect(zip(passes, passes.dropFirst()).allSatisfy { $0.along <= $1.along })
        for pass in passes {
            #expect(
                abs(Sphere.earth.distance(from: line.point(at: pass).coordinate, to: center).value - pass.off) < 1e-4)
        }
    }

    @Test("chooses the same pair of passes as trying all pairs", arguments: 1...200 as ClosedRange<UInt64>)
    func partAsAllPairs(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func passes() -> [TrackLine.Position] {
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                TrackLine.Position(
                    vertex: 0, fraction: 0, along: Double(Int.random(in: 0...20, using: &generator)),
                    off: Double(Int.random(in: 0...9, using: &generator)))
            }.sorted { $0.along < $1.along }
        }
        let lines = (0..<3).map { _ in (starts: passes(), ends: passes()) }
        let accuracy = Double(Int.random(in: 0...5, using: &generator))
        var pairs: [(off: Double, length: Double)] = []
        for (starts, ends) in lines {
            for start in starts {
                for end in ends where end.along >= start.along {
                    pairs.append((start.off + end.off, end.along - start.along))
                }
            }
        }
        let least = pairs.map(\.off).min()
        let shortest = pairs.filter { $0.off <= (least ?? 0) + accuracy }.map(\.length).min()
        let part = TrackPart.best(lines, accuracy: accuracy)
        #expect(part.map { $0.end.along - $0.start.along } == shortest)
        if let part, let least { #expect(part.start.off + part.end.off <= least + accuracy) }
    }

    @Test("speeds beside a gap are those of the track, and within it there is none")
    func speedsBesideGaps() async throws {
        func piece(_ places: [(Double, Double)]) -> [TrackPoint] {
            zip(track(places.map { ($0.0, 0) }), places).map { point, place in
                TrackPoint(point.coordinate, time: Date(timeIntervalSince1970: place.1))
            }
        }
        // 10 m/s, an hour's rest 200 m on, 20 m/s.
        let pieces = [piece([(0, 0), (1_000, 100)]), piece([(1_200, 3_700), (2_200, 3_750)])]
        let leg = try await TrackLegs(pieces).leg(from: stop(0, 0), to: stop(2_200, 0))
        let speeds = try #require(leg.vertices.speeds)
        #expect(speeds.map { $0.map { ($0 * 10).rounded() / 10 } } == [10, 10, nil, 20, 20], "\(speeds)")
    }
}
