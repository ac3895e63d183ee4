internal import WaymarkGeodesy

/// What is asked about a trip: its stops, and what is known of those who travel.
public struct RecommendationQuery: Sendable {
    /// The stops, in their order.
    public var stops: [RecommendedPlace]
    /// Whether the first and the last stop are fixed and only what lies between them is asked for.
    public var isBetween = false
    /// What the travellers like.
    public var interests: Interests?

    /// A question about stops.
    public init(stops: [RecommendedPlace], isBetween: Bool = false, interests: Interests? = nil) {
        (self.stops, self.isBetween, self.interests) = (stops, isBetween, interests)
    }
}

/// Scores places for one trip.
package struct TripScorer {
    let places: RecommendedPlaces
    /// Weights of the parts in use, of sum 1.
    let weights: PartValues
    /// Metres.
    package let spacing: Double

    let stops: ContiguousArray<KnownStop>
    private let isBetween: Bool
    /// Metres between neighbouring stops.
    private let legs: [Double]
    /// By the number of the theme.
    let themeValues: [Double]
    /// For each municipality of a stop its share of the stops whose municipality is known; nil where that of no stop is.
    private let municipalityShares: [(municipality: Int, share: Double)]?
    /// By the number of the theme; empty without interests.
    let interestValues: [Double]
    let visits: VisitCounts?
    private let excluded: VisitCounts.Excluded?

    /// - Precondition: there is a stop.
    package init(
        _ query: RecommendationQuery, places: RecommendedPlaces, weights: ScoreWeights, visits: VisitCounts? = nil,
        excluding excluded: VisitCounts.Excluded? = nil
    ) {
        self.init(
            ContiguousArray(query.stops.map(places.known)), isBetween: query.isBetween, interests: query.interests,
            places: places, weights: weights, visits: visits, excluding: excluded)
    }

    /// - Precondition: there is a stop.
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

    /// For each theme how well it fits the stops: 0.5 where it is as common among them as among all places.
    private static func themeValues(_ stops: ContiguousArray<KnownStop>, _ places: RecommendedPlaces) -> [Double] {
        let known = stops.count { $0.theme != nil }
        return places.themeShares.enumerated().map { theme, share in
            // Two stops as all places are, added to those of the trip.
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

    /// All parts but ``ScorePart/novelty``, which is 1 here, and if need be without ``ScorePart/nearness``, which costs a
    /// logarithm.
    func partsWithoutNames(of place: Int, withNearness: Bool = true) -> PartValues {
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
            // The product of hundreds of far stops passes what a number holds; then it is as far as can be.
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

    func municipalityValue(_ municipality: Int) -> Double {
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

    /// The places of the largest ``ScorePart/nearness`` that are no stops, equal ones by position.
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

    /// How new a place is beside the stops; nil where it is one of them under the same or nearly the same name.
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
    /// Places nearer to each other than this are one if their names have this share in common.
    static let samePlaceRadius = Meters.kilometers(1)
    static let sameName = 0.7

    /// The parts of a place; nil where it is a stop already.
    package func parts(of place: Int) -> PartValues? {
        guard let novelty = novelty(of: place) else { return nil }
        var values = partsWithoutNames(of: place)
        values[ScorePart.novelty.lane] = novelty
        return values
    }

    /// The stop nearest to a place, the first of equally near ones, and the distance.
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

    /// What a place scores with a name all its own: its score is at most this.
    func bound(of place: Int) -> Double {
        score(partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0))
    }
}
