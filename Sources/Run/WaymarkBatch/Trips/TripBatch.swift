import WaymarkGeodesy
public import WaymarkRoutes
public import WaymarkTables
import WaymarkThreads

/// Joins the stops of every trip in a CSV by legs, and writes the routes.
///
/// Trips whose rows stand together are streamed: memory does not grow with their number, but for a few bytes each that tell
/// when one comes again. A row that is no stop spoils its trip, and no other: all its rows are rejected, so that the trip
/// can be mended and given in again.
///
/// ```swift
/// let batch = TripBatch(TripOptions(), source: GreatCircleLegs())
/// let summary = try await batch.run(stops: "trips.csv", output: "legs.csv")
/// ```
public struct TripBatch: Sendable {
    let options: TripOptions
    let source: any LegSource

    /// A batch by a source of legs.
    ///
    /// - Precondition: The precision of `options` is 0 to 7, their width at least 1.
    public init(_ options: TripOptions, source: any LegSource) {
        options.checkPreconditions()
        self.options = options
        self.source = source
    }

    /// Answers every trip of a file into `output`.
    ///
    /// Where a trip comes again behind others, the file is read anew with all of it held; `onScattered` says so. That needs a
    /// file, and an output of which nothing is written yet: a named one, or one of a few megabytes.
    ///
    /// - Parameters:
    ///   - path: A CSV with columns for latitude and longitude; `-` is standard input.
    ///   - output: Where the routes go; appears under its name only when it is complete. `-` is standard output.
    ///   - rejects: Where rejected rows go, with line, column and reason; nil for nowhere.
    ///   - onRejection: Called with each row at fault, in the order of the trips; where these are not said to be scattered
    ///     only when all were read, and with the first 10 000: ``TripSummary/untold`` counts the others.
    ///   - onScattered: Called with the trip that comes again and the line where it does.
    ///   - onProgress: Called now and then.
    /// - Returns: What was done.
    /// - Throws: ``BatchError`` when the stops cannot be read at all or an output cannot be written, when a trip comes again
    ///   and the file cannot be read anew, and when no leg could be had because the source is not there; `CancellationError`
    ///   when the task is cancelled. There is nothing new under the output's name then.
    /// - Complexity: O(*n* log *n*) in the rows of a trip, beside what the source takes.
    public func run(
        stops path: String, output: String, rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run(
            { () throws(BatchError) in
                let file = try Self.open(path)
                return (file, file.size != nil && path != "-")
            }, output, rejects, onRejection, onScattered, onProgress)
    }

    /// The same for stops in memory.
    public func run(
        stops: MemorySource, output: String, rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run({ () throws(BatchError) in (stops, true) }, output, rejects, onRejection, onScattered, onProgress)
    }

