import WaymarkAttractions

/// An output column of a batch.
public enum OutputColumn: Sendable, Hashable {
    /// The stop's id; its 1-based row number if it has none.
    case stopID
    /// The stop's name; empty if it has none.
    case stopName
    /// The stop's latitude in degrees.
    case stopLatitude
    /// The stop's longitude in degrees.
    case stopLongitude
    /// A column of the stops file, unchanged.
    ///
    /// With a `number`, counted from 0, it is that column, written under `name`. Without one it is the column that
    /// `keepsColumns` would write under `name`, otherwise the first with that name in the stops file.
    case stopColumn(name: String, number: Int? = nil)
    /// 1 for the nearest attraction of a stop, 2 for the next.
    case rank
    /// Distance from the stop in metres, three decimals; its name gives the surface, ``LookupSurface/column``.
    case distance
    /// A field of the attraction.
    case attraction(AttractionColumn)

    /// The default columns: the stop, the rank, the attraction with its place, and the distance.
    public static let defaults: [OutputColumn] = [
        .stopID, .rank, .attraction(.id), .attraction(.name), .attraction(.category), .attraction(.latitude),
        .attraction(.longitude), .distance,
    ]

    /// All columns that do not depend on the stops file.
    public static let known: [OutputColumn] =
        [.stopID, .stopName, .stopLatitude, .stopLongitude, .rank, .distance]
        + AttractionColumn.allCases.map { .attraction($0) }

    /// The name in the header of the output and on the command line, on the sphere.
    public var name: String {
        switch self {
        case .stopID: "stop_id"
        case .stopName: "stop_name"
        case .stopLatitude: "stop_latitude"
        case .stopLongitude: "stop_longitude"
        case .stopColumn(let name, number: nil): StopColumnNames.base(name, Self.known.map(\.name))
        case .stopColumn(let name, number: _?): name
        case .rank: "rank"
        case .distance: "haversine_m"
        case .attraction(let field): field.rawValue
        }
    }

    /// The name under which it was requested.
    var asked: String {
        if case .stopColumn(let name, _) = self { name } else { name }
    }

    /// The name for distances on a surface.
    func name(on surface: LookupSurface) -> String { self == .distance ? surface.column : name }

    /// The column with a name; an unknown name is a column of the stops file.
    public init(name: String) {
        self = Self.known.first { $0.name == name } ?? .stopColumn(name: name)
    }
}

/// A field of an attraction, as a column.
public enum AttractionColumn: String, Sendable, CaseIterable {
    /// Its id.
    case id = "attraction_id"
    /// Its name.
    case name
    /// Its category.
    case category
    /// Degrees north.
    case latitude
    /// Degrees east.
    case longitude
    /// Address by road name.
    case roadAddress = "road_address"
    /// Address by lot number.
    case lotAddress = "lot_address"
    /// Its description.
    case introduction
    /// Telephone number.
    case phone
    /// The managing institution.
    case managingOrganization = "managing_organization"
    /// The publishing institution.
    case providerName = "provider_name"
    /// The reference date of the record.
    case baseDate = "base_date"

    /// The field of an attraction in the column; nil for the two coordinates.
    var field: AttractionField? {
        switch self {
        case .id: .id
        case .name: .name
        case .category: .category
        case .latitude, .longitude: nil
        case .roadAddress: .roadAddress
        case .lotAddress: .lotAddress
        case .introduction: .introduction
        case .phone: .phone
        case .managingOrganization: .managingOrganization
        case .providerName: .providerName
        case .baseDate: .baseDate
        }
    }

    /// Calls `body` with the value of an attraction.
    func withValue<R>(of attraction: Int, in table: AttractionTable, _ body: (borrowing CellValue) -> R) -> R {
        guard let field else {
            let place = table.coordinate(of: attraction)
            return body(.number(self == .latitude ? place.latitude : place.longitude))
        }
        return table.withText(of: field, attraction) { text in
            body(text.isEmpty && !isRequired ? .none : .text(text))
        }
    }

    /// Whether every attraction has it, so that an empty text is still a text instead of a missing value.
    var isRequired: Bool { self == .id || self == .name }
}

/// The value of a cell; texts are UTF-8.
enum CellValue: ~Escapable {
    case none
    case text(Span<UInt8>)
    case number(Double)
}
