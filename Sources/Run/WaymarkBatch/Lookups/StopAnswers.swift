public import WaymarkGeodesy
public import WaymarkIndex
import WaymarkPlaces
public import WaymarkTables

/// The answer for one stop of a batch.
public struct StopAnswer: Hashable, Sendable {
    /// The line of the input where the stop begins, from 1.
    public let line: Int
    /// The stop's id; its row number, from 1, if the input has none.
    public let id: String
    /// The stop's name; nil if the input has none.
    public let name: String?
    /// The stop's place, WGS 84 degrees.
    public let coordinate: Coordinate
    /// The matches, nearest first, ties by index: positions among the attractions of the batch, and distances on its
    /// surface.
    public let matches: [Match]
}

/// The answers for the stops of a file, one by one, in file order: ``LookupBatch/answers(for:)-(ByteSource)``.
///
/// ```swift
/// for try await row in batch.answers(for: FileSource(path: "stops.csv")) {
///     switch row {
///     case .answered(let stop): print(stop.id, stop.matches.count)
///     case .rejected(let rejection): print(rejection.line, rejection.reason)
///     }
/// }
/// ```
///
/// A few kilobytes of stops are read and looked up ahead of the consumer, so memory does not grow with the file. Reading
/// and lookups run off the caller's actor. A cancelled task gets a `CancellationError`; an unreadable file throws
/// ``BatchError`` and ends the sequence. The stops are read once, shared by all iterators.
public struct StopAnswers: AsyncSequence, Sendable {
    /// A row of the stops, answered or rejected.
    public enum Element: Equatable, Sendable {
        /// The matches of the stop, possibly none.
        case answered(StopAnswer)
        /// The rejection of the row.
        case rejected(Rejection)

        /// The answer; nil for a rejected row.
        public var answer: StopAnswer? { if case .answered(let answer) = self { answer } else { nil } }
    }

    /// Iterates over the answers.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: StopAnswerReader
        private var rows: ArraySlice<Element> = []

        fileprivate init(_ reader: StopAnswerReader) { self.reader = reader }

        /// Returns the next row; nil after the last.
        ///
        /// - Throws: ``BatchError`` if the stops cannot be read; `CancellationError` if the task was cancelled.
        public mutating func next() async throws -> Element? {
            try Task.checkCancellation()
            if rows.isEmpty { rows = try await reader.next()[...] }
            return rows.popFirst()
        }
    }

    private let reader: StopAnswerReader

    fileprivate init(_ reader: StopAnswerReader) { self.reader = reader }

    /// An iterator over the remaining answers.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader) }
}

extension LookupBatch {
    /// Returns the answer for each stop of a table, without writing a file: the numbers are those of
    /// ``run(stops:output:rejects:shard:jobs:onRejection:onProgress:)``.
    ///
    /// Nothing is read before the first answer is requested. Format and columns of the options are ignored.
    ///
    /// - Parameter stops: A CSV with columns for latitude and longitude.
    /// - Returns: A row for each record, answered or rejected, in file order.
    /// - Complexity: O(log *n* + *m* log *m*) per stop for *n* attractions and *m* matches; memory for a few
    ///   kilobytes of stops and their matches.
    public func answers(for stops: consuming sending any ByteSource) -> StopAnswers {
        StopAnswers(
            StopAnswerReader(.table(stops, options.stops, blockSize: blockSize ?? 1 << 11), points, options.lookup))
    }

    /// Returns the answer for each place, in order; lines and ids count from 1.
    ///
    /// A place outside the map of the batch's surface is rejected.
    public func answers(for places: [Coordinate]) -> StopAnswers {
        StopAnswers(StopAnswerReader(.places(places), points, options.lookup))
    }
}

