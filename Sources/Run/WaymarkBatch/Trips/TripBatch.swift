import WaymarkGeodesy
public import WaymarkRoutes
public import WaymarkTables
import WaymarkThreads

/// Joins the stops of every trip in a CSV by legs, and writes the routes.
///
/// Trips whose rows are adjacent are streamed: only a few bytes per earlier trip are kept, to detect a trip that
/// continues later. An invalid row rejects all rows of its trip, and of no other, so that the trip can be corrected and
/// used as input again.
///
/// ```swift
/// let batch = TripBatch(TripOptions(), source: GreatCircleLegs())
/// let summary = try await batch.run(stops: "trips.csv", output: "legs.csv")
/// ```
public struct TripBatch: Sendable {
    let options: TripOptions
    let source: any LegSource

    /// Creates a batch with legs from a source.
    ///
    /// - Precondition: The precision of `options` is 0 to 7, their width at least 1.
    public init(_ options: TripOptions, source: any LegSource) {
        options.checkPreconditions()
        self.options = options
        self.source = source
    }

    /// Answers every trip of a file into `output`.
    ///
    /// If a trip continues after other trips, `onScattered` is called and the file is read again, with all trips in
    /// memory. This needs a regular file, and an output of which nothing is visible yet: a named one, or at most a few
    /// megabytes.
    ///
    /// - Parameters:
    ///   - path: A CSV with columns for latitude and longitude; `-` is standard input.
    ///   - output: The output, which appears under its name only when complete; `-` is standard output.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - onRejection: Called with each invalid row, in the order of the trips. Unless the options declare trips to be
    ///     scattered, it is called after all rows are read, with at most 10 000 rows; ``TripSummary/untold`` counts the
    ///     others.
    ///   - onScattered: Called with the trip that continues after others, and the line on which it does.
    ///   - onProgress: Called occasionally.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the stops cannot be read or an output cannot be written, if a trip continues after
    ///   others and the file cannot be read again, or if there is no leg at all because the source is unavailable;
    ///   `CancellationError` if the task is cancelled. Outputs are then absent or unchanged.
    /// - Complexity: O(*n* log *n*) in the rows of a trip, in addition to the cost of the source.
    public func run(
        stops path: String, output: String, rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run(
            { () throws(TableError) in (try FileSource(path: path), path != "-" && System.isRegularFile(path)) },
            { () throws(TableError) in try OutputFile(path: output, packing: .byName) }, rejects, onRejection,
            onScattered, onProgress)
    }

    /// Answers every trip of a CSV in memory, like the method that takes a path.
    public func run(
        stops: MemorySource, output: String, rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run(
            { (stops, true) }, { () throws(TableError) in try OutputFile(path: output, packing: .byName) }, rejects,
            onRejection, onScattered, onProgress)
    }

    /// Answers every trip of a CSV in memory into an output that is open.
    package func run(
        stops: MemorySource, output: OutputFile, onRejection: (Rejection) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run({ (stops, true) }, { output }, nil, onRejection, { _, _ in }, { _ in })
    }

    private func run(
        _ open: () throws(TableError) -> (source: any ByteSource, canReadAnew: Bool),
        _ output: () throws(TableError) -> OutputFile, _ rejects: String?, _ onRejection: (Rejection) -> Void,
        _ onScattered: (_ trip: String, _ line: Int) -> Void,
        _ onProgress: (BatchProgress) -> Void
    ) async throws -> TripSummary {
        let start = ContinuousClock.now
        var isScattered = options.isScattered
        while true {
            let (file, canReadAnew): (any ByteSource, Bool)
            do { (file, canReadAnew) = try open() } catch { throw BatchError.table(error) }
            let end = try await pass(
                file, output: output, rejects: rejects, isScattered: isScattered, onRejection: onRejection,
                onProgress: onProgress)
            switch end {
            case .done(var summary):
                summary.duration = ContinuousClock.now - start
                return summary
            case .scattered(let trip, let line, let isFinal):
                guard canReadAnew, !isFinal else { throw BatchError.scattered(trip: trip, line: line) }
                onScattered(trip, line)
                isScattered = true
            }
        }
    }

    private enum End {
        case done(TripSummary)
        case scattered(trip: String, line: Int, isFinal: Bool)
    }

    private func pass(
        _ file: any ByteSource, output makeOutput: () throws(TableError) -> OutputFile, rejects: String?,
        isScattered: Bool,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void
    ) async throws -> End {
        do {
            var reader = try TripReader(
                StopTable(file, options.stops), options, keepsFields: rejects != nil,
                wantsNames: options.format != .csv && options.format != .polyline)
            var rejections = try TripRejections(
                BatchOutputs(rejects: rejects, header: reader.header), isHeld: !isScattered)
            var output = try TripOutput(makeOutput(), TripWriter(options: options, hasTrips: reader.hasTrips))
            do {
                let solver = TripSolver(source: source, order: options.order, width: options.width)
                let writer = output.writer
                try await RowStage.run(
                    trips: &reader, collecting: isScattered,
                    // An immediate source is fastest in long runs on few threads, one that waits in many short ones.
                    stopsTogether: source.isImmediate ? Self.maxStopsTogether : 1, width: options.width,
                    oneTripIn: nil, rejections: &rejections,
                    onRejection: onRejection, onProgress: onProgress
                ) { trips in
                    try await answer(trips, solver, writer)
                } deliver: { answer in
                    try output.take(answer)
                }
            } catch let error as TripReader.Scattered {
                return .scattered(trip: error.trip, line: error.line, isFinal: output.isFinal)
            }
            // A source may ignore cancellation.
            try Task.checkCancellation()
            rejections.held.forEach(onRejection)
            if let reason = output.reasonOfAll {
                throw BatchError.legsUnavailable(source: source.name, reason)
            }
            try output.end()
            try rejections.outputs.commit(output.file)
            var summary = output.summary
            (summary.rowsIn, summary.rejected) = (reader.rowsIn, rejections.count)
            (summary.untold, summary.spoiledTrips) = (rejections.untold, rejections.spoiledTrips)
            return .done(summary)
        } catch let error as TableError {
            throw BatchError.table(error)
        }
    }

    private func answer(_ trips: [TableTrip], _ solver: TripSolver, _ writer: TripWriter) async throws -> TripAnswer {
        var answer = TripAnswer()
        for (i, trip) in trips.enumerated() {
            let route = try await solver.route(trip)
            answer.summary.add(route, of: trip, options)
            for case .failed(let error) in route.legs where error.isOfService {
                answer.unavailable += 1
                answer.reason = answer.reason ?? error
            }
            if trip.stops.count > Self.maxStopsTogether {
                answer.large = (trip, route)
                continue
            }
            if i > 0, !writer.separator.isEmpty { answer.text.bytes += writer.separator.utf8 }
            try writer.append(trip, route, to: &answer.text)
        }
        return answer
    }

    /// The maximum number of stops answered together. A trip with more is the last of its task, and is written in
    /// pieces.
    private static let maxStopsTogether = 4096
}

extension LegError {
    /// Whether the service failed, rather than the request.
    fileprivate var isOfService: Bool {
        switch self {
        case .unavailable, .limited, .timedOut: true
        case .notFound, .refused, .invalidAnswer, .invalidLeg, .other: false
        }
    }
}
