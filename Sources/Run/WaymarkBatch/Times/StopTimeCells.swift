import WaymarkAttractions
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

/// Reads the times of stops from the rows of a table.
struct StopTimeCells: Sendable {
    /// The number of a column, from 0, and its name.
    struct Column: Sendable {
        let number: Int
        let name: String

        init?(_ number: Int?, _ header: [String]) {
            guard let number else { return nil }
            (self.number, name) = (number, number < header.count ? header[number] : "")
        }

        func rejection(_ record: CSVRecord, _ reason: String) -> RejectedStop {
            RejectedStop(Rejection(line: record.line, column: number + 1, columnName: name, reason: reason))
        }
    }

    let arrival: Column?
    let stay: Column?
    let timeZone: Column?

    init(_ names: TimeColumnNames, header: [String], file: String) throws(BatchError) {
        func find(_ given: String?, _ usual: [String]) throws(BatchError) -> Column? {
            Column(try ColumnFinder.column(given, usual, header: header, file: file), header)
        }
        arrival = try find(names.arrival, TimeColumnNames.arrivalKeys)
        stay = try find(names.stay, TimeColumnNames.stayKeys)
        timeZone = try find(names.timeZone, TimeColumnNames.timeZoneKeys)
    }

    /// Whether the table has no times.
    var isEmpty: Bool { arrival == nil && stay == nil && timeZone == nil }

    /// The times in a row; blank cells are missing values.
    struct Values: Sendable {
        var arrival: ClockReading?
        var stay: Duration = .zero
        var timeZone: ClockZone?
    }

    /// Reads a row.
    ///
    /// - Throws: ``RejectedStop`` with the column of the cell that cannot be read.
    func values(of record: CSVRecord) throws(RejectedStop) -> Values {
        var values = Values()
        if let arrival, let text = PlainText.value(record[arrival.number]) {
            values.arrival = ClockReading(Array(text.utf8)[...], form: .person)
            if values.arrival == nil {
                throw arrival.rejection(record, "\(Self.quoted(text)) is not a time such as 2027-05-01T09:00")
            }
        }
        values.stay = try stay(of: record)
        values.timeZone = try timeZone(of: record)
        return values
    }

    /// The time zone; nil if missing.
    func timeZone(of record: CSVRecord) throws(RejectedStop) -> ClockZone? {
        guard let timeZone, let text = PlainText.value(record[timeZone.number]) else { return nil }
        guard let zone = ClockZone(identifier: text) else {
            throw timeZone.rejection(
                record, "\(Self.quoted(text)) is not a known time zone such as Asia/Seoul or +09:00")
        }
        return zone
    }

    /// The stay; zero if missing.
    func stay(of record: CSVRecord) throws(RejectedStop) -> Duration {
        guard let stay, let text = PlainText.value(record[stay.number]) else { return .zero }
        guard let duration = StayText.duration(text, unit: StayText.unit(ofColumn: stay.name)) else {
            throw stay.rejection(record, "\(Self.quoted(text)) is not a stay such as 45, 1h30m or PT45M")
        }
        return duration
    }

    /// A cell in quotes, shortened.
    static func quoted(_ text: String) -> String {
        "\"" + PrintableText.of(text.count > 40 ? text.prefix(40) + "..." : text) + "\""
    }
}
