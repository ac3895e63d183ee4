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
        let clock = ContinuousClock()
        let start = clock.now
        var isScattered = options.isScattered
        while true {
            let file = try Self.open(path)
            let canReadAnew = file.size != nil && path != "-"
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

    /// Trips that one task answers, one after another.
    private struct Part: Sendable {
        var trips: [Trip] = []
        var stops = 0
    }

    private struct Answer: Sendable {
        var number: Int
        var text = TripWriter.Text()
        /// The last trip, where it is too large to be held as text.
        var large: (trip: Trip, route: Route)?
        var summary = TripSummary()
        /// Legs that are not there by the source's fault, and the first of the reasons.
        var unavailable = 0
        var reason: LegError?
    }

    private func pass(
        _ file: FileSource, output path: String, rejects: String?, isScattered: Bool,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void
    ) async throws -> End {
        var reader = try TripReader(
            file, options, keepsFields: rejects != nil,
            wantsNames: options.format != .csv && options.format != .polyline)
        var summary = TripSummary()
        var (unavailable, reason): (Int, LegError?) = (0, nil)
        do {
            var rejectsFile: RejectsFile? = nil
            if let rejects { rejectsFile = try RejectsFile(path: rejects, header: reader.header) }
            var output = try TripOutput(path: path)
            let writer = TripWriter(options: options, hasTrips: reader.hasTrips)
            try output.begin(writer)
            let solver = TripSolver(
                source: source, order: options.order,
                turnstile: source.isImmediate ? nil : Turnstile(width: options.width))
            // An immediate source is quickest in long runs on few threads; one that waits, in many short ones.
            let (stopsTogether, tasks) = (source.isImmediate ? Self.maxTogether : 1, options.width)
            var scattered: TripReader.Scattered?
            // Told only when the file need not be read anew: pieces of scattered trips look as if rows were missing.
            var causes: [Rejection] = []
            try await withThrowingTaskGroup(of: Answer.self) { group in
                var (begun, delivered, running) = (0, 0, 0)
                var waiting: [Int: Answer] = [:]
                var isAtEnd = false
                func reject(_ rejection: Rejection, isCause: Bool, fields: Span<UInt8>) throws(TableError) {
                    summary.rejected += 1
                    try rejectsFile?.append(rejection, fields: fields)
                    guard isCause else { return }
                    if isScattered {
                        onRejection(rejection)
                    } else if causes.count < Self.maxHeld {
                        causes.append(rejection)
                    } else {
                        summary.untold += 1
                    }
                }
                while !isAtEnd || running > 0 {
                    while !isAtEnd, running + waiting.count < tasks {
                        var part = Part()
                        while part.stops < stopsTogether {
                            let next: TripRows?
                            do {
                                next = try reader.next(collecting: isScattered, reject: reject)
                            } catch let error as TripReader.Scattered {
                                scattered = error
                                group.cancelAll()
                                return
                            }
                            guard var rows = next else {
                                isAtEnd = true
                                break
                            }
                            if let trip = reader.finish(&rows) {
                                part.trips.append(trip)
                                part.stops += trip.stops.count
                            } else {
                                try reader.reject(&rows, reject)
                                summary.spoiledTrips += 1
                            }
                        }
                        guard !part.trips.isEmpty else { break }
                        if options.format == .svg, begun + part.trips.count > 1 {
                            throw BatchError.manyTrips(format: options.format.rawValue)
                        }
                        let number = begun
                        begun += 1
                        running += 1
                        group.addTask { [part] in try await answer(part, number, solver, writer) }
                    }
                    guard let answer = try await group.next() else { break }
                    running -= 1
                    waiting[answer.number] = answer
                    while let next = waiting.removeValue(forKey: delivered) {
                        delivered += 1
                        try output.write(next.text, writer)
                        if let (trip, route) = next.large { try output.write(trip, route, writer) }
                        summary.add(next.summary)
                        unavailable += next.unavailable
                        reason = reason ?? next.reason
                        onProgress(BatchProgress(rows: reader.rowsIn, bytesRead: reader.bytesRead, size: reader.size))
                    }
                }
            }
            if let scattered {
                return .scattered(trip: scattered.trip, line: scattered.line, isFinal: output.isFinal)
            }
            // A source need not heed that nobody waits for it any more.
            try Task.checkCancellation()
            causes.forEach(onRejection)
            summary.rowsIn = reader.rowsIn
            if let reason, unavailable == summary.legs.values.reduce(0, +) {
                throw BatchError.legsUnavailable(source: source.name, reason)
            }
            try output.end(writer)
            // All bytes of both before either gets its name: a full disk leaves none of the two.
            try rejectsFile?.flush()
            try output.commit()
            try rejectsFile?.commit()
        } catch let error as TableError {
            throw BatchError.table(error)
        }
        return .done(summary)
    }

    private func answer(
        _ part: Part, _ number: Int, _ solver: TripSolver, _ writer: TripWriter
    ) async throws -> Answer {
        var answer = Answer(number: number)
        for (i, trip) in part.trips.enumerated() {
            let route = try await solver.route(trip)
            answer.summary.add(route, of: trip, options)
            for case .failed(let error) in route.legs where error.isOfService {
                answer.unavailable += 1
                answer.reason = answer.reason ?? error
            }
            if trip.stops.count > Self.maxTogether {
                answer.large = (trip, route)
                continue
            }
            if i > 0, !writer.separator.isEmpty { answer.text.bytes += writer.separator.utf8 }
            try writer.append(trip, route, to: &answer.text)
        }
        return answer
    }

    /// As many rejections are held while it is not known whether the file has to be read anew.
    private static let maxHeld = 10_000
    /// Trips are answered together up to this many stops. One of more is the last of its part, and is written as it is put
    /// into words.
    private static let maxTogether = 4096
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
