internal import WaymarkGeodesy

/// A list that is good as a whole: each next place is good, and unlike those before it.
///
/// Maximal marginal relevance (Carbonell, Goldstein 1998): of the best 60 by score the next is the one with the largest
/// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, scores stretched to 0...1.
/// Similarity is half the same theme, half 1 / (1 + d / 5 km).
public struct DiverseList: Hashable, Sendable {
    /// 0: by score alone; 1: by difference alone.
    public var strength: Double
    /// How many places of one theme at most; any number where nil.
    public var quota: Int?

    /// A way to make lists.
    ///
    /// - Precondition: `strength` is between 0 and 1; `quota` is above zero.
    public init(strength: Double = 0.3, quota: Int? = nil) {
        precondition(0...1 ~= strength, "the strength of diversity is between 0 and 1")
        precondition(quota ?? 1 > 0, "a quota is above zero")
        (self.strength, self.quota) = (strength, quota)
    }

    /// How many of the best are looked at.
    private static let poolSize = 60

    package func best(_ count: Int, of candidates: some Sequence<Int>, by scorer: TripScorer) -> [ScoredPlace] {
        guard strength > 0 || quota != nil else { return scorer.best(count, of: candidates) }
        var pool = scorer.best(max(count, Self.poolSize), of: candidates)
        guard let most = pool.first?.score, let least = pool.last?.score else { return [] }
        let range = most > least ? most - least : 1
        var similar = [Double](repeating: 0, count: pool.count)
        var used: [Int: Int] = [:]
        var list: [ScoredPlace] = []
        while list.count < count, !pool.isEmpty {
            var best = -1
            var bestValue = -Double.infinity
            for (i, place) in pool.enumerated() {
                if let quota, used[scorer.places.themeNumbers[place.place]] ?? 0 >= quota { continue }
                let value = (1 - strength) * (place.score - least) / range - strength * similar[i]
                if value > bestValue { (best, bestValue) = (i, value) }
            }
            // Every theme that is left is full.
            guard best >= 0 else { break }
            let next = pool.remove(at: best)
            similar.remove(at: best)
            list.append(next)
            let theme = scorer.places.themeNumbers[next.place]
            if theme >= 0 { used[theme, default: 0] += 1 }
            for (i, place) in pool.enumerated() {
                similar[i] = max(similar[i], scorer.places.similarity(place.place, next.place))
            }
        }
        return list
    }
}

extension RecommendedPlaces {
    /// How alike two places are in theme and place: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let isSameTheme = themeNumbers[a] >= 0 && themeNumbers[a] == themeNumbers[b]
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b]).value
        return ((isSameTheme ? 1 : 0) + 1 / (1 + distance / 5000)) / 2
    }
}
