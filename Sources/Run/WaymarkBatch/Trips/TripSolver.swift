import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoutes
import WaymarkThreads

/// Makes routes of trips: the order of their stops, then their legs.
struct TripSolver: Sendable {
    let source: any LegSource
    let order: TripOrder?
    /// Lets so many legs of all trips be asked for at once; nil for a source that does not wait.
    let turnstile: Turnstile?

    /// The route of a trip; its stops have the ids of the file, also where one comes twice.
    func route(_ trip: Trip) async throws -> Route {
        let stops = ordered(trip.stops)
        guard let turnstile else { return try await oneByOne(stops) }
        // Legs are told by ids, which a file may repeat: positions never do. The source is asked for the stops themselves.
        let positions = try StopList(
            stops.enumerated().map { i, stop in Stop(id: String(i), coordinate: stop.coordinate) })
        let legs = ClosureLegs(name: source.name, mode: source.mode) { start, end in
            try await turnstile.pass { try await source.leg(from: stops[Int(start.id)!], to: stops[Int(end.id)!]) }
        }
        let route = try await Route(joining: positions, by: legs, width: turnstile.width)
        return Route(stops: stops, legs: route.legs)
    }

    /// The same without a task for each leg.
    private func oneByOne(_ stops: [Stop]) async throws -> Route {
        var legs: [LegOutcome] = []
        legs.reserveCapacity(max(0, stops.count - 1))
        for (start, end) in zip(stops, stops.dropFirst()) {
            do {
                legs.append(.found(try await source.leg(from: start, to: end)))
            } catch {
                try Task.checkCancellation()
                legs.append(LegOutcome(error))
            }
        }
        return Route(stops: stops, legs: legs)
    }

    private func ordered(_ stops: [Stop]) -> [Stop] {
        guard let order, stops.count > 1 else { return stops }
        // A number of changes, not a time: every machine is to find the same order.
        let answer = StopOrder.bestBlocking(
            visiting: stops.map(\.coordinate), ends: order.ends(count: stops.count), effort: .iterations(20_000))
        var ordered = answer.order.map { stops[$0] }
        if order == .roundTrip {
            // When it was to be reached, and for how long, was about the first time.
            var back = stops[0]
            (back.arrival, back.stay) = (nil, .zero)
            ordered.append(back)
        }
        return ordered
    }
}
