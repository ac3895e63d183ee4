import WaymarkAttractions
import WaymarkPlaces
import WaymarkText

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

    var asked: String {
        if case .stopColumn(let name, _) = self { name } else { name }
    }

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
    /// What one goes to a place of a map for.
    case kind
    /// The theme of a place of a map.
    case theme
    /// Other names, each behind its language or kind: `en=Bulguksa+old=...`.
    case otherNames = "other_names"
    /// Opening hours, as OpenStreetMap writes them.
    case openingHours = "opening_hours"
    /// The address of its own page.
    case website
    /// Whether wheelchairs can enter.
    case wheelchair
    /// Whether there is a fee, or how much.
    case fee
    /// Its item of Wikidata.
    case wikidata
    /// Its article of Wikipedia, behind its language.
    case wikipedia
    /// How much a place of a map is worth a way.
    case worth

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
        case .kind: .placeKind
        case .theme: .placeTheme
        case .otherNames: .otherNames
        case .openingHours: .openingHours
        case .website: .website
        case .wheelchair: .wheelchair
        case .fee: .fee
        case .wikidata: .wikidata
        case .wikipedia: .wikipedia
        case .worth: .placeWorth
        }
    }

    func withValue<R>(of attraction: Int, in table: AttractionTable, _ body: (borrowing CellValue) -> R) -> R {
        guard let field else {
            let place = table.coordinate(of: attraction)
            return body(.number(self == .latitude ? place.latitude : place.longitude))
        }
        return table.withText(of: field, attraction) { withValue(of: $0, body) }
    }

    /// Calls `body` with the value of a text of the field, in the form of index files.
    @inline(__always)
    func withValue<R>(of text: Span<UInt8>, _ body: (borrowing CellValue) -> R) -> R {
        if text.isEmpty { return body(isRequired ? .text(text) : .none) }
        switch self {
        case .otherNames:
            let list = ContiguousArray(AttractionField.listText(stored: text).utf8)
            return body(.text(list.span))
        case .worth:
            if let number = NumberParser.double(text) { return body(.number(number)) }
            return body(.none)
        default: return body(.text(text))
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

/// The unique output name of each column of the stops file.
///
/// A name used by Waymark, such as `rank`, becomes `stop_rank`; a taken name gets the suffix `_2`, `_3`, ..., in file
/// order. The name column of the stops, if called `name` or `stop_name`, is Waymark's column `stop_name`.
struct StopColumnNames {
    private let header: [String]
    /// The output column for each one of the file; nil without a name.
    private let columns: [OutputColumn?]
    private let distance: String
    let known: [String]

    init(_ header: [String], _ places: PlaceColumns, on surface: LookupSurface) {
        self.header = header
        let known = OutputColumn.known.map { $0.name(on: surface) }
        (distance, self.known) = (surface.column, known)
        func isName(_ number: Int) -> Bool {
            number == places.name && ["name", OutputColumn.stopName.name].contains(header[number])
        }
        let own = header.indices.filter { !header[$0].isEmpty && !isName($0) }
        let unique = ColumnBatch.unique(own.map { Self.base(header[$0], known) }, beside: known)
        var columns: [OutputColumn?] = header.indices.map { isName($0) ? .stopName : nil }
        for (number, name) in zip(own, unique) { columns[number] = .stopColumn(name: name, number: number) }
        self.columns = columns
    }

    /// The columns other than id, latitude and longitude, in file order.
    func kept(_ places: PlaceColumns) -> [OutputColumn] {
        columns.indices
            .filter { $0 != places.id && $0 != places.latitude && $0 != places.longitude }
            .compactMap { columns[$0] }
    }

    /// The column of the file for `column`; nil if there is none. Other columns are unchanged.
    func resolved(_ column: OutputColumn) -> OutputColumn? {
        guard case .stopColumn(let name, let number) = column else { return column }
        if let number { return header.indices.contains(number) ? column : nil }
        if name == distance { return .distance }
        if let column = columns.first(where: { $0?.name == name }) { return column }
        return header.firstIndex(of: name).flatMap { columns[$0] }
    }

    /// The columns offered by the stops file in addition to the fixed ones, by name.
    var names: [String] {
        columns.compactMap { $0 == .stopName ? nil : $0?.name }
    }

    /// A name with another meaning gets the prefix `stop_`.
    static func base(_ name: String, _ known: [String]) -> String {
        guard known.contains(name) else { return name }
        return name.hasPrefix("stop_") ? name : "stop_\(name)"
    }
}
