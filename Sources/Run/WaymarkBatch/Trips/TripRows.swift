import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// A trip to process: its stops in order.
struct TableTrip: Sendable {
    let id: String
    let stops: [Stop]
    /// The route, if it was stored.
    var route: Route?
}

/// A position in a file, relative to the shard of it that is answered.
enum ShardPosition: Sendable {
    case before, inside, after
}

/// The rows of one trip, valid and invalid, until it is known whether they form a trip.
struct TripRows: Sendable {
    struct StopRow: Sendable {
        var line: Int
        /// The position in the trip, or the row number.
        var index: Int
        var id: String
        var name: String
        /// Nil for an invalid row.
        var coordinate: Coordinate?
        var times = StopTimeCells.Values()
        /// The range of its fields in ``fields``, for a rejects file.
        var fields: Range<Int>
    }

    /// Receives a rejected row: the reason, whether the row itself is invalid (rather than another row of its trip),
    /// and its fields.
    typealias Reject = (_ rejection: Rejection, _ isCause: Bool, _ fields: Span<UInt8>) throws(TableError) -> Void

    let id: String
    /// Where the trip begins, relative to the shard to answer.
    let position: ShardPosition
    private(set) var rows: [StopRow] = []
    /// The fields of the rows as CSV, if there is a rejects file.
    private var fields = CSVBuffer()
    /// Invalid rows, by position in ``rows``.
    private var faults: [Int: Rejection] = [:]
    /// The number of rows handed over, and the reason for rejecting valid rows.
    private(set) var handedOver = 0
    private var spoiled = ""
    /// The lines of valid rows by position in the trip, unless the rows are simply in order, and the number of ``rows``
    /// examined for this.
    private var lines: [Int: Int] = [:]
    private var looked = 0

    init(id: String, at position: ShardPosition) { (self.id, self.position) = (id, position) }

    mutating func add(_ row: StopRow) { rows.append(row) }

    mutating func add(_ row: StopRow, fault: Rejection) {
        faults[rows.count] = fault
        rows.append(row)
    }

    /// Stores the fields of a record; returns their range.
    mutating func keep(_ record: CSVRecord, skipping skipped: Int) -> Range<Int> {
        let start = fields.count
        for field in min(skipped, record.count)..<record.count {
            fields.append(utf8: record.utf8.span.extracting(record.range(field)))
        }
        fields.endRecord()
        return start..<fields.count
    }

    var isSpoiled: Bool { handedOver > 0 || !faults.isEmpty }

    /// Returns the trip; nil if a row is invalid, which ``handOver(_:_:)`` then reports. If there is a column of
    /// positions, ``StopRow/index`` determines the order.
    ///
    /// A row without a time zone has that of the previous row; the first row has `timeZone`.
    mutating func finish(_ column: TableColumn?, timeZone: ClockZone? = nil) -> TableTrip? {
        guard handedOver == 0 else { return nil }
        if let column { sort(column) }
        guard faults.isEmpty else { return nil }
        var zone = timeZone
        let stops = rows.map { row in
            zone = row.times.timeZone ?? zone
            return Stop(
                id: row.id, name: row.name, coordinate: row.coordinate!,
                arrival: row.times.arrival?.moment(in: zone ?? .utc), stay: row.times.stay, timeZone: zone)
        }
        return TableTrip(id: id, stops: stops)
    }

    /// Sorts the rows by number, and finds repeated or missing numbers.
    private mutating func sort(_ column: TableColumn) {
        // After an invalid row, gaps are expected.
        let seesGaps = faults.isEmpty
        let begin = rows.first?.index ?? 0
        if seesGaps, 0...1 ~= begin, rows.indices.allSatisfy({ rows[$0].index == begin + $0 }) { return }
        findRepeated(column)
        guard seesGaps else { return }
        let sorted = rows.indices.filter { faults[$0] == nil }.sorted { rows[$0].index < rows[$1].index }
        if let first = sorted.first, !(0...1).contains(rows[first].index) {
            fault(first, "the trip begins with \(rows[first].index) instead of 0 or 1", column)
        }
        for (before, row) in zip(sorted, sorted.dropFirst()) {
            let (last, next) = (rows[before].index, rows[row].index)
            guard next - 1 != last else { continue }
            let missing = next - 2 == last ? "\(last + 1) is" : "\(last + 1) to \(next - 1) are"
            fault(row, "\(next) follows \(last): \(missing) missing in the trip", column)
        }
        guard faults.isEmpty else { return }
        rows = sorted.map { rows[$0] }
    }

    /// Finds valid rows with the number of an earlier one.
    private mutating func findRepeated(_ column: TableColumn) {
        for i in looked..<rows.count where faults[i] == nil {
            guard let line = lines.updateValue(rows[i].line, forKey: rows[i].index) else { continue }
            fault(i, "\(rows[i].index) comes twice in the trip, first on line \(line)", column)
        }
        looked = rows.count
    }

    private mutating func fault(_ row: Int, _ reason: String, _ column: TableColumn) {
        faults[row] = column.rejection(line: rows[row].line, reason)
    }

    /// Hands over the rows of a rejected trip, in file order, and drops them, so that memory does not grow with further
    /// rows.
    mutating func handOver(_ column: TableColumn?, _ take: Reject) throws(TableError) {
        if let column { findRepeated(column) }
        if handedOver == 0, let first = faults.min(by: { $0.key < $1.key })?.value {
            spoiled =
                "its trip \"\(PrintableText.of(PlainText.shortened(id)))\" is rejected because of line \(first.line): \(first.reason)"
        }
        for (i, row) in rows.enumerated() {
            let own = faults[i]
            try take(
                own ?? Rejection(line: row.line, reason: spoiled), own != nil, fields.bytes.span.extracting(row.fields))
        }
        handedOver += rows.count
        looked = 0
        rows.removeAll(keepingCapacity: true)
        faults.removeAll(keepingCapacity: true)
        fields.removeAll()
    }
}
