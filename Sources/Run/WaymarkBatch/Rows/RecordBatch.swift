import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// What a batch answers to each record of a table, and how it writes that.
protocol RecordAnswers: Sendable {
    /// What one thread reads records with.
    associatedtype Reader

    /// The output format.
    var format: RowFormat { get }
    /// The text before all rows.
    var opening: ContiguousArray<UInt8> { get }

    func makeReader() -> Reader

    /// Appends the rows of a record's answer; in GeoJSON a comma precedes each feature, including the first.
    ///
    /// - Returns: The number of rows.
    /// - Throws: The rejection, with line and column.
    func append(
        _ record: CSVRecord, _ reader: Reader, to bytes: inout ContiguousArray<UInt8>
    ) throws(Rejection) -> Int
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
        let work = RecordWork(
            answers: answers, layout: table.reader.layout,
            skippedFields: rejects == nil ? nil : RejectsFile.fieldsToSkip(table.header))
        var table = table
        var summary = BatchSummary()
        do throws(TableError) {
            var outputs = try BatchOutputs(output, rejects: rejects, header: table.finder.header, of: part?.shard)
            var followsRows = false
            if let part {
                while let block = try table.reader.nextBlock(size: blockSize, before: part.begin) {
                    if answers.format == .geojson, !followsRows { followsRows = try work.answer(block).counts.hits > 0 }
                }
            }
            var rows = RowWriter(output, answers.format, followsRows: followsRows)
            if part?.shard.isFirst ?? true { try rows.begin(answers.opening) }
            try OrderedWork.run(jobs: jobs) { () throws(TableError) in
                try table.reader.nextBlock(size: blockSize, before: part?.end)
            } makeWorker: {
                work
            } work: { (work, block: CSVBlock, emit) throws(TableError) in
                try emit(try work.answer(block))
            } deliver: { (answer: RecordWork<Answers>.Answer) throws(TableError) in
                try rows.write(answer.bytes)
                try outputs.append(answer.rejects, count: answer.rejections.count)
                for rejection in answer.rejections { onRejection(rejection) }
                summary.add(answer.counts)
                onProgress(
                    BatchProgress(rows: summary.rowsIn, bytesRead: answer.bytesRead, size: table.reader.size, in: part))
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

/// The data shared by all threads that answer blocks of records.
private struct RecordWork<Answers: RecordAnswers>: Sendable {
    let answers: Answers
    let layout: CSVReader.Layout
    /// The number of fields omitted in a rejects file; nil without one.
    let skippedFields: Int?

    /// The answers to the records of a block.
    struct Answer: Sendable {
        var bytes: ContiguousArray<UInt8> = []
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        var counts = BatchSummary()
        var bytesRead = 0
    }

    func answer(_ block: CSVBlock) throws(TableError) -> Answer {
        var blockReader = CSVBlockReader(layout: layout)
        blockReader.begin(block)
        var answer = Answer()
        var record = CSVRecord()
        let reader = answers.makeReader()
        while try blockReader.read(into: &record) {
            answer.counts.rowsIn += 1
            do throws(Rejection) {
                let count = try answers.append(record, reader, to: &answer.bytes)
                answer.counts.answered += 1
                answer.counts.hits += count
                if count == 0 { answer.counts.withoutHits += 1 }
            } catch {
                answer.counts.rejected += 1
                answer.rejections.append(error)
                guard let skippedFields else { continue }
                RejectsFile.format(error, record: record, skippingFields: skippedFields, into: &answer.rejects)
            }
        }
        answer.bytesRead = block.bytesRead
        return answer
    }
}
