import WaymarkFoundation
import WaymarkGradients
public import WaymarkPlaces
import WaymarkPolylines
public import WaymarkRegions
import WaymarkRoutes
public import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads the records of a travel diary from a table: places, and optionally dates, colours and owners.
public struct VisitTable: Sendable {
    /// The columns of a record.
    public struct ColumnNames: Sendable {
        /// The columns of the place. The id identifies the record: of rows with the same id the last one counts; a row
        /// without an id is a separate record. Unless given, only columns called `id`, `visit_id`, `record_id`, `uuid`
        /// or similar are ids of records.
        public var place: PlaceColumnNames
        /// The date, such as `2024-05-01` or `2024.5.1`, or date and time, such as `2024-05-01T09:30:00+09:00`.
        public var date: String?
        /// The colour, such as `#e69f00`.
        public var color: String?
        /// The owner.
        public var owner: String?

        /// Names of columns; omitted ones are found by their usual names.
        public init(
            place: PlaceColumnNames = .init(), date: String? = nil, color: String? = nil, owner: String? = nil
        ) {
            self.place = place
            self.date = date
            self.color = color
            self.owner = owner
        }
    }

    /// The result.
    public struct Answer: Sendable {
        /// The numbers of rows in, answered and rejected.
        public var summary: BatchSummary
        /// The land, with every record.
        public var land: VisitedLand
        /// The number of rows that replaced an earlier row with the same id.
        public var replaced = 0
        /// The owners, by name.
        public var owners: Set<String> = []
        /// Whether any record has a colour.
        public var hasColors = false
        /// The best format of dates: days if no row has a time of day.
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
    /// A row without a valid place is rejected, as is one with an invalid date or colour; blank ones are missing
    /// values.
    ///
    /// - Parameters:
    ///   - rows: The table.
    ///   - land: The regions; existing records are kept.
    ///   - output: The output of `write`, which appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of reading threads.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - write: Writes the answer, whose summary is not complete yet.
    /// - Returns: The result.
    /// - Throws: ``BatchError``; the error of `write` as `.table`.
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
        var answer = Answer(summary: BatchSummary(), land: land)
        let summary = try batch.run(
            to: output, rejects: rejects, jobs: jobs, onRejection: onRejection, makePart: { [VisitColumns.VisitRow]() }
        ) {
            let reader = PlaceReader(columns.place, header: header)
            return { (record, part) throws(Rejection) in part.append(try columns.visit(record, reader)) }
        } deliver: { (part) throws(TableError) in
            for visit in part { answer.add(visit) }
        } finish: { () throws(TableError) in
            try write(answer, output)
        }
        answer.summary = summary
        return answer
    }
}

extension VisitTable.Answer {
    fileprivate mutating func add(_ visit: VisitColumns.VisitRow) {
        if land.record(visit.record.id) != nil { replaced += 1 }
        land.add(visit.record)
        if !visit.record.owner.isEmpty { owners.insert(visit.record.owner) }
        if visit.record.color != nil { hasColors = true }
        if visit.hasTime { dates = .moment }
    }
}

struct VisitColumns: Sendable {
    struct VisitRow: Sendable {
        var record: VisitRecord
        /// Whether its date has a time of day.
        var hasTime: Bool
    }

    let place: PlaceColumns
    private let id: TableColumn?
    private let date: TableColumn?
    private let color: TableColumn?
    private let owner: TableColumn?

    init(
        _ names: VisitTable.ColumnNames, in finder: ColumnFinder, place: PlaceColumns
    ) throws(PlaceTableError) {
        self.place = place
        id = try finder.column(
            names.place.id, usual: ["id", "visitid", "recordid", "entryid", "uuid", "uid", "기록id", "방문id"])
        date = try finder.column(
            names.date,
            usual: [
                "date", "visitdate", "visited", "visitedat", "visitedon", "day", "time", "timestamp", "datetime", "날짜",
                "일자",
                "일시", "방문일", "방문일자", "방문일시", "방문날짜",
            ])
        color = try finder.column(names.color, usual: ["color", "colour", "색", "색상", "색깔", "컬러"])
        owner = try finder.column(
            names.owner, usual: ["owner", "user", "who", "traveler", "traveller", "소유자", "사용자", "작성자", "주인", "여행자"])
    }

    func visit(_ record: CSVRecord, _ reader: PlaceReader) throws(Rejection) -> VisitRow {
        let coordinate = try reader.coordinate(of: record)
        // Not a possible cell text, so that rows without an id are not mistaken for rows with one.
        let id = id?.text(of: record) ?? "\u{0}\(record.number)"
        var visit = VisitRow(record: VisitRecord(id: id, coordinate: coordinate), hasTime: false)
        if let date, let text = date.text(of: record) {
            guard let (moment, hasTime) = Self.date(text) else {
                throw date.rejection(
                    of: record,
                    "\"\(PlainText.shortened(text))\" is not a date such as 2024-05-01 or 2024-05-01T09:30:00Z")
            }
            (visit.record.date, visit.hasTime) = (moment, hasTime)
        }
        if let color, let text = color.text(of: record) {
            guard let value = RGBColor(hex: text) else {
                throw color.rejection(of: record, "\"\(PlainText.shortened(text))\" is not a colour such as #e69f00")
            }
            visit.record.color = value
        }
        visit.record.owner = owner?.text(of: record) ?? ""
        return visit
    }

    /// The moment of a text, for a date its start in UTC, and whether it has a time of day.
    private static func date(_ text: String) -> (moment: Date, hasTime: Bool)? {
        if let day = CalendarDate(text) {
            return (ClockReading(seconds: day.daysSince1970 * 86_400).moment(in: .utc), false)
        }
        return ClockReading(Array(text.utf8)[...], form: .person).map { ($0.moment(in: .utc), true) }
    }
}
