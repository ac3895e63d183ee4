import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads a CSV of stops: their places as every table is read, and the other columns by their usual names in Korean and
/// English.
///
/// Rows of one text in the column of trips are one trip, which has it as its title; without that column all rows are. A
/// table that ``TripStopTable`` wrote has the ids of trips and stops, and all of the trips. Stops are in the order of a
/// column of numbers if there is one, otherwise in that of the rows. Columns that have no meaning here are counted by their
/// values.
struct StopTableImport: ImportReader {
    private var collected: ImportedRecords
    private var trips: [ContiguousArray<UInt8>: RecordID] = [:]

    init(_ collected: ImportedRecords) { self.collected = collected }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var table = try PlaceTable(source, encoding: collected.options.encoding)
        let placeColumns = try table.columns()
        let columns = try StopTableColumns(table.finder, placeColumns)
        collected.keep(header: table.header)
        collected.say(columns.fields, of: .stop)
        collected.say(columns.tripFields, of: .trip)
        let places = table.rows(placeColumns)()
        // By their numbers, those without one last.
        var rows: [(number: Int, stop: StopTableRow)] = []
        var ids: Set<RecordID> = []
        var record = CSVRecord()
        while try table.reader.read(into: &record) {
            let place: Coordinate
            do throws(Rejection) {
                place = try places.place(of: record)
            } catch {
                try collected.reject(error, of: record)
                continue
            }
            var row = StopTableRow(place, trip: try trip(of: record, columns))
            for fault in columns.read(record, into: &row, &ids) { try collected.reject(fault, of: record) }
            rows.append((row.number ?? .max, row))
            for column in columns.others where !record.isBlank(column.number) {
                collected.ignore(column.name.isEmpty ? "#\(column.number + 1)" : column.name)
            }
        }
        if columns.hasNumbers { rows = rows.enumerated().sorted { ($0.1.number, $0.0) < ($1.1.number, $1.0) }.map(\.1) }
        for (_, row) in rows {
            collected.add(row.stop, row.id, at: row.time, to: row.trip)
            collected.unread(row.unread)
        }
        return collected
    }

    /// The trip of a row, which is begun with its first row.
    private mutating func trip(of record: CSVRecord, _ columns: StopTableColumns) throws(ImportError) -> RecordID {
        let cell = columns.tripID.map { PlainText.trimmed(record[$0.number]) } ?? ""
        let id = RecordID(cell)
        let title = columns.title(of: record) ?? (id == nil ? cell : "")
        // By their bytes: strings are equal that differ in bytes.
        let key = ContiguousArray((cell.isEmpty ? title : cell).utf8)
        let trip = trips[key] ?? collected.addTrip(id, title: title, isKnown: id != nil && columns.isWhole)
        trips[key] = trip
        var faults: [Rejection] = []
        collected.change(trip) { columns.read(record, into: &$0, &faults) }
        for fault in faults { try collected.reject(fault, of: record) }
        return trip
    }
}

/// A row of a table of stops.
private struct StopTableRow {
    var stop: TripStop
    let trip: RecordID
    var id: RecordID?
    var number: Int?
    var time: (reading: ClockReading, line: Int, column: Int)?
    /// The fields whose cells cannot be read.
    var unread: [String] = []

    init(_ place: Coordinate, trip: RecordID) { (stop, self.trip) = (TripStop(imported: place), trip) }
}

/// The columns of a table of stops that are imported, by their usual names.
struct StopTableColumns {
    private static let tripIDKeys = ["tripid", "여행id", "여행번호"]
    private static let titleKeys = ["triptitle", "tripname", "trip", "여행제목", "여행명", "여행"]
    private static let noteKeys = [
        "notes", "note", "memo", "description", "desc", "comment", "메모", "비고", "설명", "내용",
    ]
    private static let numberKeys = ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번", "번호"]
    private static let nightKeys = ["nights", "숙박", "숙박일수", "박"]
    private static let pinnedKeys = ["pinned", "ispinned", "fixed", "고정"]
    private static let attractionKeys = ["attraction", "attractionid", "관광지id"]

    let tripID: TableColumn?
    private let title, first, last, tripZone, tripNotes: TableColumn?
    private let id, name, number, notes, nights, pinned, attraction: TableColumn?
    private let times: StopTimeCells
    /// Those that have no meaning.
    let others: [TableColumn]

    init(_ finder: ColumnFinder, _ places: PlaceColumns) throws(PlaceTableError) {
        times = try StopTimeCells(TimeColumnNames(), in: finder)
        var taken = Set([times.arrival, times.stay, times.timeZone].compactMap { $0?.number })
        taken.formUnion([places.latitude, places.longitude])
        func column(_ keys: [String]) throws(PlaceTableError) -> TableColumn? {
            let column = try finder.column(nil, usual: keys, except: taken)
            if let column { taken.insert(column.number) }
            return column
        }
        (tripID, title) = (try column(Self.tripIDKeys), try column(Self.titleKeys))
        (first, last) = (try column(["firstday"]), try column(["lastday"]))
        (tripZone, tripNotes) = (try column(["triptimezone"]), try column(["tripnotes"]))
        (notes, nights) = (try column(Self.noteKeys), try column(Self.nightKeys))
        pinned = try column(Self.pinnedKeys)
        // A column of names may be called attraction, if there is no better one.
        name = places.name.flatMap { taken.contains($0) ? nil : TableColumn($0, header: finder.header) }
        if let name { taken.insert(name.number) }
        attraction = try column(Self.attractionKeys)
        (id, number) = (try column(["stopid"]), try column(Self.numberKeys))
        others = finder.header.indices.filter { !taken.contains($0) }.map { TableColumn($0, header: finder.header) }
    }

