import WaymarkC
public import WaymarkOrders
import WaymarkText

/// A round trip of TSPLIB: a `.tsp` or `.atsp` file, with distances rounded as its published optima are.
///
/// Reads the types TSP and ATSP with EUC_2D, ATT and GEO coordinates and with EXPLICIT matrices in rows, full or triangular;
/// what only serves display is ignored. Source: Reinelt, TSPLIB 95.
public struct TSPLIBInstance: Hashable, Sendable {
    /// Its name in the file; may be empty.
    public let name: String
    /// The number of nodes. Node `i` of an order is number `i + 1` in the file.
    public var count: Int {
        switch costs {
        case .matrix(let matrix): matrix.count
        case .points(let points): points.count
        }
    }

    enum Costs: Hashable, Sendable {
        case matrix(TravelMatrix)
        case points(PointCosts)
    }

    let costs: Costs

    init(name: String, costs: Costs) {
        self.name = name
        self.costs = costs
    }

    /// The distance between two nodes, with the instance's own rounding.
    ///
    /// - Precondition: Both are its nodes, from 0.
    public func distance(from start: Int, to end: Int) -> Double {
        precondition(start >= 0 && start < count && end >= 0 && end < count, "no such node")
        return switch costs {
        case .matrix(let matrix): matrix.cost(start, end)
        case .points(let points): points.cost(start, end)
        }
    }
}

extension StopOrder {
    /// Returns the best order found for an instance's nodes: a round trip from its first, unless other ends are given.
    ///
    /// As for a matrix or coordinates; lengths have the instance's own rounding.
    ///
    /// - Precondition: The ends are among the nodes.
    public static func bestBlocking(
        solving instance: TSPLIBInstance, ends: RouteEnds = .roundTrip, effort: SearchEffort = SearchEffort()
    ) -> StopOrder {
        switch instance.costs {
        case .matrix(let matrix): bestBlocking(by: matrix, ends: ends, effort: effort)
        case .points(let points): bestBlocking(visiting: points, ends: ends, effort: effort)
        }
    }
}

extension TSPLIBInstance {
    /// Reads a file of TSPLIB.
    ///
    /// - Throws: ``StopOrderError/malformedFile(line:reason:)``, also if the file needs an unsupported feature.
    /// - Complexity: O(*n*) in the size of the file: sizes in the header reserve no memory.
    public init(parsing bytes: [UInt8]) throws(StopOrderError) {
        var reader = TSPLIBReader(bytes)
        self = try reader.instance()
    }
}

/// Reads one file: its header, word by word, and the sections with its distances.
private struct TSPLIBReader {
    private var lines: NumberLines
    private let size: Int
    private var name = ""
    private var dimension: Int?
    private var weightType = ""
    private var weightFormat = ""
    private var coordinates: [SIMD2<Double>?] = []
    private var weights: TravelMatrix?

    init(_ bytes: [UInt8]) {
        lines = NumberLines(bytes)
        size = bytes.count
    }

    mutating func instance() throws(StopOrderError) -> TSPLIBInstance {
        var pending = lines.next()
        while let line = pending, line != "EOF" {
            pending = try read(line)
        }
        guard dimension != nil else { throw lines.error("no DIMENSION") }
        if let weights { return TSPLIBInstance(name: name, costs: .matrix(weights)) }
        guard !coordinates.isEmpty else { throw lines.error("no distances: a section is missing") }
        return TSPLIBInstance(name: name, costs: try costs())
    }

    /// Reads a line of the header, or a section with all its lines; returns the line after it.
    private mutating func read(_ line: String) throws(StopOrderError) -> String? {
        let word = line.prefix { !$0.isWhitespace && $0 != ":" }
        let value = String(line[word.endIndex...].drop { $0.isWhitespace || $0 == ":" })
        switch word {
        case "NAME": name = value
        case "TYPE":
            guard ["TSP", "ATSP"].contains(value.prefix { !$0.isWhitespace }) else {
                throw lines.error("TYPE \(PlainText.shortened(value)) is not supported: only TSP and ATSP are")
            }
        case "DIMENSION":
            // A node takes at least two bytes.
            guard let number = Int(value), number > 0, number <= min(size, Int(Int32.max) / 4) else {
                throw lines.error(
                    "DIMENSION \(PlainText.shortened(value)) is not a number of nodes that the file can hold")
            }
            dimension = number
        case "EDGE_WEIGHT_TYPE": weightType = value
        case "EDGE_WEIGHT_FORMAT": weightFormat = value
        case "NODE_COORD_SECTION": return try readCoordinates()
        case "EDGE_WEIGHT_SECTION": return try readWeights()
        case "DISPLAY_DATA_SECTION": return try skipNumbers()
        case "COMMENT", "DISPLAY_DATA_TYPE", "NODE_COORD_TYPE": break
        default: throw lines.error("\(PlainText.shortened(word)) is not supported")
        }
        return lines.next()
    }

    private mutating func skipNumbers() throws(StopOrderError) -> String? {
        while let line = lines.next() {
            if try lines.numbers(line) == nil { return line }
        }
        return nil
    }

    private func knownDimension() throws(StopOrderError) -> Int {
        guard let dimension else { throw lines.error("a section comes before DIMENSION") }
        return dimension
    }

