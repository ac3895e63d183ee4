import WaymarkAttractions
import WaymarkGeodesy

/// The source of the places in hits.
enum PlaceRecords: Sendable {
    case places(ContiguousArray<SearchedPlace>)
    case catalog([Attraction])
    case file(AttractionFile)

    struct Record {
        let id: String
        let name: String
        let category: String?
        let coordinate: Coordinate
    }

    /// Number of places.
    var count: Int {
        switch self {
        case .places(let places): places.count
        case .catalog(let attractions): attractions.count
        case .file(let file): file.count
        }
    }

    /// The place at a position.
    subscript(position: Int) -> Record {
        switch self {
        case .places(let places):
            let place = places[position]
            return Record(id: place.id, name: place.name, category: place.category, coordinate: place.coordinate)
        case .catalog(let attractions): return Record(attractions[position])
        case .file(let file): return Record(file[position])
        }
    }

    /// The location of the place at a position.
    func coordinate(_ position: Int) -> Coordinate {
        switch self {
        case .places(let places): places[position].coordinate
        case .catalog(let attractions): attractions[position].coordinate
        case .file(let file): file.coordinate(of: position)
        }
    }

    /// The searchable data of the place at a position.
    func entry(_ position: Int) -> SearchedPlace {
        switch self {
        case .places(let places): places[position]
        case .catalog(let attractions): SearchedPlace(attractions[position])
        case .file(let file): SearchedPlace(file[position])
        }
    }
}

extension PlaceRecords.Record {
    fileprivate init(_ attraction: Attraction) {
        self.init(
            id: attraction.id, name: attraction.name, category: attraction.category, coordinate: attraction.coordinate)
    }
}
