public import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Options of a batch.
public struct LookupBatchOptions: Sendable {
    /// The query for each stop.
    public var lookup: Lookup
    /// The output format.
    public var format: RowFormat
    /// The output columns; nil for the default ones of the format.
    public var columns: [OutputColumn]?
    /// Whether the other columns of the stops are appended, each under its name.
    ///
    /// A name used by Waymark gets the prefix `stop_`, a taken one the suffix `_2`, `_3`, ...
    public var keepsColumns: Bool
    /// Whether CSV and tables begin with a header.
    public var writesHeader = true
    /// The reading options for stops.
    public var stops: StopOptions
    /// What somebody goes to the attractions for, where a map says it, and all else is a sight; nil for anything.
    public var kind: PlaceKind?
    /// The surface of the circles.
    public var surface = LookupSurface.sphere

    /// A query with default reading and writing.
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

extension LookupBatchOptions {
    /// The output columns without those kept from the stops.
    var ownColumns: [OutputColumn] {
        columns ?? (format == .table ? TableRows.defaults : OutputColumn.defaults)
    }

    var fields: [AttractionField] {
        var fields: [AttractionField] = []
        for case .attraction(let column) in ownColumns {
            if let field = column.field, !fields.contains(field) { fields.append(field) }
        }
        return fields
    }

    /// The fields of rows, and what tells whether they need an attribution.
    var readFields: [AttractionField] { fields.contains(.placeKind) ? fields : fields + [.placeKind] }
}

/// Answers one query for every stop of a CSV: the attractions within a radius, or the nearest ones.
///
/// Stops are streamed, so memory does not grow with their number. Rows are in the order of the stops, then by distance.
/// Each record is answered, or rejected with its line and column; none ends the batch.
///
/// ```swift
/// let catalog = try AttractionCatalog(contentsOf: "attractions.csv")
/// let batch = LookupBatch(catalog, .init(.within(.kilometers(10), limit: nil)))
/// let output = try OutputFile(path: "nearby.csv")
/// let summary = try batch.run(stops: FileSource(path: "stops.csv"), output: output)
/// ```
public struct LookupBatch: Sendable {
    let attractions: AttractionTable
    let points: SearchedPoints
    let options: LookupBatchOptions
    /// The number of bytes of a block; nil finds it. Tests put borders of blocks everywhere.
    package var blockSize: Int?

    /// A batch over the attractions of a catalog.
    public init(_ catalog: AttractionCatalog, _ options: LookupBatchOptions) {
        attractions = AttractionTable(catalog, fields: options.readFields)
        points =
            options.kind == nil
            ? SearchedPoints(catalog.index, on: options.surface, jobs: 1)
            : SearchedPoints(attractions, ofKind: options.kind, on: options.surface, jobs: 1)
        self.options = options
    }

    /// A batch over the attractions in a file, keeping only what the rows need.
    ///
    /// The answers are those of a batch over the ``/WaymarkAttractions/AttractionCatalog`` of the file.
    ///
    /// - Parameters:
    ///   - path: The attractions, in any format of a catalog; `-` is standard input.
    ///   - reading: The reading options; everything is detected by default.
    ///   - options: The query.
    ///   - jobs: The number of threads for reading and indexing.
    /// - Throws: The errors of reading a catalog.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the rows. A CSV of any kind takes about three times the file's size.
    public init(
        attractions path: String, reading: CatalogOptions = .init(), _ options: LookupBatchOptions, jobs: Int = 1
    ) throws(AttractionError) {
        let table = try AttractionTable(contentsOf: path, options: reading, fields: options.readFields, jobs: jobs)
        self.init(table, options, jobs: jobs)
    }

    package init(_ file: AttractionFile, _ options: LookupBatchOptions) {
        self.init(AttractionTable(file, fields: options.readFields), options, jobs: 1)
    }

    private init(_ table: AttractionTable, _ options: LookupBatchOptions, jobs: Int) {
        attractions = table
        points = SearchedPoints(table, ofKind: options.kind, on: options.surface, jobs: jobs)
        self.options = options
    }

    /// A batch over the attractions of another one, of its kind, that was made for all fields, on its surface.
    package init(over batch: LookupBatch, _ options: LookupBatchOptions) {
        (attractions, points, blockSize) = (batch.attractions, batch.points, batch.blockSize)
        var options = options
        options.surface = batch.options.surface
        self.options = options
    }

