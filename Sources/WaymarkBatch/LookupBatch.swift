import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// How a batch is asked and answered.
public struct LookupBatchOptions: Sendable {
    /// What is asked about each stop.
    public var lookup: Lookup
    /// How the answer is written.
    public var format: RowFormat
    /// The columns of the answer; the usual ones of the format when nil.
    public var columns: [OutputColumn]?
    /// Whether the stops' other columns follow, each under its own name.
    ///
    /// A name that Waymark uses itself gets `stop_` before it, one that is taken `_2`, `_3`, ... after it.
    public var keepsColumns: Bool
    /// How the stops are read.
    public var stops: StopOptions

    /// A question, and the usual way of reading and writing.
    public init(
        _ lookup: Lookup, format: RowFormat = .csv, columns: [OutputColumn]? = nil, keepsColumns: Bool = false,
        stops: StopOptions = .init()
    ) {
        self.lookup = lookup
        self.format = format
        self.columns = columns
        self.keepsColumns = keepsColumns
        self.stops = stops
    }
}

/// What a batch did. Rows in are rows answered plus rows rejected.
public struct BatchSummary: Sendable, Hashable {
    /// Records in the stops file, the header not counted.
    public var rowsIn = 0
    /// Stops that were asked about, also those without an attraction in reach.
    public var answered = 0
    /// Records that are no stop.
    public var rejected = 0
    /// Answered stops without an attraction in reach.
    public var withoutHits = 0
    /// Rows written.
    public var hits = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero
}

/// How far a batch has come.
public struct BatchProgress: Sendable {
    /// Records read so far.
    public let rows: Int
    /// Bytes of the stops read so far.
    public let bytesRead: Int
    /// Bytes in all, where that is known.
    public let size: Int?
}

/// Answers one question about every stop of a CSV: the attractions within a radius, or the nearest ones.
///
/// Stops are streamed: memory does not grow with their number. Rows come in the order of the stops, then by distance.
/// Each record ends as an answer or as a rejection with its line and column; none ends the batch.
///
/// ```swift
/// let catalog = try AttractionCatalog(contentsOf: "attractions.csv")
/// let batch = LookupBatch(catalog, .init(.within(.kilometers(10), limit: nil)))
/// let output = try OutputFile(path: "nearby.csv")
/// let summary = try batch.run(stops: FileSource(path: "stops.csv"), output: output)
/// ```
public struct LookupBatch: Sendable {
    private let catalog: AttractionCatalog
    private let options: LookupBatchOptions

    /// A batch over the attractions of a catalog.
    public init(_ catalog: AttractionCatalog, _ options: LookupBatchOptions) {
        self.catalog = catalog
        self.options = options
    }

    /// Answers every stop of `stops` into `output`, and commits it.
    ///
    /// - Parameters:
    ///   - stops: A CSV with columns for latitude and longitude.
    ///   - output: Where rows go; appears under its name only when the batch is complete.
    ///   - rejects: Where rejected records go, with line, column and reason; nil for nowhere.
    ///   - onRejection: Called with each rejection, in the order of the file.
    ///   - onProgress: Called about every thousand records.
    /// - Returns: What was done.
    /// - Throws: ``BatchError`` when the stops cannot be read at all or an output cannot be written. Both outputs are
    ///   then absent, or as they were; only when putting the rejects in place fails, after all bytes of both were
    ///   written and the output was put in place, is the output there without them.
    /// - Complexity: O(*s* (log *n* + *m* log *m*)) for *s* stops, *n* attractions and *m* answers a stop.
    public func run(
        stops: consuming any ByteSource, output: OutputFile, rejects: String? = nil,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var reader = try StopReader(stops, options: options.stops)
        let columns = try columns(reader)
        var summary = BatchSummary()
        do throws(TableError) {
            var writer = RowWriter(
                columns, options.format, catalog.attractions, StopTemplate(reader.columns, reader.header), output)
            var rejectsFile: RejectsFile? = nil
            if let rejects { rejectsFile = try RejectsFile(path: rejects, header: reader.headerOfRejects) }
            var record = CSVRecord()
            try writer.begin()
            while try reader.read(into: &record) {
                summary.rowsIn += 1
                switch reader.place(of: record) {
                case .failure(let rejected):
                    summary.rejected += 1
                    try rejectsFile?.append(rejected.rejection, record: record)
                    onRejection(rejected.rejection)
                case .success(let coordinate):
                    summary.answered += 1
                    let matches = options.lookup.matches(in: catalog.index, of: coordinate)
                    summary.hits += matches.count
                    if matches.isEmpty { summary.withoutHits += 1 }
                    try writer.append(matches, of: record, at: coordinate)
                }
                if summary.rowsIn % 1024 == 0 {
                    onProgress(BatchProgress(rows: summary.rowsIn, bytesRead: reader.bytesRead, size: reader.size))
                }
            }
            try writer.end()
            // All bytes of both before either gets its name: a full disk leaves none of the two.
            try rejectsFile?.flush()
            try output.commit()
            try rejectsFile?.commit()
        } catch {
            throw .table(error)
        }
        summary.duration = clock.now - start
        return summary
    }

    /// The columns of the output, checked against the stops file.
    private func columns(_ reader: borrowing StopReader) throws(BatchError) -> [OutputColumn] {
        let wanted = options.columns ?? (options.format == .table ? TableRows.defaults : OutputColumn.defaults)
        let own = StopColumnNames(reader.header, reader.columns)
        var columns: [OutputColumn] = []
        var names: Set<String> = []
        for column in wanted {
            guard let resolved = own.resolved(column) else {
                throw .unknownColumn(column.name, known: OutputColumn.known.map(\.name) + own.names)
            }
            guard names.insert(resolved.name).inserted else { throw .repeatedColumn(resolved.name) }
            columns.append(resolved)
        }
        if options.keepsColumns {
            columns += own.kept(reader.columns).filter { names.insert($0.name).inserted }
        }
        return columns
    }
}
