import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads a CSV of stops: their places as every table is read, and the other columns by their usual names in Korean and
/// English.
///
/// Rows of one text in the column of trips are one trip, which has it as its title; without that column all rows are.
/// Columns that have no meaning here are counted by their values.
struct StopTableImport: ImportReader {
    private var collected: ImportedRecords

    init(_ collected: ImportedRecords) { self.collected = collected }

    consuming func read(_ source: consuming any ByteSource) throws -> TripImport {
        var table = try PlaceTable(source, encoding: collected.options.encoding)
        let placeColumns = try table.columns()
        let columns = try StopTableColumns(table.finder, placeColumns)
        let places = table.rows(placeColumns)()
        var trips: [ContiguousArray<UInt8>: RecordID] = [:]
        var record = CSVRecord()
        while try table.reader.read(into: &record) {
            do throws(Rejection) {
                var stop = TripStop(imported: try places.place(of: record))
                try columns.read(record, into: &stop, collected.options)
                // By their bytes: strings are equal that differ in bytes.
                let title = columns.trip.map { PlainText.trimmed(record[$0.number]) } ?? ""
                let trip = trips[ContiguousArray(title.utf8)] ?? collected.addTrip(title: title)
                trips[ContiguousArray(title.utf8)] = trip
                collected.add(stop, to: trip)
            } catch {
                try collected.reject(error)
                continue
            }
            for column in columns.others where !record.isBlank(column.number) {
                collected.ignore(column.name.isEmpty ? "#\(column.number + 1)" : column.name)
            }
        }
        return collected.finish()
    }
}

/// The columns of a table of stops that are imported, by their usual names.
struct StopTableColumns {
    private static let tripKeys = ["trip", "tripid", "triptitle", "tripname", "여행", "여행id", "여행번호", "여행제목"]
    private static let noteKeys = [
        "notes", "note", "memo", "description", "desc", "comment", "메모", "비고", "설명", "내용",
    ]
    private static let nightKeys = ["nights", "숙박", "숙박일수", "박"]
    private static let pinnedKeys = ["pinned", "ispinned", "fixed", "고정"]
    private static let attractionKeys = ["attraction", "attractionid", "관광지id"]

    /// The trip of the row; nil if all are of one.
    let trip: TableColumn?
    private let name, notes, nights, pinned, attraction: TableColumn?
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
        trip = try column(Self.tripKeys)
        (notes, nights) = (try column(Self.noteKeys), try column(Self.nightKeys))
        pinned = try column(Self.pinnedKeys)
        // A column of names may be called attraction, if there is no better one.
        name = places.name.flatMap { taken.contains($0) ? nil : TableColumn($0, header: finder.header) }
        if let name { taken.insert(name.number) }
        attraction = try column(Self.attractionKeys)
        others = finder.header.indices.filter { !taken.contains($0) }.map { TableColumn($0, header: finder.header) }
    }

    /// Reads the values of a row, all but the place.
    func read(_ record: CSVRecord, into stop: inout TripStop, _ options: ImportOptions) throws(Rejection) {
        func text(_ column: TableColumn?) -> String? { column.flatMap { PlainText.value(record[$0.number]) } }
        let values = try times.values(of: record)
        stop.name = text(name) ?? ""
        stop.notes = text(notes) ?? ""
        stop.attraction = text(attraction)
        (stop.zone, stop.stay) = (values.timeZone, values.stay)
        stop.arrival = values.arrival.flatMap { Moment($0.moment(in: values.timeZone ?? options.zone)) }
        if let nights, let cell = text(nights) {
            do throws(ImportedValue.Fault) {
                stop.nights = try ImportedValue.nights(cell)
            } catch {
                throw nights.rejection(of: record, error.reason)
            }
        }
        guard let pinned, let cell = text(pinned) else { return }
        switch cell.lowercased() {
        case "1", "true", "yes", "y", "o", "예": stop.isPinned = true
        case "0", "false", "no", "n", "x", "아니오", "아니요": stop.isPinned = false
        default:
            throw pinned.rejection(of: record, "\(ImportedValue.quoted(cell)) is neither true nor false")
        }
    }
}
