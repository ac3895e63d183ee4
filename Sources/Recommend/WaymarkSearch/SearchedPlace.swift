public import WaymarkAttractions
public import WaymarkGeodesy

/// A place to search: its name, and other texts by which it can be found.
public struct SearchedPlace: Hashable, Sendable {
    /// The place's id, which also orders otherwise equal matches.
    public var id: String
    /// The place's name.
    public var name: String
    /// The kind of place, such as 관광지.
    public var category: String?
    /// The location, WGS 84.
    public var coordinate: Coordinate
    /// The address, facilities and introduction: found by their words, and ranked after all matches in names.
    public var otherTexts: [String]
    /// How well known the place is: among equal matches the higher value comes first. NaN is the lowest.
    ///
    /// From 0 to 1 it is also weighed with how well the name matches, in five steps.
    public var standing: Double
    /// Other names of the place: in English, colloquial, former.
    public var otherNames: [String]

    /// Creates a place.
    public init(
        id: String, name: String, category: String? = nil, coordinate: Coordinate, otherTexts: [String] = [],
        standing: Double = 0, otherNames: [String] = []
    ) {
        (self.id, self.name, self.category, self.coordinate) = (id, name, category, coordinate)
        (self.otherTexts, self.standing, self.otherNames) = (otherTexts, standing, otherNames)
    }

    /// Creates a place from an attraction, with its addresses, facilities and introduction as other texts.
    ///
    /// - Parameters:
    ///   - attraction: The attraction.
    ///   - standing: How well known it is; nil for what a map says.
    public init(_ attraction: Attraction, standing: Double? = nil) {
        let texts = [attraction.roadAddress, attraction.lotAddress].compactMap { $0 }
        let facilities = [
            attraction.publicFacilities, attraction.lodgings, attraction.sportsFacilities,
            attraction.cultureFacilities, attraction.receptionFacilities, attraction.supportFacilities,
        ]
        let korean = attraction.placeKind.flatMap { _ in PlaceCategory.named(attraction.category)?.korean }
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category,
            coordinate: attraction.coordinate,
            otherTexts: texts + facilities.flatMap { $0 } + [attraction.introduction, korean].compactMap { $0 },
            standing: standing ?? Self.standing(ofWorth: attraction.placeWorth),
            otherNames: attraction.otherNames.map { Attraction.name($0) })
    }
}