/// Reads and looks up for all iterators of a sequence of answers.
actor StopAnswerReader {
    enum Source {
        case table(any ByteSource, StopOptions, blockSize: Int)
        case places([Coordinate])
    }

    /// The stops until they are opened, then nil.
    private var source: Source?
    /// Makes the next rows; none after the last.
    private var answers: (() throws -> [StopAnswers.Element])?
    private let points: SearchedPoints
    private let lookup: Lookup

    init(_ source: sending Source, _ points: SearchedPoints, _ lookup: Lookup) {
        self.source = source
        (self.points, self.lookup) = (points, lookup)
    }

    func next() throws -> [StopAnswers.Element] {
        do {
            if let source {
                self.source = nil
                answers = try open(source)
            }
            let rows = try answers?() ?? []
            if rows.isEmpty { answers = nil }
            return rows
        } catch {
            answers = nil
            throw (error as? TableError).map(BatchError.table) ?? error
        }
    }

    private func open(_ source: Source) throws(BatchError) -> () throws -> [StopAnswers.Element] {
        let search = StopSearch(lookup, points)
        switch source {
        case .table(let bytes, let options, let blockSize):
            return TableAnswers(try StopTable(bytes, options), search, blockSize: blockSize).next
        case .places(let places):
            var rest = places.indices[...]
            return {
                defer { rest = rest.dropFirst(StopBatch.size) }
                return try rest.prefix(StopBatch.size).map { number in
                    try Task.checkCancellation()
                    do throws(MapRefusal) {
                        return .answered(
                            StopAnswer(
                                line: number + 1, id: "\(number + 1)", name: nil, coordinate: places[number],
                                matches: try search.matches(around: places[number])))
                    } catch {
                        return .rejected(Rejection(line: number + 1, reason: error.reason))
                    }
                }
            }
        }
    }
}

private final class StopSearch {
    private let lookup: Lookup
    private let points: SearchedPoints
    private let projection: MapProjection?
    private var centers = LookupCenters()
    private var found = MatchBuffer()

    init(_ lookup: Lookup, _ points: SearchedPoints) {
        (self.lookup, self.points, projection) = (lookup, points, points.projection)
    }

    func matches(around place: Coordinate) throws(MapRefusal) -> [Match] {
        centers.coordinates = [place]
        if let projection { centers.points = [try projection(place)] }
        found.expect(centers.coordinates.span)
        points.find(lookup, 0, of: centers, into: &found)
        return Array(found.matches[..<found.count])
    }
}

/// The answers to the stops of a table, block by block.
private final class TableAnswers {
    private var table: PlaceTable
    private var thread: RowStage.Thread<RowByRow<[StopAnswers.Element]>>
    private let blockSize: Int

    init(_ stops: consuming StopTable, _ search: StopSearch, blockSize: Int) {
        let places = stops.makePlaces()
        let worker = RowByRow(makePart: { [StopAnswers.Element]() }) { (record, made) throws(Rejection) in
            if Task.isCancelled { return }
            do throws(Rejection) {
                let place = try places.coordinate(of: record)
                func text(_ cell: StopCell) -> String? { cell.withValue(of: record, at: place) { $0.readable } }
                let matches: [Match]
                do throws(MapRefusal) {
                    matches = try search.matches(around: place)
                } catch {
                    throw places.rejection(of: record, error.reason)
                }
                made.part.append(
                    .answered(
                        StopAnswer(
                            line: record.line, id: text(.id(places.columns.id)) ?? "",
                            name: text(.field(places.columns.name)), coordinate: place, matches: matches)))
            } catch {
                made.part.append(.rejected(error))
            }
        }
        thread = RowStage.Thread(worker, stops.table.reader.layout)
        table = stops.table
        self.blockSize = blockSize
    }

    func next() throws -> [StopAnswers.Element] {
        var rows: [StopAnswers.Element] = []
        while rows.isEmpty, let block = try table.reader.nextBlock(size: blockSize) {
            try thread.answer(block) { rows += $0.part }
            try Task.checkCancellation()
        }
        return rows
    }
}
