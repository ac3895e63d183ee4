import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoutes

/// Computes the routes of trips: first the order of their stops, then their legs.
struct TripSolver: Sendable {
    let order: TripOrder?
    /// Requests the legs of all trips: the only limit on concurrent requests.
    let assembler: RouteAssembler

    /// Creates a solver; `width` is the maximum number of concurrent requests.
    init(source: any LegSource, order: TripOrder?, width: Int) {
        (self.order, assembler) = (order, RouteAssembler(source: source, width: width))
    }

    /// The route of a trip; stops keep the ids of the file, even if one is visited twice.
    func route(_ trip: TableTrip) async throws -> Route {
        let stops = order.map { $0.ordered(trip.stops) } ?? trip.stops
        guard assembler.source.isImmediate else { return try await assembler.assemble(stops).route() }
        let legs = try await assembler.source.legs(through: stops)
        return Route(stops: stops, legs: legs.map { $0 ?? .cancelled })
    }
}

extension TripOrder {
    fileprivate func ordered(_ stops: [Stop]) -> [Stop] {
        guard stops.count > 1 else { return stops }
        // A number of iterations instead of a time limit, so that every machine finds the same order.
        let answer = StopOrder.bestBlocking(
            visiting: stops.map(\.coordinate), ends: ends(count: stops.count), effort: .iterations(20_000))
        var ordered = answer.order.map { stops[$0] }
        if self == .roundTrip {
            // Planned arrival and stay belong to the first visit.
            var back = stops[0]
            (back.arrival, back.stay) = (nil, .zero)
            ordered.append(back)
        }
        return ordered
    }
}