    /// Whether the table has all of a trip.
    var isWhole: Bool { title != nil && first != nil && last != nil && tripZone != nil }

    /// Whether the rows have numbers.
    var hasNumbers: Bool { number != nil }

    /// The fields of stops that the table has.
    var fields: [String] {
        let columns: [(TableColumn?, [String])] = [
            (name, ["name"]), (notes, ["notes"]), (attraction, ["attraction"]), (nights, ["nights"]),
            (pinned, ["pinned"]), (times.arrival, ["arrival_unix_ms", "arrival_day"]), (times.stay, ["stay_ms"]),
            (times.timeZone, ["time_zone"]),
        ]
        return ["trip", "latitude", "longitude"] + columns.flatMap { $0 == nil ? [] : $1 }
    }

    /// The fields of trips that the table has.
    var tripFields: [String] {
        let columns: [(TableColumn?, [String])] = [
            (title, ["title"]), (tripNotes, ["notes"]), (tripZone, ["time_zone"]), (first, ["first_day", "last_day"]),
        ]
        return columns.flatMap { $0 == nil ? [] : $1 }
    }

    /// The title of the trip of a row; nil without a column of titles.
    func title(of record: CSVRecord) -> String? { title.map { text($0, of: record) ?? "" } }

    /// A text as it was written by us, otherwise without blanks at its ends.
    private func text(_ column: TableColumn?, of record: CSVRecord) -> String? {
        guard let column else { return nil }
        if !isWhole { return PlainText.value(record[column.number]) }
        let text = record[column.number]
        return text.isEmpty ? nil : text
    }

    /// Calls `body` with the text of a cell; why it cannot be read is appended.
    private func read(
        _ column: TableColumn?, of record: CSVRecord, _ faults: inout [Rejection],
        _ body: (String) throws(ImportedValue.Fault) -> Void
    ) -> Bool {
        guard let column, let text = PlainText.value(record[column.number]) else { return true }
        do throws(ImportedValue.Fault) {
            try body(text)
            return true
        } catch {
            faults.append(column.rejection(of: record, error.reason))
            return false
        }
    }

    /// Reads what a row says of its trip, where no row before it did.
    func read(_ record: CSVRecord, into trip: inout Trip, _ faults: inout [Rejection]) {
        if trip.notes.isEmpty { trip.notes = text(tripNotes, of: record) ?? "" }
        if trip.zone == nil {
            _ = read(tripZone, of: record, &faults) { text throws(ImportedValue.Fault) in
                trip.zone = try ImportedValue.zone(text)
            }
        }
        guard trip.days == nil else { return }
        _ = read(first, of: record, &faults) { text throws(ImportedValue.Fault) in
            let end = last.flatMap { PlainText.value(record[$0.number]) } ?? text
            guard let first = ImportedValue.day(text), let last = ImportedValue.day(end), first <= last else {
                throw ImportedValue.Fault(
                    reason:
                        "\(ImportedValue.quoted(text)) and \(ImportedValue.quoted(end)) are not a first and a last day")
            }
            trip.days = first...last
        }
    }

    /// Reads the values of a row, all but the place.
    ///
    /// - Parameters:
    ///   - record: The row.
    ///   - row: The values.
    ///   - ids: The ids of the rows before.
    /// - Returns: Why cells cannot be read: the stop has no such value then.
    fileprivate func read(
        _ record: CSVRecord, into row: inout StopTableRow, _ ids: inout Set<RecordID>
    ) -> [Rejection] {
        var faults: [Rejection] = []
        row.stop.name = text(name, of: record) ?? ""
        row.stop.notes = text(notes, of: record) ?? ""
        row.stop.attraction = text(attraction, of: record)
        if let id, let own = RecordID(PlainText.trimmed(record[id.number])) {
            if ids.insert(own).inserted {
                row.id = own
            } else {
                faults.append(id.rejection(of: record, "the id comes twice"))
            }
        }
        var zone = row.stop.zone
        if !read(
            times.timeZone, of: record, &faults,
            { text throws(ImportedValue.Fault) in
                zone = try ImportedValue.zone(text)
            })
        {
            row.unread.append("time_zone")
        }
        // The zone of the trip is written with each of its stops.
        let isOfTrip =
            isWhole && zone.map { $0.identifier == tripZone.map { PlainText.trimmed(record[$0.number]) } } ?? false
        row.stop.zone = isOfTrip ? nil : zone
        if !read(
            times.arrival, of: record, &faults,
            { text throws(ImportedValue.Fault) in
                row.stop.arrivalDay = ImportedValue.day(text)
                if row.stop.arrivalDay == nil {
                    row.time = (try ImportedValue.reading(text), record.line, (times.arrival?.number ?? 0) + 1)
                }
            })
        {
            row.unread += ["arrival_unix_ms", "arrival_day"]
        }
        do throws(Rejection) {
            row.stop.stay = try times.stay(of: record)
            if row.stop.stayMilliseconds == nil { row.stop.stay = .zero }
        } catch {
            faults.append(error)
            row.unread.append("stay_ms")
        }
        if !read(
            nights, of: record, &faults,
            { text throws(ImportedValue.Fault) in
                row.stop.nights = try ImportedValue.nights(text)
            })
        {
            row.unread.append("nights")
        }
        if !read(
            pinned, of: record, &faults,
            { text throws(ImportedValue.Fault) in
                row.stop.isPinned = try ImportedValue.bool(text)
            })
        {
            row.unread.append("pinned")
        }
        _ = read(number, of: record, &faults) { text throws(ImportedValue.Fault) in
            guard let number = Int(text) else {
                throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(text)) is not a whole number")
            }
            row.number = number
        }
        return faults
    }
}
