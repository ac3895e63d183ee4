import WaymarkFoundation
import WaymarkGradients
import WaymarkPlaces
import WaymarkPolylines
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// The columns of a record in a table.
struct VisitColumns: Sendable {
    /// A row as a record.
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
        func column(_ given: String?, _ usual: [String]) throws(PlaceTableError) -> TableColumn? {
            try finder.column(given, usual: usual)
        }
        id = try column(names.place.id, ["id", "visitid", "recordid", "entryid", "uuid", "uid", "기록id", "방문id"])
        date = try column(
            names.date,
            [
                "date", "visitdate", "visited", "visitedat", "visitedon", "day", "time", "timestamp", "datetime", "날짜",
                "일자",
                "일시", "방문일", "방문일자", "방문일시", "방문날짜",
            ])
        color = try column(names.color, ["color", "colour", "색", "색상", "색깔", "컬러"])
        owner = try column(
            names.owner, ["owner", "user", "who", "traveler", "traveller", "소유자", "사용자", "작성자", "주인", "여행자"])
    }

    func visit(_ record: CSVRecord, _ reader: PlaceReader) throws(Rejection) -> VisitRow {
        let coordinate = try reader.coordinate(of: record)
        // Not a possible cell text, so that rows without an id are not mistaken for rows with one.
        let id = text(id, of: record) ?? "\u{0}\(record.number)"
        var visit = VisitRow(record: VisitRecord(id: id, coordinate: coordinate), hasTime: false)
        if let date, let text = text(date, of: record) {
            guard let (moment, hasTime) = Self.date(text) else {
                throw date.rejection(
                    of: record,
                    "\"\(PlainText.shortened(text))\" is not a date such as 2024-05-01 or 2024-05-01T09:30:00Z")
            }
            (visit.record.date, visit.hasTime) = (moment, hasTime)
        }
        if let color, let text = text(color, of: record) {
            guard let value = RGBColor(hex: text) else {
                throw color.rejection(of: record, "\"\(PlainText.shortened(text))\" is not a colour such as #e69f00")
            }
            visit.record.color = value
        }
        visit.record.owner = text(owner, of: record) ?? ""
        return visit
    }

    /// The trimmed text of a cell.
    private func text(_ column: TableColumn?, of record: CSVRecord) -> String? {
        guard let column, !record.isBlank(column.number) else { return nil }
        return PlainText.trimmed(record[column.number])
    }

    /// The moment of a text, for a date its start in UTC, and whether it has a time of day.
    private static func date(_ text: String) -> (moment: Date, hasTime: Bool)? {
        if let day = CalendarDate(text) {
            return (ClockReading(seconds: day.daysSince1970 * 86_400).moment(in: .utc), false)
        }
        return ClockReading(Array(text.utf8)[...], form: .person).map { ($0.moment(in: .utc), true) }
    }
}
