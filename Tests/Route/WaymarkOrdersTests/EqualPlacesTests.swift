import PublishedInstances
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("Stops at equal places")
struct EqualPlacesTests {
    @Test(
        "twenty thousand stops at one place are ordered immediately, with a proof",
        arguments: [RouteEnds.free, .start(7), .roundTrip])
    func onePlace(ends: RouteEnds) {
        // Comparing each pair once took minutes.
        let places = Array(repeating: coordinate(37.5, 127), count: 20_000)
        let answer = StopOrder.bestBlocking(visiting: places, ends: ends, effort: .iterations(100))
        #expect(answer.order.sorted() == Array(0..<20_000) && ends.hold(answer.order))
        #expect(answer.length == 0 && answer.isProven && answer.iterations == 0)
    }

    @Test(
        "an order of stops at shared places is as short as that of the places", arguments: 1...6 as ClosedRange<UInt64>)
    func asTheirPlaces(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        // The poles and the antimeridian have many coordinates.
        var distinct = try generator.places(Int.random(in: 1...9, using: &generator))
        distinct.append(coordinate(90, 11))
        distinct.append(coordinate(5, 180))
        let names = [coordinate(90, 11): coordinate(90, -30), coordinate(5, 180): coordinate(5, -180)]
        let visits = (0..<300).map { i in
            let place = i < distinct.count ? distinct[i] : distinct.randomElement(using: &generator)!
            return Bool.random(using: &generator) ? names[place] ?? place : place
        }
        let best = StopOrder.bestBlocking(visiting: distinct, ends: .free)
        let answer = StopOrder.bestBlocking(visiting: visits, ends: .free)
        #expect(best.isProven && answer.isProven && abs(answer.length - best.length) < 1e-6)
        for ends in allEnds(visits.count) {
            let answer = StopOrder.bestBlocking(visiting: visits, ends: ends, effort: .iterations(200))
            #expect(answer.order.sorted() == Array(visits.indices) && ends.hold(answer.order))
            let length = summedLength(answer.order, isClosed: ends.isClosed) {
                Sphere.earth.distance(from: visits[$0], to: visits[$1]).value
            }
            #expect(abs(answer.length - length) < 1e-6 && answer.lowerBound <= answer.length)
            // Fixed ends stay in place; the best order of the places is itself proven.
            #expect(answer.length >= best.length - 1e-6)
        }
    }

    @Test(
        "neighbours of equal nodes of a file, with its rounded lengths, are found in linear time")
    func equalNodes() throws {
        func instance(_ count: Int) throws -> TSPLIBInstance {
            // A third at one place, a third at another, and a few elsewhere.
            let rows = (1...count).map { "\($0) \($0 % 3 == 0 ? $0 : $0 % 3) 5\n" }.joined()
            return try TSPLIBInstance(
                parsing: Array("DIMENSION: \(count)\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n\(rows)EOF\n".utf8))
        }
        let instances = [2100: try instance(2100), 6300: try instance(6300)]
        let growth = try growth(from: 2100, to: 6300, runs: 1) { count in
            let answer = StopOrder.bestBlocking(solving: try #require(instances[count]), effort: .iterations(0))
            #expect(answer.order.count == count && answer.length < Double(3 * count))
        }
        #expect(growth < 6)
    }
}
