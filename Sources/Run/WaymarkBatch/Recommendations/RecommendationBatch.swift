import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkRoutes
public import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Recommends attractions for every stop or every trip of a CSV.
///
/// Rows are streamed: memory does not grow with their number. Each record is answered, or rejected with its line and column; none
/// ends the batch. An invalid row rejects its whole trip, and no other.
///
/// ```swift
/// let attractions = try RecommendedAttractions(contentsOf: "places.csv")
/// let batch = RecommendationBatch(Recommender(attractions.places), RecommendationOptions())
/// let summary = try await batch.run(stops: FileSource(path: "stops.csv"), output: OutputFile(path: "seen.csv"))
/// ```
public struct RecommendationBatch: Sendable {
    let recommender: Recommender
    let options: RecommendationOptions
    /// Where the legs of routes come from.
    let source: any LegSource

    /// A batch over the places of a recommender.
    ///
    /// - Precondition: The limit of `options` is at least 1.
    public init(
        _ recommender: Recommender, _ options: RecommendationOptions, source: any LegSource = GreatCircleLegs()
    ) {
        precondition(options.limit >= 1, "a list has at least one place")
        (self.recommender, self.options, self.source) = (recommender, options, source)
    }

    /// Answers every stop or trip of `stops` into `output`, and commits it.
    ///
    /// - Parameters:
    ///   - stops: A CSV with columns for latitude and longitude.
    ///   - output: Where rows go; appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - shard: The part of the stops to answer; nil for all. Only stops that stand alone have parts.
    ///   - jobs: The number of threads; the output does not depend on it.
    ///   - onRejection: Called with each rejection, in the order of the file, by the calling thread.
    ///   - onProgress: Called now and then, by the calling thread.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the stops cannot be read at all or an output cannot be written; what the source of legs
    ///   throws. Outputs are then absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of the recommendations; a stop alone takes O(*c*) for *c* attractions in its circle.
    public func run(
        stops: consuming sending any ByteSource, output: OutputFile, rejects: String? = nil, shard: Shard? = nil,
        jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var source: any ByteSource = stops
        var sharded: ShardSource? = nil
        if let shard {
            let part = try ShardSource(source, shard)
            (sharded, source) = (part, part)
        }
        let stops = try StopTable(source, options.stops)
        let trips = try BatchError.opening { () throws(PlaceTableError) in
            try TripColumns(tripOptions, in: stops.table.finder)
        }
        let files = RecommendationFiles(output: output, rejects: rejects, jobs: jobs)
        var summary: BatchSummary
        if options.scope == .stop, trips.trip == nil, options.format != .svg {
            summary = try answerStops(stops, files, sharded, onRejection, onProgress)
        } else {
            guard sharded == nil else { throw BatchError.tripsInParts(file: stops.table.finder.file) }
            summary = try await answerTrips(stops, files, onRejection, onProgress)
        }
        summary.duration = clock.now - start
        return summary
    }

