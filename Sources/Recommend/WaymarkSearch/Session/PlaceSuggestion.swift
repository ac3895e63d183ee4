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

    /// Creates a suggestion from a local hit.
    init(_ hit: SearchHit) {
        self.init(hit, position: hit.position, provider: nil)
    }

    /// Creates a suggestion from a provider's place that matches as the hit says.
    init(_ hit: SearchHit, provider: String) {
        self.init(hit, position: nil, provider: provider)
    }

    private init(_ hit: SearchHit, position: Int?, provider: String?) {
        (id, name, category, coordinate) = (hit.id, hit.name, hit.category, hit.coordinate)
        (distance, rung, matched) = (hit.distance, hit.rung, hit.matched)
        (self.position, self.provider) = (position, provider)
    }

    /// Creates a suggestion from a provider's place that only the provider knows to match.
    init(_ place: SearchedPlace, near: Coordinate?, provider: String) {
        (id, name, category, coordinate) = (place.id, place.name, place.category, place.coordinate)
        distance = near.map { Sphere.earth.distance(from: $0, to: place.coordinate) }
        (rung, matched, position) = (nil, [], nil)
        self.provider = provider
    }
}
