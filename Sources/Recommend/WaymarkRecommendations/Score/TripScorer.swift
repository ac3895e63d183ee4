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

    let stops: ContiguousArray<KnownStop>
    /// The stops' unit vectors.
    let vectors: ContiguousArray<UnitVector>
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
        precondition(!stops.isEmpty, "the trip has no stop")
        (self.stops, self.isBetween, self.places) = (stops, isBetween, places)
        (self.visits, self.excluded) = (visits, excluded)
        self.weights = Self.used(
            weights, hasInterests: interests != nil, hasVisits: visits != nil, hasWorth: places.hasWorth)
        let vectors = ContiguousArray(stops.map { UnitVector($0.coordinate) })
        self.vectors = vectors
        legs = zip(vectors, vectors.dropFirst()).map { Sphere.earth.distance(from: $0, to: $1).value }
        spacing = max(100, stops.reduce(0) { $0 + $1.spacing } / Double(stops.count))
        themeValues = Self.themeValues(stops.map(\.theme), places)
        municipalityShares = Self.municipalityShares(stops)
        interestValues = interests.map { interests in places.themes.map { interests.byTheme[$0] ?? 0 } } ?? []
    }

    /// The weights of the parts in use, with sum 1, or all 0.
    static func used(
        _ weights: ScoreWeights, hasInterests: Bool, hasVisits: Bool, hasWorth: Bool
    ) -> PartValues {
        var used = weights.values
        if !hasVisits { used[ScorePart.together.lane] = 0 }
        if !hasInterests { used[ScorePart.interests.lane] = 0 }
        if !hasWorth { used[ScorePart.worth.lane] = 0 }
        let sum = used.sum()
        return sum > 0 ? used / sum : used
    }

    /// The value of a part for a place or stops of which its data are unknown.
    static let unknown = 0.5

    /// For each theme, how well it fits the themes of the stops: 0.5 if it is as frequent among them as among all
    /// places.
    static func themeValues(_ stopThemes: [Int?], _ places: RecommendedPlaces) -> [Double] {
        let known = stopThemes.count { $0 != nil }
        return places.themeShares.enumerated().map { theme, share in
            // Two stops with the theme shares of all places are added to those of the trip.
            let own = (Double(stopThemes.count { $0 == theme }) + 2 * share) / (Double(known) + 2)
            return share > 0 ? own / (own + share) : unknown
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
    /// costs a logarithm; `distance` has the metres to each stop.
    @inline(__always)
    func partsWithoutNames(
        of place: Int, withNearness: Bool = true, _ distance: (_ stop: Int) -> Double
    ) -> PartValues {
        var values = PartValues.zero
        let facts = places.facts[place]
        var remoteness = Remoteness()
        var farther = 0.0
        var best = 0.0
        var last = 0.0
        for stop in stops.indices {
            let distance = distance(stop)
            if withNearness { remoteness.add(distance / spacing) }
            farther += facts.neighboursNearer(than: distance)
            if stop > 0 {
                let extra = max(0, last + distance - legs[stop - 1])
                best = max(best, (legs[stop - 1] + spacing) / (legs[stop - 1] + spacing + extra))
            }
            let isEnd = stop == 0 || stop == stops.count - 1
            if isEnd, !isBetween || stops.count == 1 { best = max(best, spacing / (spacing + distance)) }
            last = distance
        }
        if withNearness { values[ScorePart.nearness.lane] = Self.nearness(remoteness, stops: stops.count) }
        values[ScorePart.kinship.lane] = Self.kinship(farther: farther, stops: stops.count)
        values[ScorePart.detour.lane] = best
        values[ScorePart.municipality.lane] = municipalityValue(facts.municipality)
        let theme = facts.theme
        values[ScorePart.theme.lane] = theme >= 0 ? themeValues[theme] : Self.unknown
        values[ScorePart.novelty.lane] = 1
        values[ScorePart.interests.lane] = theme >= 0 && !interestValues.isEmpty ? interestValues[theme] : 0
        values[ScorePart.worth.lane] = places.worth(of: place)
        if visits != nil { values[ScorePart.together.lane] = together(place) }
        return values
    }

    private func municipalityValue(_ municipality: Int) -> Double {
        guard municipality >= 0, let municipalityShares else { return Self.unknown }
        for known in municipalityShares where known.municipality == municipality { return known.share }
        return 0
    }

    private static let farthest = Elementary.logarithm(101)

    /// ``ScorePart/nearness`` by the distances of the stops.
    @inline(__always)
    static func nearness(_ remoteness: Remoteness, stops: Int) -> Double {
        1 - min(1, remoteness.logarithm / Double(stops) / farthest)
    }

    /// ``ScorePart/kinship`` by the sum of ``PlaceFacts/neighboursNearer(than:)`` over the stops.
    static func kinship(farther: Double, stops: Int) -> Double {
        1 - farther / Double(stops) / Double(PlaceFacts.doublings)
    }

    private func together(_ place: Int) -> Double {
        guard let visits else { return 0 }
        let known = stops.compactMap(\.position)
        guard !known.isEmpty else { return 0 }
        return known.reduce(0) { $0 + visits.share(of: place, with: $1, excluding: excluded).squareRoot() }
            / Double(known.count)
    }

    /// The sum of ln(1 + *d*/*s*) over the stops, by which places are ordered as by ``ScorePart/nearness``, the nearest first.
    func remoteness(of place: Int) -> Double {
        var sum = Remoteness()
        for stop in stops.indices { sum.add(distance(of: place, from: stop) / spacing) }
        return sum.logarithm
    }

    /// The novelty of a place relative to the stops; nil if it is one of them, or is near one with nearly the same
    /// name; `distance` has the metres to each stop.
    @inline(__always)
    func novelty(of place: Int, _ distance: (_ stop: Int) -> Double) -> Double? {
        var least = 1.0
        for stop in stops.indices {
            if stops[stop].position == place { return nil }
            guard let novelty = stops[stop].novelty(of: place, in: places, at: distance(stop)) else { return nil }
            least = min(least, novelty)
        }
        return least
    }

    /// The same, for a place whose distances are not known.
    func novelty(of place: Int) -> Double? { novelty(of: place) { distance(of: place, from: $0) } }

    /// The parts of a place; nil if it is already a stop.
    package func parts(of place: Int) -> PartValues? {
        guard let novelty = novelty(of: place) else { return nil }
        var values = partsWithoutNames(of: place) { distance(of: place, from: $0) }
        values[ScorePart.novelty.lane] = novelty
        return values
    }

    /// The distance of a place from a stop, in metres.
    func distance(of place: Int, from stop: Int) -> Double {
        Sphere.earth.distance(from: places.vector(of: place), to: vectors[stop]).value
    }

    /// The stop nearest to a place, the first of equally near ones, and its distance.
    func nearestStop(to place: Int) -> (stop: Int, distance: Meters) {
        let vector = places.vector(of: place)
        var (best, least) = (0, Double.infinity)
        for stop in stops.indices {
            let chordSquared = vector.chordSquared(to: vectors[stop])
            if chordSquared < least { (best, least) = (stop, chordSquared) }
        }
        return (best, Sphere.earth.distance(from: vector, to: vectors[best]))
    }
}

/// The sum of ln(1 + *x*) over distances *x*.
struct Remoteness {
    /// The product of 1 + *x* since the last logarithm: one logarithm for many factors.
    private var product = 1.0
    private var sum = 0.0

    @inline(__always)
    mutating func add(_ distance: Double) {
        product *= 1 + distance
        if product > 1e200 {
            sum += Elementary.logarithm(product)
            product = 1
        }
    }

    var logarithm: Double { sum + Elementary.logarithm(product) }
}
