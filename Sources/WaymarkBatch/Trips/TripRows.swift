import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables

/// A trip to be answered: its stops in order.
struct Trip: Sendable {
    let id: String
    let stops: [Stop]
}

/// The rows of one trip, good and bad, until it is known whether they make one.
struct TripRows: Sendable {
    struct Row: Sendable {
        var line: Int
        /// The place in the trip, or the number of the row.
        var index: Int
        var id: String
        var name: String
        /// Nil for a row that is no stop.
        var coordinate: Coordinate?
        /// When it is visited.
        var times = StopTimeCells.Values()
        /// Where its fields are in ``fields``, for a rejects file.
        var fields: Range<Int>
    }

    /// A row that is not answered, and why.
    struct Rejected: Sendable {
        let rejection: Rejection
        /// Whether the row itself is at fault, and not another of its trip.
        let isCause: Bool
        let fields: Range<Int>
    }

    let id: String
    private(set) var rows: [Row] = []
    /// The fields of all rows as CSV, where there is a rejects file.
    private(set) var fields = CSVBuffer()
    private var faults: [Int: Rejection] = [:]

    init(id: String) { self.id = id }

    mutating func add(_ row: Row) { rows.append(row) }

    /// Adds a row that is no stop.
    mutating func add(_ row: Row, fault: Rejection) {
        faults[rows.count] = fault
        rows.append(row)
    }

    /// Keeps the fields of a record; gives where they are.
    mutating func keep(_ record: CSVRecord, skipping skipped: Int) -> Range<Int> {
        let start = fields.count
        for field in min(skipped, record.count)..<record.count {
            fields.append(utf8: record.utf8.span.extracting(record.range(field)))
        }
        fields.endRecord()
        return start..<fields.count
    }

    /// The trip; nil where a row is at fault, and then ``rejected`` says which. ``Row/index`` decides the order if `hasIndex`.
    ///
    /// A row that names no time zone is in that of the row before, at first in `timeZone`.
    mutating func finish(
        hasIndex: Bool, indexColumn: (number: Int, name: String)?, timeZone: ClockZone? = nil
    ) -> Trip? {
        if hasIndex { sort(indexColumn) }
        guard faults.isEmpty else { return nil }
        var zone = timeZone
        let stops = rows.map { row in
            zone = row.times.timeZone ?? zone
            return Stop(
                id: row.id, name: row.name, coordinate: row.coordinate!,
                arrival: row.times.arrival?.moment(in: zone ?? .utc), stay: row.times.stay, timeZone: zone)
        }
        return Trip(id: id, stops: stops)
    }

    /// Puts the rows in the order of their numbers, and finds numbers that come twice or not at all.
    private mutating func sort(_ column: (number: Int, name: String)?) {
        let good = rows.indices.filter { faults[$0] == nil }
        let sorted = good.sorted { (rows[$0].index, $0) < (rows[$1].index, $1) }
        func fault(_ row: Int, _ reason: String) {
            faults[row] = Rejection(
                line: rows[row].line, column: column?.number, columnName: column?.name, reason: reason)
        }
        // Behind a row that is no stop, a gap is no news.
        let seesGaps = faults.isEmpty
        if let first = sorted.first, !(0...1).contains(rows[first].index), seesGaps {
            fault(first, "the trip begins with \(rows[first].index), not with 0 or 1")
        }
        for (before, row) in zip(sorted, sorted.dropFirst()) {
            let (last, next) = (rows[before].index, rows[row].index)
            if next == last {
                fault(row, "\(next) comes twice in the trip, first on line \(rows[before].line)")
            } else if next - 1 != last, seesGaps {
                let missing = next - 2 == last ? "\(last + 1) is" : "\(last + 1) to \(next - 1) are"
                fault(row, "\(next) follows \(last): \(missing) missing in the trip")
            }
        }
        guard faults.isEmpty else { return }
        rows = sorted.map { rows[$0] }
    }

    /// All rows of a trip that a row has spoiled, in the order of the file.
    var rejected: [Rejected] {
        guard let first = faults.min(by: { $0.key < $1.key })?.value else { return [] }
        return rows.enumerated().map { i, row in
            let own = faults[i]
            let other = "its trip \"\(PrintableText.of(shortID))\" is spoiled by line \(first.line): \(first.reason)"
            return Rejected(
                rejection: own ?? Rejection(line: row.line, reason: other), isCause: own != nil, fields: row.fields)
        }
    }

    private var shortID: String { id.count > 40 ? id.prefix(40) + "..." : id }
}
