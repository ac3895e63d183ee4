public import WaymarkGeodesy

/// Builds lists that are good as a whole: each next place has a good score, and differs from those before it.
///
/// Maximal marginal relevance (Carbonell, Goldstein 1998): of the best 60 by score the next is the one with the largest
/// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, with scores scaled to 0...1.
/// Similarity is the mean of two values: 1 for the same theme, otherwise 0; and 1 / (1 + d / 5 km). With a
/// ``clusterRadius``, at most one place of a cluster is taken.
public struct DiverseList: Hashable, Sendable {
    /// The weight of differences, from 0 (by score only) to 1 (by difference only).
    public var strength: Double
    /// The maximum number of places of one theme; nil for any number.
    public var quota: Int?
    /// Places within this distance of each other are one cluster, as are those within 1 km with nearly the same name;
    /// nil for no clusters.
    public var clusterRadius: Meters?

    /// Creates options for lists.
    ///
    /// - Precondition: `strength` is between 0 and 1; `quota` is above zero; `clusterRadius` is not negative.
    public init(strength: Double = 0.3, quota: Int? = nil, clusterRadius: Meters? = nil) {
        precondition(0...1 ~= strength, "the strength of diversity is between 0 and 1")
        precondition(quota ?? 1 > 0, "a quota is above zero")
        precondition(clusterRadius.map { $0.value >= 0 } ?? true, "a radius is not negative")
        (self.strength, self.quota, self.clusterRadius) = (strength, quota, clusterRadius)
    }

    /// The number of best places considered; more only if a quota or clusters leave the list too short.
    private static let poolSize = 60

    /// The best places of `candidates` for a list.
    package func best(_ count: Int, of candidates: some Collection<Int>, by scorer: TripScorer) -> [ScoredPlace] {
        var buffer = DiverseListBuffer<RankedPlace>()
        choose(count, from: scorer.places, &buffer) { scorer.rank(candidates, $0, into: &$1) }
        return buffer.list.map(scorer.scored)
    }

    /// Chooses a list, into the buffer; `rank` finds the best places, as many as its argument.
    func choose<Place: Ranked>(
        _ count: Int, from places: RecommendedPlaces, _ buffer: inout DiverseListBuffer<Place>,
        rank: (Int, inout BestPlaces<Place>) -> Void
    ) {
        let isPlain = strength == 0 && quota == nil && clusterRadius == nil
        var size = isPlain ? count : max(count, Self.poolSize)
        while true {
            rank(size, &buffer.pool)
            if isPlain { return buffer.takeAll() }
            buffer.choose(count, self, from: places)
            if buffer.list.count == count || buffer.pool.places.count < size { return }
            size = 4 * size
        }
    }
}

/// The reused buffers of a diverse list.
struct DiverseListBuffer<Place: Ranked>: Sendable {
    /// The chosen places, in their order.
    private(set) var list: ContiguousArray<Place> = []
    /// The best places by score, of which those of the list are chosen.
    var pool = BestPlaces<Place>()
    private var standings: ContiguousArray<Standing> = []
    /// The number of chosen places of each theme.
    private var themeCounts: ContiguousArray<Int> = []

    /// The state of a place of the pool while a list is built.
    private struct Standing {
        /// The share of the score in the value, which is less by the similarity.
        var worth: Double
        /// The number of its theme; -1 if unknown.
        var theme: Int
        /// The similarity to the most similar of the first `compared` places of the list, or a lower bound by its theme.
        var similarity = 0.0
        var compared = 0
        var isTaken = false
    }

    /// Empties the list.
    mutating func clear() { list.removeAll(keepingCapacity: true) }

    /// Makes the pool the list.
    fileprivate mutating func takeAll() {
        clear()
        list.append(contentsOf: pool.places)
    }

    fileprivate mutating func choose(_ count: Int, _ options: DiverseList, from places: RecommendedPlaces) {
        clear()
        let pool = pool.places
        guard let most = pool.first?.score, let least = pool.last?.score else { return }
        let range = most > least ? most - least : 1
        standings.removeAll(keepingCapacity: true)
        for place in pool {
            let worth = (1 - options.strength) * (place.score - least) / range
            standings.append(Standing(worth: worth, theme: Int(places.facts[place.place].theme)))
        }
        themeCounts.removeAll(keepingCapacity: true)
        themeCounts.append(contentsOf: repeatElement(0, count: places.themes.count))
        while list.count < count {
            var (best, bestValue) = (-1, -Double.infinity)
            // Worth falls along the pool, and similarity only takes from it.
            for i in standings.indices {
                var standing = standings[i]
                if standing.worth <= bestValue { break }
                if standing.isTaken { continue }
                if standing.theme >= 0, themeCounts[standing.theme] > 0 {
                    if let quota = options.quota, themeCounts[standing.theme] >= quota { continue }
                    standing.similarity = max(standing.similarity, RecommendedPlaces.sameThemeSimilarity)
                }
                // Similarity to the list only grows, so that to its first places is a lower bound.
                let place = pool[i].place
                var value = standing.worth - options.strength * standing.similarity
                while standing.compared < list.count, value > bestValue {
                    standing.similarity = max(
                        standing.similarity, places.similarity(place, list[standing.compared].place))
                    standing.compared += 1
                    value = standing.worth - options.strength * standing.similarity
                }
                standings[i] = standing
                if value > bestValue { (best, bestValue) = (i, value) }
            }
            // No place is left, or every remaining theme has reached its quota.
            guard best >= 0 else { break }
            standings[best].isTaken = true
            let place = pool[best].place
            if let radius = options.clusterRadius,
                list.contains(where: { places.areOneCluster(place, $0.place, within: radius) })
            {
                continue
            }
            list.append(pool[best])
            let theme = standings[best].theme
            if theme >= 0 { themeCounts[theme] += 1 }
        }
    }
}

extension RecommendedPlaces {
    /// Whether two places lie within a radius of each other, or within 1 km with nearly the same name.
    package func areOneCluster(_ a: Int, _ b: Int, within radius: Meters) -> Bool {
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b])
        if distance <= radius { return true }
        return distance < NamePairs.samePlaceRadius && names[a].containment(in: names[b]) >= NamePairs.sameShare
    }

    /// The similarity of places of one theme, however far from each other.
    static let sameThemeSimilarity = 0.5

    /// The similarity of two places in theme and location, 0 to 1: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let isSameTheme = facts[a].theme >= 0 && facts[a].theme == facts[b].theme
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b]).value
        return ((isSameTheme ? 1 : 0) + 1 / (1 + distance / 5000)) / 2
    }
}
