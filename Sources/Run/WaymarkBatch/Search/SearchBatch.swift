public import WaymarkAttractions
public import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkSearch
public import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Options for reading and answering a table of queries.
public struct SearchBatchOptions: Sendable {
    /// The settings of all queries: the point for those without one, areas, categories and limit. Its text is ignored.
    public var model: SearchQuery
    /// The maximum distance of answers from the point of a query; queries without a point are then rejected.
    public var radius: Meters?
    /// Regions that answers must lie in; nil for anywhere.
    public var regions: SearchedRegions?
    /// The region of an attraction without an address, which then says where it is; nil if none is known.
    public var region: (@Sendable (Coordinate) -> String?)?
    /// What somebody goes to the attractions for, where a map says it, and all else is a sight; nil for anything.
    public var kind: PlaceKind?
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
        let start = ContinuousClock.now
        let (source, part) = try ShardSource.opened(queries, shard)
        let table = try BatchError.opening { () throws(PlaceTableError) in
            try PlaceTable(source, encoding: options.encoding, delimiter: options.delimiter)
        }
        let columns = try BatchError.opening { () throws(PlaceTableError) in
            try QueryColumns(table, names: options.columns)
        }
        let search = attractions.search
        let included = options.regions?.places(of: search)
        let rows = SearchRows(
            options.format, after: columns.names, attribution: attractions.attribution,
            region: options.region)
        let batch = RowDocument(
            format: rows.format, opening: rows.opening, output: output, rejects: rejects, jobs: jobs)
        var summary: BatchSummary
        do throws(TableError) {
            summary = try batch.run(
                table, part: part,
                makeWorker: { spares in
                    let points = columns.makePoints()
                    let isIncluded = attractions.including(
                        options.kind, where: included.map { included in { included[$0] } })
                    var bytes = ContiguousArray<UInt8>()
                    let makePart = { RowBytes(reusing: spares.take()) }
                    return RowByRow(makePart: makePart) { (record, made) throws(Rejection) in
                        let query = try columns.query(of: record, points, options)
                        let answers = search.answers(to: query, where: isIncluded)
                        bytes.removeAll(keepingCapacity: true)
                        rows.append(answers, after: columns.cells(of: record), to: &bytes)
                        made.part.append(bytes)
                        made.counts.addAnswer(hits: answers.hits.count)
                    }
                }, onRejection: onRejection, onProgress: onProgress
            ) { manifestQuestion(columns) }
        } catch {
            throw .table(error)
        }
        summary.duration = ContinuousClock.now - start
        return summary
    }

    /// Everything that affects the output, except the queries.
    private func manifestQuestion(_ columns: QueryColumns) -> ShardManifest.Question {
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
        let kind = options.kind.map { [("kind", $0.rawValue)] } ?? []
        let numbers = [columns.query.number, columns.id?.number, columns.point?.latitude, columns.point?.longitude]
        return (
            (attractions.search.count, attractions.hash),
            [
                ("lookup", "search, \(model.limit) at most"), ("near", model.near.map(text) ?? "nothing"),
                ("areas", areas.joined(separator: "; ")), ("regions", options.regions?.identity ?? "anywhere"),
                ("categories", model.categories.sorted().joined(separator: ",")),
                ("initials inside words", model.findsInitialsInsideWords ? "yes" : "no"),
                ("format", options.format.rawValue),
                ("columns", numbers.map { $0.map { "#\($0 + 1)" } ?? "none" }.joined(separator: ",")),
                ("encoding of the queries", options.encoding?.name ?? "detected"),
                ("delimiter of the queries", options.delimiter.map { String(UnicodeScalar($0)) } ?? "detected"),
            ] + kind
        )
    }
}
