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

    package func best(_ count: Int, of candidates: some Collection<Int>, by scorer: TripScorer) -> [ScoredPlace] {
        ranked(count, of: candidates, by: scorer).map(scorer.scored)
    }

    /// Like ``best(_:of:by:)``, but without the parts of scores.
    func ranked(_ count: Int, of candidates: some Collection<Int>, by scorer: TripScorer) -> [RankedPlace] {
        guard strength > 0 || quota != nil || clusterRadius != nil else { return scorer.ranked(count, of: candidates) }
        var size = max(count, Self.poolSize)
        while true {
            let pool = scorer.ranked(size, of: candidates)
            let list = list(count, of: pool, scorer.places)
            if list.count == count || pool.count < size { return list }
            size = 4 * size
        }
    }

    /// The state of a place of the pool while a list is built.
    private struct Standing {
        /// The share of the score in the value.
        var worth: Double
        /// The worth, reduced by the similarity to the list.
        var value: Double
        /// The similarity to the most similar of the first `compared` places of the list.
        var similarity = 0.0
        var compared = 0
        var isTaken = false
    }

    private func list(_ count: Int, of pool: [RankedPlace], _ places: RecommendedPlaces) -> [RankedPlace] {
        guard let most = pool.first?.score, let least = pool.last?.score else { return [] }
        let range = most > least ? most - least : 1
        // Similarity to the list only grows, so an old value is an upper bound: only the best place is compared again.
        var standings = pool.map { place in
            let worth = (1 - strength) * (place.score - least) / range
            return Standing(worth: worth, value: worth)
        }
        var used: [Int: Int] = [:]
        var list: [RankedPlace] = []
        list.reserveCapacity(min(count, pool.count))
        while list.count < count {
            var (best, bestValue) = (-1, -Double.infinity)
            for i in pool.indices where !standings[i].isTaken {
                if let quota, used[places.themeNumbers[pool[i].place]] ?? 0 >= quota { continue }
                if standings[i].value > bestValue { (best, bestValue) = (i, standings[i].value) }
            }
            // No place is left, or every remaining theme has reached its quota.
            guard best >= 0 else { break }
            let place = pool[best].place
            if standings[best].compared < list.count {
                for other in list[standings[best].compared...] {
                    standings[best].similarity = max(
                        standings[best].similarity, places.similarity(place, other.place))
                }
                standings[best].compared = list.count
                standings[best].value = standings[best].worth - strength * standings[best].similarity
                continue
            }
            standings[best].isTaken = true
            if let clusterRadius,
                list.contains(where: { places.areOneCluster(place, $0.place, within: clusterRadius) })
            {
                continue
            }
            list.append(pool[best])
            let theme = places.themeNumbers[place]
            if quota != nil, theme >= 0 { used[theme, default: 0] += 1 }
        }
        return list
    }
}

extension RecommendedPlaces {
    /// Whether two places lie within a radius of each other, or within 1 km with nearly the same name.
    package func areOneCluster(_ a: Int, _ b: Int, within radius: Meters) -> Bool {
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b])
        if distance <= radius { return true }
        return distance < TripScorer.samePlaceRadius && names[a].containment(in: names[b]) >= TripScorer.sameName
    }

    /// The similarity of two places in theme and location, 0 to 1: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let isSameTheme = themeNumbers[a] >= 0 && themeNumbers[a] == themeNumbers[b]
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b]).value
        return ((isSameTheme ? 1 : 0) + 1 / (1 + distance / 5000)) / 2
    }
}
