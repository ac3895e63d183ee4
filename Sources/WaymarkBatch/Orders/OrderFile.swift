public import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables

/// A file whose stops are to be ordered: places, a matrix, or an instance with published optima.
public struct OrderFile: Sendable {
    /// What an order is sought by.
    enum Costs: Sendable {
        case places([Coordinate])
        case matrix(TravelMatrix)
        case instance(TSPLIBInstance)
        case windows(TimeWindowInstance)
    }

    let costs: Costs
    /// What each stop is called: its name, its id, or its number: a row's and a TSPLIB node's from 1, a window file's from 0.
    public let names: [String]
    /// The names of the columns, and the fields of each stop, where stops are rows of a CSV.
    let header: [String]
    let rows: [[String]]

    /// Whether stops are called by numbers, as instances call them.
    var isNumbered: Bool {
        switch costs {
        case .instance, .windows: true
        case .places, .matrix: false
        }
    }

    /// Reads a file; `-` is standard input.
    ///
    /// What it is shows in its text: TSPLIB has a line `DIMENSION`; a file of windows begins with a number alone on its line;
    /// a CSV with columns for latitude and longitude holds stops; any other CSV is a matrix, whose first row and first column
    /// name the stops.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - system: The projected system of the places, in a CSV of x and y; nil for degrees.
    /// - Throws: ``OrderError``.
    public init(path: String, system: PlaceSystem? = nil) throws(OrderError) {
        var bytes = ContiguousArray<UInt8>()
        let name: String
        do {
            let source = try FileSource(path: path)
            name = source.name
            while try source.read(upTo: 1 << 20, into: &bytes) > 0 {}
        } catch {
            throw .table(error)
        }
        try self.init(bytes, name: name, system: system)
    }

    init(_ bytes: ContiguousArray<UInt8>, name: String, system: PlaceSystem? = nil) throws(OrderError) {
        if let system, Self.isTSPLIB(bytes) || Self.isWindows(bytes) {
            throw .notProjected(file: name, system: system.name)
        }
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
        let table = try OrderTable(MemorySource(bytes, name: name))
        if let columns = try table.columns(in: system) {
            self.init(
                costs: .places(try table.places(columns)), names: table.names(columns), header: table.header,
                rows: table.rows)
        } else {
            self.init(costs: .matrix(try table.matrix()), names: table.header.dropFirst().map { $0 })
        }
    }

    private init(costs: Costs, names: [String], header: [String] = [], rows: [[String]] = []) {
        self.costs = costs
        self.names = names
        self.header = header
        self.rows = rows
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
