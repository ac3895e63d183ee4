public import WaymarkGeodesy
public import WaymarkRegions

/// A place along a route that is worth its detour.
public struct RouteRecommendation: Hashable, Sendable {
    /// The place, with the reasons.
    public var recommendation: Recommendation
    /// The nearest leg, the position along the route, and the distance from it.
    public var match: Corridor.Match
    /// The added length of the route with the place inserted between the two vertices of the nearest segment, along
    /// great circles.
    public var detour: Meters
    /// The score, reduced by the detour: score · *w* / (*w* + detour), where *w* is the width of the corridor.
    public var worth: Double
}

extension Recommender {
    /// Returns places along a route that are worth their detour.
    ///
    /// - Parameters:
    ///   - corridor: The lines of the route's legs, and the maximum distance from them.
    ///   - stops: The stops of the route, for the score; they are not recommended.
    ///   - count: Maximum number of places.
    ///   - position: Only places after this length of the route; nil for all.
    ///   - maxDetour: Maximum added length of the route; nil for any.
    ///   - isSpread: Whether the route is cut into `count` equal stretches and the best place of each comes before
    ///     others.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: The places of greatest worth first; in the order of the route if spread.
    /// - Precondition: `count` is not negative.
    /// - Complexity: That of `Corridor.points(of:where:)`, and O(*c* *s*) for *c* places found and *s* stops.
    public func recommendations(
        along corridor: Corridor, stops: [RecommendedPlace], count: Int, ahead position: Meters? = nil,
        maxDetour: Meters? = nil, isSpread: Bool = false, interests: Interests? = nil, visited: Set<String> = []
    ) -> [RouteRecommendation] {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        guard count > 0, !stops.isEmpty else { return [] }
        let scorer = scorer(stops, interests)
        // Worth is at most the score, and the score is at most its value for a completely new name.
        var open: [(bound: Double, place: Int, coordinate: Coordinate)] = []
        for (place, coordinate) in corridor.candidates(of: places.index) {
            if !visited.isEmpty, visited.contains(places.places[place].id) { continue }
            open.append((scorer.bound(of: place), place, coordinate))
        }
        open.sort { ($0.bound, $1.place) > ($1.bound, $0.place) }
        var best = WorthyPlaces(count: count, stretches: isSpread ? count : 1)
        for candidate in open {
            if best.isClosed(to: candidate.bound) { break }
            guard let match = corridor.match(candidate.place, at: candidate.coordinate),
                position.map({ match.along >= $0 }) ?? true, let parts = scorer.parts(of: candidate.place)
            else { continue }
            let scored = ScoredPlace(place: candidate.place, score: scorer.score(parts), parts: parts)
            let detour = detour(to: match, of: corridor)
            if let maxDetour, detour > maxDetour { continue }
            best.insert(
                RouteRecommendation(
                    recommendation: recommendation(scored, scorer), match: match, detour: detour,
                    worth: Self.worth(scored.score, detour: detour, width: corridor.width)),
                stretch: corridor.length.value > 0 ? match.along / corridor.length : 0)
        }
        return best.list
    }

    static func worth(_ score: Double, detour: Meters, width: Meters) -> Double {
        let width = max(1, width.value)
        return score * width / (width + detour.value)
    }

    /// The added length of the line with a place inserted between the vertices of its nearest segment.
    private func detour(to match: Corridor.Match, of corridor: Corridor) -> Meters {
        let line = corridor.lines[match.line]
        let place = places.places[match.index].coordinate
        let start = line[match.segment]
        let end = line[min(match.segment + 1, line.count - 1)]
        let (there, on) = (Sphere.earth.distance(from: start, to: place), Sphere.earth.distance(from: place, to: end))
        return max(.zero, there + on - Sphere.earth.distance(from: start, to: end))
    }
}

/// The places of greatest worth found so far, overall or for each stretch of a route.
struct WorthyPlaces {
    let count: Int
    /// The places of each stretch, greatest worth first; at most ``count`` each.
    private var stretches: [[RouteRecommendation]]

    init(count: Int, stretches: Int) {
        self.count = count
        self.stretches = Array(repeating: [], count: stretches)
    }

    /// Whether no place of at most this worth can be added.
    func isClosed(to worth: Double) -> Bool {
        stretches.count == 1 && stretches[0].count == count && stretches[0][count - 1].worth > worth
    }

    mutating func insert(_ new: RouteRecommendation, stretch fraction: Double) {
        let stretch = min(stretches.count - 1, Int(fraction * Double(stretches.count)))
        let at = stretches[stretch].firstIndex { Self.isBetter(new, $0) } ?? stretches[stretch].count
        stretches[stretch].insert(new, at: at)
        if stretches[stretch].count > count { stretches[stretch].removeLast() }
    }

    private static func isBetter(_ a: RouteRecommendation, _ b: RouteRecommendation) -> Bool {
        (a.worth, b.recommendation.place) > (b.worth, a.recommendation.place)
    }

    /// For one stretch, its best places; for several, the best of each and then the best of the rest, in the order of
    /// the route.
    var list: [RouteRecommendation] {
        if stretches.count == 1 { return stretches[0] }
        let others = stretches.flatMap { $0.dropFirst() }.sorted(by: Self.isBetter)
        let first = stretches.compactMap(\.first)
        return (first + others.prefix(count - first.count)).sorted {
            ($0.match.along, $0.recommendation.place) < ($1.match.along, $1.recommendation.place)
        }
    }
}
