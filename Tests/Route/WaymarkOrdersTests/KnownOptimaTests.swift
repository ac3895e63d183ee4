import PublishedInstances
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

/// Problems of any size whose best order is known, on both sides of each size at which other code takes over: 13 stops
/// are solved exactly, asymmetric costs have the assignment's bound up to 700, coordinates have a matrix up to 2 000 and
/// the bound of a tree up to 6 000.
@Suite("Known optima")
struct KnownOptimaTests {
    private func expect(_ answer: StopOrder, optimum: Double, _ name: String) {
        let rounding = 1e-9 * optimum
        #expect(answer.length >= optimum - rounding, "\(name)")
        #expect(answer.lowerBound <= optimum + rounding, "\(name): a bound of \(answer.lowerBound)")
        if answer.isProven { #expect(answer.length <= optimum + rounding, "\(name): \(answer.length) is not the best") }
        #expect(answer.order.sorted() == Array(answer.order.indices), "\(name)")
    }

    private func effort(_ count: Int) -> SearchEffort { .iterations(count > 2000 ? 300 : 2000) }

    @Test(
        "of a grid with an even side no round trip is proven that is longer than its number of places",
        arguments: [(4, 3), (4, 4), (26, 26), (28, 26), (50, 40), (50, 41), (75, 80), (82, 80)])
    func grids(columns: Int, rows: Int) throws {
        var generator = SplitMix64(seed: UInt64(columns))
        var places = (0..<columns * rows).map { ($0 / rows * 100, $0 % rows * 100) }
        places.shuffle(using: &generator)
        var text = "NAME: grid\nTYPE: TSP\nDIMENSION: \(places.count)\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
        for (number, place) in places.enumerated() { text += "\(number + 1) \(place.0) \(place.1)\n" }
        let instance = try TSPLIBInstance(parsing: Array(text.utf8))
        let answer = StopOrder.bestBlocking(solving: instance, effort: effort(places.count))
        expect(answer, optimum: Double(100 * places.count), "\(columns) x \(rows)")
    }

    @Test(
        "along the equator bounds and proven orders agree with the best",
        arguments: [13, 14, 1999, 2001, 5999, 6001, 6500])
    func equator(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        // Around the Earth, and along 60 degrees of it.
        for span in [360.0, 60] {
            let step = span / Double(count)
            var numbers = Array(0..<count)
            numbers.shuffle(using: &generator)
            let places = try numbers.map { try Coordinate(latitude: 0, longitude: Double($0) * step - 180) }
            let length =
                Sphere.earth.distance(from: places[0], to: places[0]).value + Sphere.earth.radius.value * step * .pi
                / 180
            let first = numbers.firstIndex(of: 0)!
            let line = length * Double(count - 1)
            let optima: [(RouteEnds, Double)] = [
                (.free, line), (.roundTrip, span == 360 ? length * Double(count) : 2 * line), (.start(first), line),
                (.startAndEnd(first, numbers.firstIndex(of: count - 1)!), line),
            ]
            for (ends, optimum) in count > 2001 ? Array(optima[..<2]) : optima {
                let answer = StopOrder.bestBlocking(visiting: places, ends: ends, effort: effort(count))
                expect(answer, optimum: optimum, "\(count) along \(span) degrees, \(ends)")
            }
        }
    }

    @Test("above 6 000 places the bound is half the sum of the two nearest of each")
    func halfSum() throws {
        var generator = SplitMix64(seed: 5)
        let places = try generator.places(6100, span: 0.1)
        let vectors = places.map(UnitVector.init)
        var sum = 0.0
        for place in vectors.indices {
            // By chords, which sort as distances do.
            var (one, other) = ((4.0, place), (4.0, place))
            for (number, vector) in vectors.enumerated() where number != place {
                let (x, y, z) = (vector.x - vectors[place].x, vector.y - vectors[place].y, vector.z - vectors[place].z)
                let square = x * x + y * y + z * z
                if square < one.0 {
                    (one, other) = ((square, number), one)
                } else if square < other.0 {
                    other = (square, number)
                }
            }
            for near in [one.1, other.1] { sum += Sphere.earth.distance(from: places[place], to: places[near]).value }
        }
        let answer = StopOrder.bestBlocking(visiting: places, ends: .roundTrip, effort: .iterations(0))
        #expect(abs(answer.lowerBound - sum / 2) <= 1e-9 * sum)
    }

    @Test("a planted round trip is the best of its asymmetric costs", arguments: [13, 14, 699, 701])
    func planted(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        var trip = Array(0..<count)
        trip.shuffle(using: &generator)
        var rows = (0..<count).map { _ in (0..<count).map { _ in Double(Int.random(in: 2...50, using: &generator)) } }
        for (position, stop) in trip.enumerated() { rows[stop][trip[(position + 1) % count]] = 1 }
        let matrix = try TravelMatrix(rows: rows)
        for ends in [RouteEnds.roundTrip, .start(trip[0]), .startAndEnd(trip[0], trip[count - 1])] {
            let answer = StopOrder.bestBlocking(by: matrix, ends: ends, effort: .iterations(500))
            expect(answer, optimum: Double(ends.isClosed ? count : count - 1), "\(count), \(ends)")
        }
    }

    @Test("a planted order that meets all windows is the best", arguments: [13, 60, 399, 401, 701])
    func plantedWindows(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        var trip = Array(0..<count)
        trip[1...].shuffle(using: &generator)
        var rows = (0..<count).map { _ in (0..<count).map { _ in Double(Int.random(in: 2...9, using: &generator)) } }
        var visits = Array(repeating: StopVisit(), count: count)
        for (position, stop) in trip.enumerated() {
            rows[stop][trip[(position + 1) % count]] = 1
            // A window around its time in the planted order.
            if position > 0 {
                visits[stop] = StopVisit(opens: 0, closes: Double(position + Int.random(in: 0...3, using: &generator)))
            }
        }
        let matrix = try TravelMatrix(rows: rows)
        let answer = try StopOrder.bestBlocking(by: matrix, visits: visits, ends: .roundTrip, effort: .iterations(300))
        #expect(answer.lowerBound <= Double(count) + 1e-9)
        if answer.missed.isEmpty { #expect(answer.length >= Double(count) - 1e-9) }
        if answer.isProven { #expect(answer.length <= Double(count) + 1e-9 && answer.missed.isEmpty) }
        #expect(answer.conflicts.isEmpty)
    }
}
