import WaymarkOrders
public import WaymarkPlans
import WaymarkText

/// An instance of a published family of orienteering problems, with its own rounding of distances.
///
/// Four formats are told apart by their content: `Tmax paths` and points (orienteering, Tsiligirides and Chao: the first
/// point is the start, the second the end), `n`, `m`, `tmax` and points (team orienteering, Chao: the first and the last),
/// Solomon's and Cordeau's files with a score at each point (with time windows; distances are cut off after one or two
/// decimals), and OPLib's, which are TSPLIB's with scores and a limit.
public struct PlanInstance: Hashable, Sendable {
    /// The family of an instance.
    public enum Family: String, Hashable, Sendable {
        /// Orienteering.
        case orienteering = "op"
        /// Team orienteering.
        case team = "top"
        /// Team orienteering with time windows.
        case windows = "toptw"
        /// OPLib: round trips on graphs of TSPLIB.
        case library = "oplib"
    }

    /// The family, by the file's content.
    public let family: Family
    /// The problem. Its nodes are those of the file, from 0 in the file's order.
    public let problem: PlanProblem
    /// The score of the start, which a plan has in any case.
    public let startScore: Double

    /// The nodes of a plan's paths, with their ends.
    ///
    /// - Precondition: The plan is one of this problem.
    public func paths(of plan: DayPlan) -> [[Int]] {
        zip(problem.days, plan.days).map { day, visits in
            [day.start] + visits.visits.map { problem.places[$0.place].node } + [day.end]
        }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - paths: The number of paths, if not that of the file; files with time windows have none, and one path then.
    /// - Throws: ``PlanError/malformedFile(line:reason:)``.
    /// - Precondition: `paths` is above zero.
    /// - Complexity: O(*n*²) for *n* nodes.
    public init(parsing bytes: [UInt8], paths: Int? = nil) throws(PlanError) {
        precondition((paths ?? 1) > 0, "the number of paths is below 1")
        var reader = PlanReader(bytes: bytes)
        do {
            self = try reader.instance(paths: paths)
        } catch {
            guard case .malformedFile(let line, let reason) = error else {
                throw .malformedFile(line: 1, reason: error.description)
            }
            throw .malformedFile(line: line, reason: reason)
        }
    }

    init(
        _ family: Family, nodes: [(stay: Double, score: Double, opens: Double, closes: Double)], start: Int, end: Int,
        limit: Double, paths: Int, travel: TravelMatrix
    ) {
        self.family = family
        startScore = family == .library ? nodes[start].score : 0
        let day = PlanDay(start: start, end: end, opens: 0, closes: limit)
        let isTimed = family == .windows
        problem = PlanProblem(
            travel: travel,
            places: nodes.indices.filter { $0 != start && $0 != end }.map { node in
                // The windows of the files are those of a visit's start.
                let window = PlanWindow(opens: nodes[node].opens, closes: nodes[node].closes + nodes[node].stay)
                return PlanPlace(
                    node: node, score: nodes[node].score, stay: nodes[node].stay,
                    windows: isTimed ? Array(repeating: [window], count: paths) : [])
            }, days: Array(repeating: day, count: paths))
    }
}

/// Reads one file of any family.
private struct PlanReader {
    let bytes: [UInt8]
    private var lines: NumberLines

    init(bytes: [UInt8]) {
        self.bytes = bytes
        lines = NumberLines(bytes)
    }

    mutating func instance(paths: Int?) throws(StopOrderError) -> PlanInstance {
        guard let first = lines.next() else { throw lines.error("the file is empty") }
        let words = first.split(whereSeparator: \.isWhitespace)
        if words[0] == "n" { return try team(first, paths: paths) }
        guard let numbers = try lines.numbers(first) else { return try library(paths: paths) }
        if numbers.count == 2 {
            let own = try count(numbers[1], "paths")
            let points = try self.points()
            guard points.count > 1 else { throw lines.error("no start and end") }
            return try plane(.orienteering, points, end: 1, limit: numbers[0], paths: paths ?? own)
        }
        if numbers.count == 4 { return try windows(numbers, paths: paths ?? 1) }
        throw lines.error("no known format: \(PlainText.shortened(first))")
    }

    /// A number of things that the file can hold.
    private func count(_ value: Double, _ what: String) throws(StopOrderError) -> Int {
        guard let count = Int(exactly: value), count > 0, count <= bytes.count else {
            throw lines.error("\(value) is not a number of \(what)")
        }
        return count
    }

    private func check(limit: Double) throws(StopOrderError) {
        guard limit >= 0, limit <= 1e100 else { throw lines.error("\(limit) is not a limit") }
    }

    /// The rest of the lines: a point and its score.
    private mutating func points() throws(StopOrderError) -> [SIMD3<Double>] {
        var points: [SIMD3<Double>] = []
        while let line = lines.next() {
            guard let numbers = try lines.numbers(line), numbers.count == 3, numbers[2] >= 0,
                max(abs(numbers[0]), abs(numbers[1]), numbers[2]) <= 1e11
            else { throw lines.error("no point and score: \(PlainText.shortened(line))") }
            points.append(SIMD3(numbers[0], numbers[1], numbers[2]))
        }
        return points
    }

    private func plane(
        _ family: PlanInstance.Family, _ points: [SIMD3<Double>], end: Int, limit: Double, paths: Int
    ) throws(StopOrderError) -> PlanInstance {
        try check(limit: limit)
        let travel = try TravelMatrix(count: points.count) { from, to in
            let step = points[from] - points[to]
            return (step.x * step.x + step.y * step.y).squareRoot()
        }
        return PlanInstance(
            family, nodes: points.map { (0, $0.z, 0, 0) }, start: 0, end: end, limit: limit, paths: paths,
            travel: travel)
    }

