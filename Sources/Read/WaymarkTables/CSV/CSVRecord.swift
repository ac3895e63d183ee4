import WaymarkText

/// One record of a CSV input, in reused buffers.
///
/// Reuse one record for reading: once its buffers have grown to the longest record, reading allocates nothing.
public struct CSVRecord: Sendable {
    /// The range of a field, and the state of its raw bytes.
    @usableFromInline
    struct Field: Sendable {
        @usableFromInline
        enum Kind: UInt8, Sendable {
            /// Unquoted.
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
    /// The bytes of the fields, as UTF-8.
    ///
    /// Unquoted and decoded. There may be bytes between fields that belong to neither; `range(_:)` gives the range of
    /// each field.
    public internal(set) var utf8: ContiguousArray<UInt8> = []
    /// Set if the record is invalid.
    ///
    /// The fields then have the readable text, with U+FFFD instead of invalid bytes.
    public internal(set) var rejection: Rejection?
    @usableFromInline var fields = FieldList()

    /// Makes an empty record.
    public init() {}

    /// Makes the first record of a table with one column.
    package init(onlyField text: String) {
        (line, number, utf8) = (2, 1, ContiguousArray(text.utf8))
        fields.append(Field(start: 0, end: Int32(clamping: utf8.count), kind: .plain))
    }

    /// The number of fields.
    @inlinable public var count: Int { fields.count }

    /// The range of a field in `utf8`.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: Its range; empty if the field is missing.
    @inlinable @inline(__always)
    public func range(_ field: Int) -> Range<Int> {
        guard field >= 0, field < fields.count else { return 0..<0 }
        let place = fields[field]
        return Int(place.start)..<Int(place.end)
    }

    /// The text of a field, including spaces; "" if the field is missing.
    ///
    /// - Parameter field: The number of the field, from 0.
    public subscript(_ field: Int) -> String {
        String(decoding: utf8[range(field)], as: UTF8.self)
    }

    /// Whether a field is empty, missing, or contains only spaces, tabs, U+00A0 and U+3000.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: `true` for a blank field.
    public func isBlank(_ field: Int) -> Bool {
        Blanks.areAll(utf8.span.extracting(range(field)))
    }

    /// The number in a field.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: The nearest double; `nil` if the field is blank or not a plain, finite decimal number.
    public func double(_ field: Int) -> Double? {
        NumberParser.double(utf8.span.extracting(range(field)))
    }

    /// The whole number in a field.
    ///
    /// - Parameter field: The number of the field, from 0.
    /// - Returns: The number; `nil` if the field is blank, not a whole number in digits, or too large for `Int`.
    public func integer(_ field: Int) -> Int? {
        NumberParser.integer(utf8.span.extracting(range(field)))
    }

    /// Compares the number of fields with that of the header.
    ///
    /// Extra blank fields are allowed, since spreadsheets write them.
    ///
    /// - Parameters:
    ///   - expected: The expected number of fields.
    ///   - model: What defines that number, for the message.
    /// - Returns: `nil` if it matches; otherwise a rejection with both numbers.
    public func checkFieldCount(_ expected: Int, of model: String = "the header") -> Rejection? {
        if count == expected { return nil }
        if count > expected, (expected..<count).allSatisfy({ isBlank($0) }) { return nil }
        let fields = count == 1 ? "1 field" : "\(count) fields"
        return Rejection(line: line, reason: "has \(fields), \(model) has \(expected)")
    }
}

/// The fields of a record, in reused storage.
///
/// Removing all elements of an array while keeping its capacity calls generic code, which is slow for a short record;
/// here it only sets a number.
@usableFromInline
struct FieldList: Sendable {
    @usableFromInline var storage: ContiguousArray<CSVRecord.Field> = []
    @usableFromInline private(set) var count = 0

    var indices: Range<Int> { 0..<count }

    @inlinable
    subscript(_ index: Int) -> CSVRecord.Field {
        get { storage[index] }
        set { storage[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ field: CSVRecord.Field) {
        if count < storage.count { storage[count] = field } else { storage.append(field) }
        count += 1
    }

    mutating func removeAll() { count = 0 }

    /// Replaces the fields by those written by `fill`, which is called again with more room if it returns nil.
    @inline(__always)
    mutating func replaceAll(_ fill: (UnsafeMutableBufferPointer<CSVRecord.Field>) -> Int?) {
        while true {
            let filled = unsafe storage.withUnsafeMutableBufferPointer { unsafe fill($0) }
            if let filled {
                precondition(filled <= storage.count, "more fields than there is room for")
                count = filled
                return
            }
            let none = CSVRecord.Field(start: 0, end: 0, kind: .plain)
            storage.append(contentsOf: repeatElement(none, count: max(16, storage.count)))
        }
    }
}
