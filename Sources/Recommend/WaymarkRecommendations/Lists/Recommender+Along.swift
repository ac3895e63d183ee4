public import WaymarkGeodesy
public import WaymarkRegions

/// A place along a route that is worth the way.
public struct RouteRecommendation: Hashable, Sendable {
    /// The place, and why.
    public var recommendation: Recommendation
    /// The leg that it is nearest to, where along the route, and how far from it.
    public var match: Corridor.Match
    /// How much longer the route becomes: the place between the two vertices of the line that it is nearest to, by great
    /// circles.
    public var detour: Meters
    /// The score, less the farther it is: score · *w* / (*w* + detour), *w* the width of the corridor.
    public var worth: Double
}

extension Recommender {
    /// Returns places along a route that are worth their detour.
    ///
    /// - Parameters:
    ///   - corridor: The lines of the route's legs, and how far from them to look.
    ///   - stops: The stops of the route, for the score; not recommended.
    ///   - count: How many at most.
    ///   - position: Only what comes behind this length of the route; all where nil.
    ///   - isSpread: Whether the route is cut into `count` equal stretches and the best of each comes first.
    ///   - interests: What the travellers like.
    ///   - visited: Ids of places that are known already.
    /// - Returns: The worthiest first; in the order of the route if spread.
    /// - Precondition: `count` is not negative.
    /// - Complexity: that of ``Corridor/points(of:where:)``, and O(*c* *s*) for *c* places found and *s* stops.
    public func recommendations(
        along corridor: Corridor, stops: [RecommendedPlace], count: Int, ahead position: Meters? = nil,
        isSpread: Bool = false, interests: Interests? = nil, visited: Set<String> = []
    ) -> [RouteRecommendation] {
        precondition(count >= 0, "a count is not negative")
        guard count > 0, !stops.isEmpty else { return [] }
        let scorer = scorer(stops, interests)
        var found: [(scored: ScoredPlace, match: Corridor.Match, detour: Double, worth: Double)] = []
        for match in corridor.points(of: places.index) {
            if let position, match.along < position { continue }
            guard !visited.contains(places.places[match.index].id), let parts = scorer.parts(of: match.index) else {
                continue
            }
            let score = scorer.score(parts)
            let detour = detour(to: match, of: corridor)
            let width = max(1, corridor.width.value)
            found.append(
                (
                    ScoredPlace(place: match.index, score: score, parts: parts), match, detour,
                    score * width / (width + detour)
                ))
        }
        found.sort { ($0.worth, $1.match.index) > ($1.worth, $0.match.index) }
        if isSpread { found = Self.spread(found, count: count, by: \.match.along.value) }
        return found.prefix(count).map { one in
            RouteRecommendation(
                recommendation: recommendation(one.scored, scorer), match: one.match, detour: Meters(one.detour),
                worth: one.worth)
        }
    }

    /// Metres that the line becomes longer by, with a place between the vertices of the segment it is nearest to.
    private func detour(to match: Corridor.Match, of corridor: Corridor) -> Double {
        let line = corridor.lines[match.line]
        let place = places.places[match.index].coordinate
        let start = line[match.segment]
        let end = line[min(match.segment + 1, line.count - 1)]
        let (there, on) = (Sphere.earth.distance(from: start, to: place), Sphere.earth.distance(from: place, to: end))
        return max(0, (there + on - Sphere.earth.distance(from: start, to: end)).value)
    }

    /// The best of each stretch of the way, in its order; where stretches are empty the best of the rest join them.
    private static func spread<Item>(_ items: [Item], count: Int, by along: (Item) -> Double) -> [Item] {
        guard let first = items.map(along).min(), let last = items.map(along).max(), last > first else { return items }
        var isFull = [Bool](repeating: false, count: count)
        var (chosen, others): ([Item], [Item]) = ([], [])
        for item in items {
            let stretch = min(count - 1, Int((along(item) - first) / (last - first) * Double(count)))
            if isFull[stretch] {
                others.append(item)
            } else {
                isFull[stretch] = true
                chosen.append(item)
            }
        }
        return (chosen + others.prefix(max(0, count - chosen.count))).sorted { along($0) < along($1) }
    }
}
