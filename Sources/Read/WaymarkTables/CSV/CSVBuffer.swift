import WaymarkText

/// Rows of CSV being formatted; one for each worker.
///
/// Delimiters go in by themselves. A field is quoted when it holds the delimiter, a quote, CR or LF, when a space or
/// tab is at either end, or when it begins with a byte order mark; a record that is one empty field is written `""`,
/// so that it is not a blank line. Records end with LF.
public struct CSVBuffer: Sendable {
    /// The byte between fields.
    public let delimiter: UInt8
    /// What was written so far.
    public private(set) var bytes: ContiguousArray<UInt8> = []
    private var hasFields = false
    private var recordStart = 0

    /// Makes an empty buffer.
    ///
    /// - Parameter delimiter: The byte between fields.
    /// - Precondition: The delimiter is a tab or ASCII punctuation, and neither a quote nor part of a number
    ///   (`+`, `-`, `.`).
    public init(delimiter: UInt8 = UInt8(ascii: ",")) {
        precondition(
            CSVOptions.isUsable(delimiter: delimiter) && ![Byte.plus, Byte.minus, Byte.point].contains(delimiter),
            "this byte cannot stand between fields")
        self.delimiter = delimiter
    }

    /// The number of bytes written so far.
    public var count: Int { bytes.count }

    /// Forgets all bytes, and keeps the room they took.
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
        Quoting.quoteIfNeeded(&bytes, from: start, delimiter: delimiter)
    }

    /// Adds a field of text.
    ///
    /// - Parameter utf8: The text; its bytes go out as they are.
    public mutating func append(utf8: Span<UInt8>) {
        let start = beginField()
        appendBytes(utf8)
        Quoting.quoteIfNeeded(&bytes, from: start, delimiter: delimiter)
    }

    /// Appends one field to `bytes`, quoted where it must be, for rows that are put together elsewhere.
    package static func append(field: Span<UInt8>, delimiter: UInt8, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        unsafe field.withUnsafeBufferPointer { field in unsafe bytes.append(contentsOf: field) }
        Quoting.quoteIfNeeded(&bytes, from: start, delimiter: delimiter)
    }

    /// Puts quotes around the field that begins at `start` and ends with `bytes`, where it needs them.
    package static func quoteField(in bytes: inout ContiguousArray<UInt8>, from start: Int, delimiter: UInt8) {
        Quoting.quoteIfNeeded(&bytes, from: start, delimiter: delimiter)
    }

    /// Adds a field that is a whole number, in digits.
    ///
    /// - Parameter integer: The number.
    public mutating func append(integer: Int) {
        _ = beginField()
        NumberText.append(integer: integer, to: &bytes)
    }

    /// Adds a field that is `value` with a fixed number of decimals; empty where it is not finite.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: How many digits follow the point.
    /// - SeeAlso: `NumberText/append(fixed:decimals:to:)`, which says how it is rounded.
    public mutating func append(fixed value: Double, decimals: Int) {
        _ = beginField()
        NumberText.append(fixed: value, decimals: decimals, to: &bytes)
    }

    /// Adds a field that is `value` in the fewest digits that read back as the same double; empty where it is not finite.
    ///
    /// - Parameter value: The number.
    /// - SeeAlso: `NumberText/append(shortest:to:)`
    public mutating func append(shortest value: Double) {
        _ = beginField()
        NumberText.append(shortest: value, to: &bytes)
    }

    /// Adds the fields of a record that another buffer of the same delimiter has begun and not ended.
    package mutating func append(fields other: CSVBuffer) {
        guard other.hasFields else { return }
        _ = beginField()
        appendBytes(other.bytes.span)
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

    /// Adds bytes as they are: no quotes, no delimiter.
    ///
    /// - Parameter raw: For example whole rows that were formatted elsewhere.
    public mutating func append(raw: Span<UInt8>) {
        appendBytes(raw)
        if !hasFields { recordStart = bytes.count }
    }

    /// Writes the delimiter if one is due; returns where the field starts.
    private mutating func beginField() -> Int {
        if hasFields { bytes.append(delimiter) }
        hasFields = true
        return bytes.count
    }

    private mutating func appendBytes(_ more: Span<UInt8>) {
        unsafe more.withUnsafeBufferPointer { more in unsafe bytes.append(contentsOf: more) }
    }
}

/// When a field needs quotes.
private enum Quoting {
    /// Puts quotes around the field that begins at `start` and ends with the bytes, where it needs them.
    static func quoteIfNeeded(
        _ bytes: inout ContiguousArray<UInt8>, from start: Int, delimiter: UInt8
    ) {
        let (needed, quotes) = need(bytes.span.extracting(start..<bytes.count), delimiter: delimiter)
        guard needed else { return }
        var from = bytes.count
        bytes.append(contentsOf: repeatElement(Byte.quote, count: quotes + 2))
        var to = bytes.count - 1
        // From the back, so that each byte moves once.
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

    /// Whether `field` needs quotes, and how many quotes it holds.
    static func need(_ field: Span<UInt8>, delimiter: UInt8) -> (needed: Bool, quotes: Int) {
        guard field.count > 0 else { return (false, 0) }
        let first = field[0]
        let last = field[field.count - 1]
        var needed = isBlank(first) || isBlank(last)
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

    /// Whether a quote, the delimiter or a line end may be among the bytes, told eight at a time; few fields have one.
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
            // Above the last byte stand bytes of 0, which are no marks.
            while at < bytes.count {
                word = unsafe word << 8 | UInt64(bytes[at])
                at += 1
            }
            return hasMark(word)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }
}
