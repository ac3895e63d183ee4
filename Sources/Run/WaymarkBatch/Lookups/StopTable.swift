import WaymarkGeodesy
public import WaymarkPlaces
public import WaymarkTables
import WaymarkText

/// Options for reading the stops of a batch.
public struct StopOptions: Sendable {
    /// The columns of id, name, latitude and longitude, if they do not have usual names.
    public var columns: PlaceColumnNames
    /// The encoding; nil detects it.
    public var encoding: TextEncoding?
    /// The delimiter; nil detects it.
    public var delimiter: UInt8?
    /// Whether the first record is a header.
    ///
    /// If nil, it is, unless both coordinate columns are given by number and have numbers there.
    public var hasHeader: Bool?
    /// Finds the places of stops without coordinates by their names; nil rejects such stops.
    public var finder: StopFinder?

    /// By default everything is detected from the file.
    public init(
        columns: PlaceColumnNames = .init(), encoding: TextEncoding? = nil, delimiter: UInt8? = nil,
        hasHeader: Bool? = nil
    ) {
        self.columns = columns
        self.encoding = encoding
        self.delimiter = delimiter
        self.hasHeader = hasHeader
    }
}

/// An open table of stops.
struct StopTable: ~Copyable {
    var table: PlaceTable
    /// The columns of id, name, latitude and longitude.
    let columns: PlaceColumns
    private let finder: StopFinder?

    init(_ source: consuming any ByteSource, _ options: StopOptions) throws(BatchError) {
        let table = try BatchError.opening { [source] () throws(PlaceTableError) in
            try PlaceTable(
                source, encoding: options.encoding, delimiter: options.delimiter, hasHeader: options.hasHeader,
                places: [options.columns])
        }
        columns = try BatchError.opening { () throws(PlaceTableError) in
            try table.columns(options.columns, or: options.finder)
        }
        finder = options.finder
        self.table = table
    }

    /// Makes a thread's reader of stops.
    var makePlaces: @Sendable () -> PlaceRows { table.rows(columns, or: finder) }
}

/// The sources of the columns that describe a stop in its record.
struct StopTemplate: Sendable {
    private let columns: PlaceColumns
    private let header: [String]

    init(_ columns: PlaceColumns, _ header: [String]) {
        (self.columns, self.header) = (columns, header)
    }

    /// The source of a column's value.
    func cell(_ column: OutputColumn) -> StopCell {
        switch column {
        case .stopID: .id(columns.id)
        case .stopName: .field(columns.name)
        case .stopLatitude: .latitude
        case .stopLongitude: .longitude
        case .stopColumn(let name, let number): .field(number ?? header.firstIndex(of: name))
        case .rank, .distance, .attraction: .field(nil)
        }
    }
}

/// The source of a stop's value; fields are numbers in its record.
enum StopCell {
    /// A field, or the record's number if it is blank.
    case id(Int?)
    case latitude
    case longitude
    case field(Int?)

    /// Calls `body` with the value for the stop in `record`, which may be none.
    func withValue<R>(of record: CSVRecord, at coordinate: Coordinate, _ body: (borrowing CellValue) -> R) -> R {
        switch self {
        case .latitude: return body(.number(coordinate.latitude))
        case .longitude: return body(.number(coordinate.longitude))
        case .id(let field):
            return StopID(field: field).withText(of: record) { body(.text($0)) }
        case .field(let field):
            guard let field, !record.isBlank(field) else { return body(.none) }
            return record.withUTF8(field) { body(.text($0)) }
        }
    }
}

/// The source of a stop's id: a field, or the record's number if that is blank.
struct StopID {
    let field: Int?

    /// Calls `body` with the id of the stop in `record`, in UTF-8.
    func withText<R>(of record: CSVRecord, _ body: (Span<UInt8>) -> R) -> R {
        if let field, !record.isBlank(field) { return record.withUTF8(field, body) }
        var digits = ContiguousArray<UInt8>()
        NumberText.append(integer: record.number, to: &digits)
        return body(digits.span)
    }
}
