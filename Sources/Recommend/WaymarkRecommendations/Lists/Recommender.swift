public import WaymarkAttractions
public import WaymarkGeodesy

/// Recommends further places to see.
///
/// ```swift
/// let recommender = Recommender(RecommendedPlaces(catalog.attractions.map { RecommendedPlace($0) }))
/// for recommendation in recommender.recommendations(into: trip, within: .kilometers(10), count: 5) {
///     print(recommendation.explanation(places: recommender.places, stops: trip))
/// }
/// ```
///
/// A stop needs a name and a coordinate; its theme is worked out as by ``RecommendedPlaces/completed(_:by:)``. Facilities, such
/// as a station, only fill up lists that are short of other places. Equal questions have equal answers on every machine.
public struct Recommender: Sendable {
    /// The places to choose from.
    public let places: RecommendedPlaces
    /// The weights of the parts of a score.
    public var weights = ScoreWeights.standard
    /// The visit counts of the places, if known.
    public var visits: VisitCounts?
    /// The options for lists.
    public var lists = DiverseList()
    /// Reads the themes of stops whose theme is not given.
    public var lexicon = ThemeLexicon.standard
    /// Whether stations, offices and the like are recommended like any other place, and not after all others.
    public var includesFacilities = false
    /// What somebody goes to the places for: no others are recommended.
    public var kind = PlaceKind.sight
    /// Called with facilities near the stops of a list, which come after all other places in it, or not at all.
    public var onFacilities: (@Sendable (_ places: [Int]) -> Void)?

    /// Watches the places within reach of lists, where it is asked what interests change.
    package var interestReach: InterestReach?

    /// Creates a recommender of places.
    public init(_ places: RecommendedPlaces) { self.places = places }

