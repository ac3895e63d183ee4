import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// The valid rows of a CSV of stops, or of a matrix, in memory.
struct OrderTable {
    let file: String
    private(set) var header: [String] = []
    private(set) var rows: [[String]] = []
    /// The number of each row, and the line on which it begins.
    private var numbers: [Int] = []
    private var lines: [Int] = []
    /// The number of invalid rows, and their file.
    private(set) var rejected = 0
    let rejects: OrderRejects
    /// The columns of id, name and coordinates; nil in a matrix.
    let columns: PlaceColumns?
    private let fieldCounts: FieldCounts
    /// The coordinates of the stops, and their opening hours if needed.
    private(set) var places: [Coordinate] = []
    private(set) var hours: [OrderHours]?
    private var firstRejection: Rejection?

    /// Reads a table, with a file for invalid rows at `path`; calls `onRejection` with each of them, in file order.
    init(
        _ source: consuming any ByteSource, _ options: OrderOptions, rejects path: String?,
        _ onRejection: (Rejection) -> Void
    ) throws(OrderError) {
        file = source.name
        var table: PlaceTable
        do { table = try PlaceTable(source) } catch { throw OrderError(error) }
        let stops: StopColumns?
        do { stops = try Self.columns(of: table, options) } catch { throw OrderError(error) }
        header = table.header
        columns = stops?.places.columns
        fieldCounts = table.fieldCounts
        if stops?.hours != nil { hours = [] }
        do throws(TableError) {
            rejects = try OrderRejects(path: path, header: header)
            var record = CSVRecord()
            while try table.reader.read(into: &record) {
                do throws(Rejection) {
                    try add(record, stops, options)
                } catch {
                    rejected += 1
                    firstRejection = firstRejection ?? error
                    try rejects.outputs.withLock { (outputs) throws(TableError) -> Void in
                        try outputs.rejects?.append(error, record: record)
                    }
                    onRejection(error)
                }
            }
        } catch {
            throw .table(error)
        }
    }

    /// The readers of places and, if times matter, of hours.
    private typealias StopColumns = (places: PlaceReader, hours: OrderHours.Columns?)

    /// The columns of stops; nil for a table without coordinates, which is a matrix.
    ///
    /// - Throws: `PlaceTableError`, also if a coordinate system is given but its columns are missing.
    private static func columns(
        of table: borrowing PlaceTable, _ options: OrderOptions
    ) throws(PlaceTableError) -> StopColumns? {
        let columns: PlaceColumns
        do throws(PlaceTableError) {
            columns = try table.columns(PlaceColumnNames(system: options.system), or: options.finder)
        } catch {
            if case .noCoordinateColumns = error, options.finder == nil { return nil }
            throw error
        }
        // Hours matter only if the table has windows or the options have a departure.
        let hours = try OrderHours.Columns(options.timeColumns, in: table.finder)
        let areNeeded = hours.haveWindows || options.departure != nil
        return (table.rows(columns, or: options.finder)(), areNeeded ? hours : nil)
    }

    /// Adds a row, or throws the reason why it is invalid.
    private mutating func add(
        _ record: CSVRecord, _ stops: StopColumns?, _ options: OrderOptions
    ) throws(Rejection) {
        if let rejection = fieldCounts.rejection(of: record) { throw rejection }
        if let stops {
            let place = try stops.places.coordinate(of: record)
            if let columns = stops.hours {
                let times = try columns.hours(of: record)
                if let reason = times.reasonAgainst(options) { throw columns.rejection(record, reason) }
                hours?.append(times.completed)
            }
            places.append(place)
        }
        numbers.append(record.number)
        lines.append(record.line)
        rows.append((0..<header.count).map { record[$0] })
    }

    /// The names of the stops: by name, otherwise by id, otherwise by row number.
    func names(_ columns: PlaceColumns) -> [String] {
        guard let column = columns.name ?? columns.id else { return numbers.map { "\($0)" } }
        return rows.map { $0[column] }
    }

    /// The ids of the stops, if there is a column; the row number for a blank one.
    func ids(_ columns: PlaceColumns) -> [String]? {
        columns.id.map { column in
            zip(rows, numbers).map { $0[column].isEmpty ? "\($1)" : $0[column] }
        }
    }

    /// The kind of the first row and the first column of a matrix.
    enum Names {
        /// The names of the stops: at least one is not a number.
        case words
        /// Numbers, with a first cell that is not a number.
        case numbers
        /// Costs, like all other cells: the stops have no names.
        case none
        /// Numbers, with a blank first cell: either names or costs.
        case unclear
    }

    /// The kind of the first row and the first column of a matrix, judged by which cells are numbers.
    var matrixNames: Names {
        func isNumber(_ text: String) -> Bool { NumberParser.double(text) != nil }
        func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
        guard let corner = header.first, header.dropFirst().allSatisfy(isNumber), rows.allSatisfy({ isNumber($0[0]) })
        else { return .words }
        if isNumber(corner) { return .none }
        let hasDiagonal = rows.enumerated().contains { $0 + 1 < header.count && !isBlank($1[$0 + 1]) }
        return isBlank(corner) && !hasDiagonal && !rows.isEmpty ? .unclear : .numbers
    }

    /// The matrix of a table: its header and its first column name the stops, or without names are costs like the others.
    ///
    /// - Throws: ``OrderError``, also if a row was rejected, since the matrix is then incomplete.
    func matrix(hasNames: Bool) throws(OrderError) -> TravelMatrix {
        if let firstRejection { throw .row(file, firstRejection) }
        guard rows.count == header.count - 1, !hasNames || !rows.isEmpty else {
            throw .noStops(file: file, columns: header.count, rows: rows.count)
        }
        let first = hasNames ? 1 : 0
        var values: [[Double]] = []
        for (place, row) in (hasNames ? rows : [header] + rows).enumerated() {
            let line = hasNames ? lines[place] : place == 0 ? 1 : lines[place - 1]
            if hasNames, row[0] != header[place + 1] {
                let reason = "names \(row[0]) where the header names \(header[place + 1])"
                throw .row(file, Rejection(line: line, column: 1, reason: reason))
            }
            var costs: [Double] = []
            for column in first..<row.count {
                let cost = column == place + first ? 0 : NumberParser.double(row[column])
                guard let cost, cost >= 0, cost <= TravelMatrix.maxCost else {
                    let reason = "\"\(PlainText.shortened(row[column]))\" is not a cost: a number from 0 to 1e200"
                    let name = hasNames ? header[column] : nil
                    throw .row(file, Rejection(line: line, column: column + 1, columnName: name, reason: reason))
                }
                costs.append(cost)
            }
            values.append(costs)
        }
        do { return try TravelMatrix(rows: values) } catch { throw .file(file, error) }
    }
}

/// The file of invalid rows, which gets its name with the order.
final class OrderRejects: Sendable {
    let outputs: Guarded<BatchOutputs>

    init(path: String?, header: [String]) throws(TableError) {
        outputs = Guarded(try BatchOutputs(rejects: path, header: header))
    }
}
