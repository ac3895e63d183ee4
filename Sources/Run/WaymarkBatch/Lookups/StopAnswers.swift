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
        answers(for: stops, blockSize: nil)
    }

    /// Returns the answer for each place, in order; lines and ids count from 1.
    public func answers(for places: [Coordinate]) -> StopAnswers {
        var options = options.stops
        options.columns = PlaceColumnNames(latitude: "#1", longitude: "#2")
        (options.encoding, options.delimiter, options.hasHeader) = (.utf8, UInt8(ascii: ","), false)
        return StopAnswers(
            StopAnswerReader(CoordinateSource(places), options, points: points, lookup: self.options.lookup, nil))
    }

    /// Like the public one; `blockSize` puts block boundaries everywhere in tests.
    package func answers(for stops: consuming sending any ByteSource, blockSize: Int?) -> StopAnswers {
        StopAnswers(StopAnswerReader(stops, options.stops, points: points, lookup: options.lookup, blockSize))
    }
}

/// Reads and looks up for all iterators of a sequence.
private actor StopAnswerReader {
    /// The stops until they are opened, then nil.
    private var source: (any ByteSource)?
    private let options: StopOptions
    private let points: SearchedPoints
    private let lookup: Lookup
    private let blockSize: Int
    private var blocks: StopAnswerBlocks?

    init(
        _ source: sending any ByteSource, _ options: StopOptions, points: SearchedPoints, lookup: Lookup,
        _ blockSize: Int?
    ) {
        self.source = source
        (self.options, self.points, self.lookup) = (options, points, lookup)
        self.blockSize = blockSize ?? 1 << 16
    }

    /// The next rows; none after the last.
    func next() throws -> [StopAnswers.Element] {
        do {
            if let source {
                self.source = nil
                blocks = try StopAnswerBlocks(StopTable(source, options), points)
            }
            guard let rows = try blocks?.next(lookup, points, size: blockSize), !rows.isEmpty else {
                blocks = nil
                return []
            }
            return rows
        } catch let error as TableError {
            blocks = nil
            throw BatchError.table(error)
        } catch {
            blocks = nil
            throw error
        }
    }
}

/// The blocks of a table of stops, and the rows of the last one that are not yet answered.
private struct StopAnswerBlocks: ~Copyable {
    private var table: PlaceTable
    private var reader: CSVBlockReader
    private let places: PlaceRows
    private let projection: LeasedProjection?
    private var stops = StopBatch()
    private var found = MatchBuffer()
    private var hasMore = false

    init(_ stops: consuming StopTable, _ points: SearchedPoints) {
        reader = CSVBlockReader(layout: stops.table.reader.layout)
        places = stops.makePlaces()
        projection = points.projection
        table = stops.table
    }

    /// The rows of the next stops, answered and rejected, in order; none after the last.
    mutating func next(_ lookup: Lookup, _ points: SearchedPoints, size: Int) throws -> [StopAnswers.Element] {
        var rows: [StopAnswers.Element] = []
        while rows.isEmpty {
            if !hasMore {
                guard let block = try table.reader.nextBlock(size: size) else { return [] }
                reader.begin(block)
            }
            var rejections: [(number: Int, rejection: Rejection)] = []
            hasMore = try stops.read(&reader, places, on: projection) { rejections.append(($0.number, $1)) }
            var rejected = rejections[...]
            points.expect(stops, lookup, &found)
            for stop in 0..<stops.centers.count {
                try Task.checkCancellation()
                points.find(lookup, stop, of: stops, into: &found)
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

/// Places as a table of latitude and longitude, generated while it is read.
private struct CoordinateSource: ByteSource {
    let name = "memory"
    let size: Int? = nil
    private var places: ArraySlice<Coordinate>
    private var text = CSVBuffer()
    private var position = 0

    init(_ places: [Coordinate]) { self.places = places[...] }

    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if position == text.bytes.count {
            text = CSVBuffer()
            position = 0
            for place in places.prefix(256) {
                text.append(shortest: place.latitude)
                text.append(shortest: place.longitude)
                text.endRecord()
            }
            places = places.dropFirst(256)
        }
        let taken = min(count, text.bytes.count - position)
        buffer.append(contentsOf: text.bytes[position..<position + taken])
        position += taken
        return taken
    }
}