    /// Returns the best places around one stop, by their worth for the distance, unless visits, interests or variety say otherwise.
    ///
    /// - Parameters:
    ///   - stop: The stop.
    ///   - radius: Maximum great-circle distance; the boundary is included.
    ///   - count: Maximum number of places.
    ///   - interests: The interests of the travellers: four of five places are shared out by their numbers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: Recommendations in order, fewer if there are fewer places.
    /// - Precondition: `count` and `radius` are not negative.
    /// - Complexity: O(log *n* + *k*) for *k* = `count`; O(*c*) for *c* places in the circle, if more than the distance counts.
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
    ///   - interests: The interests of the travellers: four of five places are shared out by their numbers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: Recommendations in order; none for a trip without stops.
    /// - Complexity: O(*c* *s*) for *c* places within reach of *s* stops.
    public func recommendations(
        into stops: [RecommendedPlace], within radius: Meters? = nil, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [Recommendation] {
        recommendations(into: stops, reach: .within(radius), count: count, interests: interests, visited: visited)
            .recommendations
    }

    /// Returns the best places for a trip or a stop, and how far was looked for them.
    ///
    /// As those within a radius; with ``Reach/usual`` a list that is short of sights is that of a wider radius, and only then
    /// filled up with facilities.
    ///
    /// - Complexity: O(*c* *s*) for *c* places within the reach of *s* stops. A list that is full at first costs no more.
    public func recommendations(
        into stops: [RecommendedPlace], reach: Reach, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> ReachedRecommendations {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        var reach = reach
        guard !stops.isEmpty, count > 0 else { return .init(recommendations: [], reach: reach) }
        let scorer = scorer(stops)
        var near = nearCount(stops.count, count, interests)
        while true {
            let found = candidates(
                near: stops.map(\.coordinate), within: reach, nearest: near, visited: visited)
            let list = list(count, of: found.sights, by: scorer, interests)
            if list.count < count, let tried = near, found.isCut {
                near = tried < 100 ? 10 * tried : nil
            } else if !reach.widen(for: list.count, of: count) {
                let last = fill(count - list.count, from: found.facilities, beside: list.map(\.place), by: scorer)
                if !last.isEmpty { onFacilities?(last.map(\.place)) }
                return .init(recommendations: list + last, reach: reach)
            }
        }
    }

    /// Returns the best places for each stop of a trip; no place is listed twice.
    ///
    /// A place is listed for its nearest stop. A stop that then has fewer than `count` is filled up with places within reach
    /// that are in no other list; their ``Recommendation/nearestStop`` is that stop. With ``Reach/usual`` the reach of such a stop
    /// is widened, before facilities fill it up.
    ///
    /// - Parameters:
    ///   - stops: The stops of the trip, in order.
    ///   - reach: How far from a stop to look; the boundary is included.
    ///   - count: Maximum number of places for each stop.
    ///   - interests: The interests of the travellers, shared out in each list.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: One list per stop, in the order of the stops.
    /// - Complexity: O(*c* *s*) for *c* places within reach of *s* stops.
    public func recommendations(
        forEach stops: [RecommendedPlace], reach: Reach, count: Int, interests: Interests? = nil,
        visited: Set<String> = []
    ) -> [ReachedRecommendations] {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        guard !stops.isEmpty else { return [] }
        let near = nearCount(stops.count, count, interests).map { max($0, 100) }
        guard count > 0 else { return stops.map { _ in .init(recommendations: [], reach: reach) } }
        let scorer = scorer(stops)
        var byStop = [[Int]](repeating: [], count: stops.count)
        let all = candidates(near: stops.map(\.coordinate), within: reach, nearest: near, visited: visited)
        for place in all.sights {
            let distances = scorer.distances(of: place)
            byStop[distances.indices.dropFirst().reduce(0) { distances[$1] < distances[$0] ? $1 : $0 }].append(place)
        }
        var found = byStop.map {
            ReachedRecommendations(recommendations: list(count, of: $0, by: scorer, interests), reach: reach)
        }
        func fill(_ stop: Int, from open: [Int], _ interests: Interests?) {
            let (missing, listed) = (
                count - found[stop].recommendations.count, found.flatMap { $0.recommendations.map(\.place) }
            )
            for var more in self.fill(missing, from: open, beside: listed, by: scorer, interests) {
                (more.nearestStop, more.distance) = (stop, Meters(scorer.distances(of: more.place)[stop]))
                found[stop].recommendations.append(more)
            }
        }
        for stop in stops.indices where found[stop].recommendations.count < count {
            var all: (sights: [Int], facilities: [Int], isCut: Bool)
            repeat {
                // What is nearer to a neighbour, and not in its list; or farther than the nearest.
                all = candidates(
                    near: [stops[stop].coordinate], within: found[stop].reach, nearest: nil, visited: visited)
                fill(stop, from: all.sights, interests)
            } while found[stop].reach.widen(for: found[stop].recommendations.count, of: count)
            let sightCount = found[stop].recommendations.count
            fill(stop, from: all.facilities, nil)
            let last = found[stop].recommendations[sightCount...]
            if !last.isEmpty { onFacilities?(last.map(\.place)) }
        }
        return found
    }

    func scorer(_ stops: [RecommendedPlace]) -> TripScorer {
        // The theme of a single stop says nothing of what is around it.
        let known = stops.count == 1 ? stops : stops.map { places.completed($0, by: lexicon) }
        return TripScorer(known, places: places, weights: weights, visits: visits)
    }

    /// The best places of some, in the order of their list.
    package func list(
        _ count: Int, of open: [Int], by scorer: TripScorer, _ interests: Interests? = nil
    ) -> [Recommendation] {
        // Names are read of what comes into the list only, where no other place is measured by what is in it.
        let isLazy = lists.strength == 0
        var candidates: [DiverseList.Candidate] = []
        candidates.reserveCapacity(open.count)
        for place in open {
            let vector = places.vector(of: place)
            let distances = scorer.distances(of: vector)
            if !isLazy, scorer.isStop(place, distances, name: places.name(of: place)) { continue }
            let score = scorer.score(scorer.values(of: place, distances))
            candidates.append((place, vector, score, Meters(distances.reduce(.infinity, min))))
        }
        candidates.sort { ($0.score, $1.place) > ($1.score, $0.place) }
        let chosen = lists.choose(count, of: candidates, from: places, interests: interests) { candidate, name in
            isLazy && scorer.isStop(candidate.place, scorer.distances(of: candidate.vector), name: name())
        }
        return chosen.map { choice in
            let candidate = candidates[choice.candidate]
            var chosen = recommendation(candidate.place, scorer.distances(of: candidate.vector), scorer)
            (chosen.isForVariety, chosen.isOfInterest) = (choice.isForVariety, choice.isOfInterest)
            return chosen
        }
    }

    /// The best places of some that are none of those already listed.
    func fill(
        _ count: Int, from open: [Int], beside listed: [Int], by scorer: TripScorer, _ interests: Interests? = nil
    ) -> [Recommendation] {
        if count == 0 || open.isEmpty { return [] }
        let others = open.filter { place in !listed.contains { places.areOne($0, place, within: nil) } }
        return list(count, of: others, by: scorer, interests)
    }

    /// A place with its score, from its distances to the stops in metres.
    func recommendation(_ place: Int, _ distances: [Double], _ scorer: TripScorer) -> Recommendation {
        let parts = scorer.values(of: place, distances)
        let nearest = distances.indices.dropFirst().reduce(0) { distances[$1] < distances[$0] ? $1 : $0 }
        return Recommendation(
            place: place, score: scorer.score(parts), nearestStop: nearest, distance: Meters(distances[nearest]),
            parts: ScoreParts(parts), weights: ScoreParts(scorer.weights))
    }

    /// The number of nearest places of each stop that are ranked; nil for all within reach, where more than what is near
    /// counts: with worth, visits or interests.
    ///
    /// For a trip they are as many as the weights are fitted among. Around one stop the panels of stops find as much among 20 as
    /// among 100, and a few more than the list takes make up for those that are left out.
    private func nearCount(_ stops: Int, _ count: Int, _ interests: Interests?) -> Int? {
        if places.places.hasWorth || visits != nil || interests != nil { return nil }
        return stops == 1 && lists == DiverseList() ? max(20, count + 8) : 100
    }

    /// The distinct positions of the `nearest` places within reach of each stop that may be recommended, with those that lists of
    /// sights name, nil for all of them, and whether there are more; apart from them the facilities, which come last.
    private func candidates(
        near stops: [Coordinate], within reach: Reach, nearest: Int?, visited: Set<String>
    ) -> (sights: [Int], facilities: [Int], isCut: Bool) {
        let radius = reach.radius
        precondition(radius.map { $0.value >= 0 } ?? true, "the radius is negative or not a number")
        var (found, isCut): ([Int], Bool) = ([], false)
        for stop in stops {
            let matches: [Int]
            if let nearest {
                matches = places.nearest(to: stop, count: nearest, within: radius, ofKind: kind).map(\.index)
                if matches.count == nearest { isCut = true }
            } else if let radius {
                matches = places.index.unsortedPoints(within: radius, of: stop).map(\.index)
            } else {
                found = Array(places.places.indices)
                break
            }
            found += matches
        }
        if nearest != nil, let radius {
            for stop in stops { found += places.knownRows.rows(within: radius, of: stop) }
        }
        if stops.count > 1 || nearest != nil { found = Set(found).sorted() }
        if places.places.hasKinds || kind != .sight { found.removeAll { !places.isOf(kind, $0) } }
        if !visited.isEmpty { found.removeAll { isVisited($0, visited) } }
        interestReach?.see(found, of: places)
        let facilities = found.filter(comesLast)
        if facilities.isEmpty { return (found, [], isCut) }
        // Farther away, those count that come into a list.
        if !reach.isWidened { onFacilities?(facilities) }
        return (found.filter { !comesLast($0) }, facilities, isCut)
    }

    /// The places within reach of some stops that may be recommended, ascending: the 200 nearest of each stop, and those that lists
    /// of sights name.
    package func surroundings(of stops: [Coordinate], within radius: Meters) -> [Int] {
        candidates(near: stops, within: .within(radius), nearest: 200, visited: []).sights.sorted()
    }

    /// Whether a place is recommended only where other places are too few.
    func comesLast(_ place: Int) -> Bool { !includesFacilities && places.isFacility(place) }

    func isVisited(_ place: Int, _ visited: Set<String>) -> Bool {
        !visited.isEmpty && visited.contains(places.places.id(place))
    }
}

/// A place that is not recommended, since it is a stop itself.
public struct LeftOut: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    public var place: Int
    /// Position of the stop that it is.
    public var stop: Int
    /// Great-circle distance from that stop.
    public var distance: Meters
    /// Why it is taken for the stop.
    public var reason: SamePlace
}

extension Recommender {
    /// Returns the places that are left out since they are stops themselves, by stop and distance.
    ///
    /// - Complexity: O(*s* log *n*) for *s* stops, and O(*c*) for the places within 1 km of them.
    public func leftOut(for stops: [RecommendedPlace]) -> [LeftOut] {
        stops.enumerated().flatMap { number, stop in
            places.same(as: stop).map {
                LeftOut(place: $0.place, stop: number, distance: $0.distance, reason: $0.reason)
            }
        }
    }
}

extension Recommender {
    /// Makes lists as diverse as a question asks, and with facilities if it does.
    public mutating func prepare(for question: RecommendationQuestion) {
        lists = DiverseList(
            strength: question.diversity ?? DiverseList().strength, quota: question.quota,
            clusterRadius: question.apart)
        includesFacilities = question.includesFacilities
        kind = question.kind
    }
}
