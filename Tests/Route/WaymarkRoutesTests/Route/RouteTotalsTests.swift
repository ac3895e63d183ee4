import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTimes

@Suite("Route totals")
struct RouteTotalsTests {
    let a = coordinate(37, 127)
    let b = coordinate(36, 128)

    @Test("each leg counts once, by its outcome and its kind of distance")
    func countsByKind() {
        var stops = (1...8).map { stop($0, a) }
        stops[2].stay = .seconds(600)
        let route = Route(
            stops: stops,
            legs: [
                .found(leg([a, b], kind: .network, seconds: 60)),
                .found(leg([a, b], kind: .greatCircle, isFallback: true)),
                .found(leg([a], kind: .network, seconds: 5)), .notFound(reason: "sea"),
                .failed(.unavailable(reason: "")),
                .cancelled, .failed(.limited(retryAfter: nil)),
            ])
        let totals = route.totals
        let length = Sphere.earth.distance(from: a, to: b)
        #expect(totals.distances == [.network: length, .greatCircle: length])
        #expect(totals.distance == length + length)
        #expect(totals.duration == nil && totals.knownDuration == .seconds(65) && totals.stay == .seconds(600))
        #expect(
            (totals.found, totals.fallback, totals.notFound, totals.failed, totals.cancelled, totals.missing) == (
                3, 1, 1, 2, 1, 4
            ))
        #expect(route.missingLegs == [3, 4, 5, 6])
        let part = route.slice(stops: 2...4)
        #expect(part.stops == Array(stops[2...4]) && part.legs == Array(route.legs[2..<4]))
        #expect(route.slice(stops: 7...7).legs.isEmpty)
    }

    @Test("legs sum to the route to the last digit, for any number of legs")
    func sumsAreExact() throws {
        let tenth = try Leg(coordinates: [a], distance: Meters(0.1), distanceKind: .track, source: "test")
        let route = Route(
            stops: Array(repeating: stop(1, a), count: 1_000_001),
            legs: Array(repeating: .found(tenth), count: 1_000_000))
        #expect(route.totals.distance == Meters(100_000))
    }

    @Test("extreme times and lengths do not trap")
    func hugeValues() throws {
        let endless = try Leg(
            coordinates: [a], distance: Meters(.greatestFiniteMagnitude), distanceKind: .track,
            duration: Duration(secondsComponent: .max, attosecondsComponent: 0), source: "test")
        var stops = (0...40).map { stop($0, a) }
        for i in stops.indices { stops[i].stay = Duration(secondsComponent: .max, attosecondsComponent: 0) }
        let route = Route(stops: stops, legs: Array(repeating: .found(endless), count: 40))
        #expect(route.totals.distance.value == .infinity)
        #expect(route.totals.knownDuration > .seconds(1e17))
        #expect(route.times(startingAt: .distantFuture).count == 41)
    }

    @Test(
        "the box contains every place on the legs, and is no larger than necessary", arguments: Regime.allCases,
        1...4 as ClosedRange<UInt64>)
    func boxHoldsTheLine(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let route = regime.route(5, using: &generator)
        guard let box = route.boundingBox else {
            #expect(route.stops.isEmpty)
            return
        }
        let line = RouteLine(route)
        let samples =
            (0...2000).compactMap { line.point(atFraction: Double($0) / 2000)?.coordinate }
            + route.stops.map(\.coordinate)
        let slack = 1e-9
        let wide = try BoundingBox(
            south: max(-90, box.south - slack), west: max(-180, box.west - slack), north: min(90, box.north + slack),
            east: min(180, box.east + slack))
        #expect(samples.allSatisfy { wide.contains($0) })
        let tight = try #require(BoundingBox(enclosing: samples))
        #expect(tight.north <= box.north + slack && tight.south >= box.south - slack)
        #expect(tight.longitudeSpan <= box.longitudeSpan + slack)
    }

    @Test(
        "a box is never wider than its points: 360 degrees from one longitude to itself are rounded",
        arguments: 1...8 as ClosedRange<UInt64>)
    func boxIsNoWiderThanItsPoints(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let seoul = try #require(route(over: [coordinate(37.6, 126.9827), coordinate(37.5, 126.9827)]).boundingBox)
        #expect(seoul.west == 126.9827 && seoul.east == 126.9827)
        for _ in 0..<500 {
            let longitude = Double.random(in: -180...180, using: &generator)
            let isNearAntimeridian = Bool.random(using: &generator)
            let longitudes = (0..<Int.random(in: 1...4, using: &generator)).map { number in
                // The same one, or others close to it.
                number == 0 || Bool.random(using: &generator)
                    ? (isNearAntimeridian ? 180 : longitude)
                    : (isNearAntimeridian ? 180 : longitude) - Double.random(in: 0...5, using: &generator)
            }
            let places = longitudes.map {
                coordinate(Double.random(in: -60...60, using: &generator), $0 < -180 ? $0 + 360 : $0)
            }
            let box = try #require(route(over: places).boundingBox)
            let tight = try #require(BoundingBox(enclosing: places))
            #expect(box.longitudeSpan <= tight.longitudeSpan + 1e-9, "\(places)")
            if Set(longitudes).count == 1 { #expect(box.longitudeSpan == 0, "\(places)") }
        }
    }

    @Test("negative times can be summed: the lowest ones ended the process")
    func minTimes() {
        let least = Duration(secondsComponent: .min, attosecondsComponent: 0)
        let greatest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        #expect(least.adding(least) == .seconds(-1e18) && greatest.adding(greatest) == .seconds(1e18))
        #expect(least.adding(greatest) == .zero)
    }

    @Test("a box over the antimeridian is narrow, and bulges with the great circle")
    func boxOverTheAntimeridian() throws {
        let pacific = route(over: [coordinate(50, 170), coordinate(50, -170)])
        let box = try #require(pacific.boundingBox)
        #expect(box.west == 170 && box.east == -170)
        // The middle of the arc: tan(latitude) = tan 50° / cos 10°.
        #expect(abs(box.north - 50.43) < 0.01 && box.south == 50)
        let pole = try #require(route(over: [coordinate(80, 0), coordinate(80, 180)]).boundingBox)
        #expect(pole.north == 90)
        let one = try #require(route(over: [coordinate(1, 180)]).boundingBox)
        #expect(one.longitudeSpan == 0)
        let round = try #require(route(over: [0, 100, -160, -60, 0].map { coordinate(0, $0) }).boundingBox)
        #expect(round.longitudeSpan == 360)
    }
}
