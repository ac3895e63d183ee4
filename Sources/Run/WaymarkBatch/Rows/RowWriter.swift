import WaymarkTables

/// Writes rows in order, between the texts before and after all rows.
struct RowWriter {
    private let output: OutputFile
    private let format: RowFormat
    /// Whether no row of the document precedes the next one.
    private var isFirst: Bool

    /// `followsRows` is true if rows of the same document precede this output.
    init(_ output: OutputFile, _ format: RowFormat, followsRows: Bool = false) {
        (self.output, self.format, isFirst) = (output, format, !followsRows)
    }

    /// Writes the text before all rows.
    func begin(_ opening: ContiguousArray<UInt8>) throws(TableError) { try output.write(opening.span) }

    mutating func write(_ rows: RowBytes) throws(TableError) {
        if rows.count == 0 { return }
        try rows.withBytes(skipping: skipped) { (bytes) throws(TableError) in try output.write(bytes) }
        isFirst = false
    }

    mutating func write(_ rows: ContiguousArray<UInt8>) throws(TableError) {
        if rows.isEmpty { return }
        try output.write(rows.span.extracting(skipped...))
        isFirst = false
    }

    /// In GeoJSON each row begins with a comma, which is omitted from the first.
    private var skipped: Int { isFirst && format == .geojson ? 1 : 0 }

    /// Writes the text after all rows.
    func end() throws(TableError) { try output.write(format.closing.span) }
}
