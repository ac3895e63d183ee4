import WaymarkGeodesy
public import WaymarkGround
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkRegions
public import WaymarkRoutes
public import WaymarkTables
import WaymarkThreads

/// Recommends attractions for every stop or every trip of a CSV.
///
/// Rows are streamed, so memory does not grow with their number. Each record is answered, or rejected with its line and
/// column; an invalid one never ends the batch. An invalid row rejects its whole trip, and no other.
///
/// ```swift
/// let attractions = try RecommendedAttractions(contentsOf: ["places.csv"])
/// let batch = RecommendationBatch(Recommender(attractions.places), RecommendationOptions())
/// let summary = try await batch.run(stops: FileSource(path: "stops.csv"), output: OutputFile(path: "seen.csv"))
/// ```
public struct RecommendationBatch: Sendable {
    let recommender: Recommender
    let options: RecommendationOptions
    /// The source of the legs of routes.
    let source: any LegSource

    /// Creates a batch over the places of a recommender.
    ///
    /// - Precondition: The limit of `options` is at least 1.
    public init(
        _ recommender: Recommender, _ options: RecommendationOptions, source: any LegSource = GreatCircleLegs()
    ) {
        precondition(options.question.limit >= 1, "the limit is below 1: \(options.question.limit)")
        (self.recommender, self.options, self.source) = (recommender, options, source)
    }

    /// Answers every stop or trip of `stops` into `output`, and commits it.
    ///
    /// - Parameters:
    ///   - stops: A CSV with columns for latitude and longitude.
    ///   - output: The output, which appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - shard: The part of the stops to answer; nil for all. A trip belongs to the part in which its first row begins.
    ///   - jobs: The number of threads; the output does not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - onProgress: Called occasionally, by the calling thread.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the stops cannot be read or an output cannot be written; otherwise the error of the
    ///   leg source. Outputs are then absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of the recommendations; a stop that stands alone takes O(*c*) for *c* attractions in its
    ///   circle.
    public func run(
        stops: consuming sending any ByteSource, output: OutputFile, rejects: String? = nil, shard: Shard? = nil,
        jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> BatchSummary {
        let start = ContinuousClock.now
        let (source, part) = try ShardSource.opened(stops, shard)
        let stops = try StopTable(source, options.stops)
        let trips = try BatchError.opening { () throws(PlaceTableError) in
            try TripColumns(tripOptions, in: stops.table.finder)
        }
        var summary: BatchSummary
        if options.question.scope == .stop, trips.trip == nil, options.format != .svg {
            let (columns, makePlaces) = (stops.columns, stops.makePlaces)
            let answers = RecommendationRows(options, recommender.places, hasTrips: false)
            let rows = RowDocument(
                format: answers.format, opening: answers.opening, output: output, rejects: rejects, jobs: jobs)
            do throws(TableError) {
                summary = try rows.run(
                    stops.table, part: part, makeWorker: { StopWorker(self, answers, makePlaces(), $0) },
                    onRejection: onRejection, onProgress: onProgress
                ) { manifestQuestion(columns) }
            } catch {
                throw BatchError.table(error)
            }
        } else {
            if part != nil, options.format == .svg { throw BatchError.mapInParts(file: stops.table.finder.file) }
            summary = try await answerTrips(
                stops, output, rejects: rejects, part: part, jobs: jobs, onRejection: onRejection,
                onProgress: onProgress)
        }
        summary.duration = ContinuousClock.now - start
        return summary
    }

    /// The options for reading the trips.
    var tripOptions: TripOptions {
        TripOptions(
            stops: options.stops, tripColumn: options.tripColumn, indexColumn: options.indexColumn,
            isScattered: options.isScattered)
    }

    /// The places that are stops themselves, if they are asked for.
    func leftOut(for stops: [RecommendedPlace]) -> [LeftOut] {
        options.question.showsLeftOut ? recommender.leftOut(for: stops) : []
    }

    /// The best places around a stop that stands alone.
    func list(around stop: RecommendedPlace) -> ReachedRecommendations {
        recommender.recommendations(
            into: [stop], reach: options.question.reach, count: options.question.limit, interests: options.interests,
            visited: options.visited)
    }
}

/// Recommends places around stops that stand alone: one thread's worker.
private struct StopWorker: RowWorker, ~Copyable {
    private let batch: RecommendationBatch
    private let rows: RecommendationRows
    private let places: PlaceReader
    private let spares: Spares<RowBytes>
    private let id: StopCell
    /// The number of the column of names; -1 if there is none.
    private let name: Int

