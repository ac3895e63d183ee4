public import WaymarkGeodesy
internal import WaymarkRegions
public import WaymarkRoutes

extension Recommender {
    /// Returns places along a route that are worth their detour, measured by a source of legs.
    ///
    /// The best places by great circles, four for each requested place and at least 20, are inserted into their leg by
    /// the source: the detour is the way from the previous stop to the place and on to the next stop, minus the leg.
    /// Places that the source finds no way to are left out.
    ///
    /// - Parameters:
    ///   - route: The route; missing legs are not bridged.
    ///   - width: Maximum distance from the legs; the boundary is included.
    ///   - stops: The stops of the route, for the score; they are not recommended.
    ///   - count: Maximum number of places.
    ///   - source: The source of legs.
    ///   - maxRequests: The maximum number of simultaneous requests.
    ///   - position: Only places after this length of the route; nil for all.
    ///   - maxDetour: Maximum added length of the route; nil for any.
    ///   - isSpread: Whether the best place of each of `count` equal stretches of the route comes before others.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: The places of greatest worth first; in the order of the route if spread.
    /// - Throws: The `LegError` of the source for the first such place, except `LegError.notFound`; `CancellationError` if
    ///   the task was cancelled.
    /// - Precondition: `count` and `width` are not negative, `maxRequests` is at least 1.
    /// - Complexity: That by great circles, plus two legs for each inserted place.
    public func recommendations(
        along route: Route, within width: Meters, stops: [RecommendedPlace], count: Int, by source: any LegSource,
        maxRequests: Int = 4, ahead position: Meters? = nil, maxDetour: Meters? = nil, isSpread: Bool = false,
        interests: Interests? = nil, visited: Set<String> = []
    ) async throws -> [RouteRecommendation] {
        try await recommendations(
            along: route, within: width, stops: stops, count: count,
            by: RouteAssembler(source: source, width: maxRequests), ahead: position, maxDetour: maxDetour,
            isSpread: isSpread, interests: interests, visited: visited)
    }

    /// The same by an assembler without trips of its own, which limits the simultaneous requests of all its users.
    package func recommendations(
        along route: Route, within width: Meters, stops: [RecommendedPlace], count: Int, by assembler: RouteAssembler,
        ahead position: Meters? = nil, maxDetour: Meters? = nil, isSpread: Bool = false, interests: Interests? = nil,
        visited: Set<String> = []
    ) async throws -> [RouteRecommendation] {
        let count = min(count, places.places.count)
        guard count > 0 else { return [] }
        let corridor = Corridor(alongEach: route.legs.map { $0.leg?.coordinates ?? [] }, width: width)
        let open = recommendations(
            along: corridor, stops: stops, count: max(20, 4 * count), ahead: position,
            isSpread: isSpread, interests: interests, visited: visited)
        // All ways begin now; dropping them, as an error does, cancels those that have not ended.
        let ways = open.map { place in
            let stop = places.places[place.recommendation.place]
            let middle = Stop(id: stop.id, name: stop.name, coordinate: stop.coordinate)
            let leg = place.match.line
            return assembler.assemble([route.stops[leg], middle, route.stops[leg + 1]])
        }
        var best = WorthyPlaces(count: count, stretches: isSpread ? count : 1)
        for (var place, way) in zip(open, ways) {
            let legs = try await way.route().legs
            guard let leg = route.legs[place.match.line].leg, let length = try Self.length(of: legs) else { continue }
            place.detour = max(.zero, length - leg.distance)
            if let maxDetour, place.detour > maxDetour { continue }
            place.worth = Self.worth(place.recommendation.score, detour: place.detour, width: width)
            best.insert(place, stretch: corridor.length.value > 0 ? place.match.along / corridor.length : 0)
        }
        return best.list
    }

    /// The length of a way; nil if there is none.
    private static func length(of legs: [LegOutcome]) throws -> Meters? {
        var length = Meters.zero
        for outcome in legs {
            switch outcome {
            case .found(let leg): length = length + leg.distance
            case .notFound: return nil
            case .failed(let error): throw error
            case .cancelled: throw CancellationError()
            }
        }
        return length
    }
}
