internal import WaymarkGeodesy

/// Scores places for one trip.
package struct TripScorer {
    let places: RecommendedPlaces
    /// The weights of the parts in use, with sum 1.
    package let weights: PartValues
    /// The mean spacing at the stops, in metres, at least 100; 1 km for one stop.
    package let spacing: Double
    private let names: [PlaceName]
    /// The places that the stops are.
    private let positions: [Int?]
    private let vectors: ContiguousArray<UnitVector>
    private let isBetween: Bool
    /// How far from a stop a place is that is not right beside it, in metres.
    private let apartness: Double
    /// Metres between consecutive stops.
    private let legs: [Double]
    /// The value of ``ScorePart/theme`` by theme number.
    private let themeValues: [Double]
    /// Those of ``RecommendedPlaces/nearDistances(of:)`` for each place; empty if they are worked out one by one.
    private let near: ContiguousArray<SIMD4<Double>>
    private let visits: VisitCounts?
    /// The places of a trip whose visits are left out, since the question is about it.
    private let excluded: Set<Int>?

    /// Whether the courses that are known to name the places are those that are asked about, so that only lists count.
    private let isCounted: Bool
    /// Whether the caller holds something of the places, and what is known of them otherwise.
    private let hasOwnWorth: Bool
    private let known: KnownRows?

    /// The metres within which nearer is no better for ``ScorePart/near``, and the logarithm of half the Earth by them.
    private static let nearScale = 300.0
    private static let nearRange = Elementary.logarithm(1 + .pi * Sphere.earth.radius.value / nearScale)
    /// The weight of ``ScorePart/near`` for one of worth of 1, so that places around a stop go by *worth* / (*d* + 300 m).
    package static let nearOfWorth = nearRange / (2 * PlaceWorth.range)
    /// The value of a part for a place or stops of which its data are unknown.
    static let unknown = 0.5
    /// The spacing at a place is the distance to the other place of this rank by distance.
    private static let spacingRank = 4

    /// If the trip is one between two ends, its first and last stop are fixed, and only places between them are wanted.
    ///
    /// - Precondition: There is a stop.
    package init(
        _ stops: [RecommendedPlace], isBetween: Bool = false, places: RecommendedPlaces, weights: ScoreWeights,
        visits: VisitCounts? = nil, excluding excluded: Set<Int>? = nil, isCounted: Bool = false
    ) {
        precondition(!stops.isEmpty, "the trip has no stop")
        (self.places, self.isBetween, self.visits, self.excluded) = (places, isBetween, visits, excluded)
        self.isCounted = isCounted
        names = stops.map { PlaceName($0.name) }
        positions = stops.map(places.position)
        var used = weights.values
        // Around one stop only worth and what is seen together make lists better than the distance does, and that counts by
        // its ratio, where the weights know it.
        var unused: [ScorePart] = stops.count == 1 ? [.neighbours, .theme, .apart] : [.near]
        if stops.count == 1, used[ScorePart.near.lane] > 0 { unused.append(.way) }
        if visits == nil { unused.append(.together) }
        for part in unused { used[part.lane] = 0 }
        hasOwnWorth = places.places.hasWorth
        known = used[ScorePart.worth.lane] > 0 && !hasOwnWorth ? places.knownRows : nil
        // Weights of parts that are not known here would make all places equal.
        if used.sum() == 0 { used[ScorePart.way.lane] = 1 }
        self.weights = used / used.sum()
        near = self.weights[ScorePart.neighbours.lane] > 0 ? places.heldNearDistances : []
        let vectors = ContiguousArray(stops.map { UnitVector($0.coordinate) })
        self.vectors = vectors
        legs = zip(vectors, vectors.dropFirst()).map { Sphere.earth.distance(from: $0, to: $1).value }
        apartness = self.weights[ScorePart.apart.lane] > 0 ? Self.apartness(vectors) : 0
        spacing = stops.count == 1 ? 1000 : Self.spacing(stops, positions, places)
        themeValues =
            self.weights[ScorePart.theme.lane] > 0
            ? Self.themeValues(stops.map { places.number(ofTheme: $0.theme) }, places.themeShares) : []
    }

    /// The mean over the stops of the distance to the fourth nearest other place, in metres, at least 100.
    private static func spacing(_ stops: [RecommendedPlace], _ positions: [Int?], _ places: RecommendedPlaces) -> Double
    {
        var sum = 0.0
        for (stop, own) in zip(stops, positions) {
            let near = places.nearest(to: stop.coordinate, count: spacingRank + 1, ofKind: .sight)
            sum += near.filter { $0.index != own }.prefix(spacingRank).last?.distance.value ?? 0
        }
        return max(100, sum / Double(stops.count))
    }

    /// The median over the stops of the distance to the nearest other, in metres, from 300 to 1000.
    private static func apartness(_ stops: ContiguousArray<UnitVector>) -> Double {
        let nearest = stops.indices.map { stop in
            stops.indices.reduce(Double.infinity) { least, other in
                other == stop ? least : min(least, Sphere.earth.distance(from: stops[stop], to: stops[other]).value)
            }
        }.sorted()
        let middle = (nearest[(nearest.count - 1) / 2] + nearest[nearest.count / 2]) / 2
        return min(1000, max(300, middle))
    }

    /// For each theme, how well it fits the themes of the stops: 0.5 if it is as frequent among them as among all places.
    static func themeValues(_ stopThemes: [Int?], _ shares: [Double]) -> [Double] {
        let (unknown, count) = (Double(stopThemes.count { $0 == nil }), Double(stopThemes.count))
        return shares.enumerated().map { theme, share in
            // Two stops with the theme shares of all places are added to those of the trip, and have the place of those whose
            // theme is unknown: one market among eleven stops does not make a tour of markets.
            let own =
                (Double(stopThemes.count { $0 == theme }) + (unknown + 2) * share) / (count + 2)
            return share > 0 ? own / (own + share) : unknown
        }
    }

    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// The parts of a place that are in use; nil if it is already a stop.
    package func parts(of place: Int) -> PartValues? {
        let distances = distances(of: place)
        return isStop(place, distances, name: places.name(of: place)) ? nil : values(of: place, distances)
    }

    /// The same, for a place that is no stop, and whose distance from each is known, in metres.
    func values(of place: Int, _ distances: [Double]) -> PartValues {
        var values = PartValues.zero
        var best = 0.0
        for (stop, distance) in distances.enumerated() {
            if stop > 0 {
                let extra = max(0, distances[stop - 1] + distance - legs[stop - 1])
                best = max(best, (legs[stop - 1] + spacing) / (legs[stop - 1] + spacing + extra))
            }
            let isEnd = stop == 0 || stop == distances.count - 1
            if isEnd, !isBetween || distances.count == 1 { best = max(best, spacing / (spacing + distance)) }
        }
        values[ScorePart.way.lane] = best
        func set(_ part: ScorePart, _ value: () -> Double) {
            if weights[part.lane] > 0 { values[part.lane] = value() }
        }
        set(.neighbours) { neighbours(near.isEmpty ? places.nearDistances(of: place) : near[place], distances) }
        set(.theme) {
            let theme = places.theme(of: place)
            return theme >= 0 ? themeValues[theme] : Self.unknown
        }
        set(.worth) { worth(place) }
        set(.apart) {
            let nearest = distances.reduce(.infinity, min)
            if nearest >= apartness { return 1 }
            let ratio = Elementary.logarithm((nearest + 100) / (apartness + 100))
            return Elementary.exponential(-ratio * ratio / 2)
        }
        set(.near) {
            1 - Elementary.logarithm(1 + distances[0] / Self.nearScale) / Self.nearRange
        }
        set(.together) { together(place) }
        return values
    }

    private func neighbours(_ near: SIMD4<Double>, _ distances: [Double]) -> Double {
        var sum = 0.0
        for distance in distances {
            let squared = distance * distance
            for rank in 0..<3 {
                let own = near[rank] * near[rank]
                // At the spot of the place nothing is nearer, nor where there are no more neighbours.
                sum += squared == 0 || own == .infinity ? 1 : own / (own + squared)
            }
        }
        return sum / Double(3 * distances.count)
    }

    /// The value of ``ScorePart/worth``.
    private func worth(_ place: Int) -> Double {
        if hasOwnWorth { return places.places.worth(place).map(PlaceWorth.part(rank:)) ?? Self.unknown }
        let counts = known?.counts[place] ?? KnownCounts()
        // Without the one course, its places alone would be known less than their rivals.
        let namings = isCounted ? counts.lists : counts.namings
        return PlaceWorth.part(
            PlaceWorth.logarithm(namings: namings, places.size(of: place), places.places.standing(place)))
    }

    private func together(_ place: Int) -> Double {
        let known = positions.compactMap { $0 }
        guard let visits, !known.isEmpty else { return 0 }
        return known.reduce(0) { $0 + visits.share(of: place, with: $1, excluding: excluded).squareRoot() }
            / Double(known.count)
    }

    /// Whether a place is one of the stops, by id or by ``SamePlace``.
    func isStop(_ place: Int, _ distances: [Double], name: @autoclosure () -> PlaceName) -> Bool {
        for (stop, distance) in distances.enumerated() {
            if positions[stop] == place { return true }
            if distance < SamePlace.maxRadius.value,
                names[stop].reason(name(), at: distance) != nil
            {
                return true
            }
        }
        return false
    }

    /// The distance of a place from each stop, in metres.
    func distances(of place: Int) -> [Double] { distances(of: places.vector(of: place)) }

    /// The distance of a place at a vector from each stop, in metres.
    func distances(of vector: UnitVector) -> [Double] {
        var distances: [Double] = []
        distances.reserveCapacity(vectors.count)
        for stop in vectors { distances.append(Sphere.earth.distance(from: vector, to: stop).value) }
        return distances
    }

    /// The sum of ln(1 + *d*/*s*) over the stops: how far a place is from all of them.
    package func remoteness(of place: Int) -> Double {
        distances(of: place).reduce(0) { $0 + Elementary.logarithm(1 + $1 / spacing) }
    }
}
