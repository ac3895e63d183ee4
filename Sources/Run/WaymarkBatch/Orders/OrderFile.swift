import WaymarkGeodesy
import WaymarkOrders
public import WaymarkRoutes
import WaymarkTables

/// A file whose stops are to be ordered: places, or a matrix.
public struct OrderFile: Sendable {
    enum Costs: Sendable {
        case places([Coordinate])
        case timed([Coordinate], OrderTimes)
        case matrix(TravelMatrix)
    }

    let costs: Costs
    /// The name of each stop: its name, its id, or its number, from 1.
    public let names: [String]
    /// A unique label of each stop: its name; if names repeat, the ids, otherwise the numbers from 1.
    public let labels: [String]
    /// The ids of stops that have ids in addition to names.
    let ids: [String]?
    /// The names of the columns, and the fields of each stop, for a CSV of stops.
    let header: [String]
    let rows: [[String]]
    /// The number of invalid rows, which are not part of the order.
    public let rejected: Int
    private let rejects: OrderRejects
    /// A remark about how the file was read, if that may surprise.
    public let remark: String?

    /// The maximum number of stops with windows, which take memory and time for each pair of stops.
    private static let maxTimed = 2000

    /// Reads a file; `-` is standard input.
    ///
    /// The kind of file follows from its text: a CSV with latitude and longitude columns has stops; any other CSV is a matrix,
    /// whose first row and first column name the stops. A matrix with only numbers in the first row and column, including the first cell,
    /// has no names: its stops have numbers from 1, and ``remark`` says so.
    ///
    /// Invalid rows are written and reported as they are read, and not held in memory.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - options: The reading options.
    ///   - rejects: The path for invalid rows, with line, column and reason, to be corrected and read again; nil
    ///     discards them. The file appears on ``commit(_:)``.
    ///   - onRejection: Called with each of them, in file order.
    /// - Throws: ``OrderError``.
    public init(
        path: String, options: OrderOptions = OrderOptions(), rejects: String? = nil,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(OrderError) {
        let source: FileSource
        do { source = try FileSource(path: path) } catch { throw .table(error) }
        try self.init(source, options: options, rejects: rejects, onRejection: onRejection)
    }

    package init(
        _ source: consuming any ByteSource, options: OrderOptions = OrderOptions(), rejects path: String? = nil,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(OrderError) {
        let name = source.name
        let table = try OrderTable(source, options, rejects: path, onRejection)
        (rejects, rejected) = (table.rejects, table.rejected)
        if let columns = table.columns {
            if let hours = table.hours {
                costs = .timed(table.places, try OrderTimes(hours, options))
                let count = table.places.count
                guard count <= Self.maxTimed else { throw .tooManyStops(count, most: Self.maxTimed) }
            } else {
                costs = .places(table.places)
                if options.asksForTimes { throw .noHours(file: name) }
            }
            (names, ids) = (table.names(columns), table.ids(columns))
            (header, rows, remark) = (table.header, table.rows, nil)
        } else {
            if options.asksForTimes { throw .noTimes(file: name) }
            let kind = table.matrixNames
            guard kind != .unclear else { throw .unclearNames(file: name) }
            let matrix = try table.matrix(hasNames: kind != .none)
            costs = .matrix(matrix)
            names = kind == .none ? (1...matrix.count).map { "\($0)" } : Array(table.header.dropFirst())
            (ids, header, rows) = (nil, [], [])
            remark =
                switch kind {
                case .words, .unclear: nil
                case .numbers:
                    "\(name): the first row and column are read as names, though they are numbers; for a matrix without names, "
                        + "put 0 into the first cell"
                case .none:
                    "\(name): read as a matrix without names, since all cells are numbers: the stops are 1 to "
                        + "\(matrix.count); for a matrix with names, leave the first cell blank or put a word there"
                }
        }
        let unique = [names, ids ?? []].first { [names] in $0.count == names.count && Set($0).count == $0.count }
        labels = unique ?? names.indices.map { "\($0 + 1)" }
    }

    /// Puts the file of the order and that of rejected rows, if requested, in place, once both are complete.
    ///
    /// - Parameter output: The file of the order, all of which is written.
    /// - Throws: As `OutputFile.commit(_:)`.
    public func commit(_ output: OutputFile) throws(TableError) {
        try rejects.outputs.withLock { (outputs) throws(TableError) in try outputs.commit(output) }
    }
}

extension OrderFile {
    /// The stops, for a source of legs; nil for a file with costs of its own.
    public var stops: [Stop]? {
        switch costs {
        case .places(let places), .timed(let places, _):
            zip(labels, places).map { Stop(id: $0, coordinate: $1) }
        case .matrix: nil
        }
    }

    /// Whether the stops have windows of time.
    public var isTimed: Bool { if case .timed = costs { true } else { false } }
}