    /// How the trips are read.
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

/// Where a batch writes, and by how many threads.
struct RecommendationFiles {
    let output: OutputFile
    let rejects: String?
    let jobs: Int
}

extension RecommendationBatch {
    /// Answers stops that stand alone, block by block.
    private func answerStops(
        _ stops: consuming StopTable, _ files: RecommendationFiles, _ sharded: ShardSource?,
        _ onRejection: (Rejection) -> Void, _ onProgress: (BatchProgress) -> Void
    ) throws(BatchError) -> BatchSummary {
        let shard = sharded?.shard
        let rows = RecommendationRows(options.format.rows ?? .csv, recommender.places, options, hasTrips: false)
        let work = StopWork(
            batch: self, rows: rows, stops: StopRecommender(recommender, options.lexicon), makePlaces: stops.makePlaces,
            layout: stops.table.reader.layout,
            skippedFields: files.rejects == nil ? nil : RejectsFile.fieldsToSkip(stops.table.header))
        let columns = stops.columns
        var summary = BatchSummary()
        do throws(TableError) {
            let (isFirst, isLast) = (shard?.isFirst ?? true, shard?.isLast ?? true)
            var table = stops.table
            var rejectsFile: RejectsFile? = nil
            if let rejects = files.rejects {
                rejectsFile = try RejectsFile(path: rejects, header: table.finder.header, writesHeader: isFirst)
            }
            var hasRows = false
            if let sharded {
                files.output.hash = XXH64()
                rejectsFile?.hash = XXH64()
                while let block = try table.reader.nextBlock(size: 1 << 14, before: sharded.begin) {
                    // Whether there are rows before decides about a comma.
                    if options.format == .geojson, !hasRows { hasRows = try work.answer(block).counts.hits > 0 }
                }
            }
            if isFirst { try files.output.write(rows.opening.span) }
            try OrderedWork.run(jobs: files.jobs) { () throws(TableError) in
                try table.reader.nextBlock(size: 1 << 14, before: sharded?.end)
            } makeWorker: {
                work
            } work: { (work, block: CSVBlock, emit) throws(TableError) in
                try emit(try work.answer(block))
            } deliver: { (part: StopWork.Part) throws(TableError) in
                let skipped = options.format == .geojson && !hasRows && !part.rows.isEmpty ? 1 : 0
                try files.output.write(part.rows.span.extracting(skipped...))
                hasRows = hasRows || !part.rows.isEmpty
                try rejectsFile?.append(formatted: part.rejects.bytes.span, count: part.rejections.count)
                for rejection in part.rejections { onRejection(rejection) }
                summary.add(part.counts)
                let before = sharded?.begin ?? 0
                onProgress(
                    BatchProgress(
                        rows: summary.rowsIn, bytesRead: max(0, part.bytesRead - before),
                        size: (sharded?.end ?? table.reader.size).map { $0 - before }))
            }
            if isLast { try files.output.write(rows.closing.span) }
            // All bytes of both before either gets its name: a full disk leaves none of the two.
            try rejectsFile?.flush()
            if let sharded, files.output.isNamed {
                let isKept = rejectsFile?.isNamed ?? false
                let rejected = isKept ? files.rejects.map { (path: $0, hash: rejectsFile?.hash) } : nil
                try manifest(of: sharded, files.output, rejects: rejected, columns: columns, counts: summary)
                    .write(besidePart: files.output.name)
            }
            try files.output.commit()
            try rejectsFile?.commit()
        } catch {
            throw .table(error)
        }
        return summary
    }
}

/// What the threads share that answer blocks of stops.
private struct StopWork: Sendable {
    let batch: RecommendationBatch
    let rows: RecommendationRows
    let stops: StopRecommender
    let makePlaces: @Sendable () -> PlaceRows
    let layout: CSVReader.Layout
    /// Fields that a rejects file leaves out; nil without one.
    let skippedFields: Int?

    /// The answers of a block.
    struct Part: Sendable {
        var rows: ContiguousArray<UInt8> = []
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        var counts = BatchSummary()
        var bytesRead = 0
    }

    func answer(_ block: CSVBlock) throws(TableError) -> Part {
        var reader = CSVBlockReader(layout: layout)
        reader.begin(block)
        var part = Part()
        var record = CSVRecord()
        let places = makePlaces()
        let options = batch.options
        while try reader.read(into: &record) {
            part.counts.rowsIn += 1
            do throws(Rejection) {
                let coordinate: Coordinate
                if let plain = places.plainPlace(of: record) {
                    coordinate = plain
                } else {
                    coordinate = try places.place(of: record)
                }
                let id = places.columns.id.flatMap { record.isBlank($0) ? nil : record[$0] } ?? String(record.number)
                let name = places.columns.name.map { record[$0] } ?? ""
                let hits: Int
                if rows.areBrief {
                    let found = stops.recommendations(
                        aroundID: id, name: name, coordinate: coordinate, within: options.radius, count: options.limit,
                        interests: options.interests, visited: options.visited)
                    hits = found.count
                    rows.append(found, for: id, to: &part.rows)
                } else {
                    let stop = batch.recommender.places.stop(
                        id: id, name: name, coordinate: coordinate, lexicon: options.lexicon)
                    let found = batch.list(around: stop)
                    hits = found.count
                    rows.append(
                        RecommendationList(
                            id: id, label: name.isEmpty ? id : name, stops: [stop], recommendations: found),
                        to: &part.rows)
                }
                part.counts.answered += 1
                part.counts.hits += hits
                if hits == 0 { part.counts.withoutHits += 1 }
            } catch {
                part.counts.rejected += 1
                part.rejections.append(error)
                guard let skippedFields else { continue }
                RejectsFile.format(error, record: record, skippingFields: skippedFields, into: &part.rejects)
            }
        }
        part.bytesRead = block.bytesRead
        return part
    }
}