    private mutating func readCoordinates() throws(StopOrderError) -> String? {
        let count = try knownDimension()
        coordinates = Array(repeating: nil, count: count)
        var found = 0
        while let line = lines.next() {
            guard let numbers = try lines.numbers(line) else {
                guard found == count else { throw lines.error("\(found) of \(count) nodes have coordinates") }
                return line
            }
            guard numbers.count == 3 else { throw lines.error("a node has a number and two coordinates") }
            guard let node = Int(exactly: numbers[0]), node >= 1, node <= count else {
                throw lines.error("\(numbers[0]) is not a node from 1 to \(count)")
            }
            guard coordinates[node - 1] == nil else { throw lines.error("node \(node) comes twice") }
            // Squares and sums of distances stay finite, and whole numbers exact.
            guard max(abs(numbers[1]), abs(numbers[2])) <= 1e11 else { throw lines.error("a coordinate is too large") }
            coordinates[node - 1] = SIMD2(numbers[1], numbers[2])
            found += 1
        }
        guard found == count else { throw lines.error("\(found) of \(count) nodes have coordinates") }
        return nil
    }

    private func costs() throws(StopOrderError) -> TSPLIBInstance.Costs {
        let points = coordinates.compactMap { $0 }
        switch weightType {
        case "EUC_2D":
            return .points(PointCosts(ContiguousArray(points.map { SIMD3($0.x, $0.y, 0) }), isPlane: true))
        case "ATT":
            return .matrix(try TravelMatrix(count: points.count) { pseudoEuclideanDistance(points[$0], points[$1]) })
        case "GEO":
            let angles = points.map { SIMD2(geographicalAngle($0.x), geographicalAngle($0.y)) }
            return .matrix(try TravelMatrix(count: points.count) { geographicalDistance(angles[$0], angles[$1]) })
        default:
            throw lines.error(
                "EDGE_WEIGHT_TYPE \(PlainText.shortened(weightType)) is not supported, or its section is missing")
        }
    }

    private mutating func readWeights() throws(StopOrderError) -> String? {
        let count = try knownDimension()
        guard weightType == "EXPLICIT" else { throw lines.error("a matrix needs EDGE_WEIGHT_TYPE EXPLICIT") }
        guard let shape = MatrixShape(rawValue: weightFormat) else {
            throw lines.error("EDGE_WEIGHT_FORMAT \(PlainText.shortened(weightFormat)) is not supported")
        }
        let expected = shape.size(count)
        guard expected <= size else { throw lines.error("the file is too short for \(expected) distances") }
        var values: [Double] = []
        values.reserveCapacity(expected)
        var after: String?
        while let line = lines.next() {
            guard let numbers = try lines.numbers(line) else {
                after = line
                break
            }
            guard numbers.allSatisfy({ $0 >= 0 }) else { throw lines.error("a distance is below zero") }
            values += numbers
            guard values.count <= expected else { throw lines.error("more than \(expected) distances") }
        }
        guard values.count == expected else { throw lines.error("\(values.count) of \(expected) distances") }
        weights = try TravelMatrix(count: count) { values[shape.offset($0, $1, count)] }
        return after
    }
}

/// The order of distances in a file's matrix.
private enum MatrixShape: String {
    case full = "FULL_MATRIX"
    case upperRow = "UPPER_ROW"
    case lowerRow = "LOWER_ROW"
    case upperDiagonalRow = "UPPER_DIAG_ROW"
    case lowerDiagonalRow = "LOWER_DIAG_ROW"

    func size(_ count: Int) -> Int {
        switch self {
        case .full: count * count
        case .upperRow, .lowerRow: count * (count - 1) / 2
        case .upperDiagonalRow, .lowerDiagonalRow: count * (count + 1) / 2
        }
    }

    /// The position of the distance of a row and a column.
    func offset(_ row: Int, _ column: Int, _ count: Int) -> Int {
        let (low, high) = (min(row, column), max(row, column))
        return switch self {
        case .full: row * count + column
        case .lowerRow: high * (high - 1) / 2 + low
        case .lowerDiagonalRow: high * (high + 1) / 2 + low
        case .upperRow: low * (2 * count - low - 1) / 2 + high - low - 1
        case .upperDiagonalRow: low * (2 * count - low + 1) / 2 + high - low
        }
    }
}

/// Degrees and minutes written as `14.55` for 14°55', in radians of GEO's own π.
func geographicalAngle(_ value: Double) -> Double {
    let degrees = value.rounded(.towardZero)
    return 3.141592 * (degrees + 5 * (value - degrees) / 3) / 180
}

/// GEO's distance in whole kilometres, between angles in its own radians (latitude, longitude).
///
/// Source: the formula in TSPLIB's FAQ, whose rounding the published optima use.
func geographicalDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let q1 = cos(a.y - b.y)
    let q2 = cos(a.x - b.x)
    let q3 = cos(a.x + b.x)
    let cosine = 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)
    return (6378.388 * acos(max(-1, min(1, cosine))) + 1).rounded(.down)
}

/// ATT's distance.
func pseudoEuclideanDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let difference = a - b
    return ((difference * difference).sum() / 10).squareRoot().rounded(.up)
}
