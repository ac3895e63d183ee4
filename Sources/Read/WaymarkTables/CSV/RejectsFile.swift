import WaymarkText

/// Writes rejected rows, so that they can be corrected and used as input again.
///
/// A CSV file with the columns `line`, `column` and `reason`, then those of the input; each rejected record follows
/// field by field as read. The column is its number and name, such as `4 (latitude)`. If the input is itself such a
/// file, the new first three columns replace its own.
package struct RejectsFile: ~Copyable {
    private let file: OutputFile
    private var buffer: CSVBuffer
    private let skippedFields: Int

    /// The columns before those of the input.
    private static let columns = ["line", "column", "reason"]
    private static let flushSize = 1 << 16

    /// Creates the file, packed by gzip if the path ends in `.gz`, and writes its header, unless it continues another file.
    ///
    /// - Throws: The errors of creating an `OutputFile`.
    package init(
        path: String, header: [String], delimiter: UInt8 = UInt8(ascii: ","), writesHeader: Bool = true
    ) throws(TableError) {
        file = try OutputFile(path: path, packing: .byName)
        buffer = CSVBuffer(delimiter: delimiter)
        skippedFields = Self.fieldsToSkip(header)
        if writesHeader { buffer.append(record: Self.columns + header.dropFirst(skippedFields)) }
    }

    /// Writes a rejected record.
    package mutating func append(_ rejection: Rejection, record: CSVRecord) throws(TableError) {
        Self.format(rejection, record: record, skippingFields: skippedFields, into: &buffer)
        try flushIfLarge()
    }

    /// Writes a rejected record whose fields are given as CSV with the file's delimiter, including the line end.
    package mutating func append(_ rejection: Rejection, fields: Span<UInt8>) throws(TableError) {
        Self.format(rejection, into: &buffer)
        buffer.append(raw: ContiguousArray([buffer.delimiter]).span)
        buffer.append(raw: fields.extracting(0..<max(0, fields.count - 1)))
        buffer.endRecord()
        try flushIfLarge()
    }

    /// Writes rows formatted elsewhere with `format`.
    package mutating func append(formatted rows: Span<UInt8>) throws(TableError) {
        buffer.append(raw: rows)
        try flushIfLarge()
    }

    /// The size and hash of the flushed bytes; nil until it is set.
    package var hash: XXH64? {
        get { file.hash }
        nonmutating set { file.hash = newValue }
    }

    /// Formats a rejected record as one row, for workers that write later and in order; `skipped` fields at its start are
    /// omitted, `fieldsToSkip` of the input's header.
    package static func format(
        _ rejection: Rejection, record: CSVRecord, skippingFields skipped: Int = 0, into buffer: inout CSVBuffer
    ) {
        format(rejection, into: &buffer)
        for field in min(skipped, record.count)..<record.count {
            buffer.append(utf8: record.utf8.span.extracting(record.range(field)))
        }
        buffer.endRecord()
    }

    private static func format(_ rejection: Rejection, into buffer: inout CSVBuffer) {
        buffer.append(integer: rejection.line)
        buffer.append(field: rejection.columnLabel)
        buffer.append(field: rejection.reason)
    }

    /// The number of columns of the input that come from an earlier rejects file: 3 or 0.
    package static func fieldsToSkip(_ header: [String]) -> Int {
        header.starts(with: columns) ? columns.count : 0
    }

    /// The file with all rows, to be finished or committed with others; no row may follow.
    package mutating func flushed() throws(TableError) -> OutputFile {
        try flushIfLarge(than: 1)
        return file
    }

    private mutating func flushIfLarge(than size: Int = flushSize) throws(TableError) {
        if buffer.count < size { return }
        try file.write(buffer.bytes.span)
        buffer.removeAll()
    }
}
