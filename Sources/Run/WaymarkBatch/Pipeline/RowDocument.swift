import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// A batch that writes a document of rows, or a part of it: lookups, searches, recommendations around stops.
struct RowDocument {
    let format: RowFormat
    let opening: ContiguousArray<UInt8>
    let output: OutputFile
    /// The path of rejected records; nil discards them.
    let rejects: String?
    let jobs: Int
    var size = BlockSize(fixed: 1 << 14)

    /// Answers every row of a table, or those of a part, and commits the outputs.
    ///
    /// The table reads the source of the part. A worker takes buffers from `spares`; `question` is what the manifest of a part
    /// says of the query.
    ///
    /// - Returns: The summary, without the duration.
    /// - Throws: `TableError` if the table cannot be read or an output cannot be written.
    func run<Worker: RowWorker & ~Copyable>(
        _ table: consuming PlaceTable, part: ShardSource?,
        makeWorker: @escaping @Sendable (_ spares: Spares<RowBytes>) -> Worker,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void,
        question: () -> ShardManifest.Question
    ) throws(TableError) -> BatchSummary where Worker.Part == RowBytes {
        let spares = Spares<RowBytes>()
        var table = table
        var size = size
        if part != nil { output.hash = XXH64() }
        var outputs = try BatchOutputs(rejects: rejects, header: table.finder.header, of: part?.shard)
        var followsRows = false
        if let part { followsRows = try skip(to: part, &table, makeWorker(spares)) }
        var rows = RowWriter(output, format, followsRows: followsRows)
        if part?.shard.isFirst ?? true { try output.write(opening.span) }
        let summary = try RowStage.run(
            &table, part: part, size: { size.next }, jobs: jobs, makeWorker: { makeWorker(spares) }, spares: spares,
            outputs: &outputs, onRejection: onRejection, onProgress: onProgress
        ) { (made) throws(TableError) in
            try rows.write(made.part.storage.span.extracting(..<made.part.count))
            size.learn(from: made)
        }
        if part?.shard.isLast ?? true { try output.write(format.closing.span) }
        try outputs.commit(output) { (rejected) throws(TableError) in
            guard let part else { return nil }
            return try ShardManifest(of: part, output, rejected, question(), summary)
        }
        return summary
    }

    /// Advances to the first row of a part.
    ///
    /// - Returns: Whether there are answers before it; only sought if the format has commas between them.
    /// - Complexity: O(*n*) in the bytes before the part; in GeoJSON the answers up to the first row that has one.
    private func skip<Worker: RowWorker & ~Copyable>(
        to part: ShardSource, _ table: inout PlaceTable, _ worker: consuming Worker
    ) throws(TableError) -> Bool {
        var isFound = false
        var rows = CSVReader(layout: table.reader.layout)
        while let block = try table.reader.nextBlock(size: 1 << 18, before: part.begin) {
            guard format == .geojson, !isFound else { continue }
            rows.begin(block)
            isFound = try worker.hasAnswer(in: &rows)
        }
        return isFound
    }
}

struct RowWriter {
    private let output: OutputFile
    private let format: RowFormat
    /// Whether no row of the document precedes the next one.
    private var isFirst: Bool

    /// `followsRows` is true if rows of the same document precede this output.
    init(_ output: OutputFile, _ format: RowFormat, followsRows: Bool = false) {
        (self.output, self.format, isFirst) = (output, format, !followsRows)
    }

    mutating func write(_ rows: Span<UInt8>) throws(TableError) {
        if rows.isEmpty { return }
        // In GeoJSON each row begins with a comma, which is omitted from the first.
        try output.write(rows.extracting((isFirst && format == .geojson ? 1 : 0)...))
        isFirst = false
    }
}

/// The number of bytes of a block, fixed or chosen so that its rows about fill a buffer.
struct BlockSize {
    private let fixed: Int?
    private var learnt = 1 << 13
    /// The bytes of rows of the block so far.
    private var rows = 0

    init(fixed: Int?) { self.fixed = fixed }

    var next: Int { fixed ?? learnt }

    mutating func learn(from made: RowsMade<RowBytes>) {
        rows += made.part.count
        guard let block = made.block else { return }
        defer { rows = 0 }
        if fixed != nil || block.size == 0 { return }
        let rowsPerByte = Double(rows) / Double(block.size)
        let fitting = Int(Double(RowBytes.usual) * 0.75 / max(rowsPerByte, 0.01))
        learnt = min(max(fitting, 1 << 8), 1 << 16, learnt * 4)
    }
}
