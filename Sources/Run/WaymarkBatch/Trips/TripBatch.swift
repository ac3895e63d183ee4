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

    /// Answers every trip of a file into outputs, one for each of the formats.
    ///
    /// If a trip continues after other trips, `onScattered` is called and the file is read again, with all trips in
    /// memory. This needs a regular file, and outputs of which nothing is visible yet: named ones, or at most a few
    /// megabytes.
    ///
    /// - Parameters:
    ///   - path: A CSV with columns for latitude and longitude, or a JSON file of routes that a batch wrote: they are not
    ///     joined by legs again. `-` is standard input.
    ///   - outputs: The outputs, which appear under their names only when all are complete; `-` is standard output.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - onRejection: Called with each invalid row, in the order of the trips. Unless the options declare trips to be
    ///     scattered, it is called after all rows are read, with at most 10 000 rows; ``TripSummary/untold`` counts the
    ///     others.
    ///   - onScattered: Called with the trip that continues after others, and the line on which it does.
    ///   - onProgress: Called occasionally.
    /// - Returns: The summary.
    /// - Throws: ``BatchError`` if the stops cannot be read or an output cannot be written, if a trip continues after
    ///   others and the file cannot be read again, or if every leg failed; `CancellationError` if the task is cancelled.
    ///   Outputs are then absent or unchanged.
    /// - Precondition: There are as many outputs as formats in the options.
    /// - Complexity: O(*n* log *n*) in the rows of a trip, in addition to the cost of the source.
    public func run(
        stops path: String, outputs: [String], rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run(
            { () throws(TableError) in (try FileSource(path: path), path != "-" && System.isRegularFile(path)) },
            Self.opening(outputs), rejects, onRejection, onScattered, onProgress)
    }

    /// Answers every trip of a CSV in memory, like the method that takes a path.
    public func run(
        stops: MemorySource, outputs: [String], rejects: String? = nil, onRejection: (Rejection) -> Void = { _ in },
        onScattered: (_ trip: String, _ line: Int) -> Void = { _, _ in },
        onProgress: (BatchProgress) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run({ (stops, true) }, Self.opening(outputs), rejects, onRejection, onScattered, onProgress)
    }

    /// Answers every trip of a CSV in memory into an output that is open.
    package func run(
        stops: MemorySource, output: OutputFile, onRejection: (Rejection) -> Void = { _ in }
    ) async throws -> TripSummary {
        try await run({ (stops, true) }, { [output] }, nil, onRejection, { _, _ in }, { _ in })
    }

    private static func opening(_ paths: [String]) -> () throws(TableError) -> [OutputFile] {
        { () throws(TableError) in
            try paths.map { (path) throws(TableError) in try OutputFile(path: path, packing: .byName) }
        }
    }

    private func run(
        _ open: () throws(TableError) -> (source: any ByteSource, canReadAnew: Bool),
        _ outputs: () throws(TableError) -> [OutputFile], _ rejects: String?, _ onRejection: (Rejection) -> Void,
        _ onScattered: (_ trip: String, _ line: Int) -> Void,
        _ onProgress: (BatchProgress) -> Void
    ) async throws -> TripSummary {
        let start = ContinuousClock.now
        var isScattered = options.isScattered
        while true {
            do {
                let opened = try open()
                var file = opened.source
                var head: ContiguousArray<UInt8> = []
                try file.fill(&head, to: 64)
                var summary: TripSummary
                if StoredTrips.begin(with: head) {
                    if options.order != nil { throw BatchError.storedOrder(file: file.name) }
                    summary = try await pass(StoredTrips(head, file), outputs)
                } else {
                    summary = try await pass(
                        HeadedSource(head, file), outputs, rejects: rejects, isScattered: isScattered,
                        canReadAnew: opened.canReadAnew, onRejection: onRejection, onProgress: onProgress)
                }
                summary.duration = ContinuousClock.now - start
                return summary
            } catch let error as TripReader.Scattered {
                onScattered(error.trip, error.line)
                isScattered = true
            } catch let error as TableError {
                throw BatchError.table(error)
            }
        }
    }

    /// The outputs, and what they have in common.
    private struct Answers {
        var outputs: [TripOutput]
        var summary = TripSummary()
        /// Why the first leg failed.
        private var reason: LegError?

        init(_ files: [OutputFile], _ options: TripOptions, hasTrips: Bool) throws(TableError) {
            precondition(
                files.count == options.formats.count, "there is not a format for each of \(files.count) outputs")
            outputs = try zip(files, options.formats).map { (file, format) throws(TableError) in
                try TripOutput(file, TripWriter(options: options, format: format, hasTrips: hasTrips))
            }
        }

        var writers: [TripWriter] { outputs.map(\.writer) }
        var isFinal: Bool { outputs.contains(where: \.isFinal) }

        mutating func take(_ answer: TripAnswer) throws {
            for (i, text) in answer.texts.enumerated() { try outputs[i].take(text, answer.large) }
            summary.add(answer.summary)
            reason = reason ?? answer.reason
        }

        /// Ends the outputs, unless every leg failed.
        mutating func end(source: any LegSource, _ options: TripOptions, spoiledTrips: Int = 0) throws {
            // A source may ignore cancellation.
            try Task.checkCancellation()
            if let reason, summary.legs.keys.allSatisfy({ $0 == .failed }) {
                throw BatchError.legsUnavailable(source: source.name, reason)
            }
            if let ids = options.tripIDs, summary.trips + spoiledTrips == 0 { throw BatchError.noTrip(ids.sorted()) }
            for i in outputs.indices { try outputs[i].end() }
        }
    }

    /// - Throws: ``TripReader/Scattered`` if the file is to be read again.
    private func pass(
        _ file: consuming any ByteSource, _ makeOutputs: () throws(TableError) -> [OutputFile], rejects: String?,
        isScattered: Bool, canReadAnew: Bool, onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void
    ) async throws -> TripSummary {
        var reader = try TripReader(
            StopTable(file, options.stops), options, keepsFields: rejects != nil,
            wantsNames: options.formats.contains { $0 != .csv && $0 != .polyline })
        var rejected = try BatchOutputs(rejects: rejects, header: reader.header)
        // The invalid rows to report at the end, once it is known that the file need not be read again: in a file with
        // scattered trips, each piece of a trip looks as if rows were missing.
        var (held, untold): ([Rejection], Int) = ([], 0)
        var answers = try Answers(makeOutputs(), options, hasTrips: reader.hasTrips)
        do {
            let (solver, writers) = (solver, answers.writers)
            try await RowStage.run(
                trips: &reader, collecting: isScattered,
                // An immediate source is fastest in long runs on few threads, one that waits in many short ones.
                stopsTogether: source.isImmediate ? Self.maxStopsTogether : 1, width: options.width,
                oneTripIn: nil, outputs: &rejected,
                onRejection: { rejection in
                    if isScattered {
                        onRejection(rejection)
                    } else if held.count < Self.maxHeld {
                        held.append(rejection)
                    } else {
                        untold += 1
                    }
                }, onProgress: onProgress
            ) { trips in
                try await answer(trips, solver, writers)
            } deliver: { answer in
                try answers.take(answer)
            }
        } catch let error as TripReader.Scattered where !canReadAnew || answers.isFinal {
            throw BatchError.scattered(trip: error.trip, line: error.line)
        }
        held.forEach(onRejection)
        try answers.end(source: source, options, spoiledTrips: reader.spoiledTrips)
        let files = answers.outputs.map(\.file)
        try rejected.commit(files.last, after: files.dropLast())
        var summary = answers.summary
        (summary.rowsIn, summary.rejected) = (reader.rowsIn, reader.rejected)
        (summary.untold, summary.spoiledTrips) = (untold, reader.spoiledTrips)
        return summary
    }

    /// Writes stored routes.
    private func pass(
        _ stored: StoredTrips, _ makeOutputs: () throws(TableError) -> [OutputFile]
    ) async throws -> TripSummary {
        var trips = stored.trips[...]
        if let ids = options.tripIDs { trips = trips.filter { ids.contains($0.id) }[...] }
        var answers = try Answers(makeOutputs(), options, hasTrips: stored.hasTrips)
        let (solver, writers) = (solver, answers.writers)
        try await OrderedTasks.run(width: options.width) {
            trips.popFirst()
        } work: { trip in
            try await answer([trip], solver, writers)
        } deliver: {
            try answers.take($0)
        }
        try answers.end(source: source, options)
        try OutputFile.commit(answers.outputs.map(\.file))
        answers.summary.rowsIn = answers.summary.answered
        return answers.summary
    }

    private var solver: TripSolver {
        TripSolver(source: source, order: options.order, options.travel, width: options.width)
    }

    private func answer(
        _ trips: [TableTrip], _ solver: TripSolver, _ writers: [TripWriter]
    ) async throws -> TripAnswer {
        var answer = TripAnswer(texts: writers.map { _ in TripWriter.Text() })
        for (i, trip) in trips.enumerated() {
            let solution = try await solver.route(trip, departure: options.departure, timeZone: options.timeZone)
            let route = solution.route
            answer.summary.add(solution, of: trip, options)
            for case .failed(let error) in route.legs { answer.reason = answer.reason ?? error }
            if trip.stops.count > Self.maxStopsTogether {
                answer.large = (trip, route)
                continue
            }
            for (k, writer) in writers.enumerated() {
                if i > 0, !writer.separator.isEmpty { answer.texts[k].bytes += writer.separator.utf8 }
                try writer.append(trip, route, to: &answer.texts[k])
            }
        }
        return answer
    }

    /// The maximum number of stops answered together. A trip with more is the last of its task, and is written in
    /// pieces.
    private static let maxStopsTogether = 4096
    /// The maximum number of rejections held until it is known whether the file has to be read again.
    private static let maxHeld = 10_000
}
