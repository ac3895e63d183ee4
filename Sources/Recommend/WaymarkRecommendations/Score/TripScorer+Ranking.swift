internal import WaymarkGeodesy

extension TripScorer {
    /// The places with the largest ``ScorePart/nearness`` that are not stops, ties by position.
    func nearest(_ count: Int) -> [Int] {
        let costs = places.vectors.indices.map { place in (distanceProduct(of: place), place) }
        return costs.sorted(by: <).lazy.map(\.1).filter { novelty(of: $0) != nil }.prefix(count).map { $0 }
    }

    /// The weighted sum of parts, 0 to 1.
    package func score(_ parts: PartValues) -> Double { (parts * weights).sum() }

    /// All parts in use except ``ScorePart/novelty``, which is 1 here; `distance` has the metres to each stop.
    @inline(__always)
    private func partsInUse(of place: Int, _ distance: (_ stop: Int) -> Double) -> PartValues {
        partsWithoutNames(of: place, withNearness: weights[ScorePart.nearness.lane] > 0, distance)
    }

    /// An upper bound of a place's score: the score with full novelty.
    func bound(of place: Int) -> Double { score(partsInUse(of: place) { distance(of: place, from: $0) }) }

    /// The best places of `candidates`, higher score first, ties by position.
    package func best(_ count: Int, of candidates: some Collection<Int>) -> [ScoredPlace] {
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
    func rank(_ candidates: some Collection<Int>, _ count: Int, into best: inout BestPlaces<RankedPlace>) {
        best.reset(limit: count)
        guard count > 0 else { return }
        var block = MeasuredPlaces(min(candidates.count, 256), stops: vectors.count)
        var rest = candidates[...]
        while !rest.isEmpty {
            block.measure(rest.prefix(block.room), from: vectors, places)
            rest = rest.dropFirst(block.room)
            for i in block.places.indices {
                let place = block.places[i]
                // A place cannot score above its value with full novelty.
                var parts = partsInUse(of: place) { block.distance(of: i, from: $0) }
                guard best.admits(place, score: score(parts)),
                    let novelty = novelty(of: place, { block.distance(of: i, from: $0) })
                else { continue }
                parts[ScorePart.novelty.lane] = novelty
                let score = score(parts)
                if best.admits(place, score: score) { best.insert(RankedPlace(place: place, score: score)) }
            }
        }
    }
}

/// Some places with their distances from all stops, measured together, which is faster than one by one.
private struct MeasuredPlaces {
    private(set) var places: ContiguousArray<Int> = []
    /// The maximum number of places.
    let room: Int
    private var vectors: ContiguousArray<UnitVector> = []
    /// For each stop, the distances of all places from it.
    private var distances: ContiguousArray<ContiguousArray<Meters>>

    init(_ room: Int, stops: Int) {
        self.room = room
        distances = ContiguousArray(repeating: [], count: stops)
        places.reserveCapacity(room)
        vectors.reserveCapacity(room)
    }

    /// Measures the distances of places from all stops.
    mutating func measure(
        _ new: some Collection<Int>, from stops: ContiguousArray<UnitVector>, _ all: RecommendedPlaces
    ) {
        places.removeAll(keepingCapacity: true)
        vectors.removeAll(keepingCapacity: true)
        for place in new {
            places.append(place)
            vectors.append(all.vectors[place])
        }
        let vectors = vectors
        for stop in stops.indices {
            if distances[stop].count != vectors.count {
                distances[stop] = ContiguousArray(repeating: .zero, count: vectors.count)
            }
            var row = distances[stop].mutableSpan
            Sphere.earth.distances(from: stops[stop], to: vectors.span, into: &row)
        }
    }

    /// The distance of a place from a stop, in metres.
    @inline(__always)
    func distance(of place: Int, from stop: Int) -> Double { distances[stop][place].value }
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
