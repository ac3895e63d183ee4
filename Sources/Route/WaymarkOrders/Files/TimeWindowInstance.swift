import WaymarkText

/// A round trip with time windows, in the format of benchmarks of the travelling salesman problem with time windows.
///
/// The number of nodes, a matrix of times, and a line `opens closes` for each node. Node 0 is the depot: its window bounds
/// the return.
public struct TimeWindowInstance: Hashable, Sendable {
    /// Times between the nodes, as in the file.
    public let matrix: TravelMatrix
    /// A window for each node, without stays.
    public let visits: [StopVisit]

    /// Reads a file.
    ///
    /// - Throws: ``StopOrderError/malformedFile(line:reason:)``.
    /// - Complexity: O(*n*) in the size of the file.
    public init(parsing bytes: [UInt8]) throws(StopOrderError) {
        var lines = NumberLines(bytes)
        func row(_ expected: Int, _ what: String) throws(StopOrderError) -> [Double] {
            guard let text = lines.next() else { throw lines.error("the file ends before \(what)") }
            guard let numbers = try lines.numbers(text) else {
                throw lines.error("\(PlainText.shortened(text)) is not a number")
            }
            guard numbers.count == expected else {
                throw lines.error("\(numbers.count) numbers instead of \(expected): \(what)")
            }
            return numbers
        }
        let header = try row(1, "the number of nodes")[0]
        // A node takes at least four bytes.
        guard let count = Int(exactly: header), count > 0, count <= bytes.count else {
            throw lines.error("\(header) is not a number of nodes that the file can hold")
        }
        var rows: [[Double]] = []
        for _ in 0..<count {
            let values = try row(count, "a row of the matrix")
            guard values.allSatisfy({ $0 >= 0 }) else { throw lines.error("a time is below zero") }
            rows.append(values)
        }
        var visits: [StopVisit] = []
        for _ in 0..<count {
            let window = try row(2, "a window")
            guard window[0] <= window[1] else { throw lines.error("a window closes before it opens") }
            visits.append(StopVisit(opens: window[0], closes: window[1]))
        }
        guard lines.next() == nil else { throw lines.error("more lines than nodes") }
        matrix = try TravelMatrix(rows: rows)
        self.visits = visits
    }
}
