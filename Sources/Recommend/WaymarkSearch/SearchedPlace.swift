public import WaymarkAttractions
public import WaymarkGeodesy

/// A place as the search knows it: a name, and what else may be typed to find it.
public struct SearchedPlace: Hashable, Sendable {
    /// What identifies the place; the last of ties.
    public var id: String
    /// What people call it.
    public var name: String
    /// What kind of place it is, such as 관광지.
    public var category: String?
    /// Where it is, WGS 84.
    public var coordinate: Coordinate
    /// Address, facilities, introduction: found by words in them, after all names.
    public var otherTexts: [String]
    /// How well known it is, in any unit: of places that match equally well the higher comes first. NaN counts as the lowest.
    public var standing: Double

    /// A place.
    public init(
        id: String, name: String, category: String? = nil, coordinate: Coordinate, otherTexts: [String] = [],
        standing: Double = 0
    ) {
        (self.id, self.name, self.category, self.coordinate) = (id, name, category, coordinate)
        (self.otherTexts, self.standing) = (otherTexts, standing)
    }

    /// An attraction, with its addresses, facilities and introduction as other texts.
    public init(_ attraction: Attraction, standing: Double = 0) {
        let texts = [attraction.roadAddress, attraction.lotAddress].compactMap { $0 }
        let facilities = [
            attraction.publicFacilities, attraction.lodgings, attraction.sportsFacilities,
            attraction.cultureFacilities, attraction.receptionFacilities, attraction.supportFacilities,
        ]
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category,
            coordinate: attraction.coordinate,
            otherTexts: texts + facilities.flatMap { $0 } + [attraction.introduction].compactMap { $0 },
            standing: standing)
    }
}
