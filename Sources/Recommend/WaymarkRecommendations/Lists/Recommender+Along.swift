public import WaymarkGeodesy
public import WaymarkRegions
public import WaymarkRoutes

/// A place along a route, with its way from it.
public struct RouteRecommendation: Hashable, Sendable {
    /// The place, with the reasons.
    public var recommendation: Recommendation
    /// The nearest leg, the position along the route, and the distance from it.
    public var match: Corridor.Match
    /// The added length of the route with the place inserted between the two vertices of the nearest segment, along
    /// great circles.
    public var detour: Meters
    /// The score, reduced by the detour: score · *w* / (*w* + detour), where *w* is the width of the corridor.
    public var routeScore: Double
}

extension Recommender {
    /// Returns the places along a route with the best scores for their detours, spread over it.
    ///
    /// The width is not widened where a list is short: what is 10 km aside already adds up to 20 km, and is hardly on the way.
    ///
    /// - Parameters:
    ///   - corridor: The lines of the route's legs, and the maximum distance from them.
    ///   - stops: The stops of the route, for the score; they are not recommended.
    ///   - count: Maximum number of places.
    ///   - position: Only places after this length of the route; nil for all.
    ///   - maxDetour: Maximum added length of the route; nil for any.
    ///   - isSpread: Whether the route is cut into `count` equal stretches and the best place of each comes before
    ///     others.
    ///   - interests: The interests of the travellers: four of five places are shared out by their numbers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: In the order of the route if spread; else those with the best route score first.
    /// - Precondition: `count` is not negative.
    /// - Complexity: That of `Corridor.points(of:where:)`, and O(*c* *s*) for *c* places found and *s* stops.
    public func recommendations(
        along corridor: Corridor, stops: [RecommendedPlace], count: Int, ahead position: Meters? = nil,
        maxDetour: Meters? = nil, isSpread: Bool = true, interests: Interests? = nil, visited: Set<String> = []
    ) -> [RouteRecommendation] {
        precondition(count >= 0, "the count is negative: \(count)")
        let count = min(count, places.places.count)
        guard count > 0, !stops.isEmpty else { return [] }
        let scorer = scorer(stops)
        var open: [(recommendation: Recommendation, coordinate: Coordinate)] = []
        for (place, coordinate) in corridor.candidates(of: places.index)
        where !isVisited(place, visited) && places.isOf(kind, place) {
            let distances = scorer.distances(of: place)
            if scorer.isStop(place, distances, name: places.name(of: place)) { continue }
            open.append((recommendation(place, distances, scorer), coordinate))
        }
        open.sort {
            ($0.recommendation.score, $1.recommendation.place) > ($1.recommendation.score, $0.recommendation.place)
        }
        let facilities = open.filter { comesLast($0.recommendation.place) }
        if !facilities.isEmpty {
            open = open.filter { !comesLast($0.recommendation.place) } + facilities
            let reached = facilities.map(\.recommendation.place).filter {
                corridor.match($0, at: places.places.coordinate($0)) != nil
            }
            if !reached.isEmpty { onFacilities?(reached) }
        }
        var (found, list): ([RouteRecommendation], [RouteRecommendation]) = ([], [])
        defer { interestReach?.see(found.lazy.map(\.recommendation.place), of: places) }
        for (number, candidate) in open.enumerated() {
            // The route score is at most the score, and facilities come last.
            let isFirstFacility = number == open.count - facilities.count
            if isFirstFacility || number % 64 == 0 && !isSpread && interests == nil {
                list = choose(count, of: found, isSpread: isSpread, corridor, interests)
                if list.count == count,
                    isFirstFacility || list[count - 1].routeScore > candidate.recommendation.score
                {
                    return list
                }
            }
            guard let match = corridor.match(candidate.recommendation.place, at: candidate.coordinate),
                position.map({ match.along >= $0 }) ?? true
            else { continue }
            let detour = detour(to: match, of: corridor)
            if let maxDetour, detour > maxDetour { continue }
            found.append(
                RouteRecommendation(
                    recommendation: candidate.recommendation, match: match, detour: detour,
                    routeScore: Self.routeScore(candidate.recommendation.score, detour: detour, width: corridor.width)))
        }
        return choose(count, of: found, isSpread: isSpread, corridor, interests)
    }

