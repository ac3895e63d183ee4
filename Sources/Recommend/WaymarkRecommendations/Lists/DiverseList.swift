public import WaymarkGeodesy

/// How a list is chosen from scored places: the best first, unless the caller asks for something else.
public struct DiverseList: Hashable, Sendable {
    /// The weight of differences, from 0 (by score only) to 1 (by difference among places of at least a third of the best score).
    ///
    /// Maximal marginal relevance (Carbonell, Goldstein 1998): the next place is the one with the largest
    /// (1 - *strength*) · score - *strength* · similarity to the most similar one before it, with scores scaled to 0...1; of those
    /// that score at least 1 - 2/3 *strength* of the best one left, and are at most twice as far, or within 2 km: variety does not
    /// fetch what nobody would go for. Similarity is half the same theme, half 1 / (1 + d / 5 km).
    public var strength: Double
    /// The maximum number of places of one theme; nil for two of three, rounded up, and more only where others are too few.
    ///
    /// Without a quota nothing is spread that was asked for: lists for interests, or by ``strength``.
    public var quota: Int?
    /// At most one of the places within this distance of each other is taken; nil for any number.
    public var clusterRadius: Meters?

    /// Creates options for lists.
    ///
    /// - Precondition: `strength` is between 0 and 1; `quota` is above zero; `clusterRadius` is not negative.
    public init(strength: Double = 0, quota: Int? = nil, clusterRadius: Meters? = nil) {
        precondition(0...1 ~= strength, "the strength of diversity is outside 0...1: \(strength)")
        precondition(quota ?? 1 > 0, "the quota is not above 0")
        precondition(clusterRadius.map { $0.value >= 0 } ?? true, "the radius is negative or not a number")
        (self.strength, self.quota, self.clusterRadius) = (strength, quota, clusterRadius)
    }

    /// A place that may be chosen, where it is, and its distance from the nearest stop.
    typealias Candidate = (place: Int, vector: UnitVector, score: Double, distance: Meters)

    /// A candidate that was chosen, by its position: for variety if one with a higher score comes later, since this one
    /// differs more from those before it; of interest if it is there for the interest in its theme.
    typealias Choice = (candidate: Int, isForVariety: Bool, isOfInterest: Bool)