    private mutating func team(_ first: String, paths: Int?) throws(StopOrderError) -> PlanInstance {
        var header: [String: Double] = [:]
        var line: String? = first
        while let text = line, header.count < 3 {
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, let number = try lines.numbers(String(words[1])) else {
                throw lines.error("no name and number: \(PlainText.shortened(text))")
            }
            header[String(words[0])] = number[0]
            if header.count < 3 { line = lines.next() }
        }
        guard let limit = header["tmax"], let own = header["m"], let size = header["n"] else {
            throw lines.error("n, m or tmax is missing")
        }
        let points = try self.points()
        guard Double(points.count) == size, points.count > 1 else {
            throw lines.error("\(points.count) points instead of \(size)")
        }
        let number = try count(own, "paths")
        return try plane(.team, points, end: points.count - 1, limit: limit, paths: paths ?? number)
    }

    private mutating func windows(_ header: [Double], paths: Int) throws(StopOrderError) -> PlanInstance {
        let size = try count(header[2], "points") + 1
        guard let text = lines.next(), let numbers = try lines.numbers(text), numbers.count == 2 else {
            throw lines.error("no line D Q")
        }
        var rows: [[Double]] = []
        var decimals = 1.0
        while let line = lines.next() {
            guard let numbers = try lines.numbers(line), numbers.count >= 9 else {
                throw lines.error("no point: \(PlainText.shortened(line))")
            }
            let (opens, closes) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
            guard numbers[3] >= 0, numbers[4] >= 0, closes >= opens, opens >= 0,
                numbers.allSatisfy({ abs($0) <= 1e11 })
            else { throw lines.error("an invalid stay, score or window: \(PlainText.shortened(line))") }
            rows.append(numbers)
            // Cordeau's coordinates have three decimals, Solomon's two; his service times and windows are whole.
            let isCordeau = line.split(whereSeparator: \.isWhitespace).dropFirst().prefix(2)
                .contains { $0.split(separator: ".").last?.count == 3 && $0.contains(".") }
            if isCordeau { decimals = 2 }
        }
        guard rows.count == size else { throw lines.error("\(rows.count) points instead of \(size)") }
        let scale = decimals == 2 ? 100.0 : 10.0
        let travel = try TravelMatrix(count: size) { from, to in
            let (x, y) = (rows[from][1] - rows[to][1], rows[from][2] - rows[to][2])
            return ((x * x + y * y).squareRoot() * scale).rounded(.down) / scale
        }
        let limit = rows[0][rows[0].count - 1]
        return PlanInstance(
            .windows, nodes: rows.map { ($0[3], $0[4], $0[$0.count - 2], $0[$0.count - 1]) }, start: 0, end: 0,
            limit: limit, paths: paths, travel: travel)
    }

    /// Reads what TSPLIB has not, and gives the rest to its reader.
    private mutating func library(paths: Int?) throws(StopOrderError) -> PlanInstance {
        var graph: [UInt8] = []
        var limit: Double?
        var scores: [Double?] = []
        var depot = 0
        lines = NumberLines(bytes)
        var line = lines.next()
        var dimension = 0
        /// Skips lines of numbers, each given to `use`.
        func section(_ use: ([Double]) throws(StopOrderError) -> Void) throws(StopOrderError) {
            line = lines.next()
            while let text = line, let numbers = try lines.numbers(text) {
                try use(numbers)
                line = lines.next()
            }
        }
        while let text = line, text != "EOF" {
            let word = text.prefix { !$0.isWhitespace && $0 != ":" }
            let value = String(text[word.endIndex...].drop { $0.isWhitespace || $0 == ":" })
            switch word {
            case "COST_LIMIT":
                limit = Double(value)
                line = lines.next()
            case "NODE_SCORE_SECTION":
                scores = Array(repeating: nil, count: dimension)
                try section { numbers throws(StopOrderError) in
                    guard numbers.count == 2, let node = Int(exactly: numbers[0]), scores.indices.contains(node - 1),
                        numbers[1] >= 0, numbers[1] <= 1e11
                    else { throw lines.error("no node and score") }
                    scores[node - 1] = numbers[1]
                }
            case "DEPOT_SECTION":
                try section { numbers throws(StopOrderError) in
                    if numbers == [-1] { return }
                    guard let node = Int(exactly: numbers[0]), node >= 1, node <= dimension, depot == 0 else {
                        throw lines.error("no single depot")
                    }
                    depot = node
                }
            case "TSPSOL":
                // Of one file: it serves no purpose here.
                line = lines.next()
            default:
                if word == "DIMENSION", let number = Double(value) { dimension = try count(number, "nodes") }
                graph += (word == "TYPE" && value == "OP" ? "TYPE : TSP" : text).utf8 + [UInt8(ascii: "\n")]
                line = lines.next()
            }
        }
        guard let limit else { throw lines.error("no known format, or COST_LIMIT is missing") }
        try check(limit: limit)
        let instance = try TSPLIBInstance(parsing: graph)
        let known = scores.compactMap { $0 }
        guard known.count == instance.count, depot > 0 else {
            throw lines.error("\(known.count) of \(instance.count) scores, or no depot")
        }
        let travel = try TravelMatrix(count: instance.count) { instance.distance(from: $0, to: $1) }
        return PlanInstance(
            .library, nodes: known.map { (0, $0, 0, 0) }, start: depot - 1, end: depot - 1, limit: limit,
            paths: paths ?? 1, travel: travel)
    }
}
