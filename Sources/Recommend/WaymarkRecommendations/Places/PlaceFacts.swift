package import WaymarkAttractions

/// What the row of a place says beside its name and introduction: for reasons, and read only for a place that is shown.
public struct PlaceFacts: Hashable, Sendable {
    /// The name in English, of a column of such names.
    public var englishName: String?
    /// The year of designation.
    public var designated: Int?
    /// What there is for visitors: a zoo, a ski resort.
    public var facilities: [String] = []
    /// The number of parking spaces.
    public var parkingSpaces: Int?

    /// Creates facts; nothing is known.
    public init() {}

    /// The facts of an attraction.
    init(_ attraction: Attraction) {
        designated = Self.year(of: attraction.designated?.description)
        facilities = attraction.cultureFacilities + attraction.sportsFacilities
        parkingSpaces = attraction.parkingSpaces
        englishName = attraction.name(in: "en")
    }

    /// The fields that are read of attractions, beside ``RecommendedPlaces/fields``.
    package static let fields: [AttractionField] = [.designated, .cultureFacilities, .sportsFacilities, .otherNames]

    /// The facts of an attraction of a table; of fields that it does not have, nothing is known.
    init(of position: Int, in table: AttractionTable) {
        func has(_ field: AttractionField) -> Bool { table.fields.contains(field) }
        if has(.designated) { designated = Self.year(of: table.text(of: .designated, position)) }
        for field in [AttractionField.cultureFacilities, .sportsFacilities] where has(field) {
            facilities += table.items(of: field, position)
        }
        if has(.otherNames) {
            englishName = table.items(of: .otherNames, position).first { $0.hasPrefix("en=") }.map {
                Attraction.name($0)
            }
        }
        if has(.parkingSpaces) { parkingSpaces = table.text(of: .parkingSpaces, position).flatMap { Int($0) } }
    }

    /// The year of a date such as 1984-11-28; nil for a first of January, which forms are filled in with.
    private static func year(of date: String?) -> Int? {
        date.flatMap { $0.hasSuffix("-01-01") ? nil : Int($0.prefix(4)) }
    }
}
