import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("Stop order within windows")
struct VisitWindowTests {
    /// Follows an order step by step: the stops reached too late, or none.
    func lateStops(
        _ order: [Int], _ matrix: TravelMatrix, _ visits: [StopVisit], departure: Double, isClosed: Bool
    ) -> [Int] {
        guard let first = order.first else { return [] }
        var late: [Int] = []
        var time = departure
        for (place, stop) in order.enumerated() {
            if place > 0 { time += matrix[order[place - 1], stop] }
            if time > visits[stop].closes { late.append(stop) }
            time = max(time, visits[stop].opens) + visits[stop].stay
        }
        if isClosed && order.count > 1 && time + matrix[order.last!, first] > visits[first].closes {
            late.append(first)
        }
        return late
    }

    @Test("up to seven stops, no permutation that meets all windows is shorter", arguments: 0...7, [true, false])
    func equalsEveryPermutation(count: Int, isSymmetric: Bool) throws {
        let orders = permutations(count)
        for seed in 0..<(count < 7 ? 12 : 3) as Range<UInt64> {
            var generator = SplitMix64(seed: seed * 100 + UInt64(count))
            let matrix = try generator.matrix(count, in: seed % 3 == 0 ? 0...3 : 1...50, isSymmetric: isSymmetric)
            let visits = (0..<count).map { _ in
                let opens = Double(Int.random(in: -10...100, using: &generator))
                let width = Double(Int.random(in: 0...(seed % 2 == 0 ? 200 : 90), using: &generator))
                return StopVisit(
                    opens: opens, closes: generator.next() % 4 == 0 ? .infinity : opens + width,
                    stay: Double(Int.random(in: 0...5, using: &generator)))
            }
            let departure = Double(Int.random(in: -5...10, using: &generator))
            for ends in allEnds(count) {
                let answer = try StopOrder.bestBlocking(
                    by: matrix, visits: visits, departure: departure, ends: ends, effort: .iterations(200))
                let lengths = orders.filter(ends.hold).filter {
                    lateStops($0, matrix, visits, departure: departure, isClosed: ends.isClosed).isEmpty
                }.map { order in summedLength(order, isClosed: ends.isClosed) { matrix[$0, $1] } }
                #expect(answer.order.sorted() == Array(0..<count) && ends.hold(answer.order))
                #expect(answer.length == summedLength(answer.order, isClosed: ends.isClosed) { matrix[$0, $1] })
                let late = lateStops(answer.order, matrix, visits, departure: departure, isClosed: ends.isClosed)
                #expect(answer.missed.map(\.stop) == late)
                if let least = lengths.min() {
                    #expect(answer.missed.isEmpty && answer.length == least && answer.isProven, "\(ends) \(seed)")
                    #expect(answer.conflicts.isEmpty)
                } else {
                    #expect(!answer.missed.isEmpty)
                }
            }
        }
    }

    @Test("too many stops for a proof are each visited once, with the ends asked for", arguments: allEnds(24))
    func manyStops(ends: RouteEnds) throws {
        var generator = SplitMix64(seed: 24)
        let count = 24
        let matrix = try generator.matrix(count, in: 1...50, isSymmetric: false)
        // Windows around the times of an order with these ends.
        var order = Array(0..<count).shuffled(using: &generator)
        if let first = ends.first { order.swapAt(0, order.firstIndex(of: first)!) }
        if let last = ends.last, last != ends.first { order.swapAt(count - 1, order.firstIndex(of: last)!) }
        var visits = Array(repeating: StopVisit(), count: count)
        var time = 0.0
        for (place, stop) in order.enumerated() {
            if place > 0 { time += matrix[order[place - 1], stop] }
            visits[stop] = StopVisit(opens: time - 20, closes: time + 20)
        }
        if ends.isClosed { visits[order[0]] = StopVisit(opens: 0, closes: .infinity) }
        let answer = try StopOrder.bestBlocking(
            by: matrix, visits: visits, departure: 0, ends: ends, effort: .iterations(100))
        #expect(answer.order.sorted() == Array(0..<count) && ends.hold(answer.order))
        #expect(answer.length == summedLength(answer.order, isClosed: ends.isClosed) { matrix[$0, $1] })
        let late = lateStops(answer.order, matrix, visits, departure: 0, isClosed: ends.isClosed)
        #expect(answer.missed.map(\.stop) == late)
        #expect(answer.conflicts.isEmpty)
    }

