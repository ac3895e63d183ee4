import RouteTestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkThreads

@Suite("Watched speeds")
struct WatchedLegsTests {
    /// Legs of a mode at a speed, and tables of them.
    private struct Roads: LegSource {
        let name = "roads"
        let mode: TravelMode?
        let speed: Double
        let maxPlacesPerTable = 9

        func leg(from start: Stop, to end: Stop) async throws -> Leg {
            try await GreatCircleLegs(speed: speed).leg(from: start, to: end)
        }

        func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
            starts.map { start in
                ends.map { Sphere.earth.distance(from: start.coordinate, to: $0.coordinate).value / speed }
            }
        }
    }

    private func said(
        _ mode: TravelMode?, _ kmh: Double, _ ask: (any LegSource) async throws -> Void
    ) async throws -> [String] {
        let lines = Guarded<[String]>([])
        let source = Roads(mode: mode, speed: kmh / 3.6).watchingSpeeds { line in lines.withLock { $0.append(line) } }
        #expect(source.name == "roads" && source.mode == mode)
        for _ in 0..<3 { try await ask(source) }
        return lines.withLock { $0 }
    }

    @Test(
        "a mode whose answers have the speed of another is said once",
        arguments: [
            (.walking, 5, nil), (.walking, 45, "roads answers at 45 km/h, which is no walking"), (.cycling, 18, nil),
            (.cycling, 50, "no cycling"), (.driving, 50, nil),
            (.driving, 5, "roads answers at 5 km/h, which is no driving"),
            (.train, 1, nil), (nil, 900, nil),
        ] as [(TravelMode?, Double, String?)])
    func speeds(mode: TravelMode?, kmh: Double, line: String?) async throws {
        let single = try await said(mode, kmh) { _ = try await $0.leg(from: stop(0), to: stop(1)) }
        let many = try await said(mode, kmh) { _ = try await $0.legs(through: [stop(0), stop(1), stop(2)]) }
        #expect(
            single == many && single.count == (line == nil ? 0 : 1) && single.first?.contains(line ?? "") ?? true,
            "\(single)")
        // A table has straight lines only: at most the true speed.
        let table = try await said(mode, kmh) {
            _ = try await $0.costs(from: [stop(0), stop(1)], to: [stop(0), stop(1)], by: .duration)
        }
        #expect(table == (mode == .driving ? [] : single))
    }
}