    /// Chooses a list of at most `count` candidates, which come best first; no place is in it twice under two names.
    ///
    /// - Complexity: O(*k* *n*) for *n* candidates and *k* chosen ones.
    func choose(
        _ count: Int, of candidates: [Candidate], from places: RecommendedPlaces, interests: Interests? = nil,
        unless isLeftOut: (_ candidate: Candidate, _ name: () -> PlaceName) -> Bool = { _, _ in false }
    ) -> [Choice] {
        var shares = InterestShares(interests, places)
        var open = Array(candidates.indices)
        var list: [Choice] = []
        // Those of themes that have two of three places already: they come in where others are too few.
        var waiting: [Int] = []
        var share = quota == nil && strength == 0 && interests == nil ? (2 * count + 2) / 3 : nil
        let (lowest, highest) = (candidates.last?.score ?? 0, candidates.first?.score ?? 0)
        // The names of candidates that were compared.
        var known: [PlaceName?] = Array(repeating: nil, count: candidates.count)
        func name(_ candidate: Int) -> PlaceName {
            let name = known[candidate] ?? places.name(of: candidates[candidate].place)
            known[candidate] = name
            return name
        }
        func isFull(_ candidate: Int, _ most: Int?) -> Bool {
            guard let most else { return false }
            func theme(_ candidate: Int) -> Int { places.theme(of: candidates[candidate].place) }
            return theme(candidate) >= 0 && list.count(where: { theme($0.candidate) == theme(candidate) }) >= most
        }
        func isOpen(_ candidate: Int) -> Bool {
            if isFull(candidate, quota) { return false }
            if isLeftOut(candidates[candidate], { name(candidate) }) { return false }
            return !list.contains { choice in
                candidates[choice.candidate].place == candidates[candidate].place
                    || RecommendedPlaces.areOne(
                        candidates[choice.candidate].vector, candidates[candidate].vector, within: clusterRadius
                    ) { name(choice.candidate).reason(name(candidate), at: $0) }
            }
        }
        // How similar each candidate is at most to the first of the list.
        var compared: [(count: Int, similarity: Double?)] = Array(
            repeating: (0, nil), count: strength > 0 ? candidates.count : 0)
        func value(_ candidate: Int) -> Double {
            for choice in list[compared[candidate].count...] {
                let similarity = places.similarity(candidates[choice.candidate].place, candidates[candidate].place)
                compared[candidate].similarity = max(compared[candidate].similarity ?? similarity, similarity)
            }
            compared[candidate].count = list.count
            let scaled = highest > lowest ? (candidates[candidate].score - lowest) / (highest - lowest) : 0
            return (1 - strength) * scaled - strength * (compared[candidate].similarity ?? 0)
        }
        while list.count < count, !open.isEmpty || !waiting.isEmpty {
            if open.isEmpty { (open, waiting, share) = (waiting, [], nil) }
            let theme = shares.theme
            func isClaimed(_ candidate: Int) -> Bool {
                theme == nil || places.theme(of: candidates[candidate].place) == theme
            }
            guard let first = open.firstIndex(where: isClaimed) else {
                shares.drop()
                continue
            }
            guard isOpen(open[first]) else {
                open.remove(at: first)
                continue
            }
            if isFull(open[first], share) {
                waiting.append(open.remove(at: first))
                continue
            }
            var next = first
            if strength > 0, !list.isEmpty {
                let best = candidates[open[first]]
                let (least, far) = (
                    best.score * (1 - strength * 2 / 3), max(.kilometers(2), Meters(2 * best.distance.value))
                )
                var most = value(open[first])
                for i in open.indices.dropFirst(first + 1) {
                    let candidate = candidates[open[i]]
                    if candidate.score < least { break }
                    guard candidate.distance <= far, isClaimed(open[i]) else { continue }
                    let value = value(open[i])
                    if value > most, isOpen(open[i]) { (next, most) = (i, value) }
                }
            }
            list.append(
                (candidate: open[next], isForVariety: next > first || !waiting.isEmpty, isOfInterest: theme != nil))
            open.remove(at: next)
            shares.take()
        }
        guard strength == 0, interests == nil else { return list }
        list.sort { $0.candidate < $1.candidate }
        // None came before another that is not in the list.
        if waiting.isEmpty { for i in list.indices { list[i].isForVariety = false } }
        return list
    }
}

extension RecommendedPlaces {
    /// Whether two places are one by ``SamePlace``, or lie within a radius of each other.
    package func areOne(_ a: Int, _ b: Int, within radius: Meters?) -> Bool {
        // A place without a name is itself, too.
        a == b
            || Self.areOne(vector(of: a), vector(of: b), within: radius) {
                name(of: a).reason(name(of: b), at: $0)
            }
    }

    fileprivate static func areOne(
        _ a: UnitVector, _ b: UnitVector, within radius: Meters?, reason: (Double) -> SamePlace?
    ) -> Bool {
        let distance = Sphere.earth.distance(from: a, to: b)
        if let radius, distance <= radius { return true }
        return distance < SamePlace.maxRadius && reason(distance.value) != nil
    }

    /// The similarity of two places in theme and location, 0 to 1: 1 for the same theme at the same spot.
    package func similarity(_ a: Int, _ b: Int) -> Double {
        let chord = vector(of: a).chordSquared(to: vector(of: b)).squareRoot()
        let areOfTheme = theme(of: a) >= 0 && theme(of: a) == theme(of: b)
        // 5 km as a chord of the unit sphere: places that far from each other are half as similar as those at one spot.
        let half = 5000 / Sphere.earth.radius.value
        return half / 2 / (half + chord) + (areOfTheme ? 0.5 : 0)
    }
}