    init(_ batch: RecommendationBatch, _ rows: RecommendationRows, _ places: PlaceReader, _ spares: Spares<RowBytes>) {
        (self.batch, self.rows, self.places, self.spares) = (batch, rows, places, spares)
        (id, name) = (.id(places.columns.id), places.columns.name ?? -1)
    }

    func makePart() -> RowBytes { RowBytes(reusing: spares.take()) }

    mutating func answer(
        _ reader: inout CSVReader, into made: inout RowsMade<RowBytes>,
        emit: OrderedWork.Emit<RowsMade<RowBytes>, TableError>
    ) throws(TableError) {
        try made.answerEach(&reader) { (record, made) throws(Rejection) in
            let coordinate = try places.coordinate(of: record)
            let name = record[name]
            let stop = RecommendedPlace(
                id: id.withValue(of: record, at: coordinate) { $0.readable ?? "" }, name: name, coordinate: coordinate)
            let found = batch.list(around: stop)
            var text = ContiguousArray<UInt8>()
            rows.append(
                RecommendationList(
                    id: stop.id, label: name.isEmpty ? stop.id : name, stops: [stop], found,
                    leftOut: batch.leftOut(for: [stop])),
                to: &text)
            made.part.append(text)
            made.counts.addAnswer(hits: found.recommendations.count)
            made.counts.add(found.reach)
        }
    }
}

extension BatchSummary {
    /// Counts a list that looked farther than usual.
    mutating func add(_ reach: Reach) {
        guard reach.isWidened, let radius = reach.radius else { return }
        widened += 1
        widestRadius = max(widestRadius, radius)
    }
}

/// The output format of recommendations.
public enum RecommendationFormat: String, Sendable, CaseIterable {
    /// RFC 4180, with a header line.
    case csv
    /// Aligned, readable text.
    case table
    /// A FeatureCollection (RFC 7946) of the recommended places.
    case geojson
    /// One JSON object per line.
    case ndjson
    /// A map of one trip with the recommended places.
    case svg

    /// The format of rows; nil for a map.
    var rows: RowFormat? { RowFormat(rawValue: rawValue) }
}

/// What to recommend for each stop or trip, and how to write it.
public struct RecommendationOptions: Sendable {
    /// What is asked.
    public var question = RecommendationQuestion()
    /// The interests of the travellers: those of the question among known themes, or joined ones of several travellers.
    public var interests: Interests?
    /// The ids of attractions to leave out.
    public var visited: Set<String> = []
    /// The output format.
    public var format = RecommendationFormat.csv
    /// The borders of municipalities on a map; nil for none.
    public var boundaries: RegionSet?
    /// The ground under a map; nil for none.
    public var ground: Ground?
    /// Whether maps are for a dark page.
    public var isDark = false
    /// Whom the legs on a map are from; nil for nobody.
    public var attribution: String?
    /// The title of a map; nil uses the first and the last stop.
    public var title: String?
    /// The reading options for stops.
    public var stops = StopOptions()
    /// The trip column, by name or number; nil finds it by its usual names.
    public var tripColumn: String?
    /// The column of the position in the trip, by name or number; nil finds it by its usual names.
    public var indexColumn: String?
    /// Whether the rows of a trip may be anywhere in the file; all rows are then held in memory.
    public var isScattered = false

    /// Creates options for five places around each stop.
    public init() {}

    var language: ExplanationLanguage { question.language ?? .korean }
}
