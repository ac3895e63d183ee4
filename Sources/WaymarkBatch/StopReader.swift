import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables

/// How the stops of a batch are read.
public struct StopOptions: Sendable {
    /// The columns that hold id, name, latitude and longitude, where their usual names do not tell.
    public var columns: PlaceColumnNames
    /// The encoding; found out when nil.
    public var encoding: TextEncoding?
    /// The byte between fields; found out when nil.
    public var delimiter: UInt8?

    /// Everything found out from the file by default.
    public init(columns: PlaceColumnNames = .init(), encoding: TextEncoding? = nil, delimiter: UInt8? = nil) {
        self.columns = columns
        self.encoding = encoding
        self.delimiter = delimiter
    }
}

/// Reads stops from a CSV, a block at a time.
struct StopReader: ~Copyable {
    private var reader: CSVReader
    /// Where id, name, latitude and longitude stand.
    let columns: PlaceColumns

    var header: [String] { reader.header }
    var size: Int? { reader.size }

    init(_ source: consuming any ByteSource, options: StopOptions) throws(BatchError) {
        let name = source.name
        let reader: CSVReader
        do {
            reader = try CSVReader(
                source, options: CSVOptions(delimiter: options.delimiter, encoding: options.encoding))
        } catch {
            throw .table(error)
        }
        columns = try Self.columns(reader, name, options.columns)
        self.reader = reader
    }

    private static func columns(
        _ reader: borrowing CSVReader, _ file: String, _ names: PlaceColumnNames
    ) throws(BatchError) -> PlaceColumns {
        if reader.isEmpty { throw .noStops(file: file) }
        if let rejection = reader.headerRejection { throw .stops(.unreadableHeader(file: file, rejection)) }
        do {
            return try PlaceColumns(header: reader.header, names: names, file: file)
        } catch {
            throw .stops(error)
        }
    }

    /// Cuts off the next records, about `size` bytes of them; nil at the end.
    mutating func nextBlock(size: Int) throws(TableError) -> CSVBlock? { try reader.nextBlock(size: size) }

    /// How the records of a block are read.
    var layout: CSVReader.Layout { reader.layout }

    /// What tells the place of a record.
    var places: StopPlaces { StopPlaces(columns: columns, header: reader.header) }
}

/// Finds the place in a record of stops.
struct StopPlaces: Sendable {
    let columns: PlaceColumns
    let header: [String]

    /// The place of a record, or why it has none.
    func place(of record: CSVRecord) -> Result<Coordinate, RejectedStop> {
        if let rejection = record.rejection { return .failure(RejectedStop(rejection)) }
        if let rejection = record.checkFieldCount(header.count) { return .failure(RejectedStop(rejection)) }
        let reading = columns.place(of: record)
        if case .at(let coordinate) = reading { return .success(coordinate) }
        let rejection = columns.rejection(of: record, reading, header: header)
        return .failure(RejectedStop(rejection ?? Rejection(line: record.line, reason: "no place")))
    }
}

/// Why a record is no stop.
struct RejectedStop: Error {
    let rejection: Rejection

    init(_ rejection: Rejection) { self.rejection = rejection }
}
