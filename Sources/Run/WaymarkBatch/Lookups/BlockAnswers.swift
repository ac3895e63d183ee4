import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkTables
import WaymarkThreads

/// The state of one thread that answers blocks of stops: its own buffers, and shared read-only data.
struct BlockAnswers: ~Copyable {
    private let question: Question
    private var reader: CSVBlockReader
    private let places: PlaceRows
    private var stops = StopBatch()
    private var rows: StopRows?
    private var answer = MatchBuffer()
    private let projection: MapProjection?

    /// The data shared by all threads.
    struct Question: Sendable {
        let lookup: Lookup
        let points: SearchedPoints
        let makePlaces: @Sendable () -> PlaceRows
        let stops: StopTemplate
        let format: RowFormat
        let columns: [OutputColumn]
        /// The titles of the columns.
        let names: [String]
        /// The reading options for blocks.
        let layout: CSVReader.Layout
        /// The number of fields omitted in a rejects file; nil without a rejects file.
        let skippedFields: Int?
        let writing: RowWriting

        /// The text before all rows.
        var opening: ContiguousArray<UInt8> {
            if case .table(let table) = writing { ContiguousArray(table.heading.utf8) } else { format.opening(names) }
        }

        /// The fault of the attractions' index file, if rows have revealed one.
        var damage: IndexFileError? {
            if case .encoded(let template) = writing { template.segments.damage } else { nil }
        }

        /// - Throws: `TableError.readFailed` if the index file is damaged.
        func checkDamage() throws(TableError) {
            if case .damaged(let file, let fault) = damage { throw .readFailed(path: file, reason: fault) }
        }
    }

    /// How rows are made.
    enum RowWriting: Sendable {
        case encoded(RowTemplate)
        case table(TableRows)
    }

    /// Rows and rejections of a block, or of the next stops of one, in order.
    struct Rows: Sendable {
        var bytes: RowBytes
        /// The rejected records, formatted for the rejects file.
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        /// The counts of these stops.
        var counts = BatchSummary()
        /// Bytes of stops in the block, and of its rows so far; set in its last rows.
        var blockSize = 0
        var rowsSize = 0
        var bytesRead = 0
        var isLast = false

        /// No rows yet, reusing buffers if available.
        init(_ spare: RowBytes?) {
            bytes = spare ?? RowBytes(capacity: BlockAnswers.room)
            bytes.removeAll()
        }

        /// Counts a rejected record; its first `skipped` fields are omitted in the rejects file, if there is one.
        mutating func reject(_ record: CSVRecord, _ rejection: Rejection, skippingFields skipped: Int?) {
            counts.rowsIn += 1
            counts.rejected += 1
            rejections.append(rejection)
            if let skipped {
                RejectsFile.format(rejection, record: record, skippingFields: skipped, into: &rejects)
            }
        }
    }

    /// The approximate number of bytes of rows that are handed on together.
    static let room = 1 << 18

    init(_ question: Question) {
        self.question = question
        reader = CSVBlockReader(layout: question.layout)
        places = question.makePlaces()
        projection = question.points.projection
        if case .encoded(let template) = question.writing { rows = StopRows(template, question.stops) }
    }

    /// Answers the stops of a block; `emit` takes the rows.
    mutating func answer(
        _ block: CSVBlock, reusing spare: () -> RowBytes?, emit: OrderedWork.Emit<Rows, TableError>
    ) throws(TableError) {
        reader.begin(block)
        var made = Rows(spare())
        var rowsSize = 0
        let question = question
        let (lookup, points, skipped) = (question.lookup, question.points, question.skippedFields)
        var hasMore = true
        while hasMore {
            hasMore = try stops.read(&reader, places, on: projection) { record, rejection in
                made.reject(record, rejection, skippingFields: skipped)
            }
            made.counts.rowsIn += stops.centers.count
            made.counts.answered += stops.centers.count
            points.expect(stops.centers, lookup, &answer)
            for stop in 0..<stops.centers.count {
                points.find(lookup, stop, of: stops.centers, into: &answer)
                made.counts.hits += answer.count
                if answer.count == 0 {
                    made.counts.withoutHits += 1
                    continue
                }
                try appendAnswer(stop, to: &made) { (made) throws(TableError) in
                    try question.checkDamage()
                    rowsSize += made.bytes.count
                    try emit(made)
                    made = Rows(spare())
                }
            }
        }
        try question.checkDamage()
        made.isLast = true
        made.blockSize = block.bytes.count
        made.rowsSize = rowsSize + made.bytes.count
        made.bytesRead = block.bytesRead
        try emit(made)
    }

    /// Appends the rows of a stop; `flush` makes room.
    private mutating func appendAnswer(
        _ stop: Int, to made: inout Rows, flush: (inout Rows) throws(TableError) -> Void
    ) throws(TableError) {
        if case .table(let table) = question.writing {
            let text = table.text(Array(answer.matches[..<answer.count])) { column in
                stops.withStop(stop) { record, center in
                    question.stops.withValue(column, of: record, at: center) { $0.readable }
                }
            }
            made.bytes.append(ContiguousArray(text.utf8))
            if made.bytes.count >= Self.room { try flush(&made) }
            return
        }
        stops.withStop(stop) { record, center in rows?.begin(record, at: center) }
        var next = 0
        while let (reached, need) = rows?.append(answer, from: next, to: &made.bytes), reached < answer.count {
            if made.bytes.count > 0 { try flush(&made) }
            made.bytes.reserve(need)
            next = reached
        }
    }
}
