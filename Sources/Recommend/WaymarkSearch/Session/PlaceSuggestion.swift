public import WaymarkGeodesy

/// A place that a search session suggests: of the places at hand, of the provider, or of both.
///
/// It carries all that a line of a list shows, icon and distance included: no second request is needed.
public struct PlaceSuggestion: Hashable, Sendable {
    /// The id of the place; where both have it, that of the place at hand.
    public let id: String
    /// Its name.
    public let name: String
    /// Its category.
    public let category: String?
    /// Where it is.
    public let coordinate: Coordinate
    /// The great-circle distance from the query's point on `Sphere.earth`; nil where it has none.
    public let distance: Meters?
    /// How it matches; nil where only the provider knows.
    public let rung: SearchRung?
    /// What of the name matches, for highlighting: offsets in its UTF-8, ascending, apart from one another.
    public let matched: [Range<Int>]
    /// The position of the place in what is searched; nil where it is the provider's alone.
    public let position: Int?
    /// The name of the provider that suggests it; nil where only the places at hand have it.
    public internal(set) var provider: String?

    /// A hit among the places at hand.
    init(_ hit: SearchHit) {
        self.init(hit, position: hit.position, provider: nil)
    }

    /// A place of a provider that matches as the hit says.
    init(_ hit: SearchHit, provider: String) {
        self.init(hit, position: nil, provider: provider)
    }

    private init(_ hit: SearchHit, position: Int?, provider: String?) {
        (id, name, category, coordinate) = (hit.id, hit.name, hit.category, hit.coordinate)
        (distance, rung, matched) = (hit.distance, hit.rung, hit.matched)
        (self.position, self.provider) = (position, provider)
    }

    /// A place of a provider that knows better why it matches.
    init(_ place: SearchedPlace, near: Coordinate?, provider: String) {
        (id, name, category, coordinate) = (place.id, place.name, place.category, place.coordinate)
        distance = near.map { Sphere.earth.distance(from: $0, to: place.coordinate) }
        (rung, matched, position) = (nil, [], nil)
        self.provider = provider
    }
}
