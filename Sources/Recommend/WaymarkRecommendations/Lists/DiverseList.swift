public import WaymarkGeodesy

/// Builds lists that are good as a whole: each next place has a good score, and differs from those before it.
///
/// Maximal marginal relevance (Carbonell, Goldstein 1998): of the best 60 by score the next is the one with the largest
/// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, with scores scaled to 0...1.
/// Similarity is the mean of two values: 1 for the same theme, otherwise 0; and 1 / (1 + d / 5 km) for a distance d
/// along a straight line. With a ``clusterRadius``, at most one place of a cluster is taken.
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
    private var standings = RefilledList<Standing>()
    /// The number of chosen places of each theme.
    private var themeCounts = RefilledList<Int>()

    /// The state of a place of the pool while a list is built.
    private struct Standing {
        /// The value, or an upper bound of it; minus infinity if the place cannot be taken any more.
        var bound: Double
        /// The similarity to the most similar of the first `compared` places of the list, or a lower bound by its theme.
        var similarity = 0.0
        var compared = 0

        /// Takes account of a similarity; `worth` is the value without any.
        @inline(__always)
        mutating func compare(_ similarity: Double, _ worth: Double, _ options: DiverseList) {
            self.similarity = max(self.similarity, similarity)
            bound = worth - options.strength * self.similarity
        }
    }

    /// Empties the list.
    mutating func clear() { list.removeAll(keepingCapacity: true) }

    /// Makes the pool the list.
    fileprivate mutating func takeAll() {
        clear()
        pool.sort()
        list.append(contentsOf: pool.places)
    }

    fileprivate mutating func choose(_ count: Int, _ options: DiverseList, from places: RecommendedPlaces) {
        clear()
        pool.cut()
        let pool = pool.places
        guard !pool.isEmpty else { return }
        let worth = Worth(pool, options)
        let themes = places.themes.count
        themeCounts.refill(room: themes, blank: 0) { counts in
            for theme in 0..<themes { counts[theme] = 0 }
            return themes
        }
        var standings = RefilledList<Standing>()
        swap(&standings, &self.standings)
        standings.refill(room: pool.count, blank: Standing(bound: 0)) { standings in
            for i in 0..<pool.count { standings[i] = Standing(bound: worth(pool[i])) }
            fill(count, from: pool, &standings, worth, options, places)
            return pool.count
        }
        swap(&standings, &self.standings)
    }

    /// Fills the list.
    private mutating func fill(
        _ count: Int, from pool: RefilledList<Place>, _ standings: inout MutableSpan<Standing>, _ worth: Worth,
        _ options: DiverseList, _ places: RecommendedPlaces
    ) {
        var likely = 0
        while list.count < count {
            // No place is left if every remaining theme has reached its quota.
            guard let next = next(of: pool, &standings, likely: likely, worth, options, places) else { break }
            standings[next.best].bound = -.infinity
            likely = next.second
            let place = pool[next.best]
            if let radius = options.clusterRadius,
                list.contains(where: { places.areOneCluster(place.place, $0.place, within: radius) })
            {
                continue
            }
            list.append(place)
            let theme = places.facts[place.place].theme
            if theme >= 0 { themeCounts[Int(theme)] += 1 }
        }
    }

    /// Finds the place with the largest value; nil if none may be taken.
    ///
    /// The place at the position `likely` of the pool is the first to be compared with the list: if its value is large, few
    /// others need to be. Returns the position of the place found, and that of another with a large value.
    @inline(__always)
    private func next(
        of pool: RefilledList<Place>, _ standings: inout MutableSpan<Standing>, likely: Int, _ worth: Worth,
        _ options: DiverseList, _ places: RecommendedPlaces
    ) -> (best: Int, second: Int)? {
        var (best, second) = (likely, likely)
        var value = update(&standings[likely], pool[likely], downTo: -.infinity, worth, options, places)
        var secondValue = -Double.infinity
        var i = 0
        while true {
            while i < pool.count, standings[i].bound < value { i += 1 }
            if i == pool.count { break }
            if i == likely {
                i += 1
                continue
            }
            let bound = update(&standings[i], pool[i], downTo: value, worth, options, places)
            if bound > value || bound == value && pool[i].precedes(pool[best]) {
                (second, secondValue) = (best, value)
                (best, value) = (i, bound)
            } else if bound > secondValue {
                (second, secondValue) = (i, bound)
            }
            i += 1
        }
        return value == -.infinity ? nil : (best, second)
    }

    /// Compares a place of the pool with the list, until its value is known, or below a limit; returns its bound.
    private func update(
        _ standing: inout Standing, _ place: Place, downTo limit: Double, _ worth: Worth, _ options: DiverseList,
        _ places: RecommendedPlaces
    ) -> Double {
        if standing.bound == -.infinity { return standing.bound }
        let worth = worth(place)
        let theme = Int(places.facts[place.place].theme)
        if theme >= 0, themeCounts[theme] > 0 {
            standing.compare(RecommendedPlaces.sameThemeSimilarity, worth, options)
            if let quota = options.quota, themeCounts[theme] >= quota {
                standing.bound = -.infinity
                return -.infinity
            }
        }
        // Similarity to the list only grows, so that to its first places is a lower bound.
        while standing.compared < list.count, standing.bound >= limit {
            let other = list[standing.compared].place
            standing.compare(places.similarity(place.place, other), worth, options)
            standing.compared += 1
        }
        return standing.bound
    }

    /// The shares of scores in values: scores scaled to 0...1 and weighted.
    private struct Worth {
        private let least: Double
        private let range: Double
        private let weight: Double

        init(_ pool: RefilledList<Place>, _ options: DiverseList) {
            var (least, most) = (Double.infinity, -Double.infinity)
            for place in pool {
                least = min(least, place.score)
                most = max(most, place.score)
            }
            (self.least, range) = (least, most > least ? most - least : 1)
            weight = 1 - options.strength
        }

        @inline(__always)
        func callAsFunction(_ place: Place) -> Double { weight * (place.score - least) / range }
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
        // The straight line needs no trigonometry, and on 100 km differs from the great circle by a metre.
        let distance = Sphere.earth.radius.value * vectors[a].chordSquared(to: vectors[b]).squareRoot()
        return ((isSameTheme ? 1 : 0) + 1 / (1 + distance / 5000)) / 2
    }
}
