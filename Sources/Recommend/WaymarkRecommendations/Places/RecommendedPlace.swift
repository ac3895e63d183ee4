public import WaymarkAttractions
public import WaymarkGeodesy

/// A place that may be recommended, or a stop of a trip.
public struct RecommendedPlace: Hashable, Sendable {
    /// What identifies the place; a stop of the same id is never recommended.
    public var id: String
    /// What people call it, without the municipality in brackets before it.
    public var name: String
    /// What kind of place it is, such as 관광지.
    public var category: String?
    /// Where it is, WGS 84.
    public var coordinate: Coordinate
    /// The city, county or district; nil where unknown.
    public var municipality: String?
    /// What it is about; nil where unknown.
    public var theme: String?
    /// What the data say of it, 0 to 1: facilities, parking, capacity, completeness. Nil where nothing is known.
    public var standing: Double?

    /// A place.
    ///
    /// - Precondition: `standing` is between 0 and 1.
    public init(
        id: String, name: String, category: String? = nil, coordinate: Coordinate, municipality: String? = nil,
        theme: String? = nil, standing: Double? = nil
    ) {
        precondition(standing.map { 0...1 ~= $0 } ?? true, "standing is between 0 and 1")
        (self.id, self.name, self.category, self.coordinate) = (id, name, category, coordinate)
        (self.municipality, self.theme, self.standing) = (municipality, theme, standing)
    }

    /// An attraction, its theme as a lexicon reads it from name, category, facilities and introduction, its municipality
    /// from its addresses.
    public init(_ attraction: Attraction, lexicon: ThemeLexicon = .standard) {
        let facilities = [
            attraction.publicFacilities, attraction.lodgings, attraction.sportsFacilities,
            attraction.cultureFacilities, attraction.receptionFacilities, attraction.supportFacilities,
        ]
        // The two kinds of the national standard data say nothing of a theme; nor do facilities such as toilets.
        let category = attraction.category.flatMap { ["관광지", "관광단지"].contains($0) ? nil : $0 }
        let details = [category, attraction.introduction].compactMap { $0 } + facilities[1...4].flatMap { $0 }
        let municipality = Municipality.key(roadAddress: attraction.roadAddress, lotAddress: attraction.lotAddress)
        // Six kinds of facilities, parking, capacity, an introduction, someone who runs it: the share that is filled.
        let filled =
            facilities.count { !$0.isEmpty }
            + [
                (attraction.parkingSpaces ?? 0) > 0, (attraction.capacity ?? 0) > 0, attraction.introduction != nil,
                attraction.managingOrganization != nil,
            ].count { $0 }
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category,
            coordinate: attraction.coordinate, municipality: municipality.isEmpty ? nil : municipality,
            theme: lexicon.theme(of: attraction.name, details: details), standing: Double(filled) / 10)
    }
}
