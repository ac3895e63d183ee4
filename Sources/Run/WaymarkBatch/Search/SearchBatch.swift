import WaymarkAttractions
public import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkSearch
public import WaymarkTables
import WaymarkText

/// Options for reading and answering a table of queries.
public struct SearchBatchOptions: Sendable {
    /// The settings of all queries: the point for those without one, areas, categories and limit. Its text is ignored.
    public var model: SearchQuery
    /// The maximum distance of answers from the point of a query; queries without a point are then rejected.
    public var radius: Meters?
    /// Regions that answers must lie in; nil for anywhere.
    public var regions: SearchedRegions?
    /// The output format.
    public var format: RowFormat
    /// The columns of the table.
    public var columns = QueryColumnNames()
    /// The encoding of the table; nil detects it.
    public var encoding: TextEncoding?
    /// The delimiter; nil detects it.
    public var delimiter: UInt8?

    /// Creates options; by default everything is detected from the file.
    ///
    /// - Precondition: `format` is not `.table`.
    public init(_ model: SearchQuery, format: RowFormat = .csv) {
        (self.model, self.format) = (model, format)
    }
}

/// Answers each query of a CSV with the matching attractions.
///
/// Queries are streamed, so memory does not grow with their number. Rows are in the order of the queries, then by rank.
/// Each record is answered, or rejected with its line and column; an invalid one never ends the batch.
public struct SearchBatch: Sendable {
    private let attractions: SearchedAttractions
    private let options: SearchBatchOptions

    /// Creates a batch that searches attractions.
    public init(_ attractions: SearchedAttractions, _ options: SearchBatchOptions) {
        (self.attractions, self.options) = (attractions, options)
    }

    /// Answers every query of `queries` into `output`, and commits the output.
    ///
    /// - Parameters:
    ///   - queries: A CSV with a column of typed text, and optionally an id and a point.
    ///   - output: The output, which appears under its name only when complete.
    ///   - rejects: The path for rejected records, with line, column and reason; nil discards them.
    ///   - shard: The part of the queries to answer; nil for all. Next to a named output its ``ShardManifest`` is
    ///     written, for ``ShardMerge``.
    ///   - jobs: The number of threads; the output does not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - onProgress: Called occasionally, by the calling thread.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the queries cannot be read or an output cannot be written. Both outputs are then
    ///   absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of ``WaymarkSearch/PlaceSearch/answers(to:where:)`` for each query.
    public func run(
        queries: consuming any ByteSource, output: OutputFile, rejects: String? = nil, shard: Shard? = nil,
        jobs: Int = 1, onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let (source, part) = try ShardSource.opened(queries, shard)
        let table = try BatchError.opening { () throws(PlaceTableError) in
            try PlaceTable(source, encoding: options.encoding, delimiter: options.delimiter)
        }
        let columns = try BatchError.opening { () throws(PlaceTableError) in
            try QueryColumns(table, names: options.columns)
        }
        let answers = QueryAnswers(
            search: attractions.search, included: options.regions?.places(of: attractions.search), options: options,
            columns: columns, rows: SearchRows(options.format, isBatch: true))
        var summary = try RecordBatch(answers, output: output, rejects: rejects, jobs: jobs).run(
            table, part: part, onRejection: onRejection, onProgress: onProgress
        ) { (part, rejects, counts) throws(TableError) in
            try manifest(of: part, output, rejects: rejects, columns: columns, counts: counts)
        }
        summary.duration = clock.now - start
        return summary
    }

    /// The manifest of a part after all its rows are written.
    private func manifest(
        of source: ShardSource, _ output: OutputFile, rejects: (path: String, hash: XXH64?)?,
        columns: QueryColumns, counts: BatchSummary
    ) throws(TableError) -> ShardManifest {
        let kept = try source.kept()
        func text(_ place: Coordinate) -> String {
            "\(NumberText.shortest(place.latitude)),\(NumberText.shortest(place.longitude))"
        }
        let model = options.model
        let radius = options.radius.map { ["within \(NumberText.shortest($0.value)) m of each point"] } ?? []
        let areas =
            radius
            + model.areas.map { area in
                switch area {
                case .circle(let radius, let center): "within \(NumberText.shortest(radius.value)) m of \(text(center))"
                case .box(let box):
                    "box " + [box.south, box.west, box.north, box.east].map(NumberText.shortest).joined(separator: ",")
                }
            }
        return ShardManifest(
            shard: source.shard, part: .init(output.hash),
            rejects: rejects.map { (SiblingPath.of($0.path, from: output.name), .init($0.hash)) },
            stops: .init(size: source.fileSize, before: kept.before, through: kept.through),
            attractions: (attractions.search.count, attractions.hash),
            question: [
                .init(name: "lookup", value: "search, \(model.limit) at most"),
                .init(name: "near", value: model.near.map(text) ?? "nothing"),
                .init(name: "areas", value: areas.joined(separator: "; ")),
                .init(name: "regions", value: options.regions?.identity ?? "anywhere"),
                .init(name: "categories", value: model.categories.sorted().joined(separator: ",")),
                .init(name: "initials inside words", value: model.findsInitialsInsideWords ? "yes" : "no"),
                .init(name: "format", value: options.format.rawValue),
                .init(name: "columns", value: numbers(of: columns)),
                .init(name: "encoding of the queries", value: options.encoding?.name ?? "detected"),
                .init(
                    name: "delimiter of the queries",
                    value: options.delimiter.map { String(UnicodeScalar($0)) } ?? "detected"),
            ], counts: counts)
    }

    /// The numbers of the columns that are read.
    private func numbers(of columns: QueryColumns) -> String {
        [columns.query.number, columns.id?.number, columns.point?.latitude, columns.point?.longitude]
            .map { $0.map { "#\($0 + 1)" } ?? "none" }.joined(separator: ",")
    }
}

/// Searches for each query.
private struct QueryAnswers: RecordAnswers {
    let search: PlaceSearch
    /// Whether each place may be an answer; nil if all may.
    let included: [Bool]?
    let options: SearchBatchOptions
    let columns: QueryColumns
    let rows: SearchRows

    var format: RowFormat { rows.format }
    var opening: ContiguousArray<UInt8> { rows.opening }

    /// Reads the points of queries, if they have any; and the bytes of rows.
    struct Reader {
        let points: PlaceReader?
        var bytes: ContiguousArray<UInt8> = []
    }

    func makeReader() -> Reader { Reader(points: columns.makePoints()) }

    func append(
        _ record: CSVRecord, _ reader: inout Reader, to rows: inout RowBytes
    ) throws(Rejection) -> Int? {
        let query = try columns.query(of: record, reader.points, options)
        let isIncluded: ((Int) -> Bool)? = included.map { included in { included[$0] } }
        let hits = search.answers(to: query, where: isIncluded).hits
        reader.bytes.removeAll(keepingCapacity: true)
        self.rows.append(hits, of: columns.id(of: record), to: &reader.bytes)
        rows.append(reader.bytes)
        return hits.count
    }
}
