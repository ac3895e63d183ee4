import WaymarkTables

/// Writes the rows of blocks, in order, with the texts before and after all rows.
struct BlockWriter {
    private let output: OutputFile
    private let format: RowFormat
    /// Whether no row was written yet.
    private var isFirst: Bool

    /// `followsRows` is true if rows of the same document precede this output.
    init(_ output: OutputFile, _ format: RowFormat, followsRows: Bool = false) {
        (self.output, self.format, isFirst) = (output, format, !followsRows)
    }

    /// Writes the text before all rows.
    func begin(_ question: BlockAnswers.Question) throws(TableError) {
        var bytes = format.opening(question.names)
        if case .table(let table) = question.writing { bytes.append(contentsOf: table.heading.utf8) }
        try output.write(bytes.span)
    }

    mutating func write(_ rows: RowBytes) throws(TableError) {
        if rows.count == 0 { return }
        // A comma precedes each feature except the first.
        let skipped = isFirst && format == .geojson ? 1 : 0
        isFirst = false
        try rows.withBytes(skipping: skipped) { (bytes) throws(TableError) in try output.write(bytes) }
    }

    /// Writes the text after all rows.
    func end() throws(TableError) { try output.write(format.closing.span) }
}

/// The number of bytes of stops in a block, chosen so that its rows about fill a buffer.
struct BlockSize {
    private let fixed: Int?
    private var learnt = 1 << 13

    init(fixed: Int?) { self.fixed = fixed }

    var next: Int { fixed ?? learnt }

    mutating func learn(from rows: BlockAnswers.Rows) {
        guard rows.isLast, rows.blockSize > 0 else { return }
        let rowsPerByte = Double(rows.rowsSize) / Double(rows.blockSize)
        let fitting = Int(Double(BlockAnswers.room) * 0.75 / max(rowsPerByte, 0.01))
        learnt = min(max(fitting, 1 << 8), 1 << 16, learnt * 4)
    }
}
