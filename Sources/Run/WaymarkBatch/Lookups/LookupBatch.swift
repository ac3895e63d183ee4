import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText
import WaymarkThreads

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
    /// Whether CSV and table begin with the names of the columns.
    public var writesHeader = true
    /// How the stops are read.
    public var stops: StopOptions
    /// What the circles are drawn on.
    public var surface = LookupSurface.sphere

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

extension LookupBatchOptions {
    /// The columns of the answer without those that are kept of the stops.
    var ownColumns: [OutputColumn] {
        columns ?? (format == .table ? TableRows.defaults : OutputColumn.defaults)
    }

    /// The fields of an attraction that the columns show.
    var fields: [AttractionField] {
        var fields: [AttractionField] = []
        for case .attraction(let column) in ownColumns {
            if let field = column.field, !fields.contains(field) { fields.append(field) }
        }
        return fields
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
    /// Pairs of places that could not be answered, where each place is asked about with each other one.
    public package(set) var rejectedPairs = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero

    /// Nothing done yet.
    package init() {}

    /// Adds the counts of a part; the time stays.
    package mutating func add(_ part: BatchSummary) {
        rowsIn += part.rowsIn
        answered += part.answered
        rejected += part.rejected
        withoutHits += part.withoutHits
        hits += part.hits
        rejectedPairs += part.rejectedPairs
    }
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
    let attractions: AttractionTable
    let points: SearchedPoints
    let options: LookupBatchOptions

    /// A batch over the attractions of a catalog.
    public init(_ catalog: AttractionCatalog, _ options: LookupBatchOptions) {
        attractions = AttractionTable(catalog, fields: options.fields)
        points = SearchedPoints(catalog.index, on: options.surface, jobs: 1)
        self.options = options
    }

    /// A batch over the attractions in a file, of which no more is kept than the rows need.
    ///
    /// The answers are those of a batch over the ``/WaymarkAttractions/AttractionCatalog`` of the file.
    ///
    /// - Parameters:
    ///   - path: The attractions, in any format that a catalog is read from; `-` is standard input.
    ///   - reading: How to read them; all is found out by default.
    ///   - options: The question.
    ///   - jobs: How many threads read, and make the index.
    /// - Throws: What reading a catalog throws.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the rows. A CSV takes about three times the file's size, however tidy it is.
    public init(
        attractions path: String, reading: CatalogOptions = .init(), _ options: LookupBatchOptions, jobs: Int = 1
    ) throws(AttractionError) {
        attractions = try AttractionTable(contentsOf: path, options: reading, fields: options.fields, jobs: jobs)
        points = SearchedPoints(attractions.index(jobs: jobs), on: options.surface, jobs: jobs)
        self.options = options
    }

    /// What became of the rows of attractions: `rowsIn` is the sum of those kept, rejected and merged; of the last,
    /// `equalRowsMerged` were equal to another in every column.
    public var attractionRows: (rowsIn: Int, kept: Int, rejected: Int, duplicatesMerged: Int, equalRowsMerged: Int) {
        let counts = attractions.counts
        return (
            counts.rowsIn, counts.rowsKept, counts.rowsRejected, counts.duplicatesMerged, counts.equalRowsMerged
        )
    }

    /// What was found in the file of attractions.
    package var attractionReport: QualityReport { attractions.report }

    /// How many attractions are left out because the map is not made for where they are, and why the first of them; nil where
    /// there are none.
    public var attractionsLeftOut: (count: Int, reason: String)? { points.leftOut }

    /// Answers every stop of `stops` into `output`, and commits it.
    ///
    /// - Parameters:
    ///   - stops: A CSV with columns for latitude and longitude.
    ///   - output: Where rows go; appears under its name only when the batch is complete.
    ///   - rejects: Where rejected records go, with line, column and reason; nil for nowhere.
    ///   - shard: The part of the stops to answer; all when nil. Beside an output with a name of its own its
    ///     ``ShardManifest`` is written, for ``ShardMerge``.
    ///   - jobs: How many threads look up and write rows; the same bytes come out for any number.
    ///   - onRejection: Called with each rejection, in the order of the file, by the calling thread.
    ///   - onProgress: Called now and then, by the calling thread.
    /// - Returns: What was done.
    /// - Throws: ``BatchError`` when the stops cannot be read at all or an output cannot be written. Both outputs are
    ///   then absent, or as they were; only when putting the rejects in place fails, after all bytes of both were
    ///   written and the output was put in place, is the output there without them.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*s* (log *n* + *m* log *m*)) for *s* stops, *n* attractions and *m* answers a stop. The stops
    ///   before a shard are only counted, hundreds of megabytes a second.
    public func run(
        stops: consuming any ByteSource, output: OutputFile, rejects: String? = nil, shard: Shard? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        try run(
            stops: stops, output: output, rejects: rejects, shard: shard, jobs: jobs, blockSize: nil,
            onRejection: onRejection,
            onProgress: onProgress)
    }

    /// As the public one; `blockSize` puts block borders everywhere in tests.
    package func run(
        stops: consuming any ByteSource, output: OutputFile, rejects: String?, shard: Shard? = nil, jobs: Int,
        blockSize: Int?,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var source: any ByteSource = stops
        var sharded: ShardSource? = nil
        if let shard {
            let part = try ShardSource(source, shard)
            (sharded, source) = (part, part)
        }
        var stops = try StopTable(source, options.stops)
        let columns = try columns(stops)
        // Where all texts are read before the first row; else the rows tell.
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
            if let sharded { followsRows = try stops.table.skip(to: sharded, question) }
            var writer = BlockWriter(output, question.format, followsRows: followsRows)
            if isFirst, options.writesHeader || question.format == .geojson { try writer.begin(question) }
            var size = BlockSize(fixed: blockSize)
            let spares = Spares<RowBytes>()
            try OrderedWork.run(jobs: jobs) { () throws(TableError) in
                try stops.table.reader.nextBlock(size: size.next, before: sharded?.end)
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
                    let before = sharded?.begin ?? 0
                    onProgress(
                        BatchProgress(
                            rows: summary.rowsIn, bytesRead: max(0, made.bytesRead - before),
                            size: (sharded?.end ?? stops.table.reader.size).map { $0 - before }))
                }
                spares.give(made.bytes)
            }
            if isLast { try writer.end() }
            try outputs.commit { (rejected) throws(TableError) in
                guard let sharded else { return nil }
                return try manifest(of: sharded, output, rejects: rejected, columns: columns, counts: summary)
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
