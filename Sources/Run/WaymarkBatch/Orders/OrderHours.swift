import WaymarkFoundation
import WaymarkOrders
import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// The opening hours in a row.
struct OrderHours: Sendable {
    var opens: ClockTime?
    var closes: ClockTime?
    var stay: Duration = .zero
    var zone: ClockZone?

    struct Columns: Sendable {
        private let cells: StopTimeCells
        private let opens: TableColumn?
        private let closes: TableColumn?

        init(_ names: TimeColumnNames, in finder: ColumnFinder) throws(PlaceTableError) {
            var names = names
            // A planned arrival is not an opening time.
            names.arrival = nil
            cells = try StopTimeCells(names, in: finder)
            opens = try finder.column(names.opens, usual: UsualColumn.opens.names)
            closes = try finder.column(names.closes, usual: UsualColumn.closes.names)
        }

        var haveWindows: Bool { opens != nil || closes != nil }

        func hours(of record: CSVRecord) throws(Rejection) -> OrderHours {
            OrderHours(
                opens: try time(opens, record), closes: try time(closes, record), stay: try cells.stay(of: record),
                zone: try cells.timeZone(of: record))
        }

        func rejection(_ record: CSVRecord, _ reason: String) -> Rejection {
            (closes ?? opens)?.rejection(of: record, reason) ?? Rejection(line: record.line, reason: reason)
        }

        private func time(_ column: TableColumn?, _ record: CSVRecord) throws(Rejection) -> ClockTime? {
            guard let column, let text = PlainText.value(record[column.number]) else { return nil }
            if let time = ClockTime(text) { return time }
            throw column.rejection(
                of: record, "\(StopTimeCells.quoted(text)) is not a time such as 09:30 or 2027-05-01T09:30")
        }
    }
}

extension OrderHours {
    /// The hours with missing dates filled in: a time without a date gets the date of the other time. A closing time
    /// before the opening is on the following day.
    var completed: OrderHours {
        var hours = self
        switch (opens?.value, closes?.value) {
        case (.ofDay(let opens)?, .ofDay(let closes)?):
            if closes < opens { hours.closes = ClockTime(.ofDay(closes + 86_400)) }
        case (.ofDate(let opens)?, .ofDay(let closes)?):
            let same = opens.midnight + closes
            let seconds = same < opens.seconds ? same + 86_400 : same
            hours.closes = ClockTime(.ofDate(ClockReading(seconds: seconds, offset: opens.offset)))
        case (.ofDay(let opens)?, .ofDate(let closes)?):
            let same = closes.midnight + opens
            let seconds = same > closes.seconds ? same - 86_400 : same
            hours.opens = ClockTime(.ofDate(ClockReading(seconds: seconds, offset: closes.offset)))
        default: break
        }
        return hours
    }

    /// Why a stop can never be visited; nil if it can.
    func reasonAgainst(_ options: OrderOptions) -> String? {
        let visit = completed.visit(
            on: nil, in: zone ?? options.timeZone ?? .utc, leavesByClosing: options.leavesByClosing)
        if visit.closes >= visit.opens { return nil }
        return options.leavesByClosing ? "it closes before the stay can end" : "it closes before it opens"
    }

    /// The window of arrivals, in seconds after 1970; without a day, times without a date are in seconds after
    /// midnight.
    func visit(on day: Int?, in zone: ClockZone, leavesByClosing: Bool) -> StopVisit {
        var visit = StopVisit(stay: stay / .seconds(1))
        visit.opens = opens?.seconds(on: day, in: zone) ?? -.infinity
        visit.closes = closes?.seconds(on: day, in: zone) ?? .infinity
        if leavesByClosing { visit.closes -= visit.stay }
        return visit
    }
}
