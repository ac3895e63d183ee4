public import WaymarkPlaces
public import WaymarkTables
import WaymarkThreads

/// Options for reading and writing the rows of a ``ColumnBatch``.
public struct ColumnBatchOptions: Sendable {
    /// The encoding; nil detects it.
    public var encoding: TextEncoding?
    /// The delimiter; nil detects it.
    public var delimiter: UInt8?
    /// Whether the first row is a header.
    ///
    /// If nil, it is, unless all coordinate columns are given by number and have numbers there.
    public var hasHeader: Bool?
    /// Whether the output begins with a header.
    public var writesHeader = true

    /// Everything detected from the file.
    public init(encoding: TextEncoding? = nil, delimiter: UInt8? = nil) {
        self.encoding = encoding
        self.delimiter = delimiter
    }
}

/// What one thread of a ``ColumnBatch`` does with each row: adds it to the part of its block, or leaves the part unchanged and
/// throws the row's rejection. It may hold state that no other thread uses.
public typealias RowAnswer<Part> = (CSVRecord, inout Part) throws(Rejection) -> Void

/// Appends columns to the rows of a CSV, computed from each row.
///
/// Rows are streamed and written in order, with their own fields first; the bytes do not depend on the number of
/// threads. Each row is answered, or rejected with its line and column; none ends the batch.
public struct ColumnBatch: ~Copyable {
    package var table: PlaceTable
    private let options: ColumnBatchOptions

    /// The names of the table's columns; empty without a header.
    public var header: [String] { table.header }
    /// The number of columns.
    public var fieldCount: Int { table.columnCount }

    /// Opens a table and reads its header.
    ///
    /// - Parameters:
    ///   - rows: The table.
    ///   - places: The coordinate columns to be read, which may show that the first row is not a header.
    ///   - options: The reading options.
    /// - Throws: ``BatchError``: `.table` if it cannot be read, `.stops` if it is empty or the header is unreadable.
    public init(
        _ rows: consuming any ByteSource, places: [PlaceColumnNames] = [], options: ColumnBatchOptions = .init()
    ) throws(BatchError) {
        table = try BatchError.opening { [rows] () throws(PlaceTableError) in
            try PlaceTable(
                rows, encoding: options.encoding, delimiter: options.delimiter, hasHeader: options.hasHeader,
                places: places)
        }
        self.options = options
    }

    /// Finds the columns of a place.
    ///
    /// - Throws: ``BatchError/stops(_:)``.
    package func columns(_ names: PlaceColumnNames) throws(BatchError) -> PlaceColumns {
        try BatchError.opening { () throws(PlaceTableError) in try table.columns(names) }
    }

    /// Writes every row of the table with its appended columns to `output`, and commits it.
    ///
    /// - Parameters:
    ///   - names: The names of the appended columns. One that the table has already gets `_2`, `_3`, ... after it.
    ///   - output: Appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of threads; the output does not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - makeAnswer: Makes a thread's answer, which appends one field for each name.
    /// - Returns: The summary.
    /// - Throws: ``BatchError/table(_:)`` if reading or writing fails; outputs are then absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) rows in addition to the appended work; memory does not grow with them.
    public consuming func run(
        appending names: [String], to output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, makeAnswer: @escaping @Sendable () -> RowAnswer<CSVBuffer>
    ) throws(BatchError) -> BatchSummary {
        let (header, fieldCount) = (header, fieldCount)
        // Written with the first rows, after the rejects could be created.
        var heading = CSVBuffer()
        if options.writesHeader, !header.isEmpty {
            heading.append(record: header + Self.unique(names, beside: header))
        }
        return try run(
            to: output, rejects: rejects, jobs: jobs, onRejection: onRejection, makePart: { CSVBuffer() }
        ) {
            let append = makeAnswer()
            // The fields appended to one row.
            var appended = CSVBuffer()
            return { (record, rows) throws(Rejection) in
                appended.removeAll()
                try append(record, &appended)
                for field in 0..<fieldCount {
                    rows.append(utf8: record.utf8.span.extracting(record.range(field)))
                }
                rows.append(fields: appended)
                rows.endRecord()
            }
        } deliver: { (rows) throws(TableError) in
            try output.write(heading.bytes.span)
            heading.removeAll()
            try output.write(rows.bytes.span)
        } finish: { () throws(TableError) in
            try output.write(heading.bytes.span)
        }
    }

    /// Names that are unique in the table, compared by their keys.
    static func unique(
        _ names: [String], beside header: [String] = [], by key: (String) -> String = { $0 }
    ) -> [String] {
        var taken = Set(header.map(key))
        // The next number for a repeated name: all smaller ones are taken.
        var numbers: [String: Int] = [:]
        return names.map { name in
            if taken.insert(key(name)).inserted { return name }
            var (unique, next) = (name, numbers[key(name)] ?? 2)
            repeat { (unique, next) = ("\(name)_\(next)", next + 1) } while !taken.insert(key(unique)).inserted
            numbers[key(name)] = next
            return unique
        }
    }
}

extension ColumnBatch {
    /// Answers every row of the table, and delivers the parts in file order.
    ///
    /// - Parameters:
    ///   - output: The output that `finish` completes, if there is one; it gets its name with the rejects.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of threads; the parts do not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - makePart: Makes the part of a block, empty.
    ///   - makeAnswer: Makes a thread's answer.
    ///   - deliver: Takes each part, called by the calling thread.
    ///   - finish: Called after all parts were delivered: writes what is left of the output.
    /// - Returns: The summary.
    /// - Throws: ``BatchError/table(_:)`` if reading or writing fails; outputs are then absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) rows in addition to the answers; only a few parts are held at a time.
    public consuming func run<Part: Sendable>(
        to output: OutputFile? = nil, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in },
        makePart: @escaping @Sendable () -> Part, makeAnswer: @escaping @Sendable () -> RowAnswer<Part>,
        deliver: (Part) throws(TableError) -> Void, finish: () throws(TableError) -> Void
    ) throws(BatchError) -> BatchSummary {
        let start = ContinuousClock.now
        var summary: BatchSummary
        do throws(TableError) {
            var outputs = try BatchOutputs(rejects: rejects, header: table.finder.header)
            let fieldCounts = table.fieldCounts
            var table = table
            summary = try RowStage.run(
                &table, size: { 1 << 16 }, jobs: jobs,
                makeWorker: {
                    let answer = makeAnswer()
                    return RowByRow(makePart: makePart) { (record, made) throws(Rejection) in
                        if let rejection = fieldCounts.rejection(of: record) { throw rejection }
                        try answer(record, &made.part)
                        made.counts.answered += 1
                    }
                }, outputs: &outputs, onRejection: onRejection
            ) { (made) throws(TableError) in
                try deliver(made.part)
            }
            try finish()
            try outputs.commit(output)
        } catch {
            throw .table(error)
        }
        summary.duration = ContinuousClock.now - start
        return summary
    }
}
