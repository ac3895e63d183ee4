import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTimes

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

    /// The same, except for the last digits.
    private static func are(_ locations: [Double], _ expected: [Double]) -> Bool {
        locations.count == expected.count && zip(locations, expected).allSatisfy { abs($0 - $1) < 1e-12 }
    }

    @Test("legs have their colours; a missing one has no length")
    func legs() throws {
        let gradient = try Self.route(.init(), .init()).gradient(by: .leg, scale: .viridis)
        let colors = ColorScale.viridis.colors(3)
        #expect(Self.are(gradient.locations, [0, 0.5, 0.5, 1]))
        #expect(gradient.colors == [colors[0], colors[0], colors[2], colors[2]])
        #expect(try Self.route(.init(), .init()).gradient(by: .progress) == ColorGradient(progress: .viridis))
    }

    @Test(
        "legs drawn one by one have the colours of the whole route, and match where they meet",
        arguments: RouteColoring.allCases
    )
    func legByLeg(coloring: RouteColoring) throws {
        let route = try Self.route(
            .init(times: [.zero, .seconds(9), .seconds(99)], elevations: [Meters(0), Meters(10), Meters(40)]),
            .init(elevations: [Meters(40), Meters(20), Meters(20)]))
        for measure in [LineMeasure.greatCircle, .webMercator] {
            let whole = route.gradient(by: coloring, measuredOn: measure)
            let legs = route.legGradients(by: coloring, measuredOn: measure)
            #expect(legs.count == 3 && legs[1] == nil)
            let (first, third) = (try #require(legs[0]), try #require(legs[2]))
            for place in stride(from: 0.005, to: 1, by: 0.01) {
                #expect(first.color(at: place).difference(to: whole.color(at: place / 2)) < 1e-6)
                #expect(third.color(at: place).difference(to: whole.color(at: 0.5 + place / 2)) < 1e-6)
            }
            #expect(first.measure == measure && third.measure == measure)
        }
    }

    @Test("elevations colour the line, and legs without elevations are interpolated and marked")
    func elevations() throws {
        let values = Leg.VertexValues(elevations: [Meters(0), Meters(10), nil])
        let gradient = try Self.route(values, .init(elevations: [nil, Meters(20), Meters(20)])).gradient(by: .elevation)
        #expect(Self.are(gradient.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0.25, 0.75]))
        #expect(gradient.color(at: 0).difference(to: ColorScale.viridis.color(at: 0)) < 1e-9)
        #expect(gradient.color(at: 0.5).difference(to: ColorScale.viridis.color(at: 0.75)) < 1e-9)
        let none = try Self.route(.init(), .init()).gradient(by: .elevation)
        #expect(Self.are(none.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0, 1]))
    }

    @Test("speeds are those of the leg, or from its times, or from its duration")
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

    @Test("the scale of grades is symmetric around level ground")
    func grades() throws {
        let up = Leg.VertexValues(elevations: [Meters(0), Meters(500), Meters(1000)])
        let level = Leg.VertexValues(elevations: [Meters(7), Meters(7), Meters(7)])
        let gradient = try Self.route(up, level).gradient(by: .grade)
        #expect(gradient.color(at: 0.25).difference(to: ColorScale.blueOrange.color(at: 1)) < 1e-6)
        #expect(gradient.color(at: 0.75).difference(to: ColorScale.blueOrange.color(at: 0.5)) < 1e-6)
    }

    @Test("grades of extreme heights are unknown: bounds of infinite grades ended the process")
    func hugeElevations() throws {
        let wild = Leg.VertexValues(elevations: [Meters(0), Meters(1e308), Meters(-1e308)])
        let gradient = try Self.route(wild, wild).gradient(by: .grade)
        #expect(gradient.missing == [0...1])
    }

    @Test("the time of day is that of the stop's clock, over midnight")
    func timeOfDay() throws {
        let gradient = try Self.route(.init(), .init()).gradient(by: .timeOfDay)
        // 21:00 in UTC is 22:00 there; two hours later it is midnight. The start of the third leg is unknown.
        #expect(gradient.color(at: 0).difference(to: ColorScale.hours.color(at: 22.0 / 24)) < 1e-9)
        #expect(gradient.color(at: 0.4999999).difference(to: ColorScale.hours.color(at: 0)) < 1e-4)
        #expect(Self.are(gradient.missing.flatMap { [$0.lowerBound, $0.upperBound] }, [0.5, 1]))
    }

    @Test("a route without stops, and one without a found leg, have a gradient too", arguments: RouteColoring.allCases)
    func empty(_ coloring: RouteColoring) {
        for count in [0, 1, 3] {
            let stops = (0..<count).map { Stop(id: "\($0)", coordinate: coordinate(1, Double($0))) }
            let route = Route(stops: stops, legs: stops.dropFirst().map { _ in .cancelled })
            for measure in LineMeasure.allCases {
                let gradient = route.gradient(by: coloring, measuredOn: measure)
                #expect(gradient.locations.first == 0 && gradient.locations.last == 1 && gradient.measure == measure)
            }
        }
    }

    @Test("a missing leg is a gap at its place in the gradient, and consecutive ones are one gap")
    func gaps() throws {
        let route = try Self.route(.init(), .init())
        let gaps = RouteLine(route).gaps
        #expect(gaps.map(\.legs) == [1...1] && Self.are(gaps.map(\.location), [0.5]))
        let none = Route(stops: route.stops, legs: [.cancelled, .cancelled, .cancelled])
        #expect(RouteLine(none).gaps.map(\.legs) == [0...2] && RouteLine(none).gaps[0].location == 0)
        let last = Route(stops: route.stops, legs: [route.legs[0], .cancelled, .cancelled])
        #expect(RouteLine(last).gaps.map(\.legs) == [1...2] && RouteLine(last).gaps[0].location == 1)
        let found = Route(stops: Array(route.stops.prefix(2)), legs: [route.legs[0]])
        #expect(RouteLine(found).gaps.isEmpty)
    }

    @Test("pieces of one colour make up each leg, in the gradient's colours")
    func pieces() throws {
        let values = Leg.VertexValues(speeds: [1, 5, 9])
        let route = try Self.route(values, .init(speeds: [9, nil, nil]))
        for coloring in [RouteColoring.progress, .speed, .leg] {
            let gradient = route.gradient(by: coloring)
            let bands = gradient.bands(atMost: 40)
            let line = RouteLine(route)
            let pieces = line.pieces(bands)
            #expect(Set(pieces.map(\.leg)) == [0, 2] && pieces.map(\.leg) == pieces.map(\.leg).sorted())
            for leg in [0, 2] {
                let own = pieces.filter { $0.leg == leg }
                let vertices = try #require(route.legs[leg].leg).coordinates
                #expect(own.first?.coordinates.first == vertices.first && own.last?.coordinates.last == vertices.last)
                for (piece, next) in zip(own, own.dropFirst()) {
                    #expect(piece.coordinates.last == next.coordinates.first)
                    #expect(piece.locations.upperBound == next.locations.lowerBound)
                }
                // Every vertex belongs to a piece, and together the pieces are as long as the leg.
                #expect(vertices.allSatisfy { vertex in own.contains { $0.coordinates.contains(vertex) } })
                let length = own.reduce(0) { $0 + Polyline($1.coordinates).length().value }
                #expect(abs(length - Polyline(vertices).length().value) < 1e-6)
            }
            for piece in pieces {
                let middle = (piece.locations.lowerBound + piece.locations.upperBound) / 2
                #expect(Oklab(piece.color).difference(to: gradient.color(at: middle)) <= bands.colorError + 1e-9)
                #expect(piece.isMissing == gradient.isMissing(at: middle))
                #expect(piece.coordinates.count >= 2)
            }
            #expect(pieces.first?.locations.lowerBound == 0 && pieces.last?.locations.upperBound == 1)
        }
    }

    @Test("on a map's surface every place of a route keeps its colour; a missing leg has length zero there too")
    func onAMap() throws {
        let places = [coordinate(60, 10), coordinate(40, 10), coordinate(20, 10), coordinate(20, 40)]
        let stops = places.enumerated().map { Stop(id: "\($0)", coordinate: $1) }
        func leg(_ i: Int) throws -> LegOutcome {
            let line = [places[i], places[i + 1]]
            return .found(
                try Leg(coordinates: line, distance: Polyline(line).length(), distanceKind: .track, source: "test"))
        }
        let route = Route(stops: stops, legs: [try leg(0), .cancelled, try leg(2)])
        let ground = route.gradient(by: .progress)
        let drawn = route.gradient(by: .progress, measuredOn: .webMercator)
        #expect(ground.measure == .greatCircle && drawn.measure == .webMercator)
        let line = RouteLine(route)
        // As if each leg were a separate line, one after the other.
        func height(_ latitude: Double) -> Double { atanh(sin(latitude * .pi / 180)) / (2 * .pi) }
        let (first, third) = (height(60) - height(40), 30.0 / 360)
        let first5 = (height(60) - height(50)) / (first + third)
        let half = try #require(line.extent(ofLeg: 0)).upperBound.value / 2 / line.length.value
        #expect(drawn.color(at: first5).difference(to: ground.color(at: half)) < 1e-5)
        let border = first / (first + third)
        #expect(drawn.color(at: border).difference(to: ground.color(at: 2 * half)) < 1e-5)
        // The pieces are the same with either.
        let (own, others) = (line.pieces(ground.bands(atMost: 9)), line.pieces(drawn.bands(atMost: 9)))
        #expect(own.map(\.leg) == others.map(\.leg) && own.map(\.color) == others.map(\.color))
        for coloring in RouteColoring.allCases {
            _ = try route.gradient(by: coloring, measuredOn: .webMercator).stops(atMost: 64).mapLibreExpression
        }
    }

    @Test("legs of length zero, and routes of length zero, have pieces", arguments: RouteColoring.allCases)
    func shortPieces(_ coloring: RouteColoring) throws {
        let places = [coordinate(90, 0), coordinate(90, 0), coordinate(89, 180), coordinate(89, -180)]
        let stops = places.enumerated().map { Stop(id: "\($0)", coordinate: $1) }
        for count in [2, 3, 4] {
            let legs = zip(places, places.dropFirst()).prefix(count - 1).map { start, end in
                LegOutcome.found(
                    try! Leg(coordinates: [start, end], distance: .zero, distanceKind: .track, source: "test"))
            }
            let route = Route(stops: Array(stops.prefix(count)), legs: Array(legs))
            let pieces = RouteLine(route).pieces(route.gradient(by: coloring).bands(atMost: 5))
            #expect(Set(pieces.map(\.leg)) == Set(0..<count - 1) && pieces.allSatisfy { $0.coordinates.count >= 2 })
        }
        let empty = Route(stops: [], legs: [])
        #expect(RouteLine(empty).pieces(empty.gradient(by: coloring).bands(atMost: 5)).isEmpty)
    }
}
