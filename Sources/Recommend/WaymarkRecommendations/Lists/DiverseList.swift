public import WaymarkGeodesy

/// Builds lists that are good as a whole: each next place has a good score, and differs from those before it.
///
/// Maximal marginal relevance (Carbonell, Goldstein 1998): of the best 60 by score the next is the one with the largest
/// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, with scores scaled to 0...1. Only those
/// are compared that score at least 1 - 2/3 *strength* of the best one left (0.87 by default), and are at most twice as far, or
/// within 2 km: variety does not fetch what nobody would go for.
/// Similarity is the mean of two values: 1 for the same theme, otherwise 0; and 1 / (1 + d / 5 km) for a distance d
/// along a straight line. With a ``clusterRadius``, at most one place of a cluster is taken.
public struct DiverseList: Hashable, Sendable {
    /// The weight of differences, from 0 (by score only) to 1 (by difference among places of at least a third of the best score).
    public var strength: Double
    /// The maximum number of places of one theme; nil for any number.
    public var quota: Int?
    /// Places within this distance of each other are one cluster, as are those that are the same by ``SamePlace``; nil for no
    /// clusters.
    public var clusterRadius: Meters?

    /// Creates options for lists.
    ///
    /// - Precondition: `strength` is between 0 and 1; `quota` is above zero; `clusterRadius` is not negative.
    public init(strength: Double = 0.2, quota: Int? = nil, clusterRadius: Meters? = nil) {
        precondition(0...1 ~= strength, "the strength of diversity is outside 0...1: \(strength)")
        precondition(quota ?? 1 > 0, "the quota is not above 0")
        precondition(clusterRadius.map { $0.value >= 0 } ?? true, "the radius is negative or not a number")
        (self.strength, self.quota, self.clusterRadius) = (strength, quota, clusterRadius)
    }

    /// The number of best places considered; more only if a quota or clusters leave the list too short.
    private static let poolSize = 60
    /// Variety may always fetch a place up to this distance.
    private static let nearby = Meters.kilometers(2)

    /// The best places of `candidates` for a list.
    package func best(_ count: Int, of candidates: some Collection<Int>, by scorer: TripScorer) -> [ScoredPlace] {
        choose(count, from: scorer.places) { scorer.rank(candidates, into: &$0) }.map(scorer.scored)
    }

    /// Chooses a list; `rank` adds places to those of which the best are considered.
    func choose(
        _ count: Int, from places: RecommendedPlaces, rank: (inout BestPlaces) -> Void
    ) -> ContiguousArray<BriefRecommendation> {
        let isPlain = strength == 0 && quota == nil && clusterRadius == nil
        var size = isPlain ? count : max(count, Self.poolSize)
        var pool = BestPlaces()
        while true {
            pool.reset(limit: size)
            rank(&pool)
            if isPlain {
                pool.sort()
                return pool.places
            }
            pool.cut()
            let list = list(count, of: pool.places, from: places)
            if list.count == count || pool.places.count < size { return list }
            size = 4 * size
        }
    }

    /// A place of the pool that may still be taken.
    private struct Candidate {
        var place: BriefRecommendation
        let vector: UnitVector
        /// The number of its theme; -1 if unknown.
        let theme: Int
        /// The share of its score in its value: the score scaled to 0...1, and weighted.
        let worth: Double
        /// Its similarity to the most similar place of the list.
        var similarity = 0.0
        /// The place with the largest value is the next of the list.
        var value: Double
    }

    /// The list of at most `count` places of a pool.
    private func list(
        _ count: Int, of pool: ContiguousArray<BriefRecommendation>, from places: RecommendedPlaces
    ) -> ContiguousArray<BriefRecommendation> {
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        for place in pool { (lowest, highest) = (min(lowest, place.score), max(highest, place.score)) }
        let (weight, range) = (1 - strength, highest > lowest ? highest - lowest : 1)
        var open = ContiguousArray<Candidate>()
        open.reserveCapacity(pool.count)
        for place in pool {
            let worth = weight * (place.score - lowest) / range
            open.append(
                Candidate(
                    place: place, vector: places.vector(of: place.place), theme: places.facts[place.place].theme,
                    worth: worth, value: worth))
        }
        let half = RecommendedPlaces.halfChord
        var list = ContiguousArray<BriefRecommendation>()
        // No place is left if every remaining theme has reached its quota.
        while list.count < count, !open.isEmpty {
            var next = open.indices.dropFirst().reduce(0) { open[$1].place.precedes(open[$0].place) ? $1 : $0 }
            let best = open[next].place
            let (least, farthest) = (
                best.score * (1 - strength * 2 / 3), max(Self.nearby, Meters(2 * best.distance.value))
            )
            for i in open.indices where open[i].place.score >= least && open[i].place.distance <= farthest {
                if open[i].value > open[next].value
                    || open[i].value == open[next].value && open[i].place.precedes(open[next].place)
                {
                    next = i
                }
            }
            var taken = open[next]
            taken.place.isForVariety = taken.place.score < best.score
            open.swapAt(next, open.count - 1)
            open.removeLast()
            list.append(taken.place)
            if list.count == count { break }
            if let clusterRadius {
                open.removeAll { places.areOneCluster(taken.place.place, $0.place.place, within: clusterRadius) }
            }
            var span = open.mutableSpan
            for i in span.indices {
                let chord = span[i].vector.chordSquared(to: taken.vector).squareRoot()
                let areOfTheme = taken.theme >= 0 && span[i].theme == taken.theme
                let similarity = half / 2 / (half + chord) + (areOfTheme ? 0.5 : 0)
                if similarity > span[i].similarity {
                    span[i].similarity = similarity
                    span[i].value = span[i].worth - strength * similarity
                }
            }
            if let quota, taken.theme >= 0,
                list.count(where: { places.facts[$0.place].theme == taken.theme }) >= quota
            {
                open.removeAll { $0.theme == taken.theme }
            }
        }
        return list
    }
}

extension RecommendedPlaces {
    /// Whether two places lie within a radius of each other, or are the same by ``SamePlace``.
    package func areOneCluster(_ a: Int, _ b: Int, within radius: Meters) -> Bool {
        let distance = Sphere.earth.distance(from: vector(of: a), to: vector(of: b))
        return distance <= radius || SamePlace.reason(name(of: a), name(of: b), at: distance.value) != nil
    }

    /// The similarity of two places in theme and location, 0 to 1: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let chord = vector(of: a).chordSquared(to: vector(of: b)).squareRoot()
        let areOfTheme = facts[a].theme >= 0 && facts[a].theme == facts[b].theme
        return Self.halfChord / 2 / (Self.halfChord + chord) + (areOfTheme ? 0.5 : 0)
    }

    /// 5 km as a chord of the unit sphere: places that far from each other are half as similar by location as those at one
    /// spot. A straight line needs no trigonometry, and on 100 km differs from the great circle by a metre.
    fileprivate static let halfChord = 5000 / Sphere.earth.radius.value
}
