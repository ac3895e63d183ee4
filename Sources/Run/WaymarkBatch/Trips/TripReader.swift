import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads the trips of a table, one at a time.
///
/// If the rows of each trip are adjacent, only one trip and the ids of the previous ones are held in memory; otherwise
/// all trips are.
///
/// A part of a file has the trips whose first row begins in it, with all their rows: the rows before are read to know
/// which trip the part begins in, and those after it to the end of its last trip.
struct TripReader: ~Copyable {
    private var table: PlaceTable
    private var reader: CSVReader
    private var record = CSVRecord()
    let columns: TripColumns
    private let places: PlaceReader
    /// The number of leading fields omitted in a rejects file; nil without a rejects file.
    private let skippedFields: Int?
    private let wantsNames: Bool
    private let timeZone: ClockZone?
    /// The trips to answer; nil for all.
    private let wanted: Set<String>?
    private let part: ShardSource?
    /// Where the next record begins.
    private var position: ShardPosition
    private var isAtEnd = false
    private var current: TripRows?
    private var currentID: ContiguousArray<UInt8> = []
    /// The ids of the trips read so far.
    private var seen = SeenTexts()
    /// The collected trips, in reverse order; nil if trips are streamed.
    private var collected: [TripRows]?

    /// The number of records read so far that belong to trips of the part.
    private(set) var rowsIn = 0
    /// The number of those that are rejected, and of trips with an invalid row.
    private(set) var rejected = 0
    private(set) var spoiledTrips = 0
    private var bytesRead = 0
    var progress: BatchProgress {
        BatchProgress(
            rows: rowsIn, bytesRead: min(bytesRead, part?.end ?? bytesRead), size: table.reader.size, in: part)
    }
    var header: [String] { table.finder.header }
    /// Whether the table has a trip column.
    var hasTrips: Bool { columns.trip != nil }

    /// A trip continued after other trips.
    struct Scattered: Error {
        let trip: String
        let line: Int
    }

    /// Creates a reader of the trips in an open table, or of those in a part, whose source the table reads.
    init(
        _ stops: consuming StopTable, _ options: TripOptions, part: ShardSource? = nil, keepsFields: Bool,
        wantsNames: Bool
    ) throws(BatchError) {
        columns = try BatchError.opening { () throws(PlaceTableError) in
            try TripColumns(options, in: stops.table.finder)
        }
        places = stops.makePlaces()
        reader = CSVReader(layout: stops.table.reader.layout)
        skippedFields = keepsFields ? RejectsFile.fieldsToSkip(stops.table.header) : nil
        (self.wantsNames, self.part, position) = (wantsNames, part, part == nil ? .inside : .before)
        (timeZone, wanted) = (options.timeZone, options.tripIDs)
        table = stops.table
    }

    /// The next trip before the part, without those that have an invalid row; nil if there is none.
    ///
    /// Not needed to reach the part, except to see whether rows precede its own.
    ///
    /// - Throws: ``Scattered``.
    mutating func nextTripBefore(collecting: Bool) throws -> TableTrip? {
        while var rows = try nextRows(.before, collecting: collecting, reject: { _, _, _ in }) {
            if let trip = rows.finish(columns.index, timeZone: timeZone) { return trip }
        }
        return nil
    }

    /// The next trip of the part; nil at the end. Trips with an invalid row are rejected: all their rows go to `outputs`,
    /// the invalid ones also to `onRejection`.
    ///
    /// - Throws: ``Scattered`` if a trip continues after others, unless all trips are collected first.
    mutating func nextTrip(
        collecting: Bool, _ outputs: inout BatchOutputs, _ onRejection: (Rejection) -> Void
    ) throws -> TableTrip? {
        var count = 0
        defer { rejected += count }
        func reject(_ rejection: Rejection, isCause: Bool, fields: Span<UInt8>) throws(TableError) {
            count += 1
            try outputs.rejects?.append(rejection, fields: fields)
            if isCause { onRejection(rejection) }
        }
        while var rows = try nextRows(.inside, collecting: collecting, reject: reject) {
            if rows.position == .before { continue }
            if let trip = rows.finish(columns.index, timeZone: timeZone) { return trip }
            try rows.handOver(columns.index, reject)
            spoiledTrips += 1
        }
        return nil
    }

