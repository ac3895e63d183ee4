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
        precondition(0...1 ~= strength, "the strength of diversity is outside 0...1: \(strength)")
        precondition(quota ?? 1 > 0, "the quota is not above 0")
        precondition(clusterRadius.map { $0.value >= 0 } ?? true, "the radius is negative or not a number")
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
    /// The places of the pool by fours, in the same order.
    private var quartets = RefilledList<Quartet>()

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
        var quartets = RefilledList<Quartet>()
        swap(&quartets, &self.quartets)
        let used = (pool.count + 3) / 4
        quartets.refill(room: used, blank: Quartet()) { quartets in
            fill(&quartets, used, pool, options, places)
            fillList(count, from: pool, &quartets, used, options, places)
            return used
        }
        swap(&quartets, &self.quartets)
    }

    /// Fills the quartets with the places of the pool.
    private func fill(
        _ quartets: inout MutableSpan<Quartet>, _ used: Int, _ pool: RefilledList<Place>, _ options: DiverseList,
        _ places: RecommendedPlaces
    ) {
        let last = pool.count - 1
        var least = SIMD4(repeating: Double.infinity)
        var most = -least
        for number in 0..<used {
            let first = 4 * number
            // Past the end, the last place is repeated.
            let (a, b) = (pool[first], pool[min(first + 1, last)])
            let (c, d) = (pool[min(first + 2, last)], pool[min(first + 3, last)])
            let scores = SIMD4(a.score, b.score, c.score, d.score)
            least.replace(with: scores, where: scores .< least)
            most.replace(with: scores, where: scores .> most)
            quartets[number] = Quartet(
                places.point(of: a.place), places.point(of: b.place), places.point(of: c.place),
                places.point(of: d.place), scores: scores)
        }
        let (lowest, highest) = (least.min(), most.max())
        let (weight, range) = (1 - options.strength, highest > lowest ? highest - lowest : 1)
        for number in 0..<used { quartets[number].begin { weight * ($0 - lowest) / range } }
        for i in pool.count..<4 * used { quartets[i / 4].drop(i % 4) }
    }

    /// Fills the list with places of the pool.
    private mutating func fillList(
        _ count: Int, from pool: RefilledList<Place>, _ quartets: inout MutableSpan<Quartet>, _ used: Int,
        _ options: DiverseList, _ places: RecommendedPlaces
    ) {
        let half = RecommendedPlaces.halfChord
        // No place is left if every remaining theme has reached its quota.
        while list.count < count, let next = next(of: pool, quartets.span, used) {
            quartets[next / 4].drop(next % 4)
            let place = pool[next]
            if isOfCluster(place, options, places) { continue }
            list.append(place)
            if list.count == count { break }
            let point = places.point(of: place.place)
            for number in 0..<used { quartets[number].compare(with: point, options.strength, half) }
            if let quota = options.quota, list.count(where: { places.point(of: $0.place).w == point.w }) >= quota {
                for number in 0..<used { quartets[number].drop(ofTheme: point.w) }
            }
        }
    }

    /// The position of the place of the pool with the largest value; nil if none may be taken.
    @inline(__always)
    private func next(of pool: RefilledList<Place>, _ quartets: Span<Quartet>, _ used: Int) -> Int? {
        var all = SIMD4(repeating: -Double.infinity)
        for number in 0..<used { all.replace(with: quartets[number].values, where: quartets[number].values .> all) }
        let largest = max(max(all.x, all.y), max(all.z, all.w))
        if largest == -.infinity { return nil }
        var next = -1
        for number in 0..<used where any(quartets[number].values .== largest) {
            for lane in 0..<4 where quartets[number].values[lane] == largest {
                let i = 4 * number + lane
                if next < 0 || pool[i].precedes(pool[next]) { next = i }
            }
        }
        return next
    }

    /// Whether a place is of one cluster with a place of the list, so that it cannot be taken.
    private func isOfCluster(_ place: Place, _ options: DiverseList, _ places: RecommendedPlaces) -> Bool {
        guard let radius = options.clusterRadius else { return false }
        return list.contains { places.areOneCluster(place.place, $0.place, within: radius) }
    }
}

