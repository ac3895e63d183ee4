internal import WaymarkGeodesy

/// A question about a trip: its stops, and the travellers' interests.
public struct RecommendationQuery: Sendable {
    /// The stops, in their order.
    public var stops: [RecommendedPlace]
    /// Whether the first and the last stop are fixed, so that only places between them are wanted.
    public var isBetween = false
    /// The interests of the travellers.
    public var interests: Interests?

    /// Creates a question about stops.
    public init(stops: [RecommendedPlace], isBetween: Bool = false, interests: Interests? = nil) {
        (self.stops, self.isBetween, self.interests) = (stops, isBetween, interests)
    }
}

/// Scores places for one trip.
package struct TripScorer {
    let places: RecommendedPlaces
    /// The weights of the parts in use, with sum 1.
    let weights: PartValues
    /// The mean spacing at the stops, in metres, at least 100.
    package let spacing: Double

    private let stops: ContiguousArray<KnownStop>
    private let isBetween: Bool
    /// Metres between consecutive stops.
    private let legs: [Double]
    /// The value of ``ScorePart/theme`` by theme number.
    private let themeValues: [Double]
    /// For each municipality of a stop, its share of the stops with a known municipality; nil if none is known.
    private let municipalityShares: [(municipality: Int, share: Double)]?
    /// The value of ``ScorePart/interests`` by theme number; empty without interests.
    private let interestValues: [Double]
    private let visits: VisitCounts?
    private let excluded: VisitCounts.Excluded?

    /// - Precondition: There is a stop.
    package init(
        _ query: RecommendationQuery, places: RecommendedPlaces, weights: ScoreWeights, visits: VisitCounts? = nil,
        excluding excluded: VisitCounts.Excluded? = nil
    ) {
        self.init(
            ContiguousArray(query.stops.map(places.known)), isBetween: query.isBetween, interests: query.interests,
            places: places, weights: weights, visits: visits, excluding: excluded)
    }

    /// - Precondition: There is a stop.
    init(
        _ stops: ContiguousArray<KnownStop>, isBetween: Bool, interests: Interests?, places: RecommendedPlaces,
        weights: ScoreWeights, visits: VisitCounts?, excluding excluded: VisitCounts.Excluded? = nil
    ) {
        precondition(!stops.isEmpty, "a trip has a stop")
        (self.stops, self.isBetween, self.places) = (stops, isBetween, places)
        (self.visits, self.excluded) = (visits, excluded)
        var used = weights.values
        if visits == nil { used[ScorePart.together.lane] = 0 }
        if interests == nil { used[ScorePart.interests.lane] = 0 }
        let sum = used.sum()
        self.weights = sum > 0 ? used / sum : used
        legs = zip(stops, stops.dropFirst()).map { Sphere.earth.distance(from: $0.vector, to: $1.vector).value }
        spacing = max(100, stops.reduce(0) { $0 + $1.spacing } / Double(stops.count))
        themeValues = Self.themeValues(stops, places)
        municipalityShares = Self.municipalityShares(stops)
        interestValues = interests.map { interests in places.themes.map { interests.byTheme[$0] ?? 0 } } ?? []
    }

    /// For each theme, how well it fits the stops: 0.5 if it is as frequent among them as among all places.
    private static func themeValues(_ stops: ContiguousArray<KnownStop>, _ places: RecommendedPlaces) -> [Double] {
        let known = stops.count { $0.theme != nil }
        return places.themeShares.enumerated().map { theme, share in
            // Two stops with the theme shares of all places are added to those of the trip.
            let own = (Double(stops.count { $0.theme == theme }) + 2 * share) / (Double(known) + 2)
            return share > 0 ? own / (own + share) : 0.5
        }
    }

    private static func municipalityShares(
        _ stops: ContiguousArray<KnownStop>
    ) -> [(municipality: Int, share: Double)]? {
        let known = stops.count { $0.isMunicipalityKnown }
        guard known > 0 else { return nil }
        var shares: [(municipality: Int, share: Double)] = []
        for case let number? in stops.lazy.map(\.municipality) {
            if let at = shares.firstIndex(where: { $0.municipality == number }) {
                shares[at].share += 1 / Double(known)
            } else {
                shares.append((number, 1 / Double(known)))
            }
        }
        return shares
    }

    /// All parts except ``ScorePart/novelty``, which is 1 here, and optionally without ``ScorePart/nearness``, which
    /// costs a logarithm.
    private func partsWithoutNames(of place: Int, withNearness: Bool = true) -> PartValues {
        var values = PartValues.zero
        let vector = places.vectors[place]
        let reach = places.neighbours[place]
        var product = 1.0
        var farther = 0
        var best = 0.0
        var last = 0.0
        for stop in stops.indices {
            let distance = Sphere.earth.distance(from: vector, to: stops[stop].vector).value
            product *= 1 + distance / spacing
            var isFarther = SIMD8<Int32>.zero
            isFarther.replace(with: 1, where: reach .< Float(distance))
            farther += Int(isFarther.wrappedSum())
            if stop > 0 {
                let extra = max(0, last + distance - legs[stop - 1])
                best = max(best, (legs[stop - 1] + spacing) / (legs[stop - 1] + spacing + extra))
            }
            let isEnd = stop == 0 || stop == stops.count - 1
            if isEnd, !isBetween || stops.count == 1 { best = max(best, spacing / (spacing + distance)) }
            last = distance
        }
        let count = Double(stops.count)
        if withNearness {
            // For hundreds of far stops the product overflows; the distance then counts as the maximum.
            let logarithm = product.isFinite ? Elementary.logarithm(product) : .infinity
            values[ScorePart.nearness.lane] = 1 - min(1, logarithm / count / Self.farthest)
        }
        values[ScorePart.kinship.lane] = 1 - Double(farther) / count / Double(RecommendedPlaces.doublings)
        values[ScorePart.detour.lane] = best
        values[ScorePart.municipality.lane] = municipalityValue(places.municipalityNumbers[place])
        let theme = places.themeNumbers[place]
        values[ScorePart.theme.lane] = theme >= 0 ? themeValues[theme] : 0.5
        values[ScorePart.novelty.lane] = 1
        values[ScorePart.interests.lane] = theme >= 0 && !interestValues.isEmpty ? interestValues[theme] : 0
        values[ScorePart.standing.lane] = places.standings[place]
        if visits != nil { values[ScorePart.together.lane] = together(place) }
        return values
    }

    private func municipalityValue(_ municipality: Int) -> Double {
        guard municipality >= 0, let municipalityShares else { return 0.5 }
        for known in municipalityShares where known.municipality == municipality { return known.share }
        return 0
    }

    private static let farthest = Elementary.logarithm(101)

    private func together(_ place: Int) -> Double {
        guard let visits else { return 0 }
        let known = stops.compactMap(\.position)
        guard !known.isEmpty else { return 0 }
        return known.reduce(0) { $0 + visits.share(of: place, with: $1, excluding: excluded).squareRoot() }
            / Double(known.count)
    }

    /// The places with the largest ``ScorePart/nearness`` that are not stops, ties by position.
    func nearest(_ count: Int) -> [Int] {
        let costs = places.vectors.indices.map { place in
            let vector = places.vectors[place]
            let product = stops.reduce(1.0) {
                $0 * (1 + Sphere.earth.distance(from: vector, to: $1.vector).value / spacing)
            }
            return (product, place)
        }
        return costs.sorted(by: <).lazy.map(\.1).filter { novelty(of: $0) != nil }.prefix(count).map { $0 }
    }

    /// The novelty of a place relative to the stops; nil if it is one of them, or is near one with nearly the same
    /// name.
    func novelty(of place: Int) -> Double? {
        var most = 0.0
        for stop in stops.indices {
            if stops[stop].position == place { return nil }
            let distance = Sphere.earth.distance(from: places.vectors[place], to: stops[stop].vector).value
            guard distance < Self.sameNameRadius else { continue }
            let common = places.names[place].containment(in: stops[stop].name)
            if common >= Self.sameName, distance < Self.samePlaceRadius.value { return nil }
            most = max(most, common)
        }
        return 1 - most
    }

    private static let sameNameRadius = 30_000.0
    /// Places nearer to each other than this are the same if their names have this share in common.
    static let samePlaceRadius = Meters.kilometers(1)
    static let sameName = 0.7

    /// The parts of a place; nil if it is already a stop.
    package func parts(of place: Int) -> PartValues? {
        guard let novelty = novelty(of: place) else { return nil }
        var values = partsWithoutNames(of: place)
        values[ScorePart.novelty.lane] = novelty
        return values
    }

    /// The stop nearest to a place, the first of equally near ones, and its distance.
    func nearestStop(to place: Int) -> (stop: Int, distance: Meters) {
        let vector = places.vectors[place]
        var (best, least) = (0, Double.infinity)
        for stop in stops.indices {
            let chordSquared = vector.chordSquared(to: stops[stop].vector)
            if chordSquared < least { (best, least) = (stop, chordSquared) }
        }
        return (best, Sphere.earth.distance(from: vector, to: stops[best].vector))
    }

    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// An upper bound of a place's score: the score with full novelty.
    func bound(of place: Int) -> Double {
        score(partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0))
    }

    /// A bound no less than ``bound(of:)`` for a single stop, without visits and ``ScorePart/nearness``, in a third of
    /// the time.
    private func shortBound(of place: Int) -> Double {
        let distance = Sphere.earth.distance(from: places.vectors[place], to: stops[0].vector).value
        var isFarther = SIMD8<Int32>.zero
        isFarther.replace(with: 1, where: places.neighbours[place] .< Float(distance))
        let theme = places.themeNumbers[place]
        var bound = weights[ScorePart.novelty.lane] + weights[ScorePart.detour.lane] * spacing / (spacing + distance)
        bound +=
            weights[ScorePart.kinship.lane] * (1 - Double(isFarther.wrappedSum()) / Double(RecommendedPlaces.doublings))
        bound += weights[ScorePart.municipality.lane] * municipalityValue(places.municipalityNumbers[place])
        bound += weights[ScorePart.theme.lane] * (theme >= 0 ? themeValues[theme] : 0.5)
        if theme >= 0, !interestValues.isEmpty { bound += weights[ScorePart.interests.lane] * interestValues[theme] }
        bound += weights[ScorePart.standing.lane] * places.standings[place]
        // Parts are added in another order here, so rounding differs, by far less than this.
        return bound + 1e-9
    }

    /// The best places of `candidates`, higher score first, ties by position.
    ///
    /// Names are compared only if the rest of the score leaves a chance.
    package func best(_ count: Int, of candidates: some Sequence<Int>) -> [ScoredPlace] {
        ranked(count, of: candidates).map(scored)
    }

    /// A ranked place with its parts.
    func scored(_ place: RankedPlace) -> ScoredPlace {
        ScoredPlace(place: place.place, score: place.score, parts: parts(of: place.place)!)
    }

    /// Like ``best(_:of:)``, but without the parts.
    func ranked(_ count: Int, of candidates: some Sequence<Int>) -> [RankedPlace] {
        guard count > 0 else { return [] }
        var best: [RankedPlace] = []
        let hasShortBound = stops.count == 1 && visits == nil && weights[ScorePart.nearness.lane] == 0
        for place in candidates {
            if hasShortBound, best.count == count, shortBound(of: place) < best[count - 1].score { continue }
            // A place cannot score above its value with full novelty.
            var parts = partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0)
            func isBehindAll(_ score: Double) -> Bool {
                let worst = best[count - 1]
                return (score, worst.place) <= (worst.score, place)
            }
            if best.count == count, isBehindAll(score(parts)) { continue }
            guard let novelty = novelty(of: place) else { continue }
            parts[ScorePart.novelty.lane] = novelty
            let score = score(parts)
            if best.count == count, isBehindAll(score) { continue }
            var (low, high) = (0, best.count)
            while low < high {
                let middle = (low + high) / 2
                if (best[middle].score, place) < (score, best[middle].place) { high = middle } else { low = middle + 1 }
            }
            best.insert(RankedPlace(place: place, score: score), at: low)
            if best.count > count { best.removeLast() }
        }
        return best
    }
}

/// A place and its score.
package struct RankedPlace: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
}

/// A place with its score and parts; the better one comes first.
package struct ScoredPlace: Comparable {
    package var place: Int
    package var score: Double
    package var parts: PartValues

    package static func < (a: ScoredPlace, b: ScoredPlace) -> Bool {
        a.score != b.score ? a.score > b.score : a.place < b.place
    }
}
