public import WaymarkGeodesy

/// What else to see: ranked, diverse, explained.
///
/// ```swift
/// let recommender = Recommender(RecommendedPlaces(catalog.attractions.map { RecommendedPlace($0) }))
/// for recommendation in recommender.recommendations(into: trip, within: .kilometers(10), count: 5) {
///     print(recommendation.explanation(places: recommender.places, stops: trip))
/// }
/// ```
///
/// The same question has the same answer on every machine.
public struct Recommender: Sendable {
    /// The places to choose from.
    public let places: RecommendedPlaces
    /// How much each part of a score counts.
    public var weights = ScoreWeights.standard
    /// How often places were visited, where that is known.
    public var visits: VisitCounts?
    /// How lists are made diverse.
    public var lists = DiverseList()

    /// Recommends places of a set.
    public init(_ places: RecommendedPlaces) { self.places = places }

    /// Returns the best places around one stop.
    ///
    /// - Parameters:
    ///   - stop: Where the traveller is.
    ///   - radius: How far to look, along great circles; the boundary belongs to the circle.
    ///   - count: How many at most.
    ///   - interests: What the travellers like.
    ///   - visited: Ids of places that are known already.
    /// - Returns: Recommendations in order, fewer where there are fewer places.
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
    ///   - radius: How far from the nearest stop; any distance where nil.
    ///   - count: How many at most.
    ///   - interests: What the travellers like.
    ///   - visited: Ids of places that are known already.
    /// - Returns: Recommendations in order; none for a trip without stops.
    /// - Complexity: O(*c* *s*) for *c* places in reach of *s* stops.
    public func recommendations(
        into stops: [RecommendedPlace], within radius: Meters? = nil, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [Recommendation] {
        precondition(count >= 0, "a count is not negative")
        let count = min(count, places.places.count)
        guard !stops.isEmpty, count > 0 else { return [] }
        let scorer = scorer(stops, interests)
        let open = candidates(near: stops.map(\.coordinate), within: radius, visited: visited)
        return lists.best(count, of: open, by: scorer).map { recommendation($0, scorer) }
    }

    /// Returns the best places for each stop of a trip: each place once, with the stop that it is nearest to.
    ///
    /// - Parameters:
    ///   - stops: The stops of the trip, in order.
    ///   - radius: How far from the nearest stop; the boundary belongs to the circle.
    ///   - count: How many at most for each stop.
    ///   - interests: What the travellers like.
    ///   - visited: Ids of places that are known already.
    /// - Returns: A list a stop, in the order of the stops.
    /// - Complexity: O(*c* *s*) for *c* places in reach of *s* stops.
    public func recommendations(
        forEach stops: [RecommendedPlace], within radius: Meters, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [[Recommendation]] {
        precondition(count >= 0, "a count is not negative")
        let count = min(count, places.places.count)
        guard !stops.isEmpty else { return [] }
        let scorer = scorer(stops, interests)
        var candidatesByStop = [[Int]](repeating: [], count: stops.count)
        for place in candidates(near: stops.map(\.coordinate), within: radius, visited: visited) {
            candidatesByStop[scorer.nearestStop(to: place).stop].append(place)
        }
        return candidatesByStop.map { open in
            lists.best(count, of: open, by: scorer).map { recommendation($0, scorer) }
        }
    }

    /// The best places around one stop, without the parts of their scores; `stop` is called only if a place is in reach.
    func recommendations(
        at coordinate: Coordinate, within radius: Meters, count: Int, interests: Interests?, visited: Set<String>,
        of stop: () -> KnownStop
    ) -> [BriefRecommendation] {
        precondition(count >= 0, "a count is not negative")
        let count = min(count, places.places.count)
        guard count > 0 else { return [] }
        let open = candidates(near: CollectionOfOne(coordinate), within: radius, visited: visited)
        if open.isEmpty { return [] }
        let scorer = TripScorer(
            [stop()], isBetween: false, interests: interests, places: places, weights: weights, visits: visits)
        return lists.ranked(count, of: open, by: scorer).map {
            BriefRecommendation(
                place: $0.place, score: $0.score, distance: scorer.nearestStop(to: $0.place).distance)
        }
    }

    func scorer(_ stops: [RecommendedPlace], _ interests: Interests?) -> TripScorer {
        TripScorer(
            RecommendationQuery(stops: stops, interests: interests), places: places, weights: weights, visits: visits)
    }

    func recommendation(_ scored: ScoredPlace, _ scorer: TripScorer) -> Recommendation {
        let nearest = scorer.nearestStop(to: scored.place)
        return Recommendation(
            place: scored.place, score: scored.score, nearestStop: nearest.stop, distance: nearest.distance,
            parts: ScoreParts(scored.parts), weights: ScoreParts(scorer.weights))
    }

    /// Positions of the places in reach, each once, without those that were visited.
    private func candidates(
        near stops: some Collection<Coordinate>, within radius: Meters?, visited: Set<String>
    ) -> [Int] {
        let isOpen = { (place: Int) in visited.isEmpty || !visited.contains(places.places[place].id) }
        let all = places.places.indices
        // Half of the Earth's circumference is within reach of everywhere.
        guard let radius, radius.value < .pi * Sphere.earth.radius.value else {
            return visited.isEmpty ? Array(all) : all.filter(isOpen)
        }
        precondition(radius.value >= 0, "a radius is not negative")
        var found: [Int] = []
        for stop in stops {
            let matches = places.index.unsortedPoints(within: radius, of: stop)
            found.reserveCapacity(found.count + matches.count)
            for match in matches where isOpen(match.index) { found.append(match.index) }
        }
        if stops.count == 1 { return found }
        // Marks are quicker than sorting where much of all was found.
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

/// A place that is recommended around a stop.
package struct BriefRecommendation: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
    /// Great-circle distance from the stop.
    package var distance: Meters
}

extension Recommendation {
    /// The same, without what the score consists of.
    package var brief: BriefRecommendation { BriefRecommendation(place: place, score: score, distance: distance) }
}
