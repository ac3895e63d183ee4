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
    /// Rows that cannot be used, in the order of the file.
    private(set) var rejected: [Rejected] = []

    /// A row that cannot be used, and why.
    struct Rejected: Sendable {
        let rejection: Rejection
        let record: CSVRecord
    }

    init(_ source: MemorySource) throws(OrderError) {
        file = source.name
        do {
            var reader = try CSVReader(source)
            if let rejection = reader.headerRejection { throw OrderError.row(file, rejection) }
            header = reader.header
            var record = CSVRecord()
            while try reader.read(into: &record) {
                if let rejection = record.rejection ?? record.checkFieldCount(header.count) {
                    rejected.append(Rejected(rejection: rejection, record: record))
                    continue
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
            if system != nil { throw .columns(.stops(error)) }
            return nil
        }
    }

    /// What the stops are called: by name, else by id, else by the number of the row.
    func names(_ columns: PlaceColumns) -> [String] {
        guard let column = columns.name ?? columns.id else { return records.map { "\($0.number)" } }
        return rows.map { $0[column] }
    }

    /// The ids of the stops, where there is a column of them: the number of the row where one is blank.
    func ids(_ columns: PlaceColumns) -> [String]? {
        columns.id.map { column in
            zip(rows, records).map { $0[column].isEmpty ? "\($1.number)" : $0[column] }
        }
    }

    /// The coordinate of each row; rows that have none are rejected.
    mutating func places(_ columns: PlaceColumns) -> [Coordinate] {
        let places = StopPlaces(columns: columns, header: header, fieldCount: header.count)
        var coordinates: [Coordinate] = []
        keep { record throws(RejectedStop) in
            switch places.place(of: record) {
            case .success(let coordinate): coordinates.append(coordinate)
            case .failure(let rejected): throw rejected
            }
        }
        return coordinates
    }

    /// When the stops may be visited; nil where neither the table nor the options say. Rows whose hours are none are rejected,
    /// and their places taken away.
    mutating func times(_ places: inout [Coordinate], _ options: OrderOptions) throws(OrderError) -> OrderTimes? {
        let columns: OrderHours.Columns
        do throws(BatchError) {
            columns = try OrderHours.Columns(options.timeColumns, header: header, file: file)
        } catch {
            throw .columns(error)
        }
        guard columns.haveWindows || options.departure != nil else { return nil }
        var hours: [OrderHours] = []
        var (given, next) = (places, 0)
        places = []
        keep { record throws(RejectedStop) in
            defer { next += 1 }
            hours.append(try columns.hours(of: record))
            places.append(given[next])
        }
        var reasons: [Int: String] = [:]
        let times = try OrderTimes(hours, options) { row, reason in reasons[row] = reason }
        (given, next, places) = (places, 0, [])
        keep { record throws(RejectedStop) in
            defer { next += 1 }
            if let reason = reasons[next] { throw RejectedStop(columns.rejection(record, reason)) }
            places.append(given[next])
        }
        return times
    }

    /// Keeps the rows for which `use` throws nothing, and rejects the others.
    private mutating func keep(_ use: (CSVRecord) throws(RejectedStop) -> Void) {
        var kept: [Int] = []
        for (row, record) in records.enumerated() {
            do throws(RejectedStop) {
                try use(record)
                kept.append(row)
            } catch {
                rejected.append(Rejected(rejection: error.rejection, record: record))
            }
        }
        if kept.count == records.count { return }
        (rows, lines, records) = (kept.map { rows[$0] }, kept.map { lines[$0] }, kept.map { records[$0] })
        rejected.sort { $0.record.number < $1.record.number }
    }

    /// What the first row and the first column of a matrix are.
    enum Names {
        /// What the stops are called: at least one is no number.
        case words
        /// Numbers, under a first cell that is none.
        case numbers
        /// Costs, as all other cells: the stops have no names.
        case none
        /// Numbers, with nothing where costs from a stop to itself would be: names and costs look the same.
        case unclear
    }

    /// What the first row and the first column of a matrix are, by which of their cells are numbers.
    var matrixNames: Names {
        func isNumber(_ text: String) -> Bool { NumberParser.double(ContiguousArray(text.utf8).span) != nil }
        func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
        guard let corner = header.first, header.dropFirst().allSatisfy(isNumber), rows.allSatisfy({ isNumber($0[0]) })
        else { return .words }
        if isNumber(corner) { return .none }
        let hasDiagonal = rows.enumerated().contains { $0 + 1 < header.count && !isBlank($1[$0 + 1]) }
        return isBlank(corner) && !hasDiagonal && !rows.isEmpty ? .unclear : .numbers
    }

    /// The matrix of a table without names, whose header is its first row.
    ///
    /// - Throws: ``OrderError``, also where a row was rejected: without it there is no matrix.
    func matrixWithoutNames() throws(OrderError) -> TravelMatrix {
        if let first = rejected.first { throw .row(file, first.rejection) }
        guard rows.count == header.count - 1 else {
            throw .noStops(file: file, columns: header.count, rows: rows.count)
        }
        var values: [[Double]] = []
        for (place, row) in ([header] + rows).enumerated() {
            var costs: [Double] = []
            for (column, text) in row.enumerated() {
                let cost = column == place ? 0 : NumberParser.double(ContiguousArray(text.utf8).span)
                guard let cost, cost >= 0, cost <= TravelMatrix.largestCost else {
                    throw .row(file, noCost(text, line: place == 0 ? 1 : lines[place - 1], column: column, name: nil))
                }
                costs.append(cost)
            }
            values.append(costs)
        }
        do {
            return try TravelMatrix(rows: values)
        } catch {
            throw .file(file, error)
        }
    }

    private func noCost(_ text: String, line: Int, column: Int, name: String?) -> Rejection {
        Rejection(
            line: line, column: column + 1, columnName: name,
            reason: "\"\(text.prefix(40))\" is no cost: a number from 0 to 1e200")
    }

    /// The matrix of a table whose header and first column name the stops.
    ///
    /// - Throws: ``OrderError``, also where a row was rejected: without it there is no matrix.
    func matrix() throws(OrderError) -> TravelMatrix {
        if let first = rejected.first { throw .row(file, first.rejection) }
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
                guard let cost, cost >= 0, cost <= TravelMatrix.largestCost else {
                    throw .row(
                        file, noCost(rows[place][column], line: lines[place], column: column, name: header[column]))
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
