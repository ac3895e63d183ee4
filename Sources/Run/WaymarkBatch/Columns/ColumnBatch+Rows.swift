import WaymarkPlaces
public import WaymarkTables
import WaymarkThreads

/// The work of a ``ColumnBatch`` for each row, block by block.
///
/// A worker holds the private state of one thread. A part takes the results of a block.
public struct RowWork<Worker, Part: Sendable>: Sendable {
    /// Makes the state of one thread.
    let makeWorker: @Sendable () -> Worker
    /// Makes the part of a block.
    let makePart: @Sendable () -> Part
    /// Takes a row, or throws its rejection.
    let add: @Sendable (Worker, CSVRecord, inout Part) throws(Rejection) -> Void

    /// The work for each row.
    ///
    /// - Parameters:
    ///   - makeWorker: Makes the state of one thread.
    ///   - makePart: Makes the part of a block, empty.
    ///   - add: Adds a row to its part, or leaves the part unchanged and throws its rejection.
    public init(
        makeWorker: @escaping @Sendable () -> Worker, makePart: @escaping @Sendable () -> Part,
        add: @escaping @Sendable (Worker, CSVRecord, inout Part) throws(Rejection) -> Void
    ) {
        self.makeWorker = makeWorker
        self.makePart = makePart
        self.add = add
    }
}

extension ColumnBatch {
    /// Does the work for every row of the table, and delivers the parts in file order.
    ///
    /// - Parameters:
    ///   - work: The work for each row.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of threads; the parts do not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - deliver: Takes each part, called by the calling thread.
    ///   - finish: Called after all parts were delivered and all rejects written, before the rejects get their name:
    ///     writes the output and commits it.
    /// - Returns: The summary.
    /// - Throws: ``BatchError/table(_:)`` if reading or writing fails; outputs are then absent or unchanged.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) rows in addition to the work itself; only a few parts are held at a time.
    public consuming func run<Worker, Part: Sendable>(
        _ work: RowWork<Worker, Part>, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, deliver: (Part) throws(TableError) -> Void,
        finish: () throws(TableError) -> Void
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var summary = BatchSummary()
        do throws(TableError) {
            var rejectsFile: RejectsFile? = nil
            if let rejects { rejectsFile = try RejectsFile(path: rejects, header: table.finder.header) }
            let rows = BlockRows(
                work: work, layout: table.reader.layout, fieldCounts: table.fieldCounts,
                skippedFields: rejects == nil ? nil : RejectsFile.fieldsToSkip(header))
            var table = table
            try OrderedWork.run(jobs: jobs) { () throws(TableError) in
                try table.reader.nextBlock(size: 1 << 16)
            } makeWorker: {
                work.makeWorker()
            } work: { (worker: inout Worker, block: CSVBlock, emit) throws(TableError) in
                try emit(try rows.outcome(of: block, worker))
            } deliver: { (outcome: BlockRows<Worker, Part>.Outcome) throws(TableError) in
                try deliver(outcome.part)
                try rejectsFile?.append(formatted: outcome.rejects.bytes.span, count: outcome.rejections.count)
                for rejection in outcome.rejections { onRejection(rejection) }
                summary.rowsIn += outcome.rowsIn
                summary.rejected += outcome.rejections.count
            }
            summary.answered = summary.rowsIn - summary.rejected
            // Write all bytes of both files before either gets its name, so that a full disk leaves neither.
            try rejectsFile?.flush()
            try finish()
            try rejectsFile?.commit()
        } catch {
            throw .table(error)
        }
        summary.duration = clock.now - start
        return summary
    }
}

/// The data shared by all threads that process blocks.
private struct BlockRows<Worker, Part: Sendable>: Sendable {
    let work: RowWork<Worker, Part>
    let layout: CSVReader.Layout
    let fieldCounts: FieldCounts
    /// The number of fields omitted in a rejects file; nil without one.
    let skippedFields: Int?

    /// The results of a block.
    struct Outcome: Sendable {
        var part: Part
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        var rowsIn = 0
    }

    func outcome(of block: CSVBlock, _ worker: Worker) throws(TableError) -> Outcome {
        var reader = CSVBlockReader(layout: layout)
        reader.begin(block)
        var outcome = Outcome(part: work.makePart())
        var record = CSVRecord()
        while try reader.read(into: &record) {
            outcome.rowsIn += 1
            do throws(Rejection) {
                if let rejection = record.rejection ?? fieldCounts.rejection(of: record) { throw rejection }
                try work.add(worker, record, &outcome.part)
            } catch {
                outcome.rejections.append(error)
                if let skippedFields {
                    RejectsFile.format(error, record: record, skippingFields: skippedFields, into: &outcome.rejects)
                }
            }
        }
        return outcome
    }
}