    private func run(
        _ open: () throws(BatchError) -> (source: any ByteSource, canReadAnew: Bool), _ output: String,
        _ rejects: String?, _ onRejection: (Rejection) -> Void, _ onScattered: (_ trip: String, _ line: Int) -> Void,
        _ onProgress: (BatchProgress) -> Void
    ) async throws -> TripSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var isScattered = options.isScattered
        while true {
            let (file, canReadAnew) = try open()
            let end = try await pass(
                file, output: output, rejects: rejects, isScattered: isScattered, onRejection: onRejection,
                onProgress: onProgress)
            switch end {
            case .done(var summary):
                summary.duration = clock.now - start
                return summary
            case .scattered(let trip, let line, let isFinal):
                guard canReadAnew, !isFinal else { throw BatchError.scattered(trip: trip, line: line) }
                onScattered(trip, line)
                isScattered = true
            }
        }
    }

    private static func open(_ path: String) throws(BatchError) -> FileSource {
        do { return try FileSource(path: path) } catch { throw .table(error) }
    }

    private enum End {
        case done(TripSummary)
        case scattered(trip: String, line: Int, isFinal: Bool)
    }

    private func pass(
        _ file: any ByteSource, output path: String, rejects: String?, isScattered: Bool,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void
    ) async throws -> End {
        do {
            var reader = try TripReader(
                file, options, keepsFields: rejects != nil,
                wantsNames: options.format != .csv && options.format != .polyline)
            var rejections = try TripRejections(path: rejects, header: reader.header, isHeld: !isScattered)
            var answers = try TripAnswers(path: path, TripWriter(options: options, hasTrips: reader.hasTrips))
            let scattered = try await answerTrips(
                &reader, &rejections, &answers, isScattered: isScattered, onRejection, onProgress)
            if let scattered {
                return .scattered(trip: scattered.trip, line: scattered.line, isFinal: answers.isFinal)
            }
            // A source need not heed that nobody waits for it any more.
            try Task.checkCancellation()
            rejections.held.forEach(onRejection)
            if let reason = answers.reasonOfAll {
                throw BatchError.legsUnavailable(source: source.name, reason)
            }
            try answers.end()
            // All bytes of both before either gets its name: a full disk leaves none of the two.
            try rejections.flush()
            try answers.commit()
            try rejections.commit()
            var summary = answers.summary
            summary.rowsIn = reader.rowsIn
            summary.add(rejections)
            return .done(summary)
        } catch let error as TableError {
            throw BatchError.table(error)
        }
    }

    /// Answers trip after trip, many at once; a trip that comes again ends it, and is returned.
    private func answerTrips(
        _ reader: inout TripReader, _ rejections: inout TripRejections, _ answers: inout TripAnswers,
        isScattered: Bool, _ onRejection: (Rejection) -> Void, _ onProgress: (BatchProgress) -> Void
    ) async throws -> TripReader.Scattered? {
        let solver = TripSolver(
            source: source, order: options.order,
            turnstile: source.isImmediate ? nil : Turnstile(width: options.width))
        return try await withThrowingTaskGroup(of: TripAnswer.self) { group in
            var (begun, running) = (0, 0)
            var isAtEnd = false
            while !isAtEnd || running > 0 {
                while !isAtEnd, running + answers.waitingCount < options.width {
                    let trips: [Trip]
                    do {
                        trips = try nextTrips(&reader, &rejections, isScattered: isScattered, onRejection)
                    } catch let error as TripReader.Scattered {
                        group.cancelAll()
                        return error
                    }
                    guard !trips.isEmpty else {
                        isAtEnd = true
                        break
                    }
                    if options.format == .svg, begun + trips.count > 1 {
                        throw BatchError.manyTrips(format: options.format.rawValue)
                    }
                    let (number, writer) = (begun, answers.writer)
                    begun += 1
                    running += 1
                    group.addTask { try await answer(trips, number, solver, writer) }
                }
                guard let answer = try await group.next() else { break }
                running -= 1
                try answers.take(answer)
                onProgress(BatchProgress(rows: reader.rowsIn, bytesRead: reader.bytesRead, size: reader.size))
            }
            return nil
        }
    }

    /// The next trips that one task answers, one after another; none at the end. Rows that make no trip are rejected.
    private func nextTrips(
        _ reader: inout TripReader, _ rejections: inout TripRejections, isScattered: Bool,
        _ onRejection: (Rejection) -> Void
    ) throws -> [Trip] {
        func reject(_ rejection: Rejection, isCause: Bool, fields: Span<UInt8>) throws(TableError) {
            try rejections.add(rejection, isCause: isCause, fields: fields, onRejection)
        }
        // An immediate source is quickest in long runs on few threads; one that waits, in many short ones.
        let stopsTogether = source.isImmediate ? Self.maxStopsTogether : 1
        var trips: [Trip] = []
        var stops = 0
        while stops < stopsTogether, var rows = try reader.next(collecting: isScattered, reject: reject) {
            if let trip = reader.finish(&rows) {
                trips.append(trip)
                stops += trip.stops.count
            } else {
                try reader.reject(&rows, reject)
                rejections.spoiledTrips += 1
            }
        }
        return trips
    }

    private func answer(
        _ trips: [Trip], _ number: Int, _ solver: TripSolver, _ writer: TripWriter
    ) async throws -> TripAnswer {
        var answer = TripAnswer(number: number)
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

    /// Trips are answered together up to this many stops. One of more is the last of its task, and is written as it is put
    /// into words.
    private static let maxStopsTogether = 4096
}

extension LegError {
    /// Whether it says of the source, and not of the question, that there is no answer.
    fileprivate var isOfService: Bool {
        switch self {
        case .unavailable, .limited, .timedOut: true
        case .notFound, .refused, .invalidAnswer, .invalidLeg, .other: false
        }
    }
}
