import WaymarkText

/// A buffer of formatted CSV rows; one per worker.
///
/// Delimiters are added automatically. A field is quoted if it contains the delimiter, a quote, CR or LF, if a space or
/// tab is at either end, or if it begins with a byte order mark; a record of one empty field is written as `""`, so
/// that it is not a blank line. Records end with LF.
public struct CSVBuffer: Sendable {
    /// The delimiter.
    public let delimiter: UInt8
    /// The bytes written so far.
    public private(set) var bytes: ContiguousArray<UInt8> = []
    private var hasFields = false
    private var recordStart = 0

    /// Makes an empty buffer.
    ///
    /// - Parameter delimiter: The delimiter.
    /// - Precondition: The delimiter is a tab or ASCII punctuation, and neither a quote nor part of a number
    ///   (`+`, `-`, `.`).
    public init(delimiter: UInt8 = UInt8(ascii: ",")) {
        precondition(
            CSVOptions.isUsable(delimiter: delimiter) && ![Byte.plus, Byte.minus, Byte.point].contains(delimiter),
            "this byte cannot be a delimiter")
        self.delimiter = delimiter
    }

    /// The number of bytes written so far.
    public var count: Int { bytes.count }

    /// Removes all bytes, and keeps the capacity.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        hasFields = false
        recordStart = 0
    }

    /// Adds a field of text.
    ///
    /// - Parameter field: The text.
    public mutating func append(field: String) {
        let start = beginField()
        bytes.append(contentsOf: field.utf8)
        Quoting.quoteField(in: &bytes, from: start, delimiter: delimiter)
    }

    /// Adds a field of text.
    ///
    /// - Parameter utf8: The text; its bytes are unchanged.
    public mutating func append(utf8: Span<UInt8>) {
        let start = beginField()
        bytes.append(utf8: utf8)
        Quoting.quoteField(in: &bytes, from: start, delimiter: delimiter)
    }

    /// Adds a whole number as a field.
    ///
    /// - Parameter integer: The number.
    public mutating func append(integer: Int) {
        _ = beginField()
        NumberText.append(integer: integer, to: &bytes)
    }

    /// Adds `value` as a field with a fixed number of decimals; empty if it is not finite.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: The number of digits after the point.
    /// - SeeAlso: `NumberText/append(fixed:decimals:to:)` for the rounding.
    public mutating func append(fixed value: Double, decimals: Int) {
        _ = beginField()
        NumberText.append(fixed: value, decimals: decimals, to: &bytes)
    }

    /// Adds `value` as a field with the fewest digits that read back as the same double; empty if it is not finite.
    ///
    /// - Parameter value: The number.
    /// - SeeAlso: `NumberText/append(shortest:to:)`
    public mutating func append(shortest value: Double) {
        _ = beginField()
        NumberText.append(shortest: value, to: &bytes)
    }

    /// Adds the fields of an unfinished record in another buffer with the same delimiter.
    package mutating func append(fields other: CSVBuffer) {
        guard other.hasFields else { return }
        _ = beginField()
        bytes.append(utf8: other.bytes.span)
    }

    package mutating func append(record fields: some Sequence<String>) {
        for field in fields { append(field: field) }
        endRecord()
    }

    /// Adds an empty field.
    public mutating func appendEmpty() {
        _ = beginField()
    }

    /// Ends the record.
    public mutating func endRecord() {
        if bytes.count == recordStart {
            bytes.append(Byte.quote)
            bytes.append(Byte.quote)
        }
        bytes.append(Byte.lineFeed)
        hasFields = false
        recordStart = bytes.count
    }

    /// Adds bytes unchanged, without quotes or delimiter.
    ///
    /// - Parameter raw: For example whole rows formatted elsewhere.
    public mutating func append(raw: Span<UInt8>) {
        bytes.append(utf8: raw)
        if !hasFields { recordStart = bytes.count }
    }

    /// Writes the delimiter if needed; returns the start of the field.
    private mutating func beginField() -> Int {
        if hasFields { bytes.append(delimiter) }
        hasFields = true
        return bytes.count
    }
}

/// Quoting of fields, also for rows that are assembled elsewhere.
package enum Quoting {
    /// Quotes the field that begins at `start` and ends with the bytes, if needed.
    package static func quoteField(in bytes: inout ContiguousArray<UInt8>, from start: Int, delimiter: UInt8) {
        let (needed, quotes) = need(bytes.span.extracting(start..<bytes.count), delimiter: delimiter)
        guard needed else { return }
        var from = bytes.count
        bytes.append(contentsOf: repeatElement(Byte.quote, count: quotes + 2))
        var to = bytes.count - 1
        // From the end, so that each byte moves once.
        while from > start {
            from -= 1
            to -= 1
            let byte = bytes[from]
            bytes[to] = byte
            if byte == Byte.quote {
                to -= 1
                bytes[to] = Byte.quote
            }
        }
        bytes[start] = Byte.quote
    }

    /// Whether `field` needs quotes, and the number of quotes in it.
    private static func need(_ field: Span<UInt8>, delimiter: UInt8) -> (needed: Bool, quotes: Int) {
        guard field.count > 0 else { return (false, 0) }
        let first = field[0]
        let last = field[field.count - 1]
        var needed = first == Byte.space || first == Byte.tab || last == Byte.space || last == Byte.tab
        if first == 0xEF, field.count > 2, field[1] == 0xBB, field[2] == 0xBF { needed = true }
        if !mayHoldMarks(field, delimiter: delimiter) { return (needed, 0) }
        var quotes = 0
        for index in field.indices {
            let byte = field[index]
            if byte == Byte.quote { quotes += 1 }
            if byte == delimiter || byte == Byte.lineFeed || byte == Byte.carriageReturn { needed = true }
        }
        return (needed || quotes > 0, quotes)
    }

    /// Whether the bytes may contain a quote, the delimiter or a line end, checked eight at a time; few fields do.
    private static func mayHoldMarks(_ field: Span<UInt8>, delimiter: UInt8) -> Bool {
        unsafe field.withUnsafeBytes { bytes in
            let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
            // The top bit of each byte of `x` that is 0, and perhaps of one above such a byte.
            func zeros(_ x: UInt64) -> UInt64 { (x &- ones) & ~x & tops }
            let marks = (
                Word.quotes, Word.repeating(delimiter), Word.lineFeeds, Word.carriageReturns
            )
            func hasMark(_ word: UInt64) -> Bool {
                (zeros(word ^ marks.0) | zeros(word ^ marks.1) | zeros(word ^ marks.2) | zeros(word ^ marks.3)) != 0
            }
            var at = 0
            while at + 8 <= bytes.count {
                if unsafe hasMark(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) { return true }
                at += 8
            }
            if at == bytes.count { return false }
            if bytes.count >= 8 {
                return unsafe hasMark(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            }
            var word: UInt64 = 0
            // Above the last byte there are zeros, which never match.
            while at < bytes.count {
                word = unsafe word << 8 | UInt64(bytes[at])
                at += 1
            }
            return hasMark(word)
        }
    }
}
