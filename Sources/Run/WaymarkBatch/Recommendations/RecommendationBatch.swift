import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkRoutes
public import WaymarkTables

/// Recommends attractions for every stop or every trip of a CSV.
///
/// Rows are streamed, so memory does not grow with their number. Each record is answered, or rejected with its line and
/// column; an invalid one never ends the batch. An invalid row rejects its whole trip, and no other.
///
/// ```swift
/// let attractions = try RecommendedAttractions(contentsOf: "places.csv")
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
        precondition(options.limit >= 1, "the limit is below 1: \(options.limit)")
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
        let clock = ContinuousClock()
        let start = clock.now
        let (source, part) = try ShardSource.opened(stops, shard)
        let stops = try StopTable(source, options.stops)
        let trips = try BatchError.opening { () throws(PlaceTableError) in
            try TripColumns(tripOptions, in: stops.table.finder)
        }
        var summary: BatchSummary
        if options.scope == .stop, trips.trip == nil, options.format != .svg {
            let columns = stops.columns
            let answers = StopRecommendations(self, stops.makePlaces)
            summary = try RecordBatch(answers, output: output, rejects: rejects, jobs: jobs).run(
                stops.table, part: part, onRejection: onRejection, onProgress: onProgress
            ) { (part, rejects, counts) throws(TableError) in
                try manifest(of: part, output, rejects: rejects, columns: columns, counts: counts)
            }
        } else {
            if part != nil, options.format == .svg { throw BatchError.mapInParts(file: stops.table.finder.file) }
            summary = try await answerTrips(
                stops, output, rejects: rejects, part: part, jobs: jobs, onRejection: onRejection,
                onProgress: onProgress)
        }
        summary.duration = clock.now - start
        return summary
    }

    /// The options for reading the trips.
    var tripOptions: TripOptions {
        TripOptions(
            stops: options.stops, tripColumn: options.tripColumn, indexColumn: options.indexColumn,
            isScattered: options.isScattered)
    }

    /// The best places around a stop that stands alone.
    func list(around stop: RecommendedPlace) -> [Recommendation] {
        recommender.recommendations(
            around: stop, within: options.radius, count: options.limit, interests: options.interests,
            visited: options.visited)
    }
}

/// Recommends places around each stop that stands alone.
private final class StopRecommendations: RecordAnswers {
    let batch: RecommendationBatch
    let rows: RecommendationRows
    let stops: StopRecommender
    let makePlaces: @Sendable () -> PlaceRows

    init(_ batch: RecommendationBatch, _ makePlaces: @escaping @Sendable () -> PlaceRows) {
        let options = batch.options
        (self.batch, self.makePlaces) = (batch, makePlaces)
        rows = RecommendationRows(options, batch.recommender.places, hasTrips: false)
        stops = StopRecommender(
            batch.recommender, options.lexicon, within: options.radius, count: options.limit,
            interests: options.interests, visited: options.visited)
    }

    var format: RowFormat { rows.format }
    var opening: ContiguousArray<UInt8> { rows.opening }

    /// Reads stops, and holds them until the end of their block.
    struct Reader {
        let places: PlaceRows
        let id: StopID
        /// The number of the column of names; -1 if there is none.
        let name: Int
        let stops = Stops()
        /// The first column of a stop's rows.
        var owner = PaddedBytes()

        init(_ places: PlaceRows) {
            self.places = places
            (id, name) = (StopID(field: places.columns.id), places.columns.name ?? -1)
        }
    }

    /// The stops held, which cannot be copied.
    final class Stops {
        var held = StopBuffer()
    }

    func makeReader() -> Reader { Reader(makePlaces()) }

    func append(
        _ record: CSVRecord, _ reader: inout Reader, to bytes: inout RowBytes
    ) throws(Rejection) -> Int? {
        let coordinate: Coordinate
        if let plain = reader.places.plainPlace(of: record) {
            coordinate = plain
        } else {
            coordinate = try reader.places.place(of: record)
        }
        if rows.areBrief {
            reader.id.withText(of: record) { id in
                record.withUTF8(reader.name) { name in reader.stops.held.hold(id: id, name: name, at: coordinate) }
            }
            return nil
        }
        let id = reader.id.withText(of: record) { String(utf8: $0) }
        let name = record[reader.name]
        let stop = batch.recommender.places.stop(
            id: id, name: name, coordinate: coordinate, lexicon: batch.options.lexicon)
        let found = batch.list(around: stop)
        var text = ContiguousArray<UInt8>()
        rows.append(
            RecommendationList(
                id: stop.id, label: name.isEmpty ? stop.id : name, stops: [stop], recommendations: found),
            to: &text)
        bytes.append(text)
        return found.count
    }

    func appendHeld(_ reader: inout Reader, to bytes: inout RowBytes, _ counts: inout BatchSummary) {
        stops.recommend(&reader.stops.held) { id, found in
            counts.addAnswer(hits: found.count)
            if found.isEmpty { return }
            rows.setOwner(of: &reader.owner) { (format, bytes) in format.append(.text(id), alone: false, to: &bytes) }
            rows.append(found, reader.owner, to: &bytes)
        }
    }
}
