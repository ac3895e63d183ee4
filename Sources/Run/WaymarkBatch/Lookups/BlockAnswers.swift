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
    private let projection: LeasedProjection?

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
        let answer: Answer

        /// The fault of the attractions' index file, if rows have revealed one.
        var damage: IndexFileError? {
            if case .encoded(let template) = answer { template.segments.damage } else { nil }
        }

        /// - Throws: `TableError.readFailed` if the index file is damaged.
        func checkDamage() throws(TableError) {
            if case .damaged(let file, let fault) = damage { throw .readFailed(path: file, reason: fault) }
        }
    }

    /// The row template.
    enum Answer: Sendable {
        case encoded(RowTemplate)
        case table(TableRows)
    }

    /// Rows and rejections of a block or a part of one, in order.
    struct Part: Sendable {
        var rows: RowBytes
        /// The rejected records, formatted for the rejects file.
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        /// The counts of this part.
        var counts = BatchSummary()
        /// Bytes of stops in the part's block, and of rows in the block so far.
        var blockSize = 0
        var rowsSize = 0
        var bytesRead = 0
        var isLast = false

        /// An empty part, reusing buffers if available.
        init(_ spare: RowBytes?) {
            rows = spare ?? RowBytes(capacity: BlockAnswers.room)
            rows.removeAll()
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

    /// The approximate number of bytes of rows in a part.
    static let room = 1 << 18

    init(_ question: Question) {
        self.question = question
        reader = CSVBlockReader(layout: question.layout)
        places = question.makePlaces()
        projection = question.points.projection
        if case .encoded(let template) = question.answer { rows = StopRows(template, question.stops) }
    }

    /// Answers the stops of a block; `emit` takes the parts.
    mutating func answer(
        _ block: CSVBlock, reusing spare: () -> RowBytes?, emit: OrderedWork.Emit<Part, TableError>
    ) throws(TableError) {
        reader.begin(block)
        var part = Part(spare())
        var rowsSize = 0
        let question = question
        let (lookup, points, skipped) = (question.lookup, question.points, question.skippedFields)
        var hasMore = true
        while hasMore {
            hasMore = try stops.read(&reader, places, on: projection) { record, rejection in
                part.reject(record, rejection, skippingFields: skipped)
            }
            part.counts.rowsIn += stops.centers.count
            part.counts.answered += stops.centers.count
            points.expect(stops.centers, lookup, &answer)
            for stop in 0..<stops.centers.count {
                points.find(lookup, stop, of: stops.centers, into: &answer)
                part.counts.hits += answer.count
                if answer.count == 0 {
                    part.counts.withoutHits += 1
                    continue
                }
                try appendAnswer(stop, to: &part) { (part) throws(TableError) in
                    try question.checkDamage()
                    rowsSize += part.rows.count
                    try emit(part)
                    part = Part(spare())
                }
            }
        }
        try question.checkDamage()
        part.isLast = true
        part.blockSize = block.bytes.count
        part.rowsSize = rowsSize + part.rows.count
        part.bytesRead = block.bytesRead
        try emit(part)
    }

    /// Appends the rows of a stop; `flush` makes room.
    private mutating func appendAnswer(
        _ stop: Int, to part: inout Part, flush: (inout Part) throws(TableError) -> Void
    ) throws(TableError) {
        if case .table(let table) = question.answer {
            let text = table.text(Array(answer.matches[..<answer.count])) { column in
                stops.withStop(stop) { record, center in
                    question.stops.withValue(column, of: record, at: center) { $0.readable }
                }
            }
            part.rows.append(ContiguousArray(text.utf8))
            if part.rows.count >= Self.room { try flush(&part) }
            return
        }
        stops.withStop(stop) { record, center in rows?.begin(record, at: center) }
        var next = 0
        while let (reached, need) = rows?.append(answer, from: next, to: &part.rows), reached < answer.count {
            if part.rows.count > 0 { try flush(&part) }
            part.rows.reserve(need)
            next = reached
        }
    }
}
