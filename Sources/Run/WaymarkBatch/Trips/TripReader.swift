import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

/// Reads the trips of a table, one after another.
///
/// Where the rows of each trip stand together, no more than a trip is held, and the id of each before; where not,
/// all of them.
struct TripReader: ~Copyable {
    private var table: PlaceTable
    private var reader: CSVBlockReader
    private var record = CSVRecord()
    private let columns: TripColumns
    private let places: PlaceRows
    /// Fields that a rejects file leaves out; nil without a rejects file.
    private let skippedFields: Int?
    private let wantsNames: Bool
    private let timeZone: ClockZone?
    private var isAtEnd = false
    private var current: TripRows?
    private var currentID: ContiguousArray<UInt8> = []
    /// The ids of trips that were begun.
    private var seen = SeenTexts()
    /// What was collected, the first trip last; nil where trips are read as they come.
    private var collected: [TripRows]?

    /// Records read so far, and bytes.
    private(set) var rowsIn = 0
    private(set) var bytesRead = 0
    var size: Int? { table.reader.size }
    var header: [String] { table.finder.header }
    /// Whether the table says which trip a stop is of.
    var hasTrips: Bool { columns.trip != nil }

    /// A trip came again behind other trips.
    struct Scattered: Error {
        let trip: String
        let line: Int
    }

    init(
        _ source: consuming any ByteSource, _ options: TripOptions, keepsFields: Bool, wantsNames: Bool
    ) throws(BatchError) {
        let stops = try StopTable(source, options.stops)
        columns = try BatchError.opening { () throws(PlaceTableError) in
            try TripColumns(options, in: stops.table.finder)
        }
        places = stops.makePlaces()
        reader = CSVBlockReader(layout: stops.table.reader.layout)
        skippedFields = keepsFields ? RejectsFile.fieldsToSkip(stops.table.header) : nil
        self.wantsNames = wantsNames
        timeZone = options.timeZone
        table = stops.table
    }

    /// The rows of the next trip, not yet put in order; nil at the end.
    ///
    /// Rows of a spoiled trip are rejected as they come, unless all trips are collected first: their rows may still come.
    mutating func next(collecting: Bool, reject: TripRows.Reject) throws -> TripRows? {
        if collecting {
            if collected == nil { try collect() }
            return collected?.popLast()
        }
        while try readRecord() {
            let isSame = columns.trip == nil || isCurrentTrip()
            if current == nil || !isSame {
                let id = tripID()
                let finished = current
                try begin(id)
                addRow()
                // What is wrong with the finished trip comes before what is wrong with this row.
                if let finished { return finished }
            } else {
                addRow()
                if current?.isSpoiled == true { try handOver(reject) }
            }
        }
        defer { current = nil }
        return current
    }

    /// The trip of its rows, or nil where one is at fault.
    func finish(_ rows: inout TripRows) -> Trip? {
        rows.finish(columns.index, timeZone: timeZone)
    }

    /// Rejects the rows of a trip that is none.
    func reject(_ rows: inout TripRows, _ reject: TripRows.Reject) throws(TableError) {
        try rows.handOver(columns.index, reject)
    }

    private mutating func begin(_ id: String) throws(Scattered) {
        // By their bytes, as they are compared everywhere: a string's hash takes two spellings of 가 for one.
        currentID = ContiguousArray(id.utf8)
        guard seen.insert(currentID) else { throw Scattered(trip: id, line: record.line) }
        current = TripRows(id: id)
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
                    trips.append(TripRows(id: id))
                }
            }
            add(to: &trips[last])
        }
        trips.reverse()
        collected = trips
    }

    // MARK: Records

    private mutating func readRecord() throws(TableError) -> Bool {
        while !isAtEnd {
            if try reader.read(into: &record) {
                rowsIn += 1
                return true
            }
            if let block = try table.reader.nextBlock(size: 1 << 18) {
                bytesRead = block.bytesRead
                reader.begin(block)
            } else {
                isAtEnd = true
            }
        }
        return false
    }

    /// Whether the record is of the trip read last; one whose trip cannot be told is.
    private func isCurrentTrip() -> Bool {
        guard let trip = columns.trip?.number, record.rejection == nil, record.count > trip, !record.isBlank(trip)
        else {
            return true
        }
        return record.withUTF8(trip) { text in
            guard text.count == currentID.count else { return false }
            for i in 0..<text.count where text[i] != currentID[i] { return false }
            return true
        }
    }

    /// The trip of the record: its text as it stands; of a table without trips, 1.
    private func tripID() -> String { columns.trip.map { record[$0.number] } ?? "1" }

    private mutating func addRow() {
        // Not in place where it is optional: that would copy.
        guard var rows = current.take() else { return }
        add(to: &rows)
        current = rows
    }

    private mutating func handOver(_ reject: TripRows.Reject) throws(TableError) {
        guard var rows = current.take() else { return }
        try rows.handOver(columns.index, reject)
        current = rows
    }

    private func add(to rows: inout TripRows) {
        let fields = skippedFields.map { rows.keep(record, skipping: $0) } ?? 0..<0
        var row = TripRows.Row(
            line: record.line, index: rows.handedOver + rows.rows.count, id: "", name: "", coordinate: nil,
            fields: fields)
        do throws(Rejection) {
            row.coordinate = try places.place(of: record)
            if let trip = columns.trip, record.isBlank(trip.number) { throw trip.rejection(of: record, "no trip") }
            if let column = columns.index {
                guard let index = record.integer(column.number) else {
                    let text = record[column.number]
                    throw column.rejection(
                        of: record,
                        record.isBlank(column.number)
                            ? "no place in the trip"
                            : "\"\(text.count > 40 ? text.prefix(40) + "..." : text)\" is not a whole number")
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
