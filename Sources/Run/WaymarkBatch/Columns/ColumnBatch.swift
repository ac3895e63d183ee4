public import WaymarkPlaces
public import WaymarkTables

/// How the rows of a table are read and written by a ``ColumnBatch``.
public struct ColumnBatchOptions: Sendable {
    /// The encoding; found out when nil.
    public var encoding: TextEncoding?
    /// The byte between fields; found out when nil.
    public var delimiter: UInt8?
    /// Whether the first row names the columns.
    ///
    /// When nil it does, unless all coordinate columns are given by number and hold numbers there.
    public var hasHeader: Bool?
    /// Whether the output begins with the names of the columns.
    public var writesHeader = true

    /// Everything found out from the file.
    public init(encoding: TextEncoding? = nil, delimiter: UInt8? = nil) {
        self.encoding = encoding
        self.delimiter = delimiter
    }
}

/// What a ``ColumnBatch`` appends to each row.
///
/// A worker belongs to one thread: it holds what that thread needs for itself.
public struct AppendedColumns<Worker>: Sendable {
    /// The names of the columns that are appended.
    let names: [String]
    /// Makes what one thread needs.
    let makeWorker: @Sendable () -> Worker
    /// Appends a row's values, one for each name, or throws why it has none.
    let append: @Sendable (Worker, CSVRecord, inout CSVBuffer) throws(Rejection) -> Void

    /// What is appended.
    ///
    /// - Parameters:
    ///   - names: The names of the columns.
    ///   - makeWorker: Makes what one thread needs.
    ///   - append: Appends as many fields as there are names, or appends none and throws why.
    public init(
        names: [String], makeWorker: @escaping @Sendable () -> Worker,
        append: @escaping @Sendable (Worker, CSVRecord, inout CSVBuffer) throws(Rejection) -> Void
    ) {
        self.names = names
        self.makeWorker = makeWorker
        self.append = append
    }
}

/// Appends columns to the rows of a CSV, by what each row says.
///
/// Rows are streamed, and come out in their order, with their own fields first; the same bytes for any number of threads.
/// Each ends as answered or as rejected with its line and column; none ends the batch.
public struct ColumnBatch: ~Copyable {
    var table: PlaceTable
    private let options: ColumnBatchOptions

    /// The names of the table's columns; empty where it has no header.
    public var header: [String] { table.header }
    /// The number of columns.
    public var fieldCount: Int { table.columnCount }

    /// Opens a table and reads its header.
    ///
    /// - Parameters:
    ///   - rows: The table.
    ///   - places: The coordinate columns that will be read, which may show that the first row is no header.
    ///   - options: How it is read.
    /// - Throws: ``BatchError``: `.table` where it cannot be read, `.stops` where there is nothing, or the header is damaged.
    public init(
        _ rows: consuming any ByteSource, places: [PlaceColumnNames] = [], options: ColumnBatchOptions = .init()
    ) throws(BatchError) {
        table = try BatchError.opening { [rows] () throws(PlaceTableError) in
            try PlaceTable(
                rows, encoding: options.encoding, delimiter: options.delimiter, hasHeader: options.hasHeader,
                places: places)
        }
        self.options = options
    }

    /// Finds the columns of a place.
    ///
    /// - Throws: ``BatchError/stops(_:)``.
    func columns(_ names: PlaceColumnNames) throws(BatchError) -> PlaceColumns {
        try BatchError.opening { () throws(PlaceTableError) in try table.columns(names) }
    }

    /// Writes every row of the table with its appended columns to `output`, and commits it.
    ///
    /// - Parameters:
    ///   - columns: What is appended. A name that the table has already gets `_2`, `_3`, ... after it.
    ///   - output: Appears under its name only when all is written.
    ///   - rejects: Where rejected rows go, with line, column and reason; nil for nowhere.
    ///   - jobs: How many threads work; the same bytes come out for any number.
    ///   - onRejection: Called with each rejection, in the order of the file, by the calling thread.
    /// - Returns: What was done.
    /// - Throws: ``BatchError/table(_:)`` when reading or writing fails; outputs are then absent, or as they were.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) rows beside the work itself; memory does not grow with them.
    public consuming func run<Worker>(
        appending columns: AppendedColumns<Worker>, to output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let (header, fieldCount) = (header, fieldCount)
        // Written with the first rows: not before the rejects could be made.
        var heading = CSVBuffer()
        if options.writesHeader, !header.isEmpty {
            for name in header + Self.unique(columns.names, beside: header) { heading.append(field: name) }
            heading.endRecord()
        }
        let work = RowWork<Worker, ExtendedRows>(makeWorker: columns.makeWorker, makePart: { ExtendedRows() }) {
            (worker, record, part) throws(Rejection) in
            part.appended.removeAll()
            try columns.append(worker, record, &part.appended)
            for field in 0..<fieldCount {
                part.rows.append(utf8: record.utf8.span.extracting(record.range(field)))
            }
            part.rows.append(fields: part.appended)
            part.rows.endRecord()
        }
        return try run(work, rejects: rejects, jobs: jobs, onRejection: onRejection) { (part) throws(TableError) in
            try output.write(heading.bytes.span)
            heading.removeAll()
            try output.write(part.rows.bytes.span)
        } finish: { () throws(TableError) in
            try output.write(heading.bytes.span)
            try output.commit()
        }
    }

    /// The rows of a block with what was appended to them.
    private struct ExtendedRows: Sendable {
        var rows = CSVBuffer()
        /// What is appended to one row.
        var appended = CSVBuffer()
    }

    /// Names that the table does not have yet, told apart by their keys.
    static func unique(
        _ names: [String], beside header: [String] = [], by key: (String) -> String = { $0 }
    ) -> [String] {
        var taken = Set(header.map(key))
        // Where to go on for a name that comes again: all numbers before are taken.
        var numbers: [String: Int] = [:]
        return names.map { name in
            if taken.insert(key(name)).inserted { return name }
            var (unique, next) = (name, numbers[key(name)] ?? 2)
            repeat { (unique, next) = ("\(name)_\(next)", next + 1) } while !taken.insert(key(unique)).inserted
            numbers[key(name)] = next
            return unique
        }
    }
}
