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

    consuming func read(_ source: consuming any ByteSource) throws(ImportError) -> TripImport {
        var table = try Self.open(source, encoding: collected.options.encoding)
        let (columns, places) = try Self.columns(of: table)
        var trips: [ContiguousArray<UInt8>: RecordID] = [:]
        var record = CSVRecord()
        while try Self.read(&table.reader, into: &record) {
            do throws(Rejection) {
                var stop = ImportedStop(try places.place(of: record))
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

    private static func open(
        _ source: consuming any ByteSource, encoding: TextEncoding?
    ) throws(ImportError) -> PlaceTable {
        do throws(PlaceTableError) { return try PlaceTable(source, encoding: encoding) } catch { throw .of(error) }
    }

    private static func columns(
        of table: borrowing PlaceTable
    ) throws(ImportError) -> (StopTableColumns, PlaceRows) {
        do throws(PlaceTableError) {
            let places = try table.columns()
            return (try StopTableColumns(table.finder, places), table.rows(places)())
        } catch {
            throw .of(error)
        }
    }

    private static func read(_ reader: inout CSVReader, into record: inout CSVRecord) throws(ImportError) -> Bool {
        do throws(TableError) { return try reader.read(into: &record) } catch { throw .file(error) }
    }
}

extension ImportError {
    fileprivate static func of(_ error: PlaceTableError) -> ImportError {
        if case .table(let error) = error { .file(error) } else { .table(error) }
    }
}
