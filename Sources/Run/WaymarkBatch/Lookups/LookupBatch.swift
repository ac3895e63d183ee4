import WaymarkAttractions
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

    /// The fields of an attraction in the columns.
    var fields: [AttractionField] {
        var fields: [AttractionField] = []
        for case .attraction(let column) in ownColumns {
            if let field = column.field, !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}

/// The summary of a batch. Rows in are rows answered plus rows rejected.
public struct BatchSummary: Sendable, Hashable {
    /// The number of records in the stops file, without the header.
    public var rowsIn = 0
    /// The number of stops answered, including those without hits.
    public var answered = 0
    /// The number of rejected records.
    public var rejected = 0
    /// The number of answered stops without hits.
    public var withoutHits = 0
    /// The number of rows written.
    public var hits = 0
    /// The number of rejected pairs, for distances between all places.
    public package(set) var rejectedPairs = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero

    /// Nothing done yet.
    package init() {}

    /// Counts an answer with a number of rows.
    mutating func addAnswer(hits count: Int) {
        answered += 1
        hits += count
        if count == 0 { withoutHits += 1 }
    }

    /// The greatest count.
    var greatest: Int { max(rowsIn, answered, rejected, withoutHits, hits, rejectedPairs) }

    /// Adds the counts of a part; the duration is unchanged.
    package mutating func add(_ part: BatchSummary) {
        rowsIn += part.rowsIn
        answered += part.answered
        rejected += part.rejected
        withoutHits += part.withoutHits
        hits += part.hits
        rejectedPairs += part.rejectedPairs
    }
}

/// The progress of a batch.
public struct BatchProgress: Sendable {
    /// Records read so far.
    public let rows: Int
    /// Bytes of the stops read so far.
    public let bytesRead: Int
    /// The total number of bytes, if known.
    public let size: Int?
}

extension BatchProgress {
    /// The progress in an input, or in a part of it; `bytesRead` and `size` are those of the whole input.
    init(rows: Int, bytesRead: Int, size: Int?, in part: ShardSource?) {
        let before = part?.begin ?? 0
        self.init(
            rows: rows, bytesRead: max(0, bytesRead - before), size: (part?.end ?? size).map { $0 - before })
    }
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

    /// A batch over the attractions of a catalog.
    public init(_ catalog: AttractionCatalog, _ options: LookupBatchOptions) {
        attractions = AttractionTable(catalog, fields: options.fields)
        points = SearchedPoints(catalog.index, on: options.surface, jobs: 1)
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
        attractions = try AttractionTable(contentsOf: path, options: reading, fields: options.fields, jobs: jobs)
        points = SearchedPoints(attractions.index(jobs: jobs), on: options.surface, jobs: jobs)
        self.options = options
    }

    /// The counts of rows of attractions: `rowsIn` is the sum of those kept, rejected and merged; of the last,
    /// `equalRowsMerged` were equal to another in every column.
    public var attractionRows: (rowsIn: Int, kept: Int, rejected: Int, duplicatesMerged: Int, equalRowsMerged: Int) {
        let counts = attractions.counts
        return (
            counts.rowsIn, counts.rowsKept, counts.rowsRejected, counts.duplicatesMerged, counts.equalRowsMerged
        )
    }

    /// The report about the file of attractions.
    package var attractionReport: QualityReport { attractions.report }

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
        try run(
            stops: stops, output: output, rejects: rejects, shard: shard, jobs: jobs, blockSize: nil,
            onRejection: onRejection,
            onProgress: onProgress)
    }

    /// Like the public one; `blockSize` puts block boundaries everywhere in tests.
    package func run(
        stops: consuming any ByteSource, output: OutputFile, rejects: String?, shard: Shard? = nil, jobs: Int,
        blockSize: Int?,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let (source, part) = try ShardSource.opened(stops, shard)
        var stops = try StopTable(source, options.stops)
        let columns = try columns(stops)
        // If all texts are read before the first row; otherwise rows report the fault.
        if options.format == .table || shard != nil {
            do throws(IndexFileError) { try attractions.checkTextOrder() } catch { throw .attractions(error) }
        }
        var summary = BatchSummary()
        let question = question(columns, stops, rejects)
        do throws(TableError) {
            let (isFirst, isLast) = (shard?.isFirst ?? true, shard?.isLast ?? true)
            var outputs = try BatchOutputs(
                output, rejects: rejects, header: stops.table.finder.header, of: shard)
            var followsRows = false
            if let part { followsRows = try stops.table.skip(to: part, question) }
            var writer = RowWriter(output, question.format, followsRows: followsRows)
            if isFirst, options.writesHeader || question.format == .geojson { try writer.begin(question.opening) }
            var size = BlockSize(fixed: blockSize)
            let spares = Spares<RowBytes>()
            try OrderedWork.run(jobs: jobs) { () throws(TableError) in
                try stops.table.reader.nextBlock(size: size.next, before: part?.end)
            } makeWorker: {
                BlockAnswers(question)
            } work: { (worker, block: CSVBlock, emit) throws(TableError) in
                try worker.answer(block, reusing: spares.take, emit: emit)
            } deliver: { (made: BlockAnswers.Rows) throws(TableError) in
                try writer.write(made.bytes)
                try outputs.append(made.rejects, count: made.rejections.count)
                for rejection in made.rejections { onRejection(rejection) }
                summary.add(made.counts)
                size.learn(from: made)
                if made.isLast {
                    onProgress(
                        BatchProgress(
                            rows: summary.rowsIn, bytesRead: made.bytesRead, size: stops.table.reader.size, in: part))
                }
                spares.give(made.bytes)
            }
            if isLast { try writer.end() }
            try outputs.commit { (rejected) throws(TableError) in
                guard let part else { return nil }
                return try manifest(of: part, output, rejects: rejected, columns: columns, counts: summary)
            }
        } catch {
            throw question.damage.map { .attractions($0) } ?? .table(error)
        }
        summary.duration = clock.now - start
        return summary
    }

    private func question(
        _ columns: [OutputColumn], _ stops: borrowing StopTable, _ rejects: String?
    ) -> BlockAnswers.Question {
        let names = columns.map { $0.name(on: options.surface) }
        return BlockAnswers.Question(
            lookup: options.lookup, points: points, makePlaces: stops.makePlaces,
            stops: StopTemplate(stops.columns, stops.table.header), format: options.format, columns: columns,
            names: names, layout: stops.table.reader.layout,
            skippedFields: rejects == nil ? nil : RejectsFile.fieldsToSkip(stops.table.header),
            writing: options.format == .table
                ? .table(TableRows(columns, attractions))
                : .encoded(
                    RowTemplate(
                        format: options.format, columns: columns, names: names, attractions: attractions)))
    }

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
