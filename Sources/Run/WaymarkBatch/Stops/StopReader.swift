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
    /// Whether the first record names the columns.
    ///
    /// When nil it does, unless both coordinate columns are given by number and hold numbers there.
    public var hasHeader: Bool?
    /// Finds stops whose coordinates are blank, or that have none, by their names; such stops are rejected when nil.
    public var finder: StopFinder?

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

/// Reads stops from a CSV, a block at a time.
struct StopReader: ~Copyable {
    private var reader: CSVReader
    /// Where id, name, latitude and longitude stand.
    let columns: PlaceColumns

    /// The names of the columns; empty where the file has no header.
    var header: [String] { reader.header }
    /// A blank name for each column where the file has no header.
    var headerOfRejects: [String] {
        reader.header.isEmpty ? Array(repeating: "", count: fieldCount) : reader.header
    }
    private let finder: StopFinder?
    /// How many fields each record should have.
    private var fieldCount: Int { reader.header.isEmpty ? reader.firstFieldCount : reader.header.count }
    var size: Int? { reader.size }

    init(_ source: consuming any ByteSource, options: StopOptions) throws(BatchError) {
        let name = source.name
        let reader: CSVReader
        do {
            var csv = CSVOptions(delimiter: options.delimiter, encoding: options.encoding)
            csv.isHeader = { [options] in options.hasHeader ?? !options.columns.pointAtNumbers(in: $0) }
            reader = try CSVReader(source, options: csv)
        } catch {
            throw .table(error)
        }
        columns = try Self.columns(reader, name, options)
        finder = options.finder
        self.reader = reader
    }

    private static func columns(
        _ reader: borrowing CSVReader, _ file: String, _ options: StopOptions
    ) throws(BatchError) -> PlaceColumns {
        if reader.isEmpty, options.hasHeader ?? true { throw .noStops(file: file) }
        if let rejection = reader.headerRejection { throw .stops(.unreadableHeader(file: file, rejection)) }
        do {
            return try PlaceColumns.ofStops(
                header: reader.header, names: options.columns, file: file,
                // Without a header a file of no stops is one like any other, of as many columns as are asked for.
                count: reader.isEmpty ? min(options.columns.highestNumber + 1, 1 << 20) : reader.firstFieldCount,
                finder: options.finder)
        } catch {
            throw .stops(error)
        }
    }

    /// Cuts off the next records that begin before the offset `end`, about `size` bytes of them; nil where none is left.
    mutating func nextBlock(size: Int, before end: Int?) throws(TableError) -> CSVBlock? {
        try reader.nextBlock(size: size, before: end)
    }

    /// How the records of a block are read.
    var layout: CSVReader.Layout { reader.layout }

    /// What tells the place of a record.
    var places: StopPlaces { makePlaces() }

    /// Makes that for a thread.
    var makePlaces: @Sendable () -> StopPlaces {
        let (columns, header, fieldCount, finder) = (columns, reader.header, fieldCount, finder)
        return { StopPlaces(columns: columns, header: header, fieldCount: fieldCount, finder: finder) }
    }
}

/// Finds the place in a record of stops; each thread has its own.
struct StopPlaces {
    let header: [String]
    private let reader: PlaceReader
    /// How many fields each record should have.
    private let fieldCount: Int
    /// Finds stops without coordinates by their names.
    private let finder: StopFinder?
    /// Whether there are columns of coordinates: else they stand behind the last.
    private let hasCoordinates: Bool

    init(columns: PlaceColumns, header: [String], fieldCount: Int, finder: StopFinder? = nil) {
        reader = PlaceReader(columns)
        self.header = header
        self.fieldCount = fieldCount
        self.finder = finder
        hasCoordinates = max(columns.latitude, columns.longitude) < fieldCount
    }

    var columns: PlaceColumns { reader.columns }

    /// The place of a record, where there is nothing unusual about it.
    @inline(__always)
    func plainPlace(of record: CSVRecord) -> Coordinate? {
        record.count == fieldCount && record.rejection == nil && hasCoordinates ? reader.coordinate(of: record) : nil
    }

    /// The place of a record, or why it has none.
    func place(of record: CSVRecord) -> Result<Coordinate, RejectedStop> {
        if let rejection = record.rejection { return .failure(RejectedStop(rejection)) }
        if let rejection = record.checkFieldCount(fieldCount, of: header.isEmpty ? "the first row" : "the header") {
            return .failure(RejectedStop(rejection))
        }
        if let finder, let name = columns.name,
            !hasCoordinates || record.isBlank(columns.latitude) && record.isBlank(columns.longitude)
        {
            do throws(StopFinder.Unclear) {
                return .success(try finder.place(named: record[name]))
            } catch {
                return .failure(
                    RejectedStop(
                        Rejection(
                            line: record.line, column: name + 1, columnName: name < header.count ? header[name] : nil,
                            reason: error.reason)))
            }
        }
        let reading = reader.place(of: record)
        if case .at(let coordinate) = reading { return .success(coordinate) }
        let rejection = reader.rejection(of: record, reading, header: header)
        return .failure(RejectedStop(rejection ?? Rejection(line: record.line, reason: "no place")))
    }
}

/// Why a record is no stop.
struct RejectedStop: Error {
    let rejection: Rejection

    init(_ rejection: Rejection) { self.rejection = rejection }
}

extension PlaceColumns {
    /// The rejection of a record whose place is one, but cannot be used.
    package func rejection(of record: CSVRecord, _ reason: String, header: [String]) -> Rejection {
        Rejection(
            line: record.line, column: latitude + 1, columnName: latitude < header.count ? header[latitude] : nil,
            reason: reason)
    }
}
