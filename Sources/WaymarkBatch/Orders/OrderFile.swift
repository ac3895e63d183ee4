import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables

/// A file whose stops are to be ordered: places, a matrix, or an instance with published optima.
public struct OrderFile: Sendable {
    /// What an order is sought by.
    enum Costs: Sendable {
        case places([Coordinate])
        case timed([Coordinate], OrderTimes)
        case matrix(TravelMatrix)
        case instance(TSPLIBInstance)
        case windows(TimeWindowInstance)
    }

    let costs: Costs
    /// What each stop is called: its name, its id, or its number: a row's and a TSPLIB node's from 1, a window file's from 0.
    public let names: [String]
    /// What tells each stop from all others: its name; where a name comes again their ids, or else their numbers from 1.
    public let labels: [String]
    /// The ids of stops that have some besides their names.
    let ids: [String]?
    /// The names of the columns, and the fields of each stop, where stops are rows of a CSV.
    let header: [String]
    let rows: [[String]]
    private let rejected: [OrderTable.Rejected]

    /// Rows that are no stop, in the order of the file; they have no part in the order.
    public var rejections: [Rejection] { rejected.map(\.rejection) }

    /// Windows take memory and time for each pair of stops.
    private static let mostTimed = 2000

    /// Whether stops are called by numbers, as instances call them.
    var isNumbered: Bool {
        switch costs {
        case .instance, .windows: true
        case .places, .timed, .matrix: false
        }
    }

    /// Reads a file; `-` is standard input.
    ///
    /// What it is shows in its text: TSPLIB has a line `DIMENSION`; a file of windows begins with a number alone on its line;
    /// a CSV with columns for latitude and longitude holds stops; any other CSV is a matrix, whose first row and first column
    /// name the stops.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - options: How stops are read.
    /// - Throws: ``OrderError``.
    public init(path: String, options: OrderOptions = OrderOptions()) throws(OrderError) {
        var bytes = ContiguousArray<UInt8>()
        let name: String
        do {
            let source = try FileSource(path: path)
            name = source.name
            while try source.read(upTo: 1 << 20, into: &bytes) > 0 {}
        } catch {
            throw .table(error)
        }
        try self.init(bytes, name: name, options: options)
    }

    package init(_ bytes: ContiguousArray<UInt8>, name: String, options: OrderOptions) throws(OrderError) {
        let isInstance = Self.isTSPLIB(bytes) || Self.isWindows(bytes)
        if let system = options.system, isInstance { throw .notProjected(file: name, system: system.name) }
        if isInstance, options.asksForTimes { throw .noTimes(file: name) }
        do throws(StopOrderError) {
            if Self.isTSPLIB(bytes) {
                let instance = try TSPLIBInstance(parsing: Array(bytes))
                self.init(costs: .instance(instance), names: (1...instance.count).map { "\($0)" })
                return
            }
            if Self.isWindows(bytes) {
                let instance = try TimeWindowInstance(parsing: Array(bytes))
                self.init(costs: .windows(instance), names: (0..<instance.matrix.count).map { "\($0)" })
                return
            }
        } catch {
            throw .file(name, error)
        }
        var table = try OrderTable(MemorySource(bytes, name: name))
        if let columns = try table.columns(in: options.system) {
            var places = table.places(columns)
            let times = try table.times(&places, options)
            if times == nil, options.asksForTimes { throw .noHours(file: name) }
            if times != nil, places.count > Self.mostTimed {
                throw .tooManyStops(places.count, most: Self.mostTimed)
            }
            self.init(
                costs: times.map { .timed(places, $0) } ?? .places(places), names: table.names(columns),
                ids: table.ids(columns), header: table.header, rows: table.rows, rejected: table.rejected)
        } else {
            if options.asksForTimes { throw .noTimes(file: name) }
            self.init(costs: .matrix(try table.matrix()), names: table.header.dropFirst().map { $0 })
        }
    }

    private init(
        costs: Costs, names: [String], ids: [String]? = nil, header: [String] = [], rows: [[String]] = [],
        rejected: [OrderTable.Rejected] = []
    ) {
        self.costs = costs
        self.names = names
        self.ids = ids
        func isUnique(_ texts: [String]) -> Bool { Set(texts).count == texts.count }
        labels =
            [names, ids ?? []].first { $0.count == names.count && isUnique($0) } ?? names.indices.map { "\($0 + 1)" }
        self.header = header
        self.rows = rows
        self.rejected = rejected
    }

    /// Writes the rejected rows, to be mended and given in again.
    ///
    /// - Parameter path: Where they go.
    /// - Returns: The file; it appears on its `commit()`.
    /// - Throws: What writing throws.
    public func rejects(to path: String) throws(TableError) -> RejectsFile {
        var file = try RejectsFile(path: path, header: header)
        for row in rejected { try file.append(row.rejection, record: row.record) }
        return file
    }

    private static func isTSPLIB(_ bytes: ContiguousArray<UInt8>) -> Bool {
        bytes.prefix(1 << 16).split(separator: UInt8(ascii: "\n")).contains { line in
            line.drop { $0 == UInt8(ascii: " ") }.starts(with: "DIMENSION".utf8)
        }
    }

    private static func isWindows(_ bytes: ContiguousArray<UInt8>) -> Bool {
        let first = bytes.prefix(64).drop { $0 <= UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "\n") }
        let word = first.prefix { $0 > UInt8(ascii: " ") }
        return !word.isEmpty && word.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && first.dropFirst(word.count).allSatisfy { $0 <= UInt8(ascii: " ") }
    }
}
