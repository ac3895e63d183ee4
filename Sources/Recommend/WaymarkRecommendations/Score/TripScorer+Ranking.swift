internal import WaymarkGeodesy

extension TripScorer {
    /// The places with the largest ``ScorePart/nearness`` that are not stops, ties by position.
    func nearest(_ count: Int) -> [Int] {
        let costs = places.vectors.indices.map { place in (distanceProduct(of: place), place) }
        return costs.sorted(by: <).lazy.map(\.1).filter { novelty(of: $0) != nil }.prefix(count).map { $0 }
    }

    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// All parts in use except ``ScorePart/novelty``, which is 1 here.
    private func partsInUse(of place: Int) -> PartValues {
        partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0)
    }

    /// An upper bound of a place's score: the score with full novelty.
    func bound(of place: Int) -> Double { score(partsInUse(of: place)) }

    /// The best places of `candidates`, higher score first, ties by position.
    package func best(_ count: Int, of candidates: some Sequence<Int>) -> [ScoredPlace] {
        var best = BestPlaces<RankedPlace>()
        rank(candidates, count, into: &best)
        best.sort()
        return best.places.map(scored)
    }

    /// A ranked place with its parts.
    func scored(_ place: some Ranked) -> ScoredPlace {
        ScoredPlace(place: place.place, score: place.score, parts: parts(of: place.place)!)
    }

    /// Finds the best `count` places of `candidates`.
    ///
    /// Names are compared only if the rest of the score leaves a chance.
    func rank(_ candidates: some Sequence<Int>, _ count: Int, into best: inout BestPlaces<RankedPlace>) {
        best.reset(limit: count)
        guard count > 0 else { return }
        for place in candidates {
            // A place cannot score above its value with full novelty.
            var parts = partsInUse(of: place)
            guard best.admits(place, score: score(parts)), let novelty = novelty(of: place) else { continue }
            parts[ScorePart.novelty.lane] = novelty
            let score = score(parts)
            if best.admits(place, score: score) { best.insert(RankedPlace(place: place, score: score)) }
        }
    }
}

/// A place and its score.
package struct RankedPlace: Hashable, Sendable, Ranked {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
}

/// A place with its score and parts; the better one comes first.
package struct ScoredPlace: Comparable {
    package var place: Int
    package var score: Double
    package var parts: PartValues

    package static func < (a: ScoredPlace, b: ScoredPlace) -> Bool {
        a.score != b.score ? a.score > b.score : a.place < b.place
    }
}
