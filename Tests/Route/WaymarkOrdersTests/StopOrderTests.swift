import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("Stop order")
struct StopOrderTests {
    /// Checks the conditions of every answer.
    func expectLawful(_ answer: StopOrder, _ matrix: TravelMatrix, _ ends: RouteEnds) {
        #expect(answer.order.sorted() == Array(0..<matrix.count))
        #expect(ends.hold(answer.order))
        let length = summedLength(answer.order, isClosed: ends.isClosed) { matrix[$0, $1] }
        #expect(abs(answer.length - length) <= 1e-9 * length)
        #expect(answer.lowerBound <= answer.length && answer.lowerBound >= 0)
        #expect(!answer.isProven || answer.gap == 0)
        #expect(answer.missed.isEmpty)
    }

    @Test("up to eight stops, no permutation is shorter", arguments: 0...8, [true, false])
    func equalsEveryPermutation(count: Int, isSymmetric: Bool) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let orders = permutations(count)
        for range in [0...0, 0...3, 1...1000] {
            let matrix = try generator.matrix(count, in: range, isSymmetric: isSymmetric)
            for ends in allEnds(count) where count < 8 || range.upperBound == 1000 {
                let answer = StopOrder.bestBlocking(by: matrix, ends: ends)
                let least = orders.lazy.filter(ends.hold).map { order in
                    summedLength(order, isClosed: ends.isClosed) { matrix[$0, $1] }
                }.min()
                #expect(answer.length == least)
                #expect(answer.isProven && answer.lowerBound == answer.length)
                expectLawful(answer, matrix, ends)
            }
        }
    }

    @Test("the search keeps the ends, and its length and bound are right", arguments: [14, 17, 40], [true, false])
    func searchIsLawful(count: Int, isSymmetric: Bool) throws {
        var generator = SplitMix64(seed: UInt64(count))
        for range in [0...0, 0...3, 1...1000] {
            let matrix = try generator.matrix(count, in: range, isSymmetric: isSymmetric)
            for ends in allEnds(count) {
                for effort in [SearchEffort.iterations(0), .iterations(2000)] {
                    expectLawful(StopOrder.bestBlocking(by: matrix, ends: ends, effort: effort), matrix, ends)
                }
            }
        }
    }

    @Test(
        "fourteen stops are ordered as well as with one stop fewer at each end", arguments: 0...4 as ClosedRange<UInt64>
    )
    func searchMeetsExactAnswer(seed: UInt64) throws {
        // One distant stop more than the exact method allows: it adds the same at any position.
        var generator = SplitMix64(seed: seed)
        let small = try generator.matrix(13, in: 1...1000, isSymmetric: seed % 2 == 0)
        let large = try TravelMatrix(count: 14) { $0 == 13 || $1 == 13 ? 5000 : small[$0, $1] }
        for (ends, smallEnds) in [
            (RouteEnds.free, RouteEnds.free), (.start(4), .start(4)), (.end(4), .end(4)), (.start(13), .free),
            (.end(13), .free), (.roundTrip(from: 13), .free), (.startAndEnd(13, 2), .end(2)),
            (.startAndEnd(2, 13), .start(2)),
        ] {
            let answer = StopOrder.bestBlocking(by: large, ends: ends, effort: .iterations(20_000))
            let added = ends.isClosed ? 10_000.0 : 5000
            #expect(answer.length == StopOrder.bestBlocking(by: small, ends: smallEnds).length + added, "\(ends)")
        }
    }

    @Test("coordinates are ordered by great circles", arguments: [0, 1, 2, 3, 9, 30])
    func ordersCoordinates(count: Int) throws {
        var generator = SplitMix64(seed: 7)
        let places = try generator.places(count)
        let matrix = TravelMatrix(distancesBetween: places)
        for ends in allEnds(count) {
            let answer = StopOrder.bestBlocking(visiting: places, ends: ends, effort: .iterations(1000))
            expectLawful(answer, matrix, ends)
            let length = summedLength(answer.order, isClosed: ends.isClosed) {
                Sphere.earth.distance(from: places[$0], to: places[$1]).value
            }
            #expect(abs(answer.length - length) <= 1e-9 * length)
        }
    }

    @Test("stops all at one place give length zero", arguments: [2, 13, 14, 100])
    func duplicatesCostNothing(count: Int) throws {
        let place = try Coordinate(latitude: 37.5, longitude: 127)
        for ends in allEnds(count) {
            let answer = StopOrder.bestBlocking(
                visiting: Array(repeating: place, count: count), ends: ends, effort: .iterations(100))
            #expect(answer.length == 0 && answer.lowerBound == 0 && answer.isProven && answer.gap == 0)
            #expect(ends.hold(answer.order) && answer.order.sorted() == Array(0..<count))
        }
    }

    @Test("no order is worse than the input's", arguments: 0...9 as ClosedRange<UInt64>)
    func neverWorseThanInput(seed: UInt64) throws {
        // Places along a line, already in order: the result is never longer.
        let places = try (0..<60).map { try Coordinate(latitude: 0, longitude: Double($0) * 1.5) }
        for ends in [RouteEnds.free, .start(0), .end(59), .startAndEnd(0, 59), .roundTrip] {
            let answer = StopOrder.bestBlocking(visiting: places, ends: ends, effort: .iterations(0, seed: seed))
            let length = summedLength(Array(0..<60), isClosed: ends.isClosed) {
                Sphere.earth.distance(from: places[$0], to: places[$1]).value
            }
            #expect(answer.length <= length)
        }
    }
}
