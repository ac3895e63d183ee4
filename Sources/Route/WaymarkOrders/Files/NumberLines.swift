import WaymarkText

/// The lines of a text file of numbers and keywords, in order.
struct NumberLines {
    private let lines: [ArraySlice<UInt8>]
    /// The number of the last line, from 1.
    private(set) var line = 0

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// The next line that is not blank, without white space at its ends; nil at the end of the file.
    mutating func next() -> String? {
        while line < lines.count {
            line += 1
            let text = String(decoding: lines[line - 1], as: UTF8.self)
            let trimmed = text.drop { $0.isWhitespace }
            if let end = trimmed.lastIndex(where: { !$0.isWhitespace }) { return String(trimmed[...end]) }
        }
        return nil
    }

    /// The numbers of a line; nil if it does not begin like a number.
    func numbers(_ text: String) throws(StopOrderError) -> [Double]? {
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

    func error(_ reason: String) -> StopOrderError { .malformedFile(line: line, reason: reason) }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