    /// The report about the file of attractions.
    public var attractionReport: QualityReport { attractions.report }

    /// The attribution that goes with rows of the attractions; nil for none. GeoJSON has it, other formats have no place
    /// for it.
    public var attribution: String? { attractions.attribution }

    /// The number of attractions omitted because they are outside the map's area, and the reason for the first of them;
    /// nil if there are none.
    public var attractionsLeftOut: (count: Int, reason: String)? { points.leftOut }

    /// Answers every stop of `stops` into `output`, and commits it.
    ///
    /// - Parameters:
    ///   - stops: A CSV with columns for latitude and longitude.
    ///   - output: The output, which appears under its name only when complete.
    ///   - rejects: The path for rejected records, with line, column and reason; nil discards them.
    ///   - shard: The part of the stops to answer; nil for all. Next to a named output its ``ShardManifest`` is
    ///     written, for ``ShardMerge``.
    ///   - jobs: The number of threads for lookups and formatting; the output does not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - onProgress: Called occasionally, by the calling thread.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the stops cannot be read or an output cannot be written. Both outputs are then
    ///   absent or unchanged; only if putting the rejects in place fails, after all bytes of both were written and the
    ///   output was put in place, does the output exist without them.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*s* (log *n* + *m* log *m*)) for *s* stops, *n* attractions and *m* answers per stop. The stops
    ///   before a shard are only counted, at hundreds of megabytes per second.
    public func run(
        stops: consuming any ByteSource, output: OutputFile, rejects: String? = nil, shard: Shard? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let start = ContinuousClock.now
        let (source, part) = try ShardSource.opened(stops, shard)
        let stops = try StopTable(source, options.stops)
        let columns = try columns(stops)
        // If all texts are read before the first row; otherwise rows report the fault.
        if options.format == .table || shard != nil {
            do throws(IndexFileError) { try attractions.checkTextOrder() } catch { throw .attractions(error) }
        }
        let question = question(columns, stops)
        let rows = RowDocument(
            format: options.format, opening: opening(of: columns, question), output: output, rejects: rejects,
            jobs: jobs, size: BlockSize(fixed: blockSize))
        var summary: BatchSummary
        do throws(TableError) {
            summary = try rows.run(
                stops.table, part: part, makeWorker: { LookupWorker(question, $0) }, onRejection: onRejection,
                onProgress: onProgress, question: { manifestQuestion(columns) })
        } catch {
            throw question.damage.map { .attractions($0) } ?? .table(error)
        }
        summary.duration = ContinuousClock.now - start
        return summary
    }

    private func question(_ columns: [OutputColumn], _ stops: borrowing StopTable) -> LookupWorker.Question {
        let template = StopTemplate(stops.columns, stops.table.header)
        return LookupWorker.Question(
            lookup: options.lookup, points: points, makePlaces: stops.makePlaces, stops: template,
            writing: options.format == .table
                ? .table(TableRows(columns, attractions, hasTimes: options.surface.isTime))
                : .encoded(
                    RowTemplate(
                        format: options.format, columns: columns, names: names(of: columns), stops: template,
                        attractions: attractions)))
    }

    private func opening(of columns: [OutputColumn], _ question: LookupWorker.Question) -> ContiguousArray<UInt8> {
        if !options.writesHeader, options.format != .geojson { return [] }
        if case .table(let table) = question.writing { return ContiguousArray(table.heading.utf8) }
        return options.format.opening(names(of: columns), attribution: attribution)
    }

    private func names(of columns: [OutputColumn]) -> [String] { columns.map { $0.name(on: options.surface) } }

    /// The columns of the output, checked against the stops file.
    private func columns(_ stops: borrowing StopTable) throws(BatchError) -> [OutputColumn] {
        let own = StopColumnNames(stops.table.header, stops.columns, on: options.surface)
        var columns: [OutputColumn] = []
        var names: Set<String> = []
        for column in options.ownColumns {
            guard let resolved = own.resolved(column) else {
                throw .unknownColumn(column.asked, known: own.known + own.names)
            }
            let name = resolved.name(on: options.surface)
            guard names.insert(name).inserted else { throw .repeatedColumn(name) }
            columns.append(resolved)
        }
        if options.keepsColumns {
            columns += own.kept(stops.columns).filter { names.insert($0.name).inserted }
        }
        return columns
    }
}
