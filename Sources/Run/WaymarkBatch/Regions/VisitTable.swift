public import WaymarkPlaces
public import WaymarkRegions
public import WaymarkTables

/// Reads the records of a map diary from a table: places, and where it has them dates, colours and owners.
public struct VisitTable: Sendable {
    /// The columns of a record.
    public struct ColumnNames: Sendable {
        /// Those of the place. The id tells records apart: of rows with one id the last counts; a row without is a record of its
        /// own. Unless named, only columns called `id`, `visit_id`, `record_id`, `uuid` or the like are ids of records.
        public var place: PlaceColumnNames
        /// The date: a day such as `2024-05-01` or `2024.5.1`, or a moment such as `2024-05-01T09:30:00+09:00`.
        public var date: String?
        /// The colour, such as `#e69f00`.
        public var color: String?
        /// Who was there.
        public var owner: String?

        /// Names of columns; those left out are found by their usual names.
        public init(
            place: PlaceColumnNames = .init(), date: String? = nil, color: String? = nil, owner: String? = nil
        ) {
            self.place = place
            self.date = date
            self.color = color
            self.owner = owner
        }
    }

    /// What was read.
    public struct Answer: Sendable {
        /// Rows in, answered and rejected.
        public var summary: BatchSummary
        /// The land, with every record.
        public var land: VisitedLand
        /// Rows that took the place of an earlier row of the same id.
        public var replaced = 0
        /// Who was there, by name.
        public var owners: Set<String> = []
        /// Whether any record has a colour.
        public var hasColors = false
        /// How dates are best written: as days where no row names a time of day.
        public var dates = VisitedLand.DateStyle.day
    }

    private let names: ColumnNames
    private let options: ColumnBatchOptions

    /// A table of records.
    public init(columns: ColumnNames = .init(), reading options: ColumnBatchOptions = .init()) {
        names = columns
        self.options = options
    }

    /// Adds the record of every row to `land`.
    ///
    /// A row without a place is rejected, and so is one whose date or colour is none; blank ones are left out.
    ///
    /// - Parameters:
    ///   - rows: The table.
    ///   - land: The regions; records that it has already stay.
    ///   - output: What `write` writes to; appears under its name only when all is written.
    ///   - rejects: Where rejected rows go, with line, column and reason; nil for nowhere.
    ///   - jobs: How many threads read.
    ///   - onRejection: Called with each rejection, in the order of the file, by the calling thread.
    ///   - write: Writes what is wanted of the answer, whose summary is not there yet.
    /// - Returns: What was read.
    /// - Throws: ``BatchError``; what `write` throws as `.table`.
    /// - Complexity: All records are held in memory.
    public func read(
        rows: consuming any ByteSource, into land: VisitedLand, output: OutputFile, rejects: String? = nil,
        jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, write: (Answer, OutputFile) throws(TableError) -> Void
    ) throws(BatchError) -> Answer {
        let batch = try ColumnBatch(rows, places: [names.place], options: options)
        let header = batch.header
        let columns = try BatchError.opening { () throws(PlaceTableError) in
            try VisitColumns(names, in: batch.table.finder, place: batch.table.columns(names.place))
        }
        let work = RowWork<PlaceReader, [VisitColumns.Visit]>(
            makeWorker: { PlaceReader(columns.place, header: header) }, makePart: { [] }
        ) { (reader, record, part) throws(Rejection) in
            part.append(try columns.visit(record, reader))
        }
        var answer = Answer(summary: BatchSummary(), land: land)
        let summary = try batch.run(work, rejects: rejects, jobs: jobs, onRejection: onRejection) {
            (part: [VisitColumns.Visit]) throws(TableError) in
            for visit in part { answer.add(visit) }
        } finish: { () throws(TableError) in
            try write(answer, output)
            try output.commit()
        }
        answer.summary = summary
        return answer
    }
}

extension VisitTable.Answer {
    fileprivate mutating func add(_ visit: VisitColumns.Visit) {
        if land.record(visit.record.id) != nil { replaced += 1 }
        land.add(visit.record)
        if !visit.record.owner.isEmpty { owners.insert(visit.record.owner) }
        if visit.record.color != nil { hasColors = true }
        if visit.hasTime { dates = .moment }
    }
}
