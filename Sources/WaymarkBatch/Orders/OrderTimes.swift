import WaymarkAttractions
import WaymarkRoutes
import WaymarkTables

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a row says of when its stop may be visited.
struct OrderHours: Sendable {
    var opens: ClockTime?
    var closes: ClockTime?
    var stay: Duration = .zero
    var zone: ClockZone?

    /// The columns of a table that say so.
    struct Columns: Sendable {
        private let cells: StopTimeCells
        private let opens: StopTimeCells.Column?
        private let closes: StopTimeCells.Column?

        init(_ names: TimeColumnNames, header: [String], file: String) throws(BatchError) {
            var names = names
            // A planned arrival is none of opening hours.
            names.arrival = nil
            cells = try StopTimeCells(names, header: header, file: file)
            opens = StopTimeCells.Column(
                try ColumnFinder.column(names.opens, TimeColumnNames.opensKeys, header: header, file: file), header)
            closes = StopTimeCells.Column(
                try ColumnFinder.column(names.closes, TimeColumnNames.closesKeys, header: header, file: file), header)
        }

        /// Whether stops have windows.
        var haveWindows: Bool { opens != nil || closes != nil }

        func hours(of record: CSVRecord) throws(RejectedStop) -> OrderHours {
            OrderHours(
                opens: try time(opens, record), closes: try time(closes, record), stay: try cells.stay(of: record),
                zone: try cells.timeZone(of: record))
        }

        /// A rejection for hours that are none.
        func rejection(_ record: CSVRecord, _ reason: String) -> Rejection {
            (closes ?? opens)?.rejection(record, reason).rejection ?? Rejection(line: record.line, reason: reason)
        }

        private func time(_ column: StopTimeCells.Column?, _ record: CSVRecord) throws(RejectedStop) -> ClockTime? {
            guard let column, let text = PlainText.value(record[column.number]) else { return nil }
            if let time = ClockTime(text) { return time }
            throw column.rejection(
                record, "\(StopTimeCells.quoted(text)) is not a time such as 09:30 or 2027-05-01T09:30")
        }
    }
}

/// When the stops of a file may be visited, in seconds after the departure.
struct OrderTimes: Sendable {
    /// A visit for each stop.
    let visits: [StopVisit]
    /// When the first stop is reached, in seconds after 1970, or after midnight where nothing names a date.
    private let departure: Double
    /// Metres a second.
    let speed: Double
    private let hasDate: Bool
    private let zones: [ClockZone]

    /// From what each row says; `reject` is called for each row whose stop can never be visited, and it has no part.
    init(_ hours: [OrderHours], _ options: OrderOptions, reject: (_ row: Int, _ reason: String) -> Void) {
        let dates = hours.flatMap { [$0.opens, $0.closes] }.compactMap { $0?.midnight }
        let date = options.departure?.midnight ?? dates.min()
        hasDate = date != nil
        let day = date ?? 0
        func seconds(_ time: ClockTime, _ zone: ClockZone) -> Double {
            switch time.value {
            // Without a date there are no zones: each clock shows its own.
            case .ofDay(let seconds) where date == nil: Double(seconds)
            case .ofDay(let seconds): ClockReading(seconds: day + seconds).moment(in: zone).timeIntervalSince1970
            case .ofDate(let reading): reading.moment(in: zone).timeIntervalSince1970
            }
        }
        var visits: [StopVisit] = []
        var zones: [ClockZone] = []
        for (row, hours) in hours.enumerated() {
            let zone = hours.zone ?? options.timeZone
            var visit = StopVisit(stay: hours.stay / .seconds(1))
            visit.opens = hours.opens.map { seconds($0, zone) } ?? -.infinity
            if let closes = hours.closes {
                visit.closes = seconds(closes, zone)
                // Open over midnight.
                if visit.closes < visit.opens, closes.midnight == nil, hours.opens?.midnight == nil {
                    visit.closes += 86_400
                }
            }
            if options.leavesByClosing { visit.closes -= visit.stay }
            guard visit.closes >= visit.opens else {
                reject(row, options.leavesByClosing ? "it closes before the stay can end" : "it closes before it opens")
                continue
            }
            visits.append(visit)
            zones.append(zone)
        }
        let earliest = visits.lazy.map(\.opens).filter(\.isFinite).min()
        departure =
            options.departure.map { seconds($0, options.timeZone) } ?? earliest
            ?? (date == nil ? 0 : ClockReading(seconds: day).moment(in: options.timeZone).timeIntervalSince1970)
        for i in visits.indices {
            visits[i].closes -= departure
            // Nobody comes before the departure.
            visits[i].opens = min(max(0, visits[i].opens - departure), visits[i].closes)
        }
        self.visits = visits
        self.zones = zones
        speed = options.speed
    }

    /// So many seconds after the departure as a clock at a stop shows it, to the second.
    func text(_ time: Double, at stop: Int) -> String {
        let seconds = departure + time
        if hasDate {
            return ExportText.timestamp(Date(timeIntervalSince1970: seconds.rounded()), in: zones[stop]) ?? ""
        }
        let whole = Int(min(max(seconds.rounded(), 0), 1e15))
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return [whole / 3600, whole / 60 % 60, whole % 60].map(digits).joined(separator: ":")
    }
}

extension ClockTime {
    /// The midnight before, in seconds after 1970 of its own clock; nil for a time of any day.
    fileprivate var midnight: Int? {
        if case .ofDate(let reading) = value { reading.midnight } else { nil }
    }
}
