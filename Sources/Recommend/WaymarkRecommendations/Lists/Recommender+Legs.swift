public import WaymarkGeodesy
internal import WaymarkRegions
public import WaymarkRoutes

extension Recommender {
    /// Returns places along a route that are worth their detour, the detour measured by a source of legs.
    ///
    /// The best by great circles, four for each place asked for and 20 at least, are inserted into their leg by the
    /// source: the way from the stop before to the place and on to the stop behind, less the leg. A place that the source
    /// knows no way to is left out.
    ///
    /// - Parameters:
    ///   - route: The route; missing legs are not bridged.
    ///   - width: How far from the legs to look; the boundary belongs to it.
    ///   - stops: The stops of the route, for the score; not recommended.
    ///   - count: How many at most.
    ///   - source: Where legs come from.
    ///   - position: Only what comes after this length of the route; all where nil.
    ///   - maxDetour: Only what makes the route longer by no more than this; any detour where nil.
    ///   - isSpread: Whether the best of each of `count` equal stretches of the route are taken before others.
    ///   - interests: What the travellers like.
    ///   - visited: Ids of places that are known already.
    /// - Returns: The worthiest first; in the order of the route if spread.
    /// - Throws: What the source throws other than `LegError.notFound`.
    /// - Precondition: `count` and `width` are not negative.
    /// - Complexity: As by great circles, and two legs for each place that is inserted.
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
