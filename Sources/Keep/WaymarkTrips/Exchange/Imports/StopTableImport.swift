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
struct StopTableImport {
    private var collected: ImportedRecords
    private var trips: [ContiguousArray<UInt8>: RecordID] = [:]

    init(_ collected: ImportedRecords) { self.collected = collected }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var table = try PlaceTable(source, encoding: collected.options.encoding)
        let placeColumns = try table.columns()
        let columns = try StopTableColumns(table.finder, placeColumns)
        collected.result.header = table.header
        collected.say(columns.values, of: .stop)
        collected.say(columns.tripValues, of: .trip)
        let places = table.rows(placeColumns)()
        // By their numbers, those without one last.
        var rows: [(number: Int, stop: ImportedStop, id: RecordID?, trip: RecordID, place: ImportedPlace)] = []
        var ids: Set<RecordID> = []
        var record = CSVRecord()
        while try table.reader.read(into: &record) {
            let place: Coordinate
            do throws(Rejection) {
                place = try places.coordinate(of: record)
            } catch {
                try collected.reject(error, of: record)
                continue
            }
            let trip = try trip(of: record, columns)
            var read = ImportedStop(place) { columns.text($0, of: record) }
            // The zone of the trip is written with each of its stops.
            if columns.isWhole, read.stop.zone?.identifier == columns.text("trip_time_zone", of: record) {
                read.stop.zone = nil
            }
            var faults = read.faults
            var id = columns.text("stop_id", of: record).flatMap { RecordID($0) }
            if let own = id, !ids.insert(own).inserted {
                faults.append(("stop_id", "the id comes twice"))
                id = nil
            }
            let number = columns.text("number", of: record)
            if let number, Int(number) == nil {
                faults.append(("number", "\(ImportedValue.quoted(number)) is not a whole number"))
            }
            try reject(faults, of: record, columns)
            let start = (record.line, (columns["arrival"]?.number ?? 0) + 1)
            rows.append((number.flatMap { Int($0) } ?? .max, read, id, trip, start))
            for column in columns.others where !record.isBlank(column.number) {
                collected.ignore(column.name.isEmpty ? "#\(column.number + 1)" : column.name)
            }
        }
        if columns["number"] != nil {
            rows = rows.enumerated().sorted { ($0.1.number, $0.0) < ($1.1.number, $1.0) }.map(\.1)
        }
        for row in rows { collected.add(row.stop, row.id, to: row.trip, row.place) }
        return collected
    }

    /// Refuses cells of a row.
    private mutating func reject(
        _ faults: [(name: String, reason: String)], of record: CSVRecord, _ columns: StopTableColumns
    ) throws(ImportError) {
        for (name, reason) in faults {
            let rejection = columns[name]?.rejection(of: record, reason)
            try collected.reject(rejection ?? Rejection(line: record.line, reason: reason), of: record)
        }
    }

    /// The trip of a row, which is begun with its first row.
    private mutating func trip(of record: CSVRecord, _ columns: StopTableColumns) throws(ImportError) -> RecordID {
        let cell = columns.text("trip_id", of: record) ?? ""
        let id = RecordID(cell)
        let title = columns["title"] == nil && id == nil ? cell : columns.text("title", of: record) ?? ""
        // By their bytes: strings are equal that differ in bytes.
        let key = ContiguousArray((cell.isEmpty ? title : cell).utf8)
        let trip = trips[key] ?? collected.addTrip(id, title: title, isKnown: id != nil && columns.isWhole)
        trips[key] = trip
        var faults: [(name: String, reason: String)] = []
        collected.change(trip) {
            if $0.notes.isEmpty { $0.notes = columns.text("trip_notes", of: record) ?? "" }
            faults = $0.take(keepsZone: false) { columns.text($0 == "time_zone" ? "trip_time_zone" : $0, of: record) }
        }
        try reject(faults, of: record, columns)
        return trip
    }
}

/// The columns of a table of stops that are imported, by their usual names.
struct StopTableColumns {
    private static let usual: [(name: String, keys: [String])] = [
        ("trip_id", ["tripid", "여행id", "여행번호"]),
        ("title", ["triptitle", "tripname", "trip", "여행제목", "여행명", "여행"]),
        ("first_day", ["firstday"]), ("last_day", ["lastday"]), ("trip_time_zone", ["triptimezone"]),
        ("trip_notes", ["tripnotes"]),
        ("notes", ["notes", "note", "memo", "description", "desc", "comment", "메모", "비고", "설명", "내용"]),
        ("nights", ["nights", "숙박", "숙박일수", "박"]), ("pinned", ["pinned", "ispinned", "fixed", "고정"]),
        ("stop_id", ["stopid"]),
        ("number", ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번", "번호"]),
        // Also a column of names may be called so, if there is no better one.
        ("name", []), ("attraction", ["attraction", "attractionid", "관광지id"]),
    ]

    private var columns: [String: TableColumn] = [:]
    private let times: StopTimeCells
    /// Whether the table has all of a trip.
    let isWhole: Bool
    /// Those that have no meaning.
    let others: [TableColumn]

    init(_ finder: ColumnFinder, _ places: PlaceColumns) throws(PlaceTableError) {
        times = try StopTimeCells(TimeColumnNames(), in: finder)
        columns = ["arrival": times.arrival, "stay": times.stay, "time_zone": times.timeZone].compactMapValues { $0 }
        var taken = Set(columns.values.map(\.number)).union([places.latitude, places.longitude])
        for (name, keys) in Self.usual {
            var column = try finder.column(nil, usual: keys, except: taken)
            if name == "name", let number = places.name, !taken.contains(number) {
                column = TableColumn(number, header: finder.header)
            }
            if let column, taken.insert(column.number).inserted { columns[name] = column }
        }
        let found = columns
        isWhole = ["title", "first_day", "last_day", "trip_time_zone"].allSatisfy { found[$0] != nil }
        others = finder.header.indices.filter { !taken.contains($0) }.map { TableColumn($0, header: finder.header) }
    }

    subscript(_ name: String) -> TableColumn? { columns[name] }

    /// The values of stops that the table has.
    var values: [String] {
        let names = ["name", "notes", "attraction", "nights", "pinned", "arrival", "stay", "time_zone"]
        return ["trip", "latitude", "longitude"] + names.filter { columns[$0] != nil }
    }

    /// The values of trips that the table has.
    var tripValues: [String] {
        [
            ("title", "title"), ("trip_notes", "notes"), ("trip_time_zone", "time_zone"), ("first_day", "first_day"),
            ("last_day", "last_day"),
        ].filter { columns[$0.0] != nil }.map(\.1)
    }

    /// The text of a value in a row; nil if it is blank. A text of ours is as it was written.
    func text(_ name: String, of record: CSVRecord) -> String? {
        // In milliseconds, since the name of the column may have a unit.
        let stay = name == "stay" || name == "stay_ms" ? try? times.stay(of: record) : nil
        if name == "stay_ms" {
            return stay.flatMap {
                $0 == .zero
                    ? nil : "\($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)"
            }
        }
        guard stay == nil, let column = columns[name] else { return nil }
        guard isWhole, ["name", "notes", "attraction", "title", "trip_notes"].contains(name) else {
            return PlainText.value(record[column.number])
        }
        let text = record[column.number]
        return text.isEmpty ? nil : text
    }
}
