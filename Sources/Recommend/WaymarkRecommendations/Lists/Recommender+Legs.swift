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
    ///   - position: Only places after this length of the route; nil for all.
    ///   - maxDetour: Maximum added length of the route; nil for any.
    ///   - isSpread: Whether the best place of each of `count` equal stretches of the route comes before others.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: The places of greatest worth first; in the order of the route if spread.
    /// - Throws: The error of the source, except `LegError.notFound`.
    /// - Precondition: `count` and `width` are not negative.
    /// - Complexity: That by great circles, plus two legs for each inserted place.
    public func recommendations(
        along route: Route, within width: Meters, stops: [RecommendedPlace], count: Int, by source: any LegSource,
        ahead position: Meters? = nil, maxDetour: Meters? = nil, isSpread: Bool = false, interests: Interests? = nil,
        visited: Set<String> = []
    ) async throws -> [RouteRecommendation] {
        let count = min(count, places.places.count)
        guard count > 0 else { return [] }
        let corridor = Corridor(alongEach: route.legs.map { $0.leg?.coordinates ?? [] }, width: width)
        let open = recommendations(
            along: corridor, stops: stops, count: max(20, 4 * count), ahead: position,
            isSpread: isSpread, interests: interests, visited: visited)
        var best = WorthyPlaces(count: count, stretches: isSpread ? count : 1)
        for var place in open {
            guard let leg = route.legs[place.match.line].leg else { continue }
            let stop = places.places[place.recommendation.place]
            let (start, end) = (route.stops[place.match.line], route.stops[place.match.line + 1])
            let middle = Stop(id: stop.id, name: stop.name, coordinate: stop.coordinate)
            do {
                let there = try await source.leg(from: start, to: middle)
                let on = try await source.leg(from: middle, to: end)
                place.detour = max(.zero, there.distance + on.distance - leg.distance)
            } catch LegError.notFound {
                continue
            }
            if let maxDetour, place.detour > maxDetour { continue }
            place.worth = Self.worth(place.recommendation.score, detour: place.detour, width: width)
            best.insert(place, stretch: corridor.length.value > 0 ? place.match.along / corridor.length : 0)
        }
        return best.list
    }
}
