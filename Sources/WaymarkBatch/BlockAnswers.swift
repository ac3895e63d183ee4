import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// What one thread needs to answer blocks of stops: buffers of its own, and what all share and only read.
struct BlockAnswers: ~Copyable {
    private let question: Question
    private var reader: CSVReader
    private var record = CSVRecord()
    private var rows: StopRows?
    private var answer = MatchBuffer()

    /// What all threads share.
    struct Question: Sendable {
        let lookup: Lookup
        let index: PointIndex
        let places: StopPlaces
        let stops: StopTemplate
        let format: RowFormat
        let columns: [OutputColumn]
        /// How the records of a block are read.
        let layout: CSVReader.Layout
        /// Fields that a rejects file leaves out; nil without a rejects file.
        let skippedFields: Int?
        let answer: Answer
    }

    /// How rows are made.
    enum Answer: Sendable {
        case encoded(RowTemplate)
        case table(TableRows)
    }

    /// Rows and rejections of a block or a part of one, in order.
    struct Part: Sendable {
        var rows: RowBytes
        /// The rejected records, as they go to the rejects file.
        var rejects = CSVBuffer()
        var rejections: [Rejection] = []
        /// What was counted in this part.
        var counts = BatchSummary()
        /// Bytes of stops in the part's block, and of rows in the block so far.
        var blockSize = 0
        var rowsSize = 0
        var bytesRead = 0
        var isLast = false

        /// An empty part, in room that was used before where there is such.
        init(_ spare: RowBytes?) {
            rows = spare ?? RowBytes(capacity: BlockAnswers.room)
            rows.removeAll()
        }
    }

    /// A part holds about this many bytes of rows.
    static let room = 1 << 18

    init(_ question: Question) {
        self.question = question
        reader = CSVReader(layout: question.layout)
        if case .encoded(let template) = question.answer { rows = StopRows(template, question.stops) }
    }

    /// Answers the stops of a block; `emit` takes the parts.
    mutating func answer(
        _ block: CSVBlock, reusing spare: () -> RowBytes?, emit: OrderedWork.Emit<Part>
    ) throws(TableError) {
        reader.begin(block)
        var part = Part(spare())
        var rowsSize = 0
        let (lookup, index, places) = (question.lookup, question.index, question.places)
        while try reader.read(into: &record) {
            part.counts.rowsIn += 1
            let coordinate: Coordinate
            if let place = places.plainPlace(of: record) {
                coordinate = place
            } else {
                switch places.place(of: record) {
                case .success(let place): coordinate = place
                case .failure(let rejected):
                    reject(rejected.rejection, in: &part)
                    continue
                }
            }
            part.counts.answered += 1
            lookup.find(in: index, of: coordinate, into: &answer)
            part.counts.hits += answer.count
            if answer.count == 0 {
                part.counts.withoutHits += 1
            } else {
                try appendAnswer(at: coordinate, to: &part) { (part) throws(TableError) in
                    rowsSize += part.rows.count
                    try emit(part)
                    part = Part(spare())
                }
            }
        }
        part.isLast = true
        part.blockSize = block.bytes.count
        part.rowsSize = rowsSize + part.rows.count
        part.bytesRead = block.bytesRead
        try emit(part)
    }

    /// Counts the record among the rejected ones.
    private func reject(_ rejection: Rejection, in part: inout Part) {
        part.counts.rejected += 1
        part.rejections.append(rejection)
        if let skipped = question.skippedFields {
            RejectsFile.format(rejection, record: record, skippingFields: skipped, into: &part.rejects)
        }
    }

    /// Appends the rows of the stop in `record`; `flush` makes room.
    private mutating func appendAnswer(
        at coordinate: Coordinate, to part: inout Part, flush: (inout Part) throws(TableError) -> Void
    ) throws(TableError) {
        if case .table(let table) = question.answer {
            let text = table.text(Array(answer.matches[..<answer.count])) { column in
                question.stops.withValue(column, of: record, at: coordinate) { $0.readable }
            }
            part.rows.append(ContiguousArray(text.utf8))
            if part.rows.count >= Self.room { try flush(&part) }
            return
        }
        rows?.begin(record, at: coordinate)
        var next = 0
        while let (reached, need) = rows?.append(answer, from: next, to: &part.rows), reached < answer.count {
            if part.rows.count > 0 { try flush(&part) }
            part.rows.reserve(need)
            next = reached
        }
    }
}
