import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("RouteLine")
struct RouteLineTests {
    @Test(
        "the nearest place equals that of a scan over all segments", arguments: Regime.allCases,
        1...4 as ClosedRange<UInt64>)
    func nearestEqualsScan(regime: Regime, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for size in [0, 1, 8, 60] {
            let route = regime.route(size, using: &generator)
            let line = RouteLine(route)
            for place in regime.points(12, using: &generator) {
                let (found, expected) = (line.nearest(to: place), scan(route, place))
                #expect(found?.separation == expected?.distance)
                #expect(found?.point.coordinate == expected?.coordinate)
                #expect(found?.point.leg == expected?.leg)
                #expect(abs((found?.point.distance.value ?? 0) - (expected?.along ?? 0)) < 1e-6)
                #expect(found == nil || found?.missingLegs == route.missingLegs)
            }
        }
    }

    @Test("the nearest place equals that of a scan on long lines through hostile places")
    func nearestOnHostileLines() {
        var generator = SplitMix64(seed: 5)
        func around(_ latitude: Double, _ longitude: Double, _ count: Int) -> [Coordinate] {
            var place = coordinate(latitude, longitude)
            return (0..<count).map { i in
                place = Sphere.earth.destination(
                    from: place, bearing: .random(in: 0...360, using: &generator),
                    distance: Meters(i % 50 == 0 ? 40_000 : 400))
                return place
            }
        }
        let pole = [coordinate(90, 0), coordinate(90, 77), coordinate(89.99, -180), coordinate(89.99, 180)]
        let lines = [
            around(89.999, 0, 700) + pole, around(-89.999, 0, 700), around(10, 179.99, 700),
            // Out and back, so that every place is passed twice, and standing still.
            around(37, 127, 300) + around(37, 127, 300).reversed() + Array(repeating: coordinate(37, 127), count: 300),
            // Along a parallel and a meridian, in equal steps: many segments tie.
            (0..<400).map { coordinate(0, Double($0) / 4) } + (0..<400).map { coordinate(Double($0) / 8, 99.75) },
            // Between near and exact antipodes.
            [coordinate(0, 0), coordinate(0.001, 180), coordinate(0, 0), coordinate(0, 180), coordinate(1, 1)],
        ]
        for line in lines {
            // Legs with one vertex, with two and with many; gaps between them are not joined.
            var legs: [LegOutcome] = []
            var rest = line[...]
            while !rest.isEmpty {
                let size: Int = [1, 2, 3, 8, 100].randomElement(using: &generator)!
                let part: [Coordinate] = Array(rest.prefix(size))
                rest = rest.dropFirst(part.count)
                legs.append(legs.count % 7 == 6 ? .notFound(reason: "sea") : .found(leg(part)))
            }
            let stops = (0...legs.count).map { stop($0, line[0]) }
            let route = Route(stops: stops, legs: legs)
            let nearest = RouteLine(route)
            let places =
                Array(line.shuffled(using: &generator).prefix(40)) + pole + Regime.world.points(20, using: &generator)
                + [coordinate(0, 90), coordinate(0, -90), coordinate(-90, 0)]
            for place in places {
                let (found, expected) = (nearest.nearest(to: place), scan(route, place))
                #expect(found?.separation == expected?.distance && found?.point.coordinate == expected?.coordinate)
                #expect(found?.point.leg == expected?.leg)
                #expect(abs((found?.point.distance.value ?? 0) - (expected?.along ?? 0)) < 1e-6)
            }
        }
    }

