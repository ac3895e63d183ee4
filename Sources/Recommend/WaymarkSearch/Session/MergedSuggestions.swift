import WaymarkGeodesy

/// Puts the answers of the places at hand and of a provider in one row.
///
/// Two are one place where id or name agree and they lie within 100 m. What matches by the ladder is ordered by it, places at
/// hand before the provider's where they match alike; what only the provider knows to match comes last, in its order.
struct MergedSuggestions {
    private let query: SearchQuery
    private let provider: String
    private let band: NearnessBand?
    private let categories: Set<[UInt8]>

    /// How far apart two places may be that are one.
    private static let samePlace = Meters(100)

    init(_ query: SearchQuery, provider: String) {
        (self.query, self.provider) = (query, provider)
        band = query.near.map { NearnessBand(from: $0) }
        categories = Set(query.categories.map { Letters($0).keys })
    }

    /// The suggestions to show.
    ///
    /// - Parameters:
    ///   - found: The answers of the places at hand.
    ///   - places: Those of the provider, the likeliest first.
    ///   - isCurrent: Whether the provider answered this very query; else only what matches by the ladder is shown.
    /// - Returns: The suggestions, best first; as many as the query's limit.
    /// - Complexity: O(*n* *m*) for *n* answers at hand and *m* of the provider.
    func merge(_ found: SearchAnswers, _ places: [SearchedPlace], isCurrent: Bool) -> [PlaceSuggestion] {
        var local = found.hits.map { PlaceSuggestion($0) }
        let names = found.hits.map { Letters($0.name).keys }
        var new: [SearchedPlace] = []
        for place in places {
            let name = Letters(place.name).keys
            if let twin = local.indices.first(where: { number in
                (local[number].id == place.id || names[number] == name)
                    && areNear(local[number].coordinate, place.coordinate)
            }) {
                local[twin].provider = provider
            } else if !new.contains(where: { other in
                (other.id == place.id || Letters(other.name).keys == name)
                    && areNear(other.coordinate, place.coordinate)
            }) {
                new.append(place)
            }
        }
        var all = query
        all.limit = new.count
        let hits = PlaceSearch(new).answers(to: all).hits
        var merged: [PlaceSuggestion] = []
        var next = 0
        for hit in hits {
            let rank = rank(hit)
            while next < local.count, !(rank < self.rank(found.hits[next])) {
                merged.append(local[next])
                next += 1
            }
            merged.append(PlaceSuggestion(hit, provider: provider))
        }
        merged += local[next...]
        if isCurrent {
            let matched = Set(hits.map(\.position))
            for (position, place) in new.enumerated() where !matched.contains(position) && isWanted(place) {
                merged.append(PlaceSuggestion(place, near: query.near, provider: provider))
            }
        }
        return Array(merged.prefix(query.limit))
    }

    private func areNear(_ a: Coordinate, _ b: Coordinate) -> Bool {
        Sphere.earth.distance(from: a, to: b) <= Self.samePlace
    }

    /// What orders hits of two searches, as far as both know it: less is better.
    private func rank(_ hit: SearchHit) -> (SearchGrade, Int) {
        (SearchGrade(hit.rung, hit.start), band?(PlaceVector(hit.coordinate)) ?? 0)
    }

    /// Whether a place is where the query looks, and of a category that it wants.
    private func isWanted(_ place: SearchedPlace) -> Bool {
        query.areas.allSatisfy { $0.contains(place.coordinate) }
            && (categories.isEmpty || place.category.map { categories.contains(Letters($0).keys) } ?? false)
    }
}
