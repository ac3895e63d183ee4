import WaymarkAttractions
import WaymarkGeodesy
import WaymarkOrders
import WaymarkTables
import WaymarkText

/// The rows of a CSV of stops, or of a matrix, held in memory; rows that cannot be used are not.
struct OrderTable {
    let file: String
    private(set) var header: [String] = []
    private(set) var rows: [[String]] = []
    /// The number of each row, and the line on which it begins.
    private var numbers: [Int] = []
    private var lines: [Int] = []
    /// The rows of a matrix as they were read.
    private var records: [CSVRecord] = []
    /// Where id, name and coordinates stand; nil in a matrix.
    let columns: PlaceColumns?
    /// Where the stops are, and what their rows say of when they may be visited, where that matters.
    private(set) var places: [Coordinate] = []
    private var hours: [OrderHours]?
    /// The first row that cannot be used.
    private var firstRejection: Rejection?

    /// Reads a table; `reject` is called with each row that cannot be used, in the order of the file.
    init(
        _ source: consuming any ByteSource, _ options: OrderOptions,
        begin: (_ header: [String]) throws(TableError) -> Void,
        reject: (Rejection, CSVRecord) throws(TableError) -> Void
    ) throws(OrderError) {
        file = source.name
        var reader: CSVReader
        do { reader = try CSVReader(source) } catch { throw .table(error) }
        if let rejection = reader.headerRejection { throw .row(file, rejection) }
        header = reader.header
        columns = try Self.columns(header, in: options.system, file)
        let stops = try columns.map { columns throws(OrderError) in
            StopRowReader(
                places: StopPlaces(columns: columns, header: header, fieldCount: header.count),
                hours: try Self.hourColumns(header, options, file), options: options)
        }
        if stops?.hours != nil { hours = [] }
        do throws(TableError) {
            try begin(header)
            var record = CSVRecord()
            while try reader.read(into: &record) {
                do throws(RejectedStop) {
                    try add(record, stops)
                } catch {
                    firstRejection = firstRejection ?? error.rejection
                    try reject(error.rejection, record)
                }
            }
        } catch {
            throw .table(error)
        }
    }

    /// Adds a row, or says why it cannot be used.
    private mutating func add(_ record: CSVRecord, _ stops: StopRowReader?) throws(RejectedStop) {
        if let rejection = record.rejection ?? record.checkFieldCount(header.count) { throw RejectedStop(rejection) }
        if let stops {
            let (place, times) = try stops.read(record)
            places.append(place)
            if let times { hours?.append(times) }
        } else {
            records.append(record)
        }
        numbers.append(record.number)
        lines.append(record.line)
        rows.append((0..<header.count).map { record[$0] })
    }

    /// Where id, name and coordinates stand; nil where there are none.
    ///
    /// - Throws: ``OrderError/columns(_:)`` where a system is named and its coordinates are not there.
    private static func columns(
        _ header: [String], in system: PlaceSystem?, _ file: String
    ) throws(OrderError) -> PlaceColumns? {
        do {
            return try PlaceColumns(header: header, names: PlaceColumnNames(system: system), file: file)
        } catch {
            if system != nil { throw .columns(.stops(error)) }
            return nil
        }
    }

    /// Where opening hours stand; nil where neither the table nor the options say when stops are visited.
    private static func hourColumns(
        _ header: [String], _ options: OrderOptions, _ file: String
    ) throws(OrderError) -> OrderHours.Columns? {
        do throws(BatchError) {
            let columns = try OrderHours.Columns(options.timeColumns, header: header, file: file)
            return columns.haveWindows || options.departure != nil ? columns : nil
        } catch {
            throw .columns(error)
        }
    }

    /// What the stops are called: by name, else by id, else by the number of the row.
    func names(_ columns: PlaceColumns) -> [String] {
        guard let column = columns.name ?? columns.id else { return numbers.map { "\($0)" } }
        return rows.map { $0[column] }
    }

    /// The ids of the stops, where there is a column of them: the number of the row where one is blank.
    func ids(_ columns: PlaceColumns) -> [String]? {
        columns.id.map { column in
            zip(rows, numbers).map { $0[column].isEmpty ? "\($1)" : $0[column] }
        }
    }

    /// When the stops may be visited; nil where neither the table nor the options say.
    ///
    /// - Throws: ``OrderError`` where it is not sure whose clock is meant.
    func times(_ options: OrderOptions) throws(OrderError) -> OrderTimes? {
        guard let hours else { return nil }
        return try OrderTimes(hours, options)
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
        func isNumber(_ text: String) -> Bool { NumberParser.double(text) != nil }
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
        if let firstRejection { throw .row(file, firstRejection) }
        guard rows.count == header.count - 1 else {
            throw .noStops(file: file, columns: header.count, rows: rows.count)
        }
        var values: [[Double]] = []
        for (place, row) in ([header] + rows).enumerated() {
            var costs: [Double] = []
            for (column, text) in row.enumerated() {
                let cost = column == place ? 0 : NumberParser.double(text)
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
        if let firstRejection { throw .row(file, firstRejection) }
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

/// What tells a stop from a row, or why it is none.
private struct StopRowReader {
    let places: StopPlaces
    /// Nil where times do not matter.
    let hours: OrderHours.Columns?
    let options: OrderOptions

    func read(_ record: CSVRecord) throws(RejectedStop) -> (place: Coordinate, hours: OrderHours?) {
        let place = try places.place(of: record).get()
        guard let hours else { return (place, nil) }
        let times = try hours.hours(of: record)
        if let reason = times.reasonAgainst(options) { throw RejectedStop(hours.rejection(record, reason)) }
        return (place, times.completed)
    }
}