    @Test("a query on a line a hundred times as long takes little longer")
    func nearestInLogarithmicTime() {
        var generator = SplitMix64(seed: 6)
        let places = Regime.korea.points(200, using: &generator)
        func line(_ count: Int) -> RouteLine {
            var place = coordinate(37, 127)
            let line = leg(
                (0..<count).map { i in
                    place = Sphere.earth.destination(
                        from: place, bearing: 150 + .random(in: -60...60, using: &generator),
                        distance: Meters(400_000 / Double(count)))
                    return place
                })
            return RouteLine(Route(stops: [stop(1, place), stop(2, place)], legs: [.found(line)]))
        }
        let lines = [1000: line(1000), 100_000: line(100_000)]
        let growth = growth(from: 1000, to: 100_000) { count in
            for place in places { #expect(lines[count]?.nearest(to: place) != nil) }
        }
        #expect(growth < 10)
    }

    private struct Scanned {
        var distance: Meters
        var coordinate: Coordinate
        var leg: Int
        var along: Double
    }

    private func scan(_ route: Route, _ place: Coordinate) -> Scanned? {
        var best: Scanned?
        var along = 0.0
        for (i, outcome) in route.legs.enumerated() {
            guard let line = outcome.leg?.coordinates else { continue }
            for k in 0..<max(1, line.count - 1) {
                let (a, b) = (line[k], line[min(k + 1, line.count - 1)])
                let length = Sphere.earth.distance(from: a, to: b).value
                let nearest = Sphere.earth.nearestPoint(to: place, onSegmentFrom: a, to: b)
                if nearest.distance < best?.distance ?? Meters(.infinity) {
                    best = Scanned(
                        distance: nearest.distance, coordinate: nearest.coordinate, leg: i,
                        along: along + length * nearest.fraction)
                }
                along += length
            }
        }
        return best
    }

    @Test(
        "a place at a distance is where a walk along the line finds it", arguments: Regime.allCases,
        1...3 as ClosedRange<UInt64>)
    func pointEqualsWalk(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let route = regime.route(20, using: &generator)
        let line = RouteLine(route)
        let segments = route.legs.enumerated().flatMap { i, outcome in
            let line = outcome.leg?.coordinates ?? []
            return zip(line, line.dropFirst()).map { (i, $0, $1) }
        }
        for fraction in [0, 1e-9, 0.1, 0.25, 0.5, 0.77, 1 - 1e-9, 1] {
            guard let point = line.point(atFraction: fraction) else {
                #expect(route.legs.allSatisfy { $0.leg == nil })
                continue
            }
            let target = line.length.value * fraction
            #expect(abs(point.distance.value - target) <= 1e-9 * max(1, target))
            #expect(point.missingLegsBefore == route.missingLegs.count { $0 < point.leg })
            #expect(0...1 ~= point.legFraction)
            var rest = target
            var expected = try #require(route.legs.compactMap(\.leg).first?.coordinates.first)
            for (_, a, b) in segments {
                let length = Sphere.earth.distance(from: a, to: b).value
                if rest <= 1e-6 { break }
                expected = length > rest ? Sphere.earth.interpolate(from: a, to: b, fraction: rest / length) : b
                rest -= length
            }
            #expect(Sphere.earth.distance(from: point.coordinate, to: expected) < Meters(1e-4))
        }
        #expect(line.point(at: Meters(-.infinity)) == line.point(atFraction: 0))
        #expect(line.point(at: Meters(.infinity)) == line.point(atFraction: 1))
    }

    @Test("slices joined end to end are the line", arguments: Regime.allCases, 1...3 as ClosedRange<UInt64>)
    func slicesMakeTheLine(regime: Regime, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let route = regime.route(12, using: &generator)
        let line = RouteLine(route)
        let length = line.length.value
        let cuts = [0] + (0..<4).map { _ in Double.random(in: 0...1, using: &generator) * length }.sorted() + [length]
        var sum = 0.0
        for (a, b) in zip(cuts, cuts.dropFirst()) {
            let pieces = line.slice(Meters(a)...Meters(b))
            var covered = 0.0
            for piece in pieces {
                let drawn = leg(piece.coordinates).distance.value
                let stated = (piece.extent.upperBound - piece.extent.lowerBound).value
                #expect(abs(drawn - stated) < 1e-4, "\(drawn) \(stated)")
                covered += stated
                #expect(route.legs[piece.leg].leg != nil)
            }
            #expect(pieces.isEmpty || abs(covered - (b - a)) < 1e-6)
            #expect(pieces.map(\.leg) == pieces.map(\.leg).sorted())
            sum += covered
        }
        #expect(abs(sum - length) < 1e-5)
        // The whole line: the found legs unchanged, except for those of length zero at the ends.
        let whole = line.slice(.zero...line.length)
        for piece in whole where piece.extent.lowerBound < piece.extent.upperBound {
            #expect(piece.coordinates.first == route.legs[piece.leg].leg?.coordinates.first)
            #expect(line.extent(ofLeg: piece.leg) == piece.extent)
        }
    }

    @Test("a route without a found leg has no line")
    func noLine() {
        let seoul = coordinate(37.5547, 126.9707)
        for route in [
            Route(stops: [], legs: []), Route(stops: [stop(1, seoul)], legs: []),
            route(over: [seoul, seoul], missing: [0]),
        ] {
            let line = RouteLine(route)
            #expect(line.length == .zero)
            #expect(line.point(atFraction: 0.5) == nil)
            #expect(line.nearest(to: seoul) == nil)
            #expect(line.slice(.zero...Meters(1)).isEmpty)
            #expect(line.missingLegs == route.missingLegs)
        }
    }

    @Test("where one leg ends and the next begins, the place belongs to the first")
    func bordersBelongToTheFirst() throws {
        let places = [coordinate(0, 0), coordinate(0, 1), coordinate(0, 2), coordinate(0, 3)]
        let line = RouteLine(route(over: places, missing: [1]))
        let first = try #require(line.extent(ofLeg: 0))
        let point = try #require(line.point(at: first.upperBound))
        #expect(point.leg == 0 && point.legFraction == 1 && point.coordinate == places[1])
        let behind = try #require(line.point(at: first.upperBound + Meters(1)))
        #expect(behind.leg == 2 && behind.missingLegsBefore == 1)
        #expect(line.extent(ofLeg: 1) == nil)
    }

    @Test("the rounding errors of a million short steps do not accumulate")
    func roundingDoesNotBuildUp() {
        // A millionth of a degree each along the equator: the sum is one degree.
        let line = leg((0...1_000_000).map { coordinate(0, Double($0) / 1_000_000) })
        let route = Route(stops: [stop(1, coordinate(0, 0)), stop(2, coordinate(0, 1))], legs: [.found(line)])
        let degree = Sphere.earth.distance(from: coordinate(0, 0), to: coordinate(0, 1)).value
        #expect(abs(RouteLine(route).length.value - degree) < 1e-7)
    }
}