    /// The rows of the next trip up to the end of the part, not yet sorted, or only of one before it; nil at the end.
    ///
    /// Rows of a rejected trip are rejected immediately, unless all trips are collected first, since more of its rows
    /// may follow.
    private mutating func nextRows(
        _ wanted: ShardPosition, collecting: Bool, reject: TripRows.Reject
    ) throws -> TripRows? {
        if collecting {
            if collected == nil { try collect() }
            if wanted == .before, collected?.last?.position != .before { return nil }
            return collected?.popLast()
        }
        if wanted == .before, current?.position == .inside { return nil }
        while try readRecord() {
            var finished: TripRows?
            let isSame = current != nil && (columns.trip == nil || isCurrentTrip())
            if !isSame {
                let id = tripID()
                if position == .after {
                    isAtEnd = true
                    break
                }
                finished = current
                try begin(id)
            }
            // Not modified in place through the optional, which would copy.
            guard var rows = current.take() else { break }
            add(to: &rows)
            if isSame, rows.isSpoiled, rows.position == .inside { try rows.handOver(columns.index, reject) }
            current = rows
            // The faults of the finished trip are reported before those of this row.
            if let finished { return finished }
            if !isSame, wanted == .before, position == .inside { return nil }
        }
        defer { current = nil }
        return current
    }

    private mutating func begin(_ id: String) throws(Scattered) {
        // Compared by bytes, as everywhere: a string's hash treats two encodings of 가 as equal.
        currentID = ContiguousArray(id.utf8)
        guard seen.insert(currentID) else { throw Scattered(trip: id, line: record.line) }
        current = TripRows(id: id, at: isWanted(id) ? position : .before)
    }

    private mutating func collect() throws {
        var trips: [TripRows] = []
        var places: [ContiguousArray<UInt8>: Int] = [:]
        var last = 0
        while try readRecord() {
            if trips.isEmpty || !isCurrentTrip() {
                let id = tripID()
                currentID = ContiguousArray(id.utf8)
                last = places[currentID] ?? trips.count
                if last == trips.count {
                    places[currentID] = last
                    trips.append(TripRows(id: id, at: isWanted(id) ? position : .before))
                }
            }
            add(to: &trips[last])
        }
        collected = trips.reversed().filter { $0.position != .after }
    }

    // MARK: Records

    private mutating func readRecord() throws(TableError) -> Bool {
        while !isAtEnd {
            if try reader.read(into: &record) { return true }
            let border = position == .before ? part?.begin : position == .inside ? part?.end : nil
            if let block = try table.reader.nextBlock(size: 1 << 18, before: border) {
                bytesRead = block.bytesRead
                reader.begin(block)
            } else if border == nil {
                isAtEnd = true
            } else {
                position = position == .before ? .inside : .after
            }
        }
        return false
    }

    /// Whether the record belongs to the current trip; a record whose trip is unreadable does.
    private func isCurrentTrip() -> Bool {
        guard let trip = columns.trip?.number, record.rejection == nil, record.count > trip, !record.isBlank(trip)
        else {
            return true
        }
        let text = record.utf8.span.extracting(record.range(trip))
        guard text.count == currentID.count else { return false }
        for i in 0..<text.count where text[i] != currentID[i] { return false }
        return true
    }

    private func isWanted(_ trip: String) -> Bool { wanted?.contains(trip) ?? true }

    /// The trip of the record: its exact text, or 1 in a table without trips.
    private func tripID() -> String { columns.trip.map { record[$0.number] } ?? "1" }

    private mutating func add(to rows: inout TripRows) {
        if rows.position == .inside { rowsIn += 1 }
        let fields = skippedFields.map { rows.keep(record, skipping: $0) } ?? 0..<0
        var row = TripRows.StopRow(
            line: record.line, index: rows.handedOver + rows.rows.count, id: "", name: "", coordinate: nil,
            fields: fields)
        do throws(Rejection) {
            row.coordinate = try places.coordinate(of: record)
            if let trip = columns.trip, record.isBlank(trip.number) { throw trip.rejection(of: record, "no trip") }
            if let column = columns.index {
                guard let index = record.integer(column.number) else {
                    throw column.rejection(
                        of: record,
                        record.isBlank(column.number)
                            ? "no position in the trip"
                            : "\"\(PlainText.shortened(record[column.number]))\" is not a whole number")
                }
                row.index = index
            }
            if !columns.times.isEmpty { row.times = try columns.times.values(of: record) }
        } catch {
            return rows.add(row, fault: error)
        }
        row.id = places.columns.id.map { record[$0] } ?? ""
        if row.id.isEmpty { row.id = columns.index == nil ? String(row.index + 1) : String(row.index) }
        if wantsNames, let name = places.columns.name { row.name = record[name] }
        rows.add(row)
    }
}

struct TripColumns: Sendable {
    /// The column of the stop's trip; nil if all stops belong to one trip.
    let trip: TableColumn?
    /// The column of the position in the trip; nil if rows are in order.
    let index: TableColumn?
    let times: StopTimeCells

    init(_ options: TripOptions, in finder: ColumnFinder) throws(PlaceTableError) {
        trip = try finder.column(options.tripColumn, usual: ["tripid", "trip", "여행id", "여행번호"])
        index = try finder.column(
            options.indexColumn, usual: ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"])
        times = try StopTimeCells(options.timeColumns, in: finder)
    }
}
