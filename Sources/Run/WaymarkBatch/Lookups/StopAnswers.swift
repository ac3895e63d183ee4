public import WaymarkGeodesy
public import WaymarkIndex
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
    ///
    /// A place outside the map of the batch's surface is rejected.
    public func answers(for places: [Coordinate]) -> StopAnswers {
        StopAnswers(StopAnswerReader(.places(places), points, options.lookup))
    }

    /// Like the public one; `blockSize` puts block boundaries everywhere in tests.
    package func answers(for stops: consuming sending any ByteSource, blockSize: Int?) -> StopAnswers {
        StopAnswers(
            StopAnswerReader(.table(stops, options.stops, blockSize: blockSize ?? 1 << 16), points, options.lookup))
    }
}
