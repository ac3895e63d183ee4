public import WaymarkOrders
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

/// The lines of a text file of numbers and keywords, in order.
package struct NumberLines {
    private let lines: [ArraySlice<UInt8>]
    /// The number of the last line, from 1.
    private(set) var line = 0

    package init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// The next line that is not blank, without white space at its ends; nil at the end of the file.
    package mutating func next() -> String? {
        while line < lines.count {
            line += 1
            let text = String(decoding: lines[line - 1], as: UTF8.self)
            let trimmed = text.drop { $0.isWhitespace }
            if let end = trimmed.lastIndex(where: { !$0.isWhitespace }) { return String(trimmed[...end]) }
        }
        return nil
    }

    /// The numbers of a line; nil if it does not begin like a number.
    package func numbers(_ text: String) throws(StopOrderError) -> [Double]? {
        guard let first = text.utf8.first, first < UInt8(ascii: "A") else { return nil }
        var numbers: [Double] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard word.utf8.allSatisfy(Self.isOfNumber), let number = Double(word), number.isFinite else {
                throw error("\(PlainText.shortened(word)) is not a number")
            }
            numbers.append(number)
        }
        return numbers
    }

    package func error(_ reason: String) -> StopOrderError { .malformedFile(line: line, reason: reason) }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
