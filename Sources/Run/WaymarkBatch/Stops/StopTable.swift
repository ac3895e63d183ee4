public import WaymarkPlaces
public import WaymarkTables

/// How the stops of a batch are read.
public struct StopOptions: Sendable {
    /// The columns that hold id, name, latitude and longitude, where their usual names do not tell.
    public var columns: PlaceColumnNames
    /// The encoding; found out when nil.
    public var encoding: TextEncoding?
    /// The byte between fields; found out when nil.
    public var delimiter: UInt8?
    /// Whether the first record names the columns.
    ///
    /// When nil it does, unless both coordinate columns are given by number and hold numbers there.
    public var hasHeader: Bool?

    /// Everything found out from the file by default.
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

/// A table of stops that is open.
struct StopTable: ~Copyable {
    var table: PlaceTable
    /// Where id, name, latitude and longitude stand.
    let columns: PlaceColumns

    init(_ source: consuming any ByteSource, _ options: StopOptions) throws(BatchError) {
        let table = try BatchError.opening { [source] () throws(PlaceTableError) in
            try PlaceTable(
                source, encoding: options.encoding, delimiter: options.delimiter, hasHeader: options.hasHeader,
                places: [options.columns])
        }
        columns = try BatchError.opening { () throws(PlaceTableError) in try table.columns(options.columns) }
        self.table = table
    }

    /// Makes what finds the stops, for a thread.
    var makePlaces: @Sendable () -> PlaceRows { table.rows(columns) }
}
