package import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

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
        precondition(count >= 0, "the count is negative: \(count)")
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        let places = recommender.places
        (self.recommender, self.lexicon, self.radius) = (recommender, lexicon, radius)
        (self.interests, self.count) = (interests, min(count, places.places.count))
        scorer = StopScorer(places, weights: recommender.weights, interests: interests, visited: visited)
        themeNumbers = lexicon.themes.map(places.number(ofTheme:))
    }

    /// Finds the recommendations around the stops of a buffer, and removes them from it.
    ///
    /// - Parameters:
    ///   - buffer: The stops; their themes and municipalities are those of
    ///     ``RecommendedPlaces/stop(id:name:coordinate:lexicon:)``.
    ///   - body: Called for each stop in turn, with its id and its recommendations, best first.
    /// - Complexity: For each stop, that of the search; O(*c*) for *c* places within reach; that of the lexicon for a
    ///   name that was not read recently.
    package func recommend(
        _ buffer: inout StopBuffer, _ body: (_ id: Span<UInt8>, ContiguousArray<BriefRecommendation>) -> Void
    ) {
        buffer.expect()
        var next = 0
        while next < buffer.count {
            let end = buffer.find(from: next, radius, recommender.places)
            buffer.readNames(lexicon)
            for found in buffer.found {
                while next < found.stop {
                    buffer.withID(of: next) { body($0, []) }
                    next += 1
                }
                choose(around: known(found, buffer), found, &buffer)
                buffer.withID(of: next) { body($0, buffer.list) }
                next += 1
            }
            while next < end {
                buffer.withID(of: next) { body($0, []) }
                next += 1
            }
        }
        buffer.removeAll()
    }

    /// The data of a stop for which places were found.
    private func known(_ stop: StopBuffer.FoundStop, _ buffer: borrowing StopBuffer) -> KnownStop {
        let places = recommender.places
        let coordinate = buffer.coordinate(of: stop.stop)
        // The ids of stops and places are compared only if a place is near enough.
        let isNear = buffer.nearest(of: stop).value <= RecommendedPlaces.samePlaceRadius + 1
        let own =
            isNear ? buffer.withID(of: stop.stop) { places.position(ofID: String(utf8: $0), at: coordinate) } : nil
        let ownTheme = own.map { Int(places.facts[$0].theme) } ?? -1
        let name = stop.name!
        return buffer.withNearest(of: stop, places) { near in
            let municipality = places.placeOfMunicipality(own, near).map { Int(places.facts[$0].municipality) }
            return KnownStop(
                name: name.pairs, coordinate: coordinate, position: own,
                theme: ownTheme >= 0 ? ownTheme : name.theme.flatMap { themeNumbers[$0] },
                isMunicipalityKnown: municipality != nil, municipality: municipality, near: near)
        }
    }

    private func choose(around stop: KnownStop, _ found: StopBuffer.FoundStop, _ buffer: inout StopBuffer) {
        if recommender.visits != nil {
            let trip = TripScorer(
                [stop], isBetween: false, interests: interests, places: recommender.places,
                weights: recommender.weights, visits: recommender.visits)
            return buffer.choose(count, around: found, recommender) { open, count, best in
                var ranked = BestPlaces<RankedPlace>()
                var candidates: [Int] = []
                for i in 0..<open.count where scorer.isOpen(open[i].index) { candidates.append(open[i].index) }
                trip.rank(candidates, count, into: &ranked)
                ranked.cut()
                best.reset(limit: count)
                for place in ranked.places {
                    let distance = trip.nearestStop(to: place.place).distance
                    best.insert(BriefRecommendation(place: place.place, score: place.score, distance: distance))
                }
            }
        }
        buffer.choose(count, around: found, recommender) { open, count, best in
            best.reset(limit: count)
            scorer.rank(open, around: stop, into: &best)
        }
    }
}
