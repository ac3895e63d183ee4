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

struct StopTable: ~Copyable {
    var table: PlaceTable
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

    var makePlaces: @Sendable () -> PlaceReader { table.rows(columns, or: finder) }
}
