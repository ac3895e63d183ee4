import WaymarkText

/// One record of a CSV input, in buffers that are used again.
///
/// Keep one record and read into it again and again: once its buffers have grown to the longest record, reading
/// allocates nothing.
public struct CSVRecord: Sendable {
    /// Where a field lies, and what its raw bytes still need.
    @usableFromInline
    struct Field: Sendable {
        @usableFromInline
        enum Kind: UInt8, Sendable {
            /// As it stands.
            case plain
            /// A quote at both ends and none between.
            case quoted
            /// Doubled quotes, or text after the closing quote.
            case mixed
        }

        @usableFromInline var start: Int32
        @usableFromInline var end: Int32
        @usableFromInline var kind: Kind

        @usableFromInline
        init(start: Int32, end: Int32, kind: Kind) { (self.start, self.end, self.kind) = (start, end, kind) }
    }

    /// The 1-based line of the input where the record starts.
    ///
    /// LF, CR LF and CR each end a line, also inside quotes.
    public internal(set) var line = 0
    /// The 1-based number of the record; the header is not counted.
    public internal(set) var number = 0
    /// The bytes that the fields lie in, as UTF-8.
    ///
    /// Unquoted and decoded. Between two fields there may be bytes that belong to neither; `range(_:)` says where
    /// each field is.
    public internal(set) var utf8: ContiguousArray<UInt8> = []
    /// Set when the record cannot be used as it was meant.
    ///
    /// The fields then hold what could be read, with U+FFFD in place of invalid bytes.
    public internal(set) var rejection: Rejection?
    @usableFromInline var fields = FieldList()

    /// Makes an empty record.
    public init() {}

    /// The number of fields.
    @inlinable public var count: Int { fields.count }

    /// Where a field lies in `utf8`.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: Its place; an empty range when the record has no such field.
    @inlinable @inline(__always)
    public func range(_ field: Int) -> Range<Int> {
        guard field >= 0, field < fields.count else { return 0..<0 }
        let place = fields[field]
        return Int(place.start)..<Int(place.end)
    }

    /// The text of a field as it stands, spaces and all; "" when the record has no such field.
    ///
    /// - Parameter field: The number of the field, from 0.
    public subscript(_ field: Int) -> String {
        String(decoding: utf8[range(field)], as: UTF8.self)
    }

    /// Calls `body` with the bytes of a field, empty when the record has no such field.
    ///
    /// - Parameters:
    ///   - field: The number of the field, from 0.
    ///   - body: Reads the bytes; they cannot be kept.
    /// - Returns: What `body` returns.
    @inlinable
    public func withUTF8<R>(_ field: Int, _ body: (Span<UInt8>) -> R) -> R {
        body(utf8.span.extracting(range(field)))
    }

    /// Whether a field is empty, absent, or holds only spaces, tabs, U+00A0 and U+3000.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: `true` where nothing is to be read.
    public func isBlank(_ field: Int) -> Bool {
        withUTF8(field) { Blanks.areAll($0) }
    }

    /// The number in a field.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: The nearest double; `nil` when the field is blank or not a plain, finite decimal number.
    public func double(_ field: Int) -> Double? {
        withUTF8(field) { NumberParser.double($0) }
    }

    /// The whole number in a field.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: The number; `nil` when the field is blank, not a whole number in digits, or too large for `Int`.
    public func integer(_ field: Int) -> Int? {
        withUTF8(field) { NumberParser.integer($0) }
    }

    /// Compares the number of fields with that of the header.
    ///
    /// Surplus fields are allowed while they are blank, as spreadsheets write them.
    ///
    /// - Parameters:
    ///   - expected: The number of fields there should be.
    ///   - model: What has that number, for the message.
    /// - Returns: `nil` when it fits; otherwise a rejection that gives both numbers.
    public func checkFieldCount(_ expected: Int, of model: String = "the header") -> Rejection? {
        if count == expected { return nil }
        if count > expected, (expected..<count).allSatisfy({ isBlank($0) }) { return nil }
        let fields = count == 1 ? "1 field" : "\(count) fields"
        return Rejection(line: line, reason: "has \(fields), \(model) has \(expected)")
    }
}
