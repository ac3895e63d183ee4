import WaymarkPlaces
import WaymarkTables
import WaymarkThreads

/// One thread's way of answering the rows of a table: its own buffers.
protocol RowWorker: ~Copyable, SendableMetatype {
    /// What is made of rows: of those of a block, or of some of them.
    associatedtype Part: Sendable

    func makePart() -> Part

    /// Answers all rows of an open block; `emit` hands on what was made so far, so that a block of any number of answers takes
    /// little memory.
    ///
    /// - Throws: `TableError`, which ends the batch. An invalid row is rejected instead.
    mutating func answer(
        _ rows: inout CSVReader, into made: inout RowsMade<Part>,
        emit: OrderedWork.Emit<RowsMade<Part>, TableError>
    ) throws(TableError)
}

extension RowWorker where Self: ~Copyable {
    /// Whether any row of an open block has an answer, for rows before a part.
    mutating func hasAnswer(in rows: inout CSVReader) throws(TableError) -> Bool {
        var made = RowsMade(makePart(), skippedFields: nil)
        var hits = 0
        try answer(&rows, into: &made) { (made: consuming RowsMade<Part>) throws(TableError) in
            hits += made.counts.hits
        }
        return hits + made.counts.hits > 0
    }
}

struct RowByRow<Part: Sendable>: RowWorker {
    private let makeEmpty: () -> Part
    private let answer: RowAnswer<RowsMade<Part>>

    init(makePart: @escaping () -> Part, answer: @escaping RowAnswer<RowsMade<Part>>) {
        (makeEmpty, self.answer) = (makePart, answer)
    }

    func makePart() -> Part { makeEmpty() }

    func answer(
        _ rows: inout CSVReader, into made: inout RowsMade<Part>,
        emit: OrderedWork.Emit<RowsMade<Part>, TableError>
    ) throws(TableError) {
        try made.answerEach(&rows, answer)
    }
}

/// What was made of rows of a block, in their order.
struct RowsMade<Part: Sendable>: Sendable {
    var part: Part
    var counts = BatchSummary()
    fileprivate var rejections: [Rejection] = []
    /// The rejected records, formatted for the rejects file.
    fileprivate var rejects = CSVBuffer()
    /// The number of fields omitted there; nil without a rejects file.
    private let skippedFields: Int?
    /// The end of the block, in bytes of the table, and its size; set in what is made last of a block.
    fileprivate(set) var block: (end: Int, size: Int)?

    fileprivate init(_ part: Part, skippedFields: Int?) {
        (self.part, self.skippedFields) = (part, skippedFields)
    }

    /// Begins anew with an empty part, after what was made is handed on.
    mutating func begin(_ part: Part) { self = RowsMade(part, skippedFields: skippedFields) }

    mutating func reject(_ record: CSVRecord, _ rejection: Rejection) {
        counts.rowsIn += 1
        counts.rejected += 1
        rejections.append(rejection)
        if let skippedFields {
            RejectsFile.format(rejection, record: record, skippingFields: skippedFields, into: &rejects)
        }
    }

    /// Answers the rows of a block one by one; those whose answer is a rejection are rejected.
    mutating func answerEach(
        _ rows: inout CSVReader,
        _ answer: RowAnswer<RowsMade<Part>>
    ) throws(TableError) {
        var record = CSVRecord()
        while try rows.read(into: &record) {
            do throws(Rejection) {
                try answer(record, &self)
                counts.rowsIn += 1
            } catch {
                reject(record, error)
            }
        }
    }
}

/// The one way of rows through all batches: blocks of a table are cut off by the calling thread, answered by several
/// threads, and what was made of them is delivered in order, with the rejected rows.
enum RowStage {
    /// Answers the rows of a table, or those of a part, whose source the table reads and whose first row is next.
    ///
    /// `size` is the number of bytes of the next block. What was made is delivered in file order, then its rejections; with
    /// `spares`, parts are reused.
    ///
    /// - Returns: The counts, without the duration.
    /// - Throws: `TableError` if the table cannot be read, and the errors of the worker and of `deliver`.
    static func run<Worker: RowWorker & ~Copyable>(
        _ table: inout PlaceTable, part: ShardSource? = nil, size: () -> Int, jobs: Int,
        makeWorker: @escaping @Sendable () -> Worker, spares: Spares<Worker.Part>? = nil,
        outputs: inout BatchOutputs, onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void = { _ in },
        deliver: (RowsMade<Worker.Part>) throws(TableError) -> Void
    ) throws(TableError) -> BatchSummary {
        let layout = table.reader.layout
        let skippedFields = outputs.rejects == nil ? nil : RejectsFile.fieldsToSkip(table.header)
        var summary = BatchSummary()
        try OrderedWork.run(jobs: jobs) { () throws(TableError) in
            try table.reader.nextBlock(size: size(), before: part?.end)
        } makeWorker: {
            Thread(makeWorker(), layout, skippedFields: skippedFields)
        } work: { (thread, block: CSVBlock, emit) throws(TableError) in
            try thread.answer(block, emit)
        } deliver: { (made: RowsMade<Worker.Part>) throws(TableError) in
            try deliver(made)
            try outputs.rejects?.append(formatted: made.rejects.bytes.span)
            for rejection in made.rejections { onRejection(rejection) }
            summary.add(made.counts)
            if let block = made.block {
                onProgress(
                    BatchProgress(rows: summary.rowsIn, bytesRead: block.end, size: table.reader.size, in: part))
            }
            // The last use: with a second owner, writing would copy it.
            spares?.give(made.part)
        }
        return summary
    }

    struct Thread<Worker: RowWorker & ~Copyable>: ~Copyable {
        private var worker: Worker
        private var rows: CSVReader
        private let skippedFields: Int?

        /// Without `skippedFields`, the number of fields omitted in a rejects file, rejects are not formatted.
        init(_ worker: consuming Worker, _ layout: CSVReader.Layout, skippedFields: Int? = nil) {
            self.worker = worker
            rows = CSVReader(layout: layout)
            self.skippedFields = skippedFields
        }

        /// Answers the rows of a block, and hands on what it makes of them.
        mutating func answer(
            _ block: CSVBlock, _ emit: OrderedWork.Emit<RowsMade<Worker.Part>, TableError>
        ) throws(TableError) {
            rows.begin(block)
            var made = RowsMade(worker.makePart(), skippedFields: skippedFields)
            try worker.answer(&rows, into: &made, emit: emit)
            made.block = (block.bytesRead, block.bytes.count)
            try emit(made)
        }
    }
}
