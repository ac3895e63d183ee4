package import WaymarkTables
import WaymarkText
package import WaymarkTimes

package struct StopTimeCells: Sendable {
    package let arrival: TableColumn?
    package let stay: TableColumn?
    package let timeZone: TableColumn?

    /// The columns that `names` gives, or those with usual names.
    package init(_ names: TimeColumnNames, in finder: ColumnFinder) throws(PlaceTableError) {
        arrival = try finder.column(names.arrival, usual: UsualColumn.arrival.names)
        stay = try finder.column(names.stay, usual: UsualColumn.stay.names)
        timeZone = try finder.column(names.timeZone, usual: UsualColumn.timeZone.names)
    }

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

    package func timeZone(of record: CSVRecord) throws(Rejection) -> ClockZone? {
        guard let timeZone, let text = PlainText.value(record[timeZone.number]) else { return nil }
        guard let zone = ClockZone(identifier: text) else {
            throw timeZone.rejection(
                of: record, "\(Self.quoted(text)) is not a known time zone such as Asia/Seoul or +09:00")
        }
        return zone
    }

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

/// Names of the columns of times; `nil` finds a column by its usual names.
///
/// Names, and numbers such as `#5`, are read as in `PlaceColumnNames`.
public struct TimeColumnNames: Sendable, Equatable {
    /// The planned arrival.
    public var arrival: String?
    /// The stay.
    public var stay: String?
    /// The time zone.
    public var timeZone: String?
    /// The opening time.
    public var opens: String?
    /// The closing time.
    public var closes: String?

    /// Names of columns; omitted ones are found by their usual names.
    public init(
        arrival: String? = nil, stay: String? = nil, timeZone: String? = nil, opens: String? = nil,
        closes: String? = nil
    ) {
        self.arrival = arrival
        self.stay = stay
        self.timeZone = timeZone
        self.opens = opens
        self.closes = closes
    }
}
