import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes

@Suite("Gradients of routes")
struct RouteGradientTests {
    /// Four stops on the equator, a degree apart; the second leg is missing.
    private static func route(_ first: Leg.VertexValues, _ third: Leg.VertexValues, hours: Int? = 2) throws -> Route {
        let start = try Date("2027-04-01T21:00:00Z", strategy: .iso8601)
        let stops = (0..<4).map { i in
            Stop(
                id: "\(i)", coordinate: coordinate(0, Double(i)), arrival: i == 0 ? start : nil,
                timeZone: ClockZone(secondsFromUTC: 3600))
        }
        func leg(_ from: Double, _ values: Leg.VertexValues) throws -> Leg {
            let line = [0, 0.5, 1].map { coordinate(0, from + $0) }
            return try Leg(
                coordinates: line, distance: Polyline(line).length(), distanceKind: .track,
                duration: hours.map { .seconds($0 * 3600) }, source: "test", vertices: values)
        }
        return Route(
            stops: stops, legs: [.found(try leg(0, first)), .notFound(reason: "no"), .found(try leg(2, third))])
    }

    /// The same but for the last digits.
    private static func are(_ locations: [Double], _ expected: [Double]) -> Bool {
        locations.count == expected.count && zip(locations, expected).allSatisfy { abs($0 - $1) < 1e-12 }
    }

    @Test("legs have their colours; a missing one has no length")
    func legs() throws {
        let gradient = try Self.route(.init(), .init()).gradient(by: .leg, scale: .viridis)
        let colors = ColorScale.viridis.colors(3)
        #expect(Self.are(gradient.locations, [0, 0.5, 0.5, 1]))
        #expect(gradient.colors == [colors[0], colors[0], colors[2], colors[2]])
        #expect(try Self.route(.init(), .init()).gradient(by: .progress) == Gradient(progress: .viridis))
    }

    @Test("elevations colour the line, and legs without any are bridged and marked")
    func elevations() throws {
        let values = Leg.VertexValues(elevations: [Meters(0), Meters(10), nil])
        let gradient = try Self.route(values, .init(elevations: [nil, Meters(20), Meters(20)])).gradient(by: .elevation)
        #expect(Self.are(gradient.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0.25, 0.75]))
        #expect(gradient.color(at: 0).difference(to: ColorScale.viridis.color(at: 0)) < 1e-9)
        #expect(gradient.color(at: 0.5).difference(to: ColorScale.viridis.color(at: 0.75)) < 1e-9)
        let none = try Self.route(.init(), .init()).gradient(by: .elevation)
        #expect(Self.are(none.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0, 1]))
    }

    @Test("speeds are the leg's own, or from its times, or from its duration")
    func speeds() throws {
        let own = try Self.route(.init(speeds: [1, 1, 1]), .init(speeds: [3, 3, 3])).gradient(by: .speed)
        #expect(Self.are(own.locations, [0, 0.5, 0.5, 1]))
        #expect(own.colors[0].difference(to: ColorScale.viridis.color(at: 0)) < 1e-9)
        #expect(own.colors[3].difference(to: ColorScale.viridis.color(at: 1)) < 1e-9)
        let times = try Self.route(.init(times: [.zero, .seconds(9), .seconds(99)]), .init()).gradient(by: .speed)
        #expect(times.missing.isEmpty)
        let silent = try Self.route(.init(speeds: [1, 1, 1]), .init(), hours: nil).gradient(by: .speed)
        #expect(Self.are(silent.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0.5, 1]))
    }

    @Test("grades are spread to both sides of level ground")
    func grades() throws {
        let up = Leg.VertexValues(elevations: [Meters(0), Meters(500), Meters(1000)])
        let level = Leg.VertexValues(elevations: [Meters(7), Meters(7), Meters(7)])
        let gradient = try Self.route(up, level).gradient(by: .grade)
        #expect(gradient.color(at: 0.25).difference(to: ColorScale.blueOrange.color(at: 1)) < 1e-6)
        #expect(gradient.color(at: 0.75).difference(to: ColorScale.blueOrange.color(at: 0.5)) < 1e-6)
    }

    @Test("grades of heights without measure are not known, where bounds of infinite grades ended the process")
    func hugeElevations() throws {
        let wild = Leg.VertexValues(elevations: [Meters(0), Meters(1e308), Meters(-1e308)])
        let gradient = try Self.route(wild, wild).gradient(by: .grade)
        #expect(gradient.missing == [0...1])
    }

    @Test("the time of day is that of the stop's clock, over midnight")
    func timeOfDay() throws {
        let gradient = try Self.route(.init(), .init()).gradient(by: .timeOfDay)
        // 21:00 in Greenwich is 22:00 there; two hours later it is midnight. When the third leg begins nobody knows.
        #expect(gradient.color(at: 0).difference(to: ColorScale.hours.color(at: 22.0 / 24)) < 1e-9)
        #expect(gradient.color(at: 0.4999999).difference(to: ColorScale.hours.color(at: 0)) < 1e-4)
        #expect(Self.are(gradient.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0.5, 1]))
    }

    @Test("a route without stops, and one without a found leg, have a gradient too", arguments: RouteColoring.allCases)
    func empty(_ coloring: RouteColoring) {
        for count in [0, 1, 3] {
            let stops = (0..<count).map { Stop(id: "\($0)", coordinate: coordinate(1, Double($0))) }
            let route = Route(stops: stops, legs: stops.dropFirst().map { _ in .cancelled })
            let gradient = route.gradient(by: coloring)
            #expect(gradient.locations.first == 0 && gradient.locations.last == 1)
        }
    }
}
