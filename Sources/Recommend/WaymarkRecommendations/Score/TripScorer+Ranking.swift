internal import WaymarkGeodesy
internal import WaymarkIndex

extension TripScorer {
    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// All parts in use except ``ScorePart/novelty``, which is 1 here; `distance` has the metres to each stop.
    @inline(__always)
    private func partsInUse(of place: Int, _ distance: (_ stop: Int) -> Double) -> PartValues {
        partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0, distance)
    }

    /// An upper bound of a place's score: the score with full novelty.
    func bound(of place: Int) -> Double { score(partsInUse(of: place) { distance(of: place, from: $0) }) }

    /// A ranked place with its parts.
    func scored(_ place: BriefRecommendation) -> ScoredPlace {
        ScoredPlace(
            place: place.place, score: place.score, parts: parts(of: place.place)!, isForVariety: place.isForVariety)
    }

    /// Adds those of `candidates` that may be among the best.
    ///
    /// Names are compared only if the rest of the score leaves a chance.
    func rank(_ candidates: some Collection<Int>, into best: inout BestPlaces) {
        // For each stop, the distances of some places, which are measured together, since that is faster than one by one.
        var distances = ContiguousArray<ContiguousArray<Meters>>(repeating: [], count: vectors.count)
        var rest = candidates[...]
        while !rest.isEmpty {
            let block = ContiguousArray(rest.prefix(256))
            rest = rest.dropFirst(256)
            let points = ContiguousArray(block.lazy.map { places.vector(of: $0) })
            for stop in vectors.indices {
                if distances[stop].count != block.count {
                    distances[stop] = ContiguousArray(repeating: .zero, count: block.count)
                }
                var row = distances[stop].mutableSpan
                Sphere.earth.distances(from: vectors[stop], to: points.span, into: &row)
            }
            for (i, place) in block.enumerated() {
                consider(place, &best) { distances[$0][i] }
            }
        }
    }

    /// The same, of the places around the only stop, whose distances are known.
    func rank(around matches: Span<Match>, where isOpen: (Int) -> Bool, into best: inout BestPlaces) {
        for i in 0..<matches.count where isOpen(matches[i].index) {
            let distance = matches[i].distance
            consider(matches[i].index, &best) { _ in distance }
        }
    }

    /// Adds a place if it may be among the best; `distance` has the distance of each stop.
    @inline(__always)
    private func consider(_ place: Int, _ best: inout BestPlaces, _ distance: (_ stop: Int) -> Meters) {
        // A place cannot score above its value with full novelty.
        var parts = partsInUse(of: place) { distance($0).value }
        guard best.admits(place, score: score(parts)), let novelty = novelty(of: place, { distance($0).value })
        else { return }
        parts[ScorePart.novelty.lane] = novelty
        let score = score(parts)
        guard best.admits(place, score: score) else { return }
        let nearest = stops.indices.reduce(Meters(.infinity)) { min($0, distance($1)) }
        best.insert(BriefRecommendation(place: place, score: score, distance: nearest))
    }
}

/// A place with its score and parts.
package struct ScoredPlace: Equatable {
    package var place: Int
    package var score: Double
    package var parts: PartValues
    package var isForVariety = false
}
