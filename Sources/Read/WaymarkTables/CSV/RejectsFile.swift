import WaymarkText

/// Writes rejected rows, so that they can be corrected and used as input again.
///
/// A CSV file with the columns `line`, `column` and `reason`, then those of the input; each rejected record follows
/// field by field as read. The column is its number and name, such as `4 (latitude)`. If the input is itself such a
/// file, the new first three columns replace its own.
public struct RejectsFile: ~Copyable {
    /// The columns before those of the input.
    public static let columns = ["line", "column", "reason"]

    /// The number of rows written.
    public private(set) var count = 0
    private let file: OutputFile
    private var buffer: CSVBuffer
    private let skippedFields: Int

    private static let flushSize = 1 << 16

    /// Creates the file and writes its header.
    ///
    /// - Parameters:
    ///   - path: As for `OutputFile`; the file appears on `commit()`, packed by gzip if the path ends in `.gz`.
    ///   - header: The input's column names; empty without a header.
    ///   - delimiter: The delimiter.
    ///   - writesHeader: Whether the header is written; not if the file continues another.
    /// - Throws: The errors of creating an `OutputFile`.
    public init(
        path: String, header: [String], delimiter: UInt8 = UInt8(ascii: ","), writesHeader: Bool = true
    ) throws(TableError) {
        file = try OutputFile(path: path, packing: .byName)
        buffer = CSVBuffer(delimiter: delimiter)
        skippedFields = Self.fieldsToSkip(header)
        if writesHeader { buffer.append(record: Self.columns + header.dropFirst(skippedFields)) }
    }

    /// Writes a rejected record.
    ///
    /// - Parameters:
    ///   - rejection: The reason and position.
    ///   - record: The record as read.
    /// - Throws: The errors of writing to an `OutputFile`.
    public mutating func append(_ rejection: Rejection, record: CSVRecord) throws(TableError) {
        Self.format(rejection, record: record, skippingFields: skippedFields, into: &buffer)
        count += 1
        if buffer.count >= Self.flushSize { try writeRows() }
    }

    /// Writes a rejected record whose fields are given as CSV with the file's delimiter, including the line end.
    package mutating func append(_ rejection: Rejection, fields: Span<UInt8>) throws(TableError) {
        buffer.append(integer: rejection.line)
        buffer.append(field: rejection.columnLabel)
        buffer.append(field: rejection.reason)
        buffer.append(raw: ContiguousArray([buffer.delimiter]).span)
        buffer.append(raw: fields.extracting(0..<max(0, fields.count - 1)))
        buffer.endRecord()
        count += 1
        if buffer.count >= Self.flushSize { try writeRows() }
    }

    /// Writes rows formatted elsewhere with `format`.
    ///
    /// - Parameters:
    ///   - rows: Whole rows.
    ///   - number: Their number.
    /// - Throws: The errors of writing to an `OutputFile`.
    public mutating func append(formatted rows: Span<UInt8>, count number: Int) throws(TableError) {
        buffer.append(raw: rows)
        count += number
        if buffer.count >= Self.flushSize { try writeRows() }
    }

    /// The size and hash of the flushed bytes; nil until it is set.
    package var hash: XXH64? {
        get { file.hash }
        nonmutating set { file.hash = newValue }
    }

    /// Puts the complete file in place.
    ///
    /// - Throws: The errors of writing to and committing an `OutputFile`.
    public mutating func commit() throws(TableError) {
        try flushed().commit()
    }

    /// Formats a rejected record as one row, for workers that write later and in order.
    ///
    /// - Parameters:
    ///   - rejection: The reason and position.
    ///   - record: The record as read.
    ///   - skipped: The number of fields omitted at its start: `fieldsToSkip` of the input's header.
    ///   - buffer: The row is appended here.
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

    /// The number of columns of the input that come from an earlier rejects file: 3 or 0.
    ///
    /// - Parameter header: The input's column names.
    /// - Returns: The number of fields to omit in each record.
    public static func fieldsToSkip(_ header: [String]) -> Int {
        header.starts(with: columns) ? columns.count : 0
    }

    /// The file with all rows, to be finished or committed with others; no row may follow.
    package mutating func flushed() throws(TableError) -> OutputFile {
        if buffer.count > 0 { try writeRows() }
        return file
    }

    private mutating func writeRows() throws(TableError) {
        try file.write(buffer.bytes.span)
        buffer.removeAll()
    }
}
