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
    /// The kind in another language, such as 공원 for park, by which places are found as by the category.
    public var otherCategory: String?
    /// The location, WGS 84.
    public var coordinate: Coordinate
    /// The addresses, of which answers show the first. Their words for provinces, cities and districts say where the place is.
    public var addresses: [String]
    /// Facilities and introduction: a word in one of them alone is no answer that is sure.
    public var otherTexts: [String]
    /// How well known the place is, from 0 to 1 in 255 steps; anything else is the nearest of these, NaN is 0.
    ///
    /// It is weighed with how well the name matches; among equal matches the higher value comes first.
    public var standing: Double
    /// Other names of the place: in English, colloquial, former.
    public var otherNames: [String]

    /// Creates a place.
    public init(
        id: String, name: String, category: String? = nil, otherCategory: String? = nil, coordinate: Coordinate,
        addresses: [String] = [],
        otherTexts: [String] = [], standing: Double = 0, otherNames: [String] = []
    ) {
        (self.id, self.name, self.coordinate) = (id, name, coordinate)
        (self.category, self.otherCategory) = (category, otherCategory)
        (self.addresses, self.otherTexts) = (addresses, otherTexts)
        (self.standing, self.otherNames) = (standing, otherNames)
    }

    /// Creates a place from an attraction, with its facilities and introduction as other texts, and the other names that ship for it.
    ///
    /// - Parameters:
    ///   - attraction: The attraction.
    ///   - standing: How well known it is.
    public init(_ attraction: Attraction, standing: Double = 0) {
        let facilities = [
            attraction.publicFacilities, attraction.lodgings, attraction.sportsFacilities,
            attraction.cultureFacilities, attraction.receptionFacilities, attraction.supportFacilities,
        ]
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category,
            otherCategory: attraction.placeKind.flatMap { _ in PlaceCategory.named(attraction.category)?.korean },
            coordinate: attraction.coordinate,
            addresses: [attraction.roadAddress, attraction.lotAddress].compactMap { $0 },
            otherTexts: facilities.flatMap { $0 } + [attraction.introduction].compactMap { $0 }, standing: standing,
            otherNames: OtherNames.all(of: attraction.name, attraction.otherNames))
    }
}
