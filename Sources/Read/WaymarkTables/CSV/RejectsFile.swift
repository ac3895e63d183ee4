import WaymarkText

/// Writes the rows that could not be used, so that they can be mended and given in again.
///
/// A CSV file with the columns `line`, `column` and `reason`, then those of the input; each rejected record follows
/// field by field as it was read. The column is its number and name, such as `4 (latitude)`. An input that is itself
/// such a file loses its first three columns to the new ones.
public struct RejectsFile: ~Copyable {
    /// The columns that come before those of the input.
    public static let columns = ["line", "column", "reason"]

    /// How many rows were written.
    public private(set) var count = 0
    private let file: OutputFile
    private var buffer: CSVBuffer
    private let skippedFields: Int

    private static let flushSize = 1 << 16

    /// Makes the file and writes its header.
    ///
    /// - Parameters:
    ///   - path: As for `OutputFile`; the file appears on `commit()`.
    ///   - header: The input's column names; none when it has no header.
    ///   - delimiter: The byte between fields.
    ///   - writesHeader: Whether the header is written; not where the file follows on another.
    /// - Throws: What making an `OutputFile` throws.
    public init(
        path: String, header: [String], delimiter: UInt8 = UInt8(ascii: ","), writesHeader: Bool = true
    ) throws(TableError) {
        file = try OutputFile(path: path)
        buffer = CSVBuffer(delimiter: delimiter)
        skippedFields = Self.fieldsToSkip(header)
        guard writesHeader else { return }
        for name in Self.columns + header.dropFirst(skippedFields) { buffer.append(field: name) }
        buffer.endRecord()
    }

    /// Writes a rejected record.
    ///
    /// - Parameters:
    ///   - rejection: Why, and where.
    ///   - record: The record as it was read.
    /// - Throws: What writing to an `OutputFile` throws.
    public mutating func append(_ rejection: Rejection, record: CSVRecord) throws(TableError) {
        Self.format(rejection, record: record, skippingFields: skippedFields, into: &buffer)
        count += 1
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Writes a rejected record whose fields are at hand as CSV of the file's delimiter, with their line end.
    package mutating func append(_ rejection: Rejection, fields: Span<UInt8>) throws(TableError) {
        buffer.append(integer: rejection.line)
        buffer.append(field: rejection.columnLabel)
        buffer.append(field: rejection.reason)
        buffer.append(raw: ContiguousArray([buffer.delimiter]).span)
        buffer.append(raw: fields.extracting(0..<max(0, fields.count - 1)))
        buffer.endRecord()
        count += 1
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Writes rows that were formatted elsewhere, by `format`.
    ///
    /// - Parameters:
    ///   - rows: Whole rows.
    ///   - number: How many there are.
    /// - Throws: What writing to an `OutputFile` throws.
    public mutating func append(formatted rows: Span<UInt8>, count number: Int) throws(TableError) {
        buffer.append(raw: rows)
        count += number
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Whether the file appears under its name on `commit()`, and is not written directly.
    package var isNamed: Bool { file.isNamed }

    /// The size and hash of what was flushed; nil until it is set.
    package var hash: XXH64? {
        get { file.hash }
        nonmutating set { file.hash = newValue }
    }

    /// Puts the complete file in place.
    ///
    /// - Throws: What writing to and committing an `OutputFile` throws.
    public mutating func commit() throws(TableError) {
        try flush()
        try file.commit()
    }

    /// Formats a rejected record as one row, for workers that write later and in order.
    ///
    /// - Parameters:
    ///   - rejection: Why, and where.
    ///   - record: The record as it was read.
    ///   - skipped: How many fields at its start are left out: `fieldsToSkip` of the input's header.
    ///   - buffer: Where the row goes.
    public static func format(
        _ rejection: Rejection, record: CSVRecord, skippingFields skipped: Int = 0, into buffer: inout CSVBuffer
    ) {
        buffer.append(integer: rejection.line)
        buffer.append(field: rejection.columnLabel)
        buffer.append(field: rejection.reason)
        for field in min(skipped, record.count)..<record.count {
            buffer.append(utf8: record.utf8.span.extracting(record.range(field)))
        }
        buffer.endRecord()
    }

    /// How many columns of the input are those of an earlier rejects file: 3 or 0.
    ///
    /// - Parameter header: The input's column names.
    /// - Returns: The number of fields to leave out of each record.
    public static func fieldsToSkip(_ header: [String]) -> Int {
        header.starts(with: columns) ? columns.count : 0
    }

    /// Writes what is held back, so that little can go wrong when the file is committed.
    package mutating func flush() throws(TableError) {
        try file.write(buffer.bytes.span)
        buffer.removeAll()
    }
}
