import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoutes
import WaymarkThreads

@Suite("TravelMatrix of legs")
struct TravelMatrixLegsTests {
    private static func stops(_ count: Int) throws -> [Stop] {
        try (0..<count).map {
            try Stop(id: "\($0)", coordinate: Coordinate(latitude: Double($0), longitude: Double($0 * $0)))
        }
    }

    /// Asymmetric legs that count simultaneous requests, and are missing between some stops.
    private final class Legs: LegSource {
        let name = "legs"
        let mode: TravelMode? = nil
        let missing: Set<[Int]>
        let knowsDurations: Bool
        private let asked = Guarded((now: 0, most: 0, all: 0))

        init(missing: Set<[Int]> = [], knowsDurations: Bool = true) {
            (self.missing, self.knowsDurations) = (missing, knowsDurations)
        }

        var most: Int { asked.withLock(\.most) }
        var all: Int { asked.withLock(\.all) }

        func leg(from start: Stop, to end: Stop) async throws -> Leg {
            asked.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            defer { asked.withLock { $0.now -= 1 } }
            await Task.yield()
            try Task.checkCancellation()
            let (from, to) = (Int(start.id)!, Int(end.id)!)
            if missing.contains([from, to]) { throw LegError.notFound(reason: "sea") }
            return try Leg(
                coordinates: [start.coordinate, end.coordinate], distance: Meters(Double(from * 10 + to)),
                distanceKind: .network, duration: knowsDurations ? .seconds(from * 100 + to) : nil, source: name)
        }
    }

    @Test(
        "each cell is that of the leg, and the number of simultaneous requests is at most the width",
        arguments: [1, 3, 100])
    func cells(width: Int) async throws {
        let (stops, source) = (try Self.stops(7), Legs())
        let seconds = try await TravelMatrix(between: stops, by: source, width: width)
        let meters = try await TravelMatrix(between: stops, by: source, cost: .distance, width: width)
        for from in 0..<7 {
            for to in 0..<7 {
                #expect(seconds[from, to] == (from == to ? 0 : Double(from * 100 + to)))
                #expect(meters[from, to] == (from == to ? 0 : Double(from * 10 + to)))
            }
        }
        #expect(source.most <= width && source.all == 2 * 7 * 6)
        #expect(try await TravelMatrix(between: [], by: source).count == 0)
        #expect(try await TravelMatrix(between: try Self.stops(1), by: source).count == 1)
    }

    /// Legs like those of ``Legs``, many at a time: all or, if one of them is missing, none.
    private final class LegsTogether: LegSource {
        let name = "together"
        let mode: TravelMode? = nil
        let maxLegsPerRequest: Int
        private let single: Legs
        private let asked = Guarded<[Int]>([])

        init(_ maxLegsPerRequest: Int, missing: Set<[Int]> = []) {
            (self.maxLegsPerRequest, single) = (maxLegsPerRequest, Legs(missing: missing))
        }

        /// The number of legs of each request.
        var requests: [Int] { asked.withLock(\.self) }

        func leg(from start: Stop, to end: Stop) async throws -> Leg {
            asked.withLock { $0.append(1) }
            return try await single.leg(from: start, to: end)
        }

