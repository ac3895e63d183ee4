import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables

/// The rows of a CSV of stops, or of a matrix, held in memory.
struct OrderTable {
    let file: String
    private(set) var header: [String] = []
    private(set) var rows: [[String]] = []
    /// The line on which each row begins.
    private var lines: [Int] = []
    private var records: [CSVRecord] = []

    init(_ source: MemorySource) throws(OrderError) {
        file = source.name
        do {
            var reader = try CSVReader(source)
            if let rejection = reader.headerRejection { throw OrderError.row(file, rejection) }
            header = reader.header
            var record = CSVRecord()
            while try reader.read(into: &record) {
                if let rejection = record.rejection ?? record.checkFieldCount(header.count) {
                    throw OrderError.row(file, rejection)
                }
                lines.append(record.line)
                rows.append((0..<header.count).map { record[$0] })
                records.append(record)
            }
        } catch let error as OrderError {
            throw error
        } catch let error as TableError {
            throw .table(error)
        } catch {
            preconditionFailure("no other error is thrown above")
        }
    }

    /// Where id, name and coordinates stand; nil where there are none.
    ///
    /// - Throws: ``OrderError/columns(_:)`` where a system is named and its coordinates are not there.
    func columns(in system: PlaceSystem?) throws(OrderError) -> PlaceColumns? {
        do {
            return try PlaceColumns(header: header, names: PlaceColumnNames(system: system), file: file)
        } catch {
            if system != nil { throw .columns(error) }
            return nil
        }
    }

    /// What the stops are called: by name, else by id, else by the number of the row.
    func names(_ columns: PlaceColumns) -> [String] {
        guard let column = columns.name ?? columns.id else { return rows.indices.map { "\($0 + 1)" } }
        return rows.map { $0[column] }
    }

    /// The coordinate of each row: one that has none ends it all, for an order of the others would be another.
    func places(_ columns: PlaceColumns) throws(OrderError) -> [Coordinate] {
        let places = StopPlaces(columns: columns, header: header, fieldCount: header.count)
        var coordinates: [Coordinate] = []
        for record in records {
            switch places.place(of: record) {
            case .success(let coordinate): coordinates.append(coordinate)
            case .failure(let rejected): throw .row(file, rejected.rejection)
            }
        }
        return coordinates
    }

    /// The matrix of a table whose header and first column name the stops.
    func matrix() throws(OrderError) -> TravelMatrix {
        guard rows.count == header.count - 1, !rows.isEmpty else {
            throw .noStops(file: file, columns: header.count, rows: rows.count)
        }
        var values: [[Double]] = []
        for (place, record) in records.enumerated() {
            guard rows[place][0] == header[place + 1] else {
                throw .row(
                    file,
                    Rejection(
                        line: lines[place], column: 1,
                        reason: "names \(rows[place][0]) where the header names \(header[place + 1])"))
            }
            var row: [Double] = []
            for column in 1..<header.count {
                let cost = column == place + 1 ? 0 : record.double(column)
                guard let cost, cost >= 0 else {
                    throw .row(
                        file,
                        Rejection(
                            line: lines[place], column: column + 1, columnName: header[column],
                            reason: "\"\(rows[place][column].prefix(40))\" is no cost: a number from 0"))
                }
                row.append(cost)
            }
            values.append(row)
        }
        do {
            return try TravelMatrix(rows: values)
        } catch {
            throw .file(file, error)
        }
    }
}
