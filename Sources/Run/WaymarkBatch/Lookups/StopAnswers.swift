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
/// At most 64 stops are read and looked up ahead of the consumer, so memory does not grow with the file. Reading and
/// lookups run off the caller's actor. A cancelled task gets a `CancellationError`; an unreadable file throws
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
    /// - Complexity: O(log *n* + *m* log *m*) per stop for *n* attractions and *m* matches; memory for 64 stops and
    ///   their matches.
    public func answers(for stops: consuming sending any ByteSource) -> StopAnswers {
        StopAnswers(
            StopAnswerReader(.table(stops, options.stops, blockSize: blockSize ?? 1 << 16), points, options.lookup))
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
    /// The stops of a sequence.
    enum Source {
        case table(any ByteSource, StopOptions, blockSize: Int)
        case places([Coordinate])
    }

    /// The stops until they are opened, then nil.
    private var source: Source?
    private var blocks: (any StopAnswerBlocks)?
    private let points: SearchedPoints
    private let lookup: Lookup

    init(_ source: sending Source, _ points: SearchedPoints, _ lookup: Lookup) {
        self.source = source
        (self.points, self.lookup) = (points, lookup)
    }

    /// The next rows; none after the last.
    func next() throws -> [StopAnswers.Element] {
        do {
            if let source {
                self.source = nil
                blocks = try open(source)
            }
            let rows = try blocks?.next(lookup, points) ?? []
            if rows.isEmpty { blocks = nil }
            return rows
        } catch let error as TableError {
            blocks = nil
            throw BatchError.table(error)
        } catch {
            blocks = nil
            throw error
        }
    }

    private func open(_ source: Source) throws(BatchError) -> any StopAnswerBlocks {
        switch source {
        case .table(let bytes, let options, let blockSize):
            try TableAnswers(StopTable(bytes, options), points.projection, blockSize: blockSize)
        case .places(let places): PlaceAnswers(places, points.projection)
        }
    }
}

/// The answers to some stops, a few at a time.
private protocol StopAnswerBlocks: AnyObject {
    /// The rows of the next stops, answered and rejected, in order; none after the last.
    func next(_ lookup: Lookup, _ points: SearchedPoints) throws -> [StopAnswers.Element]
}

/// The answers to the stops of a table: the open block, and the stops of it that are looked up together.
private final class TableAnswers: StopAnswerBlocks {
    private var table: PlaceTable
    private var reader: CSVBlockReader
    private let places: PlaceRows
    private let projection: MapProjection?
    private let blockSize: Int
    private var stops = StopBatch()
    private var found = MatchBuffer()
    private var hasMore = false

    init(_ stops: consuming StopTable, _ projection: MapProjection?, blockSize: Int) {
        reader = CSVBlockReader(layout: stops.table.reader.layout)
        places = stops.makePlaces()
        table = stops.table
        self.projection = projection
        self.blockSize = blockSize
    }

    func next(_ lookup: Lookup, _ points: SearchedPoints) throws -> [StopAnswers.Element] {
        var rows: [StopAnswers.Element] = []
        while rows.isEmpty {
            if !hasMore {
                guard let block = try table.reader.nextBlock(size: blockSize) else { return [] }
                reader.begin(block)
            }
            var rejections: [(number: Int, rejection: Rejection)] = []
            hasMore = try stops.read(&reader, places, on: projection) { rejections.append(($0.number, $1)) }
            var rejected = rejections[...]
            points.expect(stops.centers, lookup, &found)
            for stop in 0..<stops.centers.count {
                try Task.checkCancellation()
                points.find(lookup, stop, of: stops.centers, into: &found)
                let matches = Array(found.matches[..<found.count])
                stops.withStop(stop) { record, center in
                    while let next = rejected.first, next.number < record.number {
                        rows.append(.rejected(next.rejection))
                        rejected.removeFirst()
                    }
                    rows.append(.answered(answer(record, center, matches)))
                }
            }
            rows += rejected.map { .rejected($0.rejection) }
        }
        return rows
    }

    private func answer(_ record: CSVRecord, _ center: Coordinate, _ matches: [Match]) -> StopAnswer {
        func text(_ cell: StopCell) -> String? { cell.withValue(of: record, at: center) { $0.readable } }
        return StopAnswer(
            line: record.line, id: text(.id(places.columns.id)) ?? "", name: text(.field(places.columns.name)),
            coordinate: center, matches: matches)
    }
}

/// The answers to places in memory.
private final class PlaceAnswers: StopAnswerBlocks {
    private let places: [Coordinate]
    private let projection: MapProjection?
    private var answered = 0
    private var centers = LookupCenters()
    private var found = MatchBuffer()

    init(_ places: [Coordinate], _ projection: MapProjection?) {
        self.places = places
        self.projection = projection
    }

    func next(_ lookup: Lookup, _ points: SearchedPoints) throws -> [StopAnswers.Element] {
        let block = answered..<min(answered + StopBatch.size, places.count)
        answered = block.upperBound
        centers.coordinates.removeAll(keepingCapacity: true)
        centers.points.removeAll(keepingCapacity: true)
        var rejections: [Int: Rejection] = [:]
        for place in block {
            if let projection {
                do throws(MapRefusal) {
                    centers.points.append(try projection(places[place]))
                } catch {
                    rejections[place] = Rejection(line: place + 1, reason: error.reason)
                    continue
                }
            }
            centers.coordinates.append(places[place])
        }
        points.expect(centers, lookup, &found)
        var center = 0
        return try block.map { place in
            if let rejection = rejections[place] { return .rejected(rejection) }
            try Task.checkCancellation()
            points.find(lookup, center, of: centers, into: &found)
            center += 1
            return .answered(
                StopAnswer(
                    line: place + 1, id: "\(place + 1)", name: nil, coordinate: places[place],
                    matches: Array(found.matches[..<found.count])))
        }
    }
}
