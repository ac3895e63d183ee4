public import WaymarkAttractions
public import WaymarkGeodesy

/// A place that can be recommended, or a stop of a trip.
public struct RecommendedPlace: Hashable, Sendable {
    /// The place's id. A place is never recommended for a trip that has it as a stop: with its id, within 100 m.
    public var id: String
    /// The name, without a leading municipality in brackets.
    public var name: String
    /// The kind of place, such as 관광지.
    public var category: String?
    /// The location, WGS 84.
    public var coordinate: Coordinate
    /// The theme; nil if unknown.
    public var theme: String?
    /// Whether it is taken for what nobody goes to see: a station, an office, a toilet. It comes after all other places, unless
    /// ``worth`` is given.
    public var isFacility: Bool
    /// What it is, in a sentence or more.
    public var introduction: String?
    /// What the caller holds of the place, 0 to 1: see ``worths(byRank:)``. Nil if nothing is known.
    public var worth: Double?
    /// How large it is, as its row tells.
    public var size = PlaceSize.unknown
    /// What a map says of it.
    public var standing = MapStanding.unknown
    /// What reasons know beside; nothing for a place of a table, of which they read it themselves.
    public var facts = PlaceFacts()

    /// Creates a place.
    ///
    /// - Precondition: `worth` is between 0 and 1.
    public init(
        id: String, name: String, category: String? = nil, coordinate: Coordinate, theme: String? = nil,
        isFacility: Bool = false, introduction: String? = nil, worth: Double? = nil
    ) {
        precondition(worth.map { 0...1 ~= $0 } ?? true, "the worth is outside 0...1")
        (self.id, self.name, self.category, self.coordinate) = (id, name, category, coordinate)
        (self.theme, self.isFacility, self.introduction, self.worth) = (theme, isFacility, introduction, worth)
    }

    /// Creates a place from an attraction. A lexicon reads its theme from name, category and introduction, unless a map says it.
    public init(_ attraction: Attraction, lexicon: ThemeLexicon = .standard) {
        let reading = lexicon.reading(of: attraction.name, details: Self.details(of: attraction))
        let isOfMap = attraction.placeKind != nil
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category, coordinate: attraction.coordinate,
            theme: isOfMap ? attraction.placeTheme : reading.theme, isFacility: !isOfMap && reading.hasNoTheme,
            introduction: attraction.introduction)
        standing = MapStanding(kind: attraction.placeKind, worth: attraction.placeWorth)
        size = PlaceSize(attraction)
        facts = PlaceFacts(attraction)
    }

    /// What a lexicon reads of an attraction beside its name: category and introduction.
    package static func details(of attraction: Attraction) -> [String] {
        details(category: attraction.category ?? "", attraction.introduction ?? "")
    }

    static func details(category: String, _ introduction: String) -> [String] {
        [category, introduction].filter { !$0.isEmpty }
    }
}

extension RecommendedPlace {
    /// The worth of places by the rank of a number, such as a rating, a number of visits, or 1 for an editor's choice.
    ///
    /// Ranks say the same of a few stars as of thousands of visits: the worth of a place is the share of the others with a
    /// number that have a smaller one, and half of those with the same.
    ///
    /// - Parameter numbers: A number for each place; nil if unknown.
    /// - Returns: The worth of each place, 0 to 1; nil where the number is nil or NaN. 0.5 if there is only one.
    /// - Complexity: O(*n* log *n*).
    public static func worths(byRank numbers: [Double?]) -> [Double?] {
        let sorted = numbers.compactMap { $0 }.filter { !$0.isNaN }.sorted()
        guard sorted.count > 1 else { return numbers.map { $0.map { $0.isNaN ? nil : 0.5 } ?? nil } }
        var ranks: [Double: Double] = [:]
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
            ranks[sorted[start]] = (Double(start) + Double(end - start - 1) / 2) / Double(sorted.count - 1)
            start = end
        }
        return numbers.map { $0.flatMap { ranks[$0] } }
    }
}
