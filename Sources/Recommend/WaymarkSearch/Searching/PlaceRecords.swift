import WaymarkAttractions
internal import WaymarkGeodesy

/// The source of the places in hits.
enum PlaceRecords: Sendable {
    case places(ContiguousArray<SearchedPlace>)
    case catalog([Attraction])
    case file(AttractionFile)

    var count: Int {
        switch self {
        case .places(let places): places.count
        case .catalog(let attractions): attractions.count
        case .file(let file): file.count
        }
    }

    subscript(position: Int) -> SearchedPlace {
        switch self {
        case .places(let places): places[position]
        case .catalog(let attractions): SearchedPlace(attractions[position])
        case .file(let file): SearchedPlace(file[position])
        }
    }

    /// The other names that places themselves have, by position.
    var otherNames: [Int: [String]] {
        switch self {
        case .file(let file):
            return TablePlaces(table: AttractionTable(file, fields: [.name, .otherNames]), standings: []).otherNames
        case .places, .catalog:
            let named = (0..<count).lazy.map { ($0, self[$0].otherNames) }.filter { !$0.1.isEmpty }
            return Dictionary(uniqueKeysWithValues: named)
        }
    }

    func coordinate(_ position: Int) -> Coordinate {
        switch self {
        case .places(let places): places[position].coordinate
        case .catalog(let attractions): attractions[position].coordinate
        case .file(let file): file.coordinate(of: position)
        }
    }
}
