public import WaymarkGeodesy

/// Recommends further places to see: ranked, diverse, explained.
///
/// ```swift
/// let recommender = Recommender(RecommendedPlaces(catalog.attractions.map { RecommendedPlace($0) }))
/// for recommendation in recommender.recommendations(into: trip, within: .kilometers(10), count: 5) {
///     print(recommendation.explanation(places: recommender.places, stops: trip))
/// }
/// ```
///
/// A stop needs a name and a coordinate; its theme and municipality are worked out as by ``RecommendedPlaces/completed(_:by:)``.
/// Equal questions have equal answers on every machine.
public struct Recommender: Sendable {
    /// The places to choose from.
    public let places: RecommendedPlaces
    /// The weights of the parts of a score.
    public var weights = ScoreWeights.standard
    /// The visit counts of the places, if known.
    public var visits: VisitCounts?
    /// The options for diverse lists.
    public var lists = DiverseList()
    /// Reads the themes of stops whose theme is not given.
    public var lexicon = ThemeLexicon.standard

    /// Creates a recommender of places.
    public init(_ places: RecommendedPlaces) { self.places = places }

    /// Returns the best places around one stop.
    ///
    /// - Parameters:
    ///   - stop: The stop.
    ///   - radius: Maximum great-circle distance; the boundary is included.
    ///   - count: Maximum number of places.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: Recommendations in order, fewer if there are fewer places.
    /// - Precondition: `count` and `radius` are not negative.
    /// - Complexity: O(*c*) for *c* places in the circle, and the search for them.
    public func recommendations(
        around stop: RecommendedPlace, within radius: Meters, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [Recommendation] {
        recommendations(into: [stop], within: radius, count: count, interests: interests, visited: visited)
    }

    /// Returns the best places for a trip, one list for all its stops.
    ///
    /// - Parameters:
    ///   - stops: The stops of the trip, in order.
    ///   - radius: Maximum distance from the nearest stop; nil for any.
    ///   - count: Maximum number of places.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: Recommendations in order; none for a trip without stops.
    /// - Complexity: O(*c* *s*) for *c* places within reach of *s* stops.
    public func recommendations(
        into stops: [RecommendedPlace], within radius: Meters? = nil, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [Recommendation] {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        guard !stops.isEmpty, count > 0 else { return [] }
        let coordinates = stops.map(\.coordinate)
        let nearCount = nearCount(interests)
        let near = candidates(near: coordinates, within: radius, nearest: nearCount, visited: visited)
        guard !near.isEmpty else { return [] }
        let scorer = scorer(stops, interests)
        var list = lists.best(count, of: near, by: scorer)
        if list.count < count, radius != nil, nearCount != nil {
            let all = candidates(near: coordinates, within: radius, nearest: nil, visited: visited)
            if all.count > near.count { list = lists.best(count, of: all, by: scorer) }
        }
        return list.map { recommendation($0, scorer) }
    }

    /// Returns the best places for each stop of a trip; no place is listed twice.
    ///
    /// A place is listed for its nearest stop. A stop that then has fewer than `count` is filled up with places within reach
    /// that are in no other list; their ``Recommendation/nearestStop`` is that stop.
    ///
    /// - Parameters:
    ///   - stops: The stops of the trip, in order.
    ///   - radius: Maximum distance from the nearest stop; the boundary is included.
    ///   - count: Maximum number of places for each stop.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: One list per stop, in the order of the stops.
    /// - Complexity: O(*c* *s*) for *c* places within reach of *s* stops.
    public func recommendations(
        forEach stops: [RecommendedPlace], within radius: Meters, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [[Recommendation]] {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        guard !stops.isEmpty else { return [] }
        let open = candidates(
            near: stops.map(\.coordinate), within: radius, nearest: nearCount(interests), visited: visited)
        guard !open.isEmpty else { return stops.map { _ in [] } }
        let scorer = scorer(stops, interests)
        var candidatesByStop = [[Int]](repeating: [], count: stops.count)
        for place in open {
            candidatesByStop[scorer.nearestStop(to: place).stop].append(place)
        }
        var found = candidatesByStop.map { open in
            lists.best(count, of: open, by: scorer).map { recommendation($0, scorer) }
        }
        var listed = Set(found.joined().map(\.place))
        for stop in stops.indices where found[stop].count < count {
            // What is nearer to a neighbour, and not in its list; or farther than the nearest.
            let open = candidates(near: [stops[stop].coordinate], within: radius, nearest: nil, visited: visited)
                .filter { !listed.contains($0) }
            for scored in lists.best(count - found[stop].count, of: open, by: scorer) {
                var more = recommendation(scored, scorer)
                more.nearestStop = stop
                more.distance = Meters(scorer.distance(of: scored.place, from: stop))
                listed.insert(scored.place)
                found[stop].append(more)
            }
        }
        return found
    }

    func scorer(_ stops: [RecommendedPlace], _ interests: Interests?) -> TripScorer {
        let query = RecommendationQuery(stops: stops.map { places.completed($0, by: lexicon) }, interests: interests)
        return TripScorer(query, places: places, weights: weights, visits: visits)
    }

    func recommendation(_ scored: ScoredPlace, _ scorer: TripScorer) -> Recommendation {
        let nearest = scorer.nearestStop(to: scored.place)
        return Recommendation(
            place: scored.place, score: scored.score, nearestStop: nearest.stop, distance: nearest.distance,
            parts: ScoreParts(scored.parts), weights: ScoreParts(scorer.weights), isForVariety: scored.isForVariety)
    }

    /// Of more places than this within reach of a stop, the nearest are ranked: as many as the weights are fitted among. All are,
    /// if a list is not full otherwise, and where more than what is near counts (nil): with worth, visits or interests.
    func nearCount(_ interests: Interests?) -> Int? {
        places.hasWorth || visits != nil || interests != nil ? nil : WeightFitting.rivalCount
    }

    /// The distinct positions of the `nearest` places within reach of each stop, without visited ones; nil for all of them.
    private func candidates(
        near stops: some Collection<Coordinate>, within radius: Meters?, nearest: Int?, visited: Set<String>
    ) -> [Int] {
        let isOpen = { (place: Int) in visited.isEmpty || !visited.contains(places.places.id(place)) }
        let all = places.places.indices
        guard let radius else { return visited.isEmpty ? Array(all) : all.filter(isOpen) }
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        var found: [Int] = []
        for stop in stops {
            let matches =
                nearest.map { places.index.nearest(to: stop, count: $0, within: radius) }
                ?? places.index.unsortedPoints(within: radius, of: stop)
            found.reserveCapacity(found.count + matches.count)
            for match in matches where isOpen(match.index) { found.append(match.index) }
        }
        if stops.count == 1 { return found }
        // If many of all places were found, marks are faster than sorting.
        if found.count > all.count / 8 {
            var isFound = [Bool](repeating: false, count: all.count)
            for place in found { isFound[place] = true }
            return all.filter { isFound[$0] }
        }
        found.sort()
        var last = -1
        return found.filter { place in
            defer { last = place }
            return place != last
        }
    }
}