    /// The best of some places, in the order of the list: by route score; if spread, the best of each of `count` equal stretches
    /// and then the best of the rest, in the order of the route. Facilities come last.
    private func choose(
        _ count: Int, of found: [RouteRecommendation], isSpread: Bool, _ corridor: Corridor, _ interests: Interests?
    ) -> [RouteRecommendation] {
        let facilities = found.filter { comesLast($0.recommendation.place) }
        if !facilities.isEmpty, facilities.count < found.count {
            let sights = found.filter { !comesLast($0.recommendation.place) }
            let list = choose(count, of: sights, isSpread: isSpread, corridor, interests)
            let others = facilities.filter { facility in
                !list.contains {
                    places.areOne($0.recommendation.place, facility.recommendation.place, within: nil)
                }
            }
            return list + choose(count - list.count, of: others, isSpread: false, corridor, nil)
        }
        func isBetter(_ a: RouteRecommendation, _ b: RouteRecommendation) -> Bool {
            (a.routeScore, b.recommendation.place) > (b.routeScore, a.recommendation.place)
        }
        var sorted = found.sorted(by: isBetter)
        if isSpread {
            var stretches: Set<Int> = []
            let isFirst = sorted.map { place in
                let share = corridor.length.value > 0 ? place.match.along / corridor.length : 0
                return stretches.insert(min(count - 1, Int(share * Double(count)))).inserted
            }
            sorted = zip(sorted, isFirst).filter(\.1).map(\.0) + zip(sorted, isFirst).filter { !$0.1 }.map(\.0)
        }
        let candidates = sorted.map {
            let place = $0.recommendation.place
            return (
                place: place, vector: places.vector(of: place), score: $0.routeScore,
                distance: $0.recommendation.distance
            )
        }
        let list = DiverseList().choose(count, of: candidates, from: places, interests: interests).map { choice in
            var chosen = sorted[choice.candidate]
            chosen.recommendation.isOfInterest = choice.isOfInterest
            return chosen
        }
        guard isSpread else { return list }
        return list.sorted { ($0.match.along, $0.recommendation.place) < ($1.match.along, $1.recommendation.place) }
    }

    static func routeScore(_ score: Double, detour: Meters, width: Meters) -> Double {
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

extension Recommender {
    /// Returns the places along a route with the best scores for their detours, measured by a source of legs.
    ///
    /// The best places by great circles, four for each requested place and at least 20, or up to 1000 where the source answers at
    /// once, as roads do, are inserted into their leg by the source: the detour is the way from the previous stop to the place and on to the next stop, minus the leg.
    /// Places that the source finds no way to are left out.
    ///
    /// - Parameters:
    ///   - route: The route; missing legs are not bridged.
    ///   - width: Maximum distance from the legs; the boundary is included.
    ///   - stops: The stops of the route, for the score; they are not recommended.
    ///   - count: Maximum number of places.
    ///   - assembler: Asks the source of legs, with a limit of simultaneous requests that all its users share.
    ///   - position: Only places after this length of the route; nil for all.
    ///   - maxDetour: Maximum added length of the route; nil for any.
    ///   - isSpread: Whether the best place of each of `count` equal stretches of the route comes before others.
    ///   - interests: The interests of the travellers: four of five places are shared out by their numbers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Returns: In the order of the route if spread; else those with the best route score first.
    /// - Throws: The `LegError` of the source for the first such place, except `LegError.notFound`; `CancellationError` if
    ///   the task was cancelled.
    /// - Precondition: `count` and `width` are not negative; `assembler` assembles no trips of its own.
    /// - Complexity: That by great circles, plus two legs for each inserted place.
    public func recommendations(
        along route: Route, within width: Meters, stops: [RecommendedPlace], count: Int, by assembler: RouteAssembler,
        ahead position: Meters? = nil, maxDetour: Meters? = nil, isSpread: Bool = true, interests: Interests? = nil,
        visited: Set<String> = []
    ) async throws -> [RouteRecommendation] {
        let count = min(count, places.places.count)
        guard count > 0 else { return [] }
        let corridor = Corridor(alongEach: route.legs.map { $0.leg?.coordinates ?? [] }, width: width)
        let asked = assembler.source.isImmediate ? min(places.places.count, 1000) : max(20, 4 * count)
        let open = recommendations(
            along: corridor, stops: stops, count: asked, ahead: position,
            isSpread: isSpread, interests: interests, visited: visited)
        // All ways begin now; dropping them, as an error does, cancels those that have not ended.
        let ways = open.map { place in
            let stop = places.places[place.recommendation.place]
            let middle = Stop(id: stop.id, name: stop.name, coordinate: stop.coordinate)
            let leg = place.match.line
            return assembler.assemble([route.stops[leg], middle, route.stops[leg + 1]])
        }
        var found: [RouteRecommendation] = []
        for (var place, way) in zip(open, ways) {
            let legs = try await way.route().legs
            guard let leg = route.legs[place.match.line].leg, let length = try Self.length(of: legs) else { continue }
            place.detour = max(.zero, length - leg.distance)
            if let maxDetour, place.detour > maxDetour { continue }
            place.routeScore = Self.routeScore(place.recommendation.score, detour: place.detour, width: width)
            found.append(place)
        }
        return choose(count, of: found, isSpread: isSpread, corridor, interests)
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