/// Four places of a pool while a list is chosen of them.
private struct Quartet: Sendable {
    /// Their unit vectors.
    private var x = SIMD4<Double>.zero
    private var y = SIMD4<Double>.zero
    private var z = SIMD4<Double>.zero
    /// The numbers of their themes; NaN, which does not even equal itself, for an unknown one.
    private var themes = SIMD4<Double>.zero
    /// The shares of scores in values: scores scaled to 0...1 and weighted; minus infinity for a place that was
    /// dropped, since it cannot be taken.
    private var worths = SIMD4<Double>.zero
    /// The similarities to the most similar place of the list.
    private var similarities = SIMD4<Double>.zero
    /// The values: the place with the largest is the next of the list.
    private(set) var values = SIMD4<Double>.zero

    init() {}

    /// Creates a quartet of places by their points and scores.
    init(
        _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>, scores: SIMD4<Double>
    ) {
        x = SIMD4(a.x, b.x, c.x, d.x)
        y = SIMD4(a.y, b.y, c.y, d.y)
        z = SIMD4(a.z, b.z, c.z, d.z)
        themes = SIMD4(a.w, b.w, c.w, d.w)
        worths = scores
    }

    /// Makes scores the values.
    @inline(__always)
    mutating func begin(_ worths: (SIMD4<Double>) -> SIMD4<Double>) {
        self.worths = worths(self.worths)
        values = self.worths
    }

    /// Drops the place of a lane.
    mutating func drop(_ lane: Int) { (worths[lane], values[lane]) = (-.infinity, -.infinity) }

    /// Drops the places of a theme.
    mutating func drop(ofTheme theme: Double) {
        worths.replace(with: -.infinity, where: themes .== theme)
        values.replace(with: -.infinity, where: themes .== theme)
    }

    /// Updates the values for one more place of the list, which is at a point; `half` is
    /// ``RecommendedPlaces/halfChord``.
    @inline(__always)
    mutating func compare(with other: SIMD4<Double>, _ strength: Double, _ half: Double) {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        let chords = (dx * dx + dy * dy + dz * dz).squareRoot()
        let ofTheme = SIMD4<Double>.zero.replacing(with: 0.5, where: themes .== other.w)
        let new = half / 2 / (half + chords) + ofTheme
        similarities.replace(with: new, where: new .> similarities)
        values = worths - strength * similarities
    }
}

extension RecommendedPlaces {
    /// Whether two places lie within a radius of each other, or within 1 km with nearly the same name.
    package func areOneCluster(_ a: Int, _ b: Int, within radius: Meters) -> Bool {
        let distance = Sphere.earth.distance(from: vectors[a], to: vectors[b])
        if distance <= radius { return true }
        return distance < NamePairs.samePlaceRadius && names[a].containment(in: names[b]) >= NamePairs.sameShare
    }

    /// The similarity of two places in theme and location, 0 to 1: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let isSameTheme = facts[a].theme >= 0 && facts[a].theme == facts[b].theme
        let chord = vectors[a].chordSquared(to: vectors[b]).squareRoot()
        return Self.halfChord / 2 / (Self.halfChord + chord) + (isSameTheme ? 0.5 : 0)
    }

    /// 5 km as a chord of the unit sphere: places that far from each other are half as similar by location as those at one
    /// spot. A straight line needs no trigonometry, and on 100 km differs from the great circle by a metre.
    @inline(__always)
    fileprivate static var halfChord: Double { 5000 / Sphere.earth.radius.value }

    /// A unit vector and, in the last lane, the number of a theme; NaN, which does not even equal itself, for an unknown one.
    @inline(__always)
    fileprivate func point(of place: Int) -> SIMD4<Double> {
        let (vector, theme) = (vectors[place], facts[place].theme)
        return SIMD4(vector.x, vector.y, vector.z, theme < 0 ? .nan : Double(theme))
    }
}
