import WaymarkFoundation
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkTimes

/// A line as rows of a CSV: a header names the places; without one they are the first two columns.
enum CSVLines {
    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        var table = try open(bytes, name)
        var rows: LineRows
        do { rows = try LineRows(table) } catch { throw LineFileError(error) }
        var record = CSVRecord()
        var rejection: Rejection?
        do throws(TableError) {
            while rejection == nil, try table.reader.read(into: &record) {
                do throws(Rejection) { try rows.add(record) } catch { rejection = error }
            }
        } catch {
            throw .table(error)
        }
        // Without a row the line would go another way.
        if let rejection { throw LineFileError(rejection, file: name) }
        return rows.line.coordinates.isEmpty ? [] : [rows.line]
    }

    private static func open(_ bytes: ContiguousArray<UInt8>, _ name: String) throws(LineFileError) -> PlaceTable {
        var options = CSVOptions()
        options.isHeader = { $0.double(0) == nil && $0.double(1) == nil }
        do {
            return try PlaceTable(MemorySource(bytes, name: name), options, mayBeEmpty: true)
        } catch {
            throw LineFileError(error)
        }
    }
}

/// The vertices and values read so far.
private struct LineRows {
    private(set) var line: LineFile.Line
    private let places: PlaceRows
    /// The columns of the values.
    private let others: [Int]

    init(_ table: borrowing PlaceTable) throws(PlaceTableError) {
        let columns =
            table.header.isEmpty ? PlaceColumns(latitude: 0, longitude: 1) : try table.columns()
        places = table.rows(columns)()
        let names = table.finder.header.enumerated().map { column, name in
            let name = name.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            return name.isEmpty ? "#\(column + 1)" : name
        }
        others = names.indices.filter { $0 != columns.latitude && $0 != columns.longitude }
        // A value is looked up by its name in any case.
        let unique = ColumnBatch.unique(others.map { names[$0] }, by: { $0.lowercased() })
        line = LineFile.Line(
            coordinates: [], columns: unique.map { LineFile.Column(name: $0, values: [], texts: []) })
    }

    mutating func add(_ record: CSVRecord) throws(Rejection) {
        line.coordinates.append(try places.place(of: record))
        for (i, column) in others.enumerated() {
            let text = record[column]
            line.columns[i].values.append(record.double(column) ?? Date(xsdDateTime: text)?.timeIntervalSince1970)
            line.columns[i].texts?.append(text)
        }
    }
}