        func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
            asked.withLock { $0.append(stops.count - 1) }
            let ends = zip(stops, stops.dropFirst())
            if ends.contains(where: { single.missing.contains([Int($0.id)!, Int($1.id)!]) }) {
                return ends.map { _ in nil }
            }
            var legs: [LegOutcome?] = []
            for (start, end) in ends { legs.append(.found(try await single.leg(from: start, to: end))) }
            return legs
        }
    }

    @Test(
        "many legs at a time give the same matrix, in as few requests as hold all legs", arguments: 0...9, [2, 5, 99])
    func together(count: Int, maxLegs: Int) async throws {
        let stops = try Self.stops(count)
        let source = LegsTogether(maxLegs)
        let matrix = try await TravelMatrix(between: stops, by: source, width: 3)
        #expect(try await matrix == TravelMatrix(between: stops, by: Legs()))
        let legs = count * max(0, count - 1)
        #expect(source.requests.count == (legs + maxLegs - 1) / maxLegs)
        #expect(source.requests.reduce(0, +) == legs && source.requests.allSatisfy { $0 <= maxLegs })
    }

    @Test("a pair without a way affects no other, for a few more requests")
    func missingTogether() async throws {
        let stops = try Self.stops(14)
        let missing: Set<[Int]> = [[3, 11], [12, 2]]
        let source = LegsTogether(99, missing: missing)
        let matrix = try await TravelMatrix(between: stops, by: source) { Double(9000 + $0.from) }
        let singles = try await TravelMatrix(between: stops, by: Legs(missing: missing)) { Double(9000 + $0.from) }
        #expect(matrix == singles && matrix[3, 11] == 9003 && matrix[12, 2] == 9012)
        #expect(source.requests.count <= 2 + 2 * 2 * 7)
        await #expect(throws: MissingCost.self) { try await TravelMatrix(between: stops, by: source) }
    }

    /// Tables of the same costs, of up to so many places, unless it has none or they are too large.
    private final class Tables: LegSource {
        let name = "tables"
        let mode: TravelMode? = nil
        let maxPlacesPerTable: Int
        private let (limit, hasTables): (Int, Bool)
        let single: Legs
        private let asked = Guarded<[Int]>([])

        private let missing: Set<[Int]>

        init(
            _ maxPlaces: Int, limit: Int = .max, hasTables: Bool = true, missing: Set<[Int]> = [],
            legsMissing: Set<[Int]>? = nil
        ) {
            (maxPlacesPerTable, self.limit, self.hasTables) = (maxPlaces, limit, hasTables)
            self.missing = missing
            single = Legs(missing: legsMissing ?? missing)
        }

        /// The number of costs of each table.
        var requests: [Int] { asked.withLock(\.self) }

        func leg(from start: Stop, to end: Stop) async throws -> Leg { try await single.leg(from: start, to: end) }

        func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
            asked.withLock { $0.append(starts.count * ends.count) }
            guard hasTables else { throw LegError.refused(reason: "no tables") }
            guard starts.count * ends.count <= limit else { return nil }
            return starts.map { start in
                ends.map { end in
                    let (from, to) = (Int(start.id)!, Int(end.id)!)
                    if missing.contains([from, to]) { return nil }
                    return cost == .distance ? Double(from * 10 + to) : Double(from * 100 + to)
                }
            }
        }
    }

    @Test(
        "tables give the same matrix, in one request or in parts; without them, or for what they refuse, legs do",
        arguments: [0, 1, 2, 5, 9],
        [(2, Int.max, true), (4, .max, true), (100, .max, true), (100, 7, true), (100, 0, true), (100, 1, false)])
    func tables(count: Int, _ kind: (maxPlaces: Int, limit: Int, hasTables: Bool)) async throws {
        let stops = try Self.stops(count)
        let source = Tables(kind.maxPlaces, limit: kind.limit, hasTables: kind.hasTables)
        for cost in LegCost.allCases {
            let matrix = try await TravelMatrix(between: stops, by: source, cost: cost, width: 3)
            #expect(try await matrix == TravelMatrix(between: stops, by: Legs(), cost: cost))
        }
        if kind.maxPlaces == 100, kind.limit == .max, count > 1 {
            #expect(source.requests == [count * count, count * count] && source.single.all == 0)
        }
    }

    @Test("stops at one place cost nothing from one to another, and are asked for once")
    func samePlaces() async throws {
        let three = try Self.stops(3)
        let stops = [three[0], three[1], three[0], three[2], three[1]]
        let source = Tables(100)
        let matrix = try await TravelMatrix(between: stops, by: source)
        let whole = try await TravelMatrix(between: three, by: Legs())
        for (from, a) in [0, 1, 0, 2, 1].enumerated() {
            for (to, b) in [0, 1, 0, 2, 1].enumerated() { #expect(matrix[from, to] == whole[a, b]) }
        }
        #expect(source.requests == [9])
    }

    @Test("a cost that a table lacks is that of the leg; if that is missing too, it throws with the caller's stops")
    func missingInTable() async throws {
        let four = try Self.stops(4)
        let stops = [four[0], four[0], four[1], four[2], four[3]]
        let source = Tables(100, missing: [[3, 1]])
        await #expect(throws: MissingCost(from: 4, to: 2, reason: .notFound(reason: "sea"))) {
            try await TravelMatrix(between: stops, by: source)
        }
        #expect(try await TravelMatrix(between: stops, by: source) { _ in 5 }[4, 2] == 5)
        let whole = try await TravelMatrix(between: four, by: Legs())
        let gap = Tables(100, missing: [[3, 1]], legsMissing: [])
        #expect(try await TravelMatrix(between: four, by: gap) == whole && gap.single.all == 1)
    }

    @Test("a fallback leg counts as missing: beside ways of the source straight ones would be too short")
    func fallbacks() async throws {
        let stops = try Self.stops(4)
        let source = Legs(missing: [[3, 1]]).fallback(to: GreatCircleLegs(mode: .driving))
        await #expect(throws: MissingCost(from: 3, to: 1, reason: .other("no way found: sea"))) {
            try await TravelMatrix(between: stops, by: source)
        }
    }

    @Test("great circles give the matrix of coordinates")
    func greatCircles() async throws {
        let stops = try Self.stops(6)
        let matrix = try await TravelMatrix(between: stops, by: GreatCircleLegs(), cost: .distance)
        let expected = TravelMatrix(distancesBetween: stops.map(\.coordinate))
        for from in 0..<6 {
            for to in 0..<6 { #expect(abs(matrix[from, to] - expected[from, to]) < 1e-6) }
        }
    }

    @Test("a missing leg throws with its pair, or has the caller's cost")
    func missing() async throws {
        let stops = try Self.stops(4)
        let source = Legs(missing: [[2, 1]])
        await #expect(throws: MissingCost(from: 2, to: 1, reason: .notFound(reason: "sea"))) {
            try await TravelMatrix(between: stops, by: source)
        }
        let matrix = try await TravelMatrix(between: stops, by: source) { Double($0.from * 1000 + $0.to) }
        #expect(matrix[2, 1] == 2001 && matrix[1, 2] == 102)
        let silent = Legs(knowsDurations: false)
        await #expect(throws: MissingCost.self) { try await TravelMatrix(between: stops, by: silent, width: 1) }
        #expect(silent.all == 1)
        await #expect(throws: StopOrderError.self) { try await TravelMatrix(between: stops, by: silent) { _ in -1 } }
    }

    @Test("a cancelled task gets a CancellationError")
    func cancelled() async throws {
        let stops = try Self.stops(13)
        let task = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await TravelMatrix(between: stops, by: Legs()) { _ in 0 }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
