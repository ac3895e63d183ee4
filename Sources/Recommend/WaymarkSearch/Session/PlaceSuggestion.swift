public import WaymarkGeodesy

/// A place that a search session suggests, from the local places, the provider, or both.
///
/// It holds all that a row of a list shows, icon and distance included, so that no second request is needed.
public struct PlaceSuggestion: Hashable, Sendable {
    /// The id of the place; that of the local place if both have it.
    public let id: String
    /// The place's name.
    public let name: String
    /// The place's category; nil if it has none.
    public let category: String?
    /// The place's location.
    public let coordinate: Coordinate
    /// The great-circle distance from the query's point on `Sphere.earth`; nil if the query has no point.
    public let distance: Meters?
    /// How the place matches; nil if only the provider knows.
    public let rung: SearchRung?
    /// The matched parts of the name, for highlighting: UTF-8 offsets, ascending and disjoint.
    public let matched: [Range<Int>]
    /// The position of the place in the searched collection; nil if only the provider has it.
    public let position: Int?
    /// The name of the provider that suggests the place; nil if only the local places have it.
    public internal(set) var provider: String?

    /// Creates a suggestion from a local hit, or from a provider's place that matches as the hit says.
    init(_ hit: SearchHit, provider: String? = nil) {
        (id, name, category, coordinate) = (hit.id, hit.name, hit.category, hit.coordinate)
        (distance, rung, matched) = (hit.distance, hit.rung, hit.matched)
        (position, self.provider) = (provider == nil ? hit.position : nil, provider)
    }

    /// Creates a suggestion from a provider's place that only the provider knows to match.
    init(_ place: SearchedPlace, near: Coordinate?, provider: String) {
        (id, name, category, coordinate) = (place.id, place.name, place.category, place.coordinate)
        distance = near.map { Sphere.earth.distance(from: $0, to: place.coordinate) }
        (rung, matched, position) = (nil, [], nil)
        self.provider = provider
    }
}

/// Merges the answers from local places with the suggestions of a provider.
///
/// Two entries are one place if their ids or names are equal and they lie within 100 m. Places that match a
/// ``SearchRung`` are ordered by it, local places before the provider's if they match equally. Places that match only
/// according to the provider come last, in its order.
struct MergedSuggestions {
    private let query: SearchQuery
    private let provider: String
    private let band: NearnessBand?
    private let categories: Set<[UInt8]>

    /// The maximum distance between two entries for one place.
    private static let samePlace = Meters(100)

    init(_ query: SearchQuery, provider: String) {
        (self.query, self.provider) = (query, provider)
        band = query.near.map { NearnessBand(from: $0) }
        categories = Set(query.categories.map { Letters($0).keys })
    }

    /// The suggestions to show, best first. Of a provider that answered an earlier query, not the current one, only
    /// places that match a rung are shown.
    ///
    /// - Complexity: O(*n* *m*) for *n* local answers and *m* of the provider.
    func merge(_ found: SearchAnswers, _ places: [SearchedPlace], isCurrent: Bool) -> [PlaceSuggestion] {
        var local = found.hits.map { PlaceSuggestion($0) }
        let names = found.hits.map { Letters($0.name).keys }
        var new: [SearchedPlace] = []
        for place in places {
            let name = Letters(place.name).keys
            func isSame(_ id: String, _ other: [UInt8], _ coordinate: Coordinate) -> Bool {
                (id == place.id || other == name)
                    && Sphere.earth.distance(from: coordinate, to: place.coordinate) <= Self.samePlace
            }
            if let twin = local.indices.first(where: { isSame(local[$0].id, names[$0], local[$0].coordinate) }) {
                local[twin].provider = provider
            } else if !new.contains(where: { isSame($0.id, Letters($0.name).keys, $0.coordinate) }) {
                new.append(place)
            }
        }
        var all = query
        all.limit = new.count
        let hits = PlaceSearch(new).answers(to: all).hits.filter { $0.rung < .partsInOrder }
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
        // What is read in another way is not shown beside what matches as it is spelled.
        let isReadOtherwise = !found.isExact
        merged += local[next...].filter { hits.isEmpty || !isReadOtherwise || isCurrent && $0.provider != nil }
        if isCurrent {
            let matched = Set(hits.map(\.position))
            for (position, place) in new.enumerated() where !matched.contains(position) && isWanted(place) {
                merged.append(PlaceSuggestion(place, near: query.near, provider: provider))
            }
        }
        return Array(merged.prefix(query.limit))
    }

    /// The order of hits from two searches, by the criteria that both have; less is better.
    private func rank(_ hit: SearchHit) -> (Int, SearchRung) {
        (hit.rung.handicap + (band?(PlaceVector(hit.coordinate)) ?? 0), hit.rung)
    }

    /// Whether a place lies in the query's areas and has one of its categories.
    private func isWanted(_ place: SearchedPlace) -> Bool {
        query.areas.allSatisfy { $0.contains(place.coordinate) }
            && (categories.isEmpty || place.category.map { categories.contains(Letters($0).keys) } ?? false)
    }
}
