import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoutes
import WaymarkThreads

/// Computes the routes of trips: first the order of their stops, then their legs.
struct TripSolver: Sendable {
    let source: any LegSource
    let order: TripOrder?
    /// Limits the concurrent requests over all trips; nil for an immediate source.
    private let turnstile: Turnstile?

    /// Creates a solver; `width` is the maximum number of concurrent requests.
    init(source: any LegSource, order: TripOrder?, width: Int) {
        (self.source, self.order) = (source, order)
        turnstile = source.isImmediate ? nil : Turnstile(width: width)
    }

    /// The route of a trip; stops keep the ids of the file, even if one is visited twice.
    func route(_ trip: Trip) async throws -> Route {
        let stops = ordered(trip.stops)
        guard let turnstile else {
            let legs = try await source.legs(through: stops)
            return Route(stops: stops, legs: legs.map { $0 ?? .cancelled })
        }
        return try await Route(
            joining: stops, by: QueuedLegs(source: source, turnstile: turnstile), width: turnstile.width)
    }

    private func ordered(_ stops: [Stop]) -> [Stop] {
        guard let order, stops.count > 1 else { return stops }
        // A number of iterations instead of a time limit, so that every machine finds the same order.
        let answer = StopOrder.bestBlocking(
            visiting: stops.map(\.coordinate), ends: order.ends(count: stops.count), effort: .iterations(20_000))
        var ordered = answer.order.map { stops[$0] }
        if order == .roundTrip {
            // Planned arrival and stay belong to the first visit.
            var back = stops[0]
            (back.arrival, back.stay) = (nil, .zero)
            ordered.append(back)
        }
        return ordered
    }
}

/// Legs of a source, with a limit on concurrent requests over all trips.
private struct QueuedLegs: LegSource {
    let source: any LegSource
    let turnstile: Turnstile

    var name: String { source.name }
    var mode: TravelMode? { source.mode }
    var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await turnstile.pass { try await source.leg(from: start, to: end) }
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await turnstile.pass { try await source.legs(through: stops) }
    }
}
