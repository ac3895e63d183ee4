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
    let query: RecommendationQuery
    /// Weights of the parts in use, of sum 1.
    let weights: PartValues
    /// Metres.
    package private(set) var spacing = 100.0

    private var vectors: ContiguousArray<UnitVector> = []
    private var names: [NamePairs] = []
    /// Metres between neighbouring stops.
    private var legs: [Double] = []
    private var positions: [Int?] = []
    /// By the number of the theme and of the municipality.
    private var themeValues: [Double] = []
    private var municipalityValues: [Double] = []
    private var interestValues: [Double] = []
    private let visits: VisitCounts?
    private let excluded: VisitCounts.Excluded?

    /// - Precondition: there is a stop.
    package init(
        _ query: RecommendationQuery, places: RecommendedPlaces, weights: ScoreWeights, visits: VisitCounts? = nil,
        excluding excluded: VisitCounts.Excluded? = nil
    ) {
        precondition(!query.stops.isEmpty, "a trip has a stop")
        (self.query, self.places, self.visits, self.excluded) = (query, places, visits, excluded)
        var used = weights.values
        if visits == nil { used[ScorePart.together.lane] = 0 }
        if query.interests == nil { used[ScorePart.interests.lane] = 0 }
        let sum = used.sum()
        self.weights = sum > 0 ? used / sum : used
        let stops = query.stops
        vectors = ContiguousArray(stops.map { UnitVector($0.coordinate) })
        legs = zip(vectors, vectors.dropFirst()).map { Sphere.earth.distance(from: $0, to: $1).value }
        positions = stops.map { places.position(of: $0) }
        names = zip(stops, positions).map { stop, position in
            if let position, places.places[position].name == stop.name { return places.names[position] }
            return NamePairs(stop.name)
        }
        spacing = max(100, stops.reduce(0) { $0 + places.spacing(at: $1) } / Double(stops.count))
        themeValues = Self.themeValues(stops, places)
        municipalityValues = Self.municipalityValues(stops, places)
        interestValues = places.themes.map { query.interests?.byTheme[$0] ?? 0 }
    }

    /// For each theme how well it fits the stops: 0.5 where it is as common among them as among all places.
    private static func themeValues(_ stops: [RecommendedPlace], _ places: RecommendedPlaces) -> [Double] {
        let counts = stops.compactMap { places.number(ofTheme: $0.theme) }
        return places.themeShares.enumerated().map { theme, share in
            // Two stops as all places are, added to those of the trip.
            let own = (Double(counts.count { $0 == theme }) + 2 * share) / (Double(counts.count) + 2)
            return share > 0 ? own / (own + share) : 0.5
        }
    }

    /// For each municipality the share of the stops in it; empty where that of no stop is known.
    private static func municipalityValues(_ stops: [RecommendedPlace], _ places: RecommendedPlaces) -> [Double] {
        let known = stops.count { $0.municipality != nil }
        guard known > 0 else { return [] }
        var values = [Double](repeating: 0, count: places.municipalityCount)
        for stop in stops {
            if let number = places.number(ofMunicipality: stop.municipality) { values[number] += 1 / Double(known) }
        }
        return values
    }

    /// All parts but ``ScorePart/novelty``, which is 1 here, and if need be without ``ScorePart/nearness``, which costs a
    /// logarithm.
    private func partsWithoutNames(of place: Int, withNearness: Bool = true) -> PartValues {
        var values = PartValues.zero
        let vector = places.vectors[place]
        let reach = places.neighbours[place]
        var product = 1.0
        var farther = 0
        var best = 0.0
        var last = 0.0
        for stop in vectors.indices {
            let distance = Sphere.earth.distance(from: vector, to: vectors[stop]).value
            product *= 1 + distance / spacing
            var isFarther = SIMD8<Int32>.zero
            isFarther.replace(with: 1, where: reach .< Float(distance))
            farther += Int(isFarther.wrappedSum())
            if stop > 0 {
                let extra = max(0, last + distance - legs[stop - 1])
                best = max(best, (legs[stop - 1] + spacing) / (legs[stop - 1] + spacing + extra))
            }
            let isEnd = stop == 0 || stop == vectors.count - 1
            if isEnd, !query.isBetween || vectors.count == 1 { best = max(best, spacing / (spacing + distance)) }
            last = distance
        }
        let count = Double(vectors.count)
        if withNearness {
            // The product of hundreds of far stops passes what a number holds; then it is as far as can be.
            let logarithm = product.isFinite ? Elementary.logarithm(product) : .infinity
            values[ScorePart.nearness.lane] = 1 - min(1, logarithm / count / Self.farthest)
        }
        values[ScorePart.kinship.lane] = 1 - Double(farther) / count / Double(RecommendedPlaces.doublings)
        values[ScorePart.detour.lane] = best
        let municipality = places.municipalityNumbers[place]
        values[ScorePart.municipality.lane] =
            municipality >= 0 && !municipalityValues.isEmpty ? municipalityValues[municipality] : 0.5
        let theme = places.themeNumbers[place]
        values[ScorePart.theme.lane] = theme >= 0 ? themeValues[theme] : 0.5
        values[ScorePart.novelty.lane] = 1
        values[ScorePart.interests.lane] = theme >= 0 ? interestValues[theme] : 0
        values[ScorePart.standing.lane] = places.places[place].standing ?? 0.5
        if visits != nil { values[ScorePart.together.lane] = together(place) }
        return values
    }

    private static let farthest = Elementary.logarithm(101)

    private func together(_ place: Int) -> Double {
        guard let visits else { return 0 }
        let known = positions.compactMap { $0 }
        guard !known.isEmpty else { return 0 }
        return known.reduce(0) { $0 + visits.share(of: place, with: $1, excluding: excluded).squareRoot() }
            / Double(known.count)
    }

    /// The places of the largest ``ScorePart/nearness`` that are no stops, equal ones by position.
    func nearest(_ count: Int) -> [Int] {
        let costs = places.vectors.indices.map { place in
            let vector = places.vectors[place]
            let product = vectors.reduce(1.0) {
                $0 * (1 + Sphere.earth.distance(from: vector, to: $1).value / spacing)
            }
            return (product, place)
        }
        return costs.sorted(by: <).lazy.map(\.1).filter { novelty(of: $0) != nil }.prefix(count).map { $0 }
    }

    /// How new a place is beside the stops; nil where it is one of them under the same or nearly the same name.
    func novelty(of place: Int) -> Double? {
        var most = 0.0
        for stop in vectors.indices {
            if positions[stop] == place { return nil }
            let distance = Sphere.earth.distance(from: places.vectors[place], to: vectors[stop]).value
            guard distance < Self.sameNameRadius else { continue }
            let common = places.names[place].containment(in: names[stop])
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
        for stop in vectors.indices {
            let chordSquared = vector.chordSquared(to: vectors[stop])
            if chordSquared < least { (best, least) = (stop, chordSquared) }
        }
        return (best, Sphere.earth.distance(from: vector, to: vectors[best]))
    }

    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// What a place scores with a name all its own: its score is at most this.
    func bound(of place: Int) -> Double {
        score(partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0))
    }

    /// The best places of `candidates` in order: higher score first, equal ones by position.
    ///
    /// Names are compared only where the rest of the score leaves a chance.
    package func best(_ count: Int, of candidates: some Sequence<Int>) -> [ScoredPlace] {
        ranked(count, of: candidates).map(scored)
    }

    /// A place of a known score, with its parts.
    func scored(_ place: (score: Double, place: Int)) -> ScoredPlace {
        ScoredPlace(place: place.place, score: place.score, parts: parts(of: place.place)!)
    }

    /// As ``best(_:of:)``, without the parts.
    func ranked(_ count: Int, of candidates: some Sequence<Int>) -> [(score: Double, place: Int)] {
        guard count > 0 else { return [] }
        let stops = positions.compactMap { $0 }
        var best: [(score: Double, place: Int)] = []
        for place in candidates where !stops.contains(place) {
            // A place cannot score above what it has with a name all its own.
            var parts = partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0)
            func isBehindAll(_ score: Double) -> Bool {
                guard best.count == count, let worst = best.last else { return false }
                return (score, worst.place) <= (worst.score, place)
            }
            if isBehindAll(score(parts)) { continue }
            guard let novelty = novelty(of: place) else { continue }
            parts[ScorePart.novelty.lane] = novelty
            let score = score(parts)
            if isBehindAll(score) { continue }
            var (low, high) = (0, best.count)
            while low < high {
                let middle = (low + high) / 2
                if (best[middle].score, place) < (score, best[middle].place) { high = middle } else { low = middle + 1 }
            }
            best.insert((score, place), at: low)
            if best.count > count { best.removeLast() }
        }
        return best
    }
}

/// A place with its score; the better comes first.
package struct ScoredPlace: Comparable {
    package var place: Int
    package var score: Double
    package var parts: PartValues

    package static func < (a: ScoredPlace, b: ScoredPlace) -> Bool {
        a.score != b.score ? a.score > b.score : a.place < b.place
    }
}
