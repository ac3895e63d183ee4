public import WaymarkGeodesy

/// A list that is good as a whole: each next place is good, and unlike those before it.
///
/// Maximal marginal relevance (Carbonell, Goldstein 1998): of the best 60 by score the next is the one with the largest
/// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, scores stretched to 0...1.
/// Similarity is half the same theme, half 1 / (1 + d / 5 km). With a ``clusterRadius`` at most one of a cluster is taken.
public struct DiverseList: Hashable, Sendable {
    /// 0: by score alone; 1: by difference alone.
    public var strength: Double
    /// How many places of one theme at most; any number where nil.
    public var quota: Int?
    /// Places up to this far from each other are one cluster, as are those within 1 km of nearly the same name; nil for no
    /// clusters.
    public var clusterRadius: Meters?

    /// A way to make lists.
    ///
    /// - Precondition: `strength` is between 0 and 1; `quota` is above zero; `clusterRadius` is not negative.
    public init(strength: Double = 0.3, quota: Int? = nil, clusterRadius: Meters? = nil) {
        precondition(0...1 ~= strength, "the strength of diversity is between 0 and 1")
        precondition(quota ?? 1 > 0, "a quota is above zero")
        precondition(clusterRadius.map { $0.value >= 0 } ?? true, "a radius is not negative")
        (self.strength, self.quota, self.clusterRadius) = (strength, quota, clusterRadius)
    }

    /// The number of the best that are looked at; more only if a quota or clusters leave the list too short.
    private static let poolSize = 60

    package func best(_ count: Int, of candidates: some Collection<Int>, by scorer: TripScorer) -> [ScoredPlace] {
        ranked(count, of: candidates, by: scorer).map(scorer.scored)
    }

    /// As ``best(_:of:by:)``, without the parts of scores.
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

    /// What is known of a place of the pool while a list is made.
    private struct Standing {
        /// What its score adds to its value.
        var worth: Double
        /// Its worth less what similarity takes off it.
        var value: Double
        /// The similarity to the most similar of the first `compared` places of the list.
        var similarity = 0.0
        var compared = 0
        var isTaken = false
    }

    private func list(_ count: Int, of pool: [RankedPlace], _ places: RecommendedPlaces) -> [RankedPlace] {
        guard let most = pool.first?.score, let least = pool.last?.score else { return [] }
        let range = most > least ? most - least : 1
        // Similarity to the list only grows, so a value is at most what it was: only the best are compared anew.
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
            // No place is left, or every theme that is left is full.
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
    /// Whether two places lie within a radius of each other, or within 1 km under nearly the same name.
    package func areOneCluster(_ a: Int, _ b: Int, within radius: Meters) -> Bool {
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b])
        if distance <= radius { return true }
        return distance < TripScorer.samePlaceRadius && names[a].containment(in: names[b]) >= TripScorer.sameName
    }

    /// How alike two places are in theme and place: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let isSameTheme = themeNumbers[a] >= 0 && themeNumbers[a] == themeNumbers[b]
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b]).value
        return ((isSameTheme ? 1 : 0) + 1 / (1 + distance / 5000)) / 2
    }
}
