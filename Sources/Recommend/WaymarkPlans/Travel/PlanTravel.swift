import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoutes

/// The ways between the nodes of a plan, in whole minutes, on foot and by another means, and where the car is parked.
///
/// While days are searched, each place has a car park of its own or shares that of a place nearby, as ``matrix`` has it: the
/// travellers walk from there and back. Days are then timed with the car where it really was parked: see ``PlanSchedule``.
struct PlanTravel {
    /// Minutes for a way that there is not.
    static let noWay = 1e6
    /// Hops of less are walked.
    static let hop = 700.0
    /// Up to this straight line a way may be walked where that is quicker than by car.
    static let longestWalk = 2000.0

    /// A way that the travellers are on.
    struct Rest {
        var from, to: Int
        /// The minutes that are left of it.
        var minutes: Double
        /// Whether the car comes along.
        var isDriven: Bool
    }

    let mode: PlanQuestion.Mode
    let coordinates: [Coordinate]
    /// Minutes on foot.
    let walk: TravelMatrix
    /// Minutes by car, with parking, or by bicycle.
    let ride: TravelMatrix
    /// The node at which each node's car park is.
    let hubs: [Int]
    /// Where days start or end.
    let ends: Range<Int>
    /// The way that the travellers are on.
    let rest: Rest?
    /// The ways of the search.
    let matrix: TravelMatrix
    /// No more than the ways of any plan, for bounds; the same as ``matrix`` without a car.
    let least: TravelMatrix
    /// Less than a minute less for all ways of a day: what fits in whole minutes is the same, and of orders with the same minutes
    /// the one with the shorter ways is better.
    let searched: TravelMatrix
    let source: String
    let fallbackReason: String?
    let estimateWords: String?

    /// Requests the ways between nodes: first the `ends` of days, then others.
    ///
    /// `parking` is the minutes that a way by car takes besides driving. If the first day has begun, the travellers are `here`, the
    /// car stands at `car` if that is elsewhere, and `rest` is the way that they are on.
    init(
        between nodes: [PlanEnd], ends: Range<Int>, by ways: PlanWays, _ mode: PlanQuestion.Mode, parking: Int,
        here: Int?, car: Int?, rest: Rest?, isAcrossWater: (Int, Int) -> Bool
    ) async throws {
        let coordinates = nodes.map(\.coordinate)
        (self.mode, self.coordinates, self.ends, self.rest) = (mode, coordinates, ends, rest)
        let main = ways.main(mode)
        let travel = try await Self.seconds(nodes, by: main, ways.requests)
        let onFoot = mode == .foot ? travel : try await Self.seconds(nodes, by: ways.foot, ways.requests)
        (source, fallbackReason, estimateWords) = (travel.source, travel.fallbackReason, travel.estimateWords)
        var blocked: [(from: Int, to: Int)] = []
        for from in nodes.indices {
            for to in nodes.indices where from != to && isAcrossWater(from, to) {
                blocked.append((from, to))
            }
        }
        let parking = mode.hasCar ? Double(parking) : 0
        let walk = try Self.minutes(onFoot.matrix, 0, blocked)
        let ride = mode == .foot ? walk : try Self.minutes(travel.matrix, parking, blocked)
        (self.walk, self.ride) = (walk, ride)
        func distance(_ a: Int, _ b: Int) -> Double {
            Sphere.earth.distance(from: coordinates[a], to: coordinates[b]).value
        }
        var hubs = Array(nodes.indices)
        var leaders = Array(ends)
        if mode.hasCar {
            leaders += [car ?? here].compactMap(\.self)
            for node in ends.upperBound..<nodes.count where node != (car ?? here) {
                if let car, node == here {
                    hubs[node] = car
                    continue
                }
                // Where a day ends, the car is taken home.
                let near = leaders.filter { distance($0, node) < Self.hop && walk[node, $0] < Self.noWay }
                if let hub = near.first(where: ends.contains) ?? near.first {
                    hubs[node] = hub
                } else {
                    leaders.append(node)
                }
            }
        }
        self.hubs = hubs
        let parks = hubs
        func way(_ from: Int, _ to: Int) -> Double {
            if let rest, rest.from == from, rest.to == to { return min(rest.minutes, whole(from, to)) }
            return whole(from, to)
        }
        func whole(_ from: Int, _ to: Int) -> Double {
            switch mode {
            case .foot: return walk[from, to]
            case .bicycle: return distance(from, to) < 150 ? min(walk[from, to], ride[from, to]) : ride[from, to]
            case .car, .mixed:
                if parks[from] == parks[to] { return walk[from, to] }
                return min(
                    Self.noWay,
                    walk[from, parks[from]] + ride[parks[from], parks[to]] + walk[parks[to], to])
            }
        }
        let matrix = try TravelMatrix(count: nodes.count, cost: way)
        self.matrix = matrix
        least =
            mode.hasCar
            ? try TravelMatrix(count: nodes.count) { min(matrix[$0, $1], walk[$0, $1], ride[$0, $1]) } : matrix
        let step = 0.5 / Double(nodes.count)
        searched = try TravelMatrix(count: nodes.count) { from, to in
            max(0, matrix[from, to] - step * (1 - min(1, travel.matrix[from, to] / 86_400)))
        }
    }

    private static func seconds(
        _ nodes: [PlanEnd], by source: any LegSource, _ requests: OrderTravel.Requests
    ) async throws -> OrderTravel {
        var requests = requests
        (requests.cost, requests.estimatesUnreachable) = (.duration, true)
        do {
            return try await OrderTravel(
                between: nodes.enumerated().map { Stop(id: "\($0)", coordinate: $1.coordinate) }, by: source, requests)
        } catch let error as MissingCost {
            throw PlanQuestionError.noWays(
                "\(source.name): no way from \(nodes[error.from].name) to \(nodes[error.to].name): \(error.reason)")
        }
    }

    /// Whole minutes, so that the times of an itinerary add up. A way that water blocks leads by other nodes, if those are on land.
    private static func minutes(
        _ seconds: TravelMatrix, _ more: Double, _ blocked: [(from: Int, to: Int)]
    ) throws(StopOrderError) -> TravelMatrix {
        let count = seconds.count
        var ways = ContiguousArray(repeating: 0.0, count: count * count)
        for from in 0..<count {
            for to in 0..<count where from != to { ways[from * count + to] = seconds[from, to] / 60 }
        }
        for (from, to) in blocked { ways[from * count + to] = .infinity }
        // Around a bay by up to four ways; of many nodes by some.
        let step = max(1, count / 64)
        for _ in 0..<2 where !blocked.isEmpty {
            let before = ways
            for (from, to) in blocked {
                var least = ways[from * count + to]
                for middle in stride(from: 0, to: count, by: step) {
                    least = min(least, before[from * count + middle] + before[middle * count + to])
                }
                ways[from * count + to] = least
            }
        }
        return try TravelMatrix(count: count) { from, to in
            let way = ways[from * count + to]
            return way < noWay ? way == 0 ? 0 : (way + more).rounded(.up) : noWay
        }
    }

    /// The straight line between two nodes, in metres.
    func distance(_ from: Int, _ to: Int) -> Double {
        from == to ? 0 : Sphere.earth.distance(from: coordinates[from], to: coordinates[to]).value
    }
}
