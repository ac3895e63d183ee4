import WaymarkOrders
import WaymarkRoutes
import WaymarkTimes

/// Computes the routes of trips: first the order of their stops, then their legs.
struct TripSolver: Sendable {
    let order: TripOrder?
    let travel: OrderTravel.Requests
    /// Requests the legs of all trips: the only limit on concurrent requests.
    let assembler: RouteAssembler

    /// Creates a solver; `width` is the maximum number of concurrent requests.
    init(source: any LegSource, order: TripOrder?, _ travel: OrderTravel.Requests = .init(), width: Int) {
        (self.order, self.travel) = (order, travel)
        assembler = RouteAssembler(source: source, width: width)
    }

    struct Solution: Sendable {
        let route: Route
        /// Why the stops are ordered by straight lines, or not at all; nil unless they are.
        var remark: TripOrderRemark?
    }

    /// The route of a trip; stops keep the ids of the file, even if one is visited twice.
    ///
    /// - Parameters:
    ///   - trip: The trip; a stored route stays as it is.
    ///   - departure: The arrival at the first stop, in place of a planned one.
    ///   - timeZone: The zone of stops before the first one with its own; nil is UTC.
    /// - Returns: The route.
    /// - Throws: `CancellationError` if the task was cancelled, or the error of an immediate source.
    func route(
        _ trip: TableTrip, departure: ClockReading? = nil, timeZone: ClockZone? = nil
    ) async throws -> Solution {
        func starting(_ stops: [Stop]) -> [Stop] {
            guard let departure, var first = stops.first else { return stops }
            first.arrival = departure.moment(in: first.timeZone ?? timeZone ?? .utc)
            return [first] + stops.dropFirst()
        }
        if let route = trip.route { return Solution(route: Route(stops: starting(route.stops), legs: route.legs)) }
        let began = ContinuousClock.now
        var (stops, remark) = (trip.stops, TripOrderRemark?.none)
        if let order { (stops, remark) = try await ordered(stops, order) }
        stops = starting(stops)
        guard assembler.source.isImmediate else {
            // One deadline for the order and the legs.
            let left = travel.timeLimit.map { max(.milliseconds(1), $0 - (ContinuousClock.now - began)) }
            let late = LegError.timedOut(after: travel.timeLimit ?? .zero)
            let route = try await assembler.route(joining: stops, within: left, late: late)
            return Solution(route: try await withFallback(route, late), remark: remark)
        }
        let legs = try await assembler.source.legs(through: stops)
        return Solution(route: Route(stops: stops, legs: legs.map { $0 ?? .cancelled }), remark: remark)
    }

    /// A route whose legs that the deadline ended are those of the fallback, if there is one.
    private func withFallback(_ route: Route, _ late: LegError) async throws -> Route {
        guard let circles = travel.fallback else { return route }
        var legs = route.legs
        for case (let i, .failed(late)) in legs.enumerated() {
            var leg = try await circles.leg(from: route.stops[i], to: route.stops[i + 1])
            leg.becomeFallback(because: late)
            legs[i] = .found(leg)
        }
        return Route(stops: route.stops, legs: legs)
    }

    private func ordered(
        _ stops: [Stop], _ order: TripOrder
    ) async throws -> ([Stop], TripOrderRemark?) {
        guard stops.count > 1 else { return (stops, nil) }
        let ends = order.ends(count: stops.count)
        // A number of iterations instead of a time limit, so that every machine finds the same order.
        let effort = SearchEffort.iterations(20_000)
        let answer: StopOrder
        var remark: TripOrderRemark?
        let source = assembler.source
        // Along great circles duration and length give the same order, which needs no table.
        if [.greatCircle, .estimated].contains(source.distanceKind) {
            answer = .bestBlocking(visiting: stops.map(\.coordinate), ends: ends, effort: effort)
        } else {
            do {
                var requests = travel
                requests.estimatesUnreachable = true
                let travel = try await OrderTravel(between: stops, by: source, requests)
                answer = .bestBlocking(by: travel.matrix, ends: ends, effort: effort)
                remark =
                    travel.fallbackReason.map { .byStraightLines($0) } ?? travel.estimateWords.map { .byEstimates($0) }
            } catch  where error is MissingCost || error is LegError {
                return (order == .roundTrip ? stops + [stops[0].asReturn] : stops, .asInFile("\(error)"))
            }
        }
        var ordered = answer.order.map { stops[$0] }
        if order == .roundTrip { ordered.append(stops[0].asReturn) }
        return (ordered, remark)
    }
}

/// How the stops of a trip are ordered, if not as was asked for; with the reason.
enum TripOrderRemark: Sendable {
    case byStraightLines(String)
    case byEstimates(String)
    case asInFile(String)
}

extension Stop {
    /// The last visit of a round trip: planned arrival and stay belong to the first.
    fileprivate var asReturn: Stop {
        var back = self
        (back.arrival, back.stay) = (nil, .zero)
        return back
    }
}