    @Test("among hundreds of stops, a window that only the way from the last of them meets is no conflict")
    func cheapestLastStep() throws {
        let matrix = try TravelMatrix(count: 402) { from, to in to != 7 ? 10 : from == 401 ? 1 : 100 }
        var visits = Array(repeating: StopVisit(), count: 402)
        visits[7] = StopVisit(opens: 0, closes: 12)
        let answer = try StopOrder.bestBlocking(
            by: matrix, visits: visits, departure: 0, ends: .startAndEnd(0, 1), effort: .iterations(1))
        #expect(answer.conflicts.isEmpty)
        visits[7] = StopVisit(opens: -1, closes: 0.5)
        let impossible = try StopOrder.bestBlocking(
            by: matrix, visits: visits, departure: 0, ends: .startAndEnd(0, 1), effort: .iterations(1))
        #expect(!impossible.conflicts.isEmpty)
    }

    @Test("the missed window is reported, with the lateness")
    func namesMissedWindow() throws {
        let matrix = try TravelMatrix(rows: [[0, 10, 10], [10, 0, 10], [10, 10, 0]])
        let visits = [StopVisit(), StopVisit(opens: 0, closes: 100), StopVisit(opens: 1, closes: 4)]
        let answer = try StopOrder.bestBlocking(by: matrix, visits: visits, ends: .start(0), effort: .iterations(10))
        #expect(answer.order == [0, 2, 1])
        #expect(answer.missed == [MissedWindow(stop: 2, lateness: 6)])
        #expect(!answer.isProven)
        #expect(answer.conflicts == [.unreachable(stop: 2, earliest: 10)])
    }

