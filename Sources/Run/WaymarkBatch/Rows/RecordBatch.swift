import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// What a batch answers to each record of a table, and how it writes that.
protocol RecordAnswers: Sendable {
    /// What one thread reads and answers records with: its own buffers.
    associatedtype Reader

    /// The output format.
    var format: RowFormat { get }
    /// The text before all rows.
    var opening: ContiguousArray<UInt8> { get }

    func makeReader() -> Reader

    /// Appends the rows of a record's answer; in GeoJSON a comma precedes each feature, including the first.
    ///
    /// - Returns: The number of rows; nil if the record is held, to be answered together with others.
    /// - Throws: The rejection, with line and column.
    func append(
        _ record: CSVRecord, _ reader: inout Reader, to rows: inout RowBytes
    ) throws(Rejection) -> Int?

    /// Appends the rows of the records held, at the end of each block, and counts these records.
    func appendHeld(_ reader: inout Reader, to rows: inout RowBytes, _ counts: inout BatchSummary)
}

extension RecordAnswers {
    func appendHeld(_ reader: inout Reader, to rows: inout RowBytes, _ counts: inout BatchSummary) {}
}

/// Answers the records of a table, block by block: rows are written in the order of the records.
struct RecordBatch<Answers: RecordAnswers> {
    let answers: Answers
    let output: OutputFile
    /// The path of rejected records; nil discards them.
    let rejects: String?
    let jobs: Int

    private let blockSize = 1 << 14

    init(_ answers: Answers, output: OutputFile, rejects: String?, jobs: Int) {
        (self.answers, self.output, self.rejects, self.jobs) = (answers, output, rejects, jobs)
    }

    /// Answers every record, or those of a part, and commits the outputs.
    ///
    /// - Parameters:
    ///   - table: The records.
    ///   - part: The part to answer, whose source the table reads; nil for all.
    ///   - onRejection: Called with each rejection, in file order.
    ///   - onProgress: Called after each block.
    ///   - manifest: Makes the manifest of a part that has a name.
    /// - Returns: The summary, without the duration.
    /// - Throws: ``BatchError/table(_:)`` if the table cannot be read or an output cannot be written.
    func run(
        _ table: consuming PlaceTable, part: ShardSource?,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void,
        manifest: (ShardSource, _ rejects: (path: String, hash: XXH64?)?, BatchSummary) throws(TableError)
            -> ShardManifest
    ) throws(BatchError) -> BatchSummary {
        let (answers, layout) = (answers, table.reader.layout)
        let skippedFields = rejects == nil ? nil : RejectsFile.fieldsToSkip(table.header)
        let makeWorker: @Sendable () -> RecordWorker<Answers> = {
            RecordWorker(answers, layout, skippedFields: skippedFields)
        }
        let spares = Spares<RowBytes>()
        var table = table
        var summary = BatchSummary()
        do throws(TableError) {
            var outputs = try BatchOutputs(output, rejects: rejects, header: table.finder.header, of: part?.shard)
            var followsRows = false
            if let part {
                var worker = makeWorker()
                while let block = try table.reader.nextBlock(size: blockSize, before: part.begin) {
                    if answers.format == .geojson, !followsRows {
                        followsRows = try worker.answer(block, spares.take()).counts.hits > 0
                    }
                }
            }
            var rows = RowWriter(output, answers.format, followsRows: followsRows)
            if part?.shard.isFirst ?? true { try rows.begin(answers.opening) }
            try OrderedWork.run(jobs: jobs) { () throws(TableError) in
                try table.reader.nextBlock(size: blockSize, before: part?.end)
            } makeWorker: {
                makeWorker()
            } work: { (worker, block: CSVBlock, emit) throws(TableError) in
                try emit(try worker.answer(block, spares.take()))
            } deliver: { (answer: RecordWorker<Answers>.Answer) throws(TableError) in
                try rows.write(answer.rows)
                try outputs.append(answer.rejects, count: answer.rejections.count)
                for rejection in answer.rejections { onRejection(rejection) }
                summary.add(answer.counts)
                onProgress(
                    BatchProgress(rows: summary.rowsIn, bytesRead: answer.bytesRead, size: table.reader.size, in: part))
                spares.give(answer.rows)
            }
            if part?.shard.isLast ?? true { try rows.end() }
            try outputs.commit { (rejected) throws(TableError) in
                guard let part else { return nil }
                return try manifest(part, rejected, summary)
            }
        } catch {
            throw .table(error)
        }
        return summary
    }
}

/// The state of one thread that answers blocks of records.
private struct RecordWorker<Answers: RecordAnswers>: ~Copyable {
    private let answers: Answers
    private var reader: Answers.Reader
    private var blocks: CSVBlockReader
    private var record = CSVRecord()
    /// The number of fields omitted in a rejects file; nil without one.
    private let skippedFields: Int?

    /// The answers to the records of a block.
    struct Answer: Sendable {
        var rows: RowBytes
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        var counts = BatchSummary()
        var bytesRead = 0
    }

    init(_ answers: Answers, _ layout: CSVReader.Layout, skippedFields: Int?) {
        (self.answers, self.skippedFields) = (answers, skippedFields)
        reader = answers.makeReader()
        blocks = CSVBlockReader(layout: layout)
    }

    /// Answers a block, reusing a buffer if there is one; consumed, since a second owner would make writing copy it.
    mutating func answer(_ block: CSVBlock, _ spare: consuming RowBytes?) throws(TableError) -> Answer {
        blocks.begin(block)
        var answer = Answer(rows: spare ?? RowBytes(capacity: BlockAnswers.room))
        answer.rows.removeAll()
        // If this throws, the run ends, and records held are not answered.
        while try blocks.read(into: &record) {
            answer.counts.rowsIn += 1
            do throws(Rejection) {
                if let count = try answers.append(record, &reader, to: &answer.rows) {
                    answer.counts.addAnswer(hits: count)
                }
            } catch {
                answer.counts.rejected += 1
                answer.rejections.append(error)
                guard let skippedFields else { continue }
                RejectsFile.format(error, record: record, skippingFields: skippedFields, into: &answer.rejects)
            }
        }
        answers.appendHeld(&reader, to: &answer.rows, &answer.counts)
        answer.bytesRead = block.bytesRead
        return answer
    }
}
