internal import WaymarkGeodesy

extension TripScorer {
    /// Around one stop, without visits and ``ScorePart/nearness``: no less than ``bound(of:)``, and quicker.
    private func shortBound(of place: Int) -> Double {
        let distance = Sphere.earth.distance(from: places.vectors[place], to: stops[0].vector).value
        var isFarther = SIMD8<Int32>.zero
        isFarther.replace(with: 1, where: places.neighbours[place] .< Float(distance))
        let theme = places.themeNumbers[place]
        var bound = weights[ScorePart.novelty.lane] + weights[ScorePart.detour.lane] * spacing / (spacing + distance)
        bound +=
            weights[ScorePart.kinship.lane] * (1 - Double(isFarther.wrappedSum()) / Double(RecommendedPlaces.doublings))
        bound += weights[ScorePart.municipality.lane] * municipalityValue(places.municipalityNumbers[place])
        bound += weights[ScorePart.theme.lane] * (theme >= 0 ? themeValues[theme] : 0.5)
        if theme >= 0, !interestValues.isEmpty { bound += weights[ScorePart.interests.lane] * interestValues[theme] }
        bound += weights[ScorePart.standing.lane] * places.standings[place]
        // Parts are summed in another order here, which rounds otherwise: by far less than this.
        return bound + 1e-9
    }

    /// The best places of `candidates` in order: higher score first, equal ones by position.
    ///
    /// Names are compared only where the rest of the score leaves a chance.
    package func best(_ count: Int, of candidates: some Sequence<Int>) -> [ScoredPlace] {
        ranked(count, of: candidates).map(scored)
    }

    /// A place of a known score, with its parts.
    func scored(_ place: RankedPlace) -> ScoredPlace {
        ScoredPlace(place: place.place, score: place.score, parts: parts(of: place.place)!)
    }

    /// As ``best(_:of:)``, without the parts.
    func ranked(_ count: Int, of candidates: some Sequence<Int>) -> [RankedPlace] {
        guard count > 0 else { return [] }
        var best: [RankedPlace] = []
        let hasShortBound = stops.count == 1 && visits == nil && weights[ScorePart.nearness.lane] == 0
        for place in candidates {
            if hasShortBound, best.count == count, shortBound(of: place) < best[count - 1].score { continue }
            // A place cannot score above what it has with a name all its own.
            var parts = partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0)
            func isBehindAll(_ score: Double) -> Bool {
                let worst = best[count - 1]
                return (score, worst.place) <= (worst.score, place)
            }
            if best.count == count, isBehindAll(score(parts)) { continue }
            guard let novelty = novelty(of: place) else { continue }
            parts[ScorePart.novelty.lane] = novelty
            let score = score(parts)
            if best.count == count, isBehindAll(score) { continue }
            var (low, high) = (0, best.count)
            while low < high {
                let middle = (low + high) / 2
                if (best[middle].score, place) < (score, best[middle].place) { high = middle } else { low = middle + 1 }
            }
            best.insert(RankedPlace(place: place, score: score), at: low)
            if best.count > count { best.removeLast() }
        }
        return best
    }
}

/// A place and its score.
package struct RankedPlace: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
}

/// A place with its score; the better comes first.
package struct ScoredPlace: Comparable {
    package var place: Int
    package var score: Double
    package var parts: PartValues

    package static func < (a: ScoredPlace, b: ScoredPlace) -> Bool {
        a.score != b.score ? a.score > b.score : a.place < b.place
    }
}