    @Test("impossible windows are recognised, with the stops at fault, and not searched for long")
    func conflicts() throws {
        let matrix = try TravelMatrix(count: 4) { _, _ in 10 }
        func conflicts(_ windows: [(Double, Double)], _ ends: RouteEnds, departure: Double = 0) throws
            -> [WindowConflict]
        {
            let answer = try StopOrder.bestBlocking(
                by: matrix, visits: windows.map { StopVisit(opens: $0.0, closes: $0.1) }, departure: departure,
                ends: ends,
                effort: .iterations(1_000_000))
            // A short search for the least lateness, regardless of the budget.
            #expect(answer.conflicts.isEmpty || answer.iterations <= 1000)
            #expect(answer.order.sorted() == Array(0..<4) && answer.conflicts.isEmpty == answer.missed.isEmpty)
            return answer.conflicts
        }
        let open = (0.0, Double.infinity)
        #expect(
            try conflicts([open, (0, 9), (0, 5), open], .start(0))
                == [.unreachable(stop: 1, earliest: 10), .unreachable(stop: 2, earliest: 10)])
        #expect(try conflicts([open, (50, 55), (52, 56), open], .start(0)) == [.exclusive(1, 2)])
        #expect(
            try conflicts([(0, 9), open, open, open], .roundTrip) == [.noReturn(stop: 0, earliest: 10)]
                || conflicts([(0, 9), open, open, open], .roundTrip) == [.noReturn(stop: 0, earliest: 20)])
        #expect(
            try conflicts([open, open, open, (0, 15)], .startAndEnd(0, 3)).first
                == .unreachable(stop: 3, earliest: 20))
        #expect(
            try conflicts([(0, 5), open, open, open], .start(0), departure: 6) == [.unreachable(stop: 0, earliest: 6)])
        #expect(try conflicts([open, (20, 40), (0, 60), open], .start(0)).isEmpty)
    }

    @Test("windows reported as impossible are: no permutation meets them", arguments: 1...40 as ClosedRange<UInt64>)
    func conflictsAreTrue(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let matrix = try generator.matrix(6, in: 1...30, isSymmetric: false)
        let visits = (0..<6).map { _ in
            let opens = Double(Int.random(in: 0...60, using: &generator))
            return StopVisit(opens: opens, closes: opens + Double(Int.random(in: 0...60, using: &generator)))
        }
        for ends in allEnds(6) {
            let answer = try StopOrder.bestBlocking(by: matrix, visits: visits, ends: ends, effort: .iterations(200))
            guard !answer.conflicts.isEmpty else { continue }
            #expect(
                permutations(6).filter(ends.hold).allSatisfy {
                    !lateStops($0, matrix, visits, departure: 0, isClosed: ends.isClosed).isEmpty
                }, "\(ends): \(answer.conflicts)")
        }
    }

    @Test("a schedule waits, stays, and ends a round trip with the return")
    func schedules() throws {
        let matrix = try TravelMatrix(rows: [[0, 5, 9], [4, 0, 3], [7, 2, 0]])
        let visits = [
            StopVisit(opens: 10, closes: 40), StopVisit(opens: 30, closes: 60, stay: 4),
            StopVisit(opens: 0, closes: 36, stay: 1),
        ]
        let schedule = VisitSchedule(of: [0, 1, 2], by: matrix, visits: visits, departure: 2, isClosed: true)
        #expect(schedule.arrivals == [2, 15, 37, 45])
        #expect(schedule.beginnings == [10, 30, 37, 45])
        #expect(schedule.missed == [MissedWindow(stop: 2, lateness: 1), MissedWindow(stop: 0, lateness: 5)])
    }

    @Test("invalid visits are refused with their stop")
    func refusesBadVisits() throws {
        let matrix = try TravelMatrix(rows: [[0, 1], [1, 0]])
        #expect(throws: StopOrderError.visitCount(1, stops: 2)) {
            try StopOrder.bestBlocking(by: matrix, visits: [StopVisit()])
        }
        for bad in [
            StopVisit(opens: 5, closes: 4), StopVisit(opens: .nan), StopVisit(opens: -.infinity),
            StopVisit(closes: .nan), StopVisit(stay: -1), StopVisit(stay: .infinity), StopVisit(stay: .nan),
        ] {
            #expect {
                try StopOrder.bestBlocking(by: matrix, visits: [StopVisit(), bad])
            } throws: { error in
                if case StopOrderError.invalidVisit(stop: 1, _) = error { true } else { false }
            }
        }
    }

    @Test("without windows the answer is as long as with the matrix alone", arguments: [5, 12], [true, false])
    func agreesWithoutWindows(count: Int, isSymmetric: Bool) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let matrix = try generator.matrix(count, in: 1...1000, isSymmetric: isSymmetric)
        let visits = Array(repeating: StopVisit(), count: count)
        for ends in allEnds(count) {
            let answer = try StopOrder.bestBlocking(by: matrix, visits: visits, ends: ends, effort: .iterations(2000))
            #expect(answer.length == StopOrder.bestBlocking(by: matrix, ends: ends).length, "\(ends)")
        }
    }
}

@Suite("Partial orders within windows")
struct WindowLabelsTests {
    @Test("those that another precedes in time and length are dropped, the first of equal ones stays", arguments: 1...4)
    func dominated(limit: Int) {
        var generator = SplitMix64(seed: UInt64(limit))
        for count in 0...60 {
            let labels = (0..<count).map { _ in
                let most = limit * limit * 5
                return (
                    time: Double(Int.random(in: 0...most, using: &generator)),
                    cost: Double(Int.random(in: 0...most, using: &generator))
                )
            }
            var ways = (0..<count).map(Int32.init)
            WindowLabels.keepBest(of: &ways) { labels[Int($0)] }
            let expected = labels.indices.filter { i in
                !labels.indices.contains { k in
                    labels[k].time <= labels[i].time && labels[k].cost <= labels[i].cost
                        && (labels[k] != labels[i] || k < i)
                }
            }
            #expect(ways.map(Int.init) == expected)
        }
    }

    @Test("none is compared with all others, even where none is dropped")
    func comparisons() {
        let count = 20_000
        var ways = (0..<count).map(Int32.init)
        var looks = 0
        WindowLabels.keepBest(of: &ways) { way in
            looks += 1
            let time = Double(Int(way) * 7919 % count)
            return (time, -time)
        }
        #expect(ways.count == count)
        #expect(looks < 4 * count * 15)
    }
}
