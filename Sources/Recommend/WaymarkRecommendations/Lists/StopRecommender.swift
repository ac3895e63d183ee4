package import WaymarkGeodesy
internal import WaymarkIndex

/// Recommends places around many stops, each by itself.
package final class StopRecommender: Sendable {
    private let recommender: Recommender
    private let lexicon: ThemeLexicon
    private let scorer: StopScorer
    private let radius: Meters
    private let count: Int
    private let interests: Interests?
    /// For each theme of the lexicon, its number among the places; nil if no place has it.
    private let themeNumbers: [Int?]

    /// Creates a recommender for stops.
    ///
    /// - Parameters:
    ///   - recommender: The places, weights and options.
    ///   - lexicon: Reads the themes of stops from their names.
    ///   - radius: Maximum great-circle distance; the boundary is included.
    ///   - count: Maximum number of places for each stop.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Precondition: `count` and `radius` are not negative.
    package init(
        _ recommender: Recommender, _ lexicon: ThemeLexicon = .standard, within radius: Meters, count: Int,
        interests: Interests? = nil, visited: Set<String> = []
    ) {
        precondition(count >= 0, "a count is not negative")
        precondition(radius.value >= 0, "a radius is not negative")
        let places = recommender.places
        (self.recommender, self.lexicon, self.radius) = (recommender, lexicon, radius)
        (self.interests, self.count) = (interests, min(count, places.places.count))
        scorer = StopScorer(places, weights: recommender.weights, interests: interests, visited: visited)
        themeNumbers = lexicon.themes.map(places.number(ofTheme:))
    }

    /// Finds the recommendations around the stop that ``RecommendedPlaces/stop(id:name:coordinate:lexicon:)`` returns.
    ///
    /// - Parameters:
    ///   - id: The stop's id; called only if a place is so near that it may be the stop.
    ///   - name: The stop's name, UTF-8.
    ///   - coordinate: The stop's location.
    ///   - buffer: Gets the recommendations.
    /// - Complexity: That of the search; O(*c*) for *c* places within reach; that of the lexicon for a name that was
    ///   not read recently.
    package func recommend(
        aroundID id: () -> String, name: Span<UInt8>, coordinate: Coordinate, into buffer: inout StopBuffer
    ) {
        guard buffer.find(radius, coordinate, recommender.places, count: count) else { return }
        choose(around: known(id, name, coordinate, &buffer), &buffer)
    }

    /// The data of a stop for which places were found.
    private func known(
        _ id: () -> String, _ name: Span<UInt8>, _ coordinate: Coordinate, _ buffer: inout StopBuffer
    ) -> KnownStop {
        let places = recommender.places
        // The ids of stops and places are compared only if a place is near enough.
        let isNear = buffer.nearest.value <= RecommendedPlaces.samePlaceRadius + 1
        let own = isNear ? places.position(ofID: id(), at: coordinate) : nil
        let read = buffer.names.read(name, lexicon)
        let ownTheme = own.map { Int(places.facts[$0].theme) } ?? -1
        return buffer.withNearest(places, coordinate) { near in
            let municipality = places.placeOfMunicipality(own, near).map { Int(places.facts[$0].municipality) }
            return KnownStop(
                name: read.pairs, coordinate: coordinate, position: own,
                theme: ownTheme >= 0 ? ownTheme : read.theme.flatMap { themeNumbers[$0] },
                isMunicipalityKnown: municipality != nil, municipality: municipality, near: near)
        }
    }

    private func choose(around stop: KnownStop, _ buffer: inout StopBuffer) {
        if recommender.visits != nil {
            let trip = TripScorer(
                [stop], isBetween: false, interests: interests, places: recommender.places,
                weights: recommender.weights, visits: recommender.visits)
            return buffer.choose(count, recommender) { open, count, best in
                var ranked = BestPlaces<RankedPlace>()
                var candidates: [Int] = []
                for i in 0..<open.count where scorer.isOpen(open[i].index) { candidates.append(open[i].index) }
                trip.rank(candidates, count, into: &ranked)
                best.reset(limit: count)
                for place in ranked.places {
                    let distance = trip.nearestStop(to: place.place).distance
                    best.insert(BriefRecommendation(place: place.place, score: place.score, distance: distance))
                }
            }
        }
        buffer.choose(count, recommender) { open, count, best in
            best.reset(limit: count)
            scorer.rank(open, around: stop, into: &best)
        }
    }
}
