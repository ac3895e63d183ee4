package import WaymarkTables
import WaymarkText
package import WaymarkTimes

/// Reads the times of stops from the rows of a table.
package struct StopTimeCells: Sendable {
    package let arrival: TableColumn?
    package let stay: TableColumn?
    package let timeZone: TableColumn?

    /// The columns that `names` gives, or those with usual names.
    package init(_ names: TimeColumnNames, in finder: ColumnFinder) throws(PlaceTableError) {
        arrival = try finder.column(names.arrival, usual: TimeColumnNames.arrivalKeys)
        stay = try finder.column(names.stay, usual: TimeColumnNames.stayKeys)
        timeZone = try finder.column(names.timeZone, usual: TimeColumnNames.timeZoneKeys)
    }

    /// Whether the table has no times.
    package var isEmpty: Bool { arrival == nil && stay == nil && timeZone == nil }

    /// The times in a row; blank cells are missing values.
    package struct Values: Sendable {
        package var arrival: ClockReading?
        package var stay: Duration = .zero
        package var timeZone: ClockZone?

        package init() {}
    }

    /// Reads a row.
    ///
    /// - Throws: Why, with the column of the cell that cannot be read.
    package func values(of record: CSVRecord) throws(Rejection) -> Values {
        var values = Values()
        if let arrival, let text = PlainText.value(record[arrival.number]) {
            values.arrival = ClockReading(Array(text.utf8)[...], form: .person)
            if values.arrival == nil {
                throw arrival.rejection(of: record, "\(Self.quoted(text)) is not a time such as 2027-05-01T09:00")
            }
        }
        values.stay = try stay(of: record)
        values.timeZone = try timeZone(of: record)
        return values
    }

    /// The time zone; nil if missing.
    package func timeZone(of record: CSVRecord) throws(Rejection) -> ClockZone? {
        guard let timeZone, let text = PlainText.value(record[timeZone.number]) else { return nil }
        guard let zone = ClockZone(identifier: text) else {
            throw timeZone.rejection(
                of: record, "\(Self.quoted(text)) is not a known time zone such as Asia/Seoul or +09:00")
        }
        return zone
    }

    /// The stay; zero if missing.
    package func stay(of record: CSVRecord) throws(Rejection) -> Duration {
        guard let stay, let text = PlainText.value(record[stay.number]) else { return .zero }
        guard let duration = StayText.duration(text, unit: StayText.unit(ofColumn: stay.name)) else {
            throw stay.rejection(of: record, "\(Self.quoted(text)) is not a stay such as 45, 1h30m or PT45M")
        }
        return duration
    }

    /// A cell in quotes, shortened.
    package static func quoted(_ text: String) -> String {
        "\"" + PrintableText.of(PlainText.shortened(text)) + "\""
    }
}
