/// Strings and numbers as JSON (RFC 8259), appended to bytes.
public enum JSONText {
    /// Appends a string with its quotes.
    ///
    /// Quotes, backslashes and control characters are escaped; everything else is UTF-8.
    ///
    /// - Complexity: O(*n*).
    public static func append(_ text: String, to bytes: inout ContiguousArray<UInt8>) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            append(utf8: unsafe Span(_unsafeElements: text), to: &bytes)
        }
        if isWritten == nil { append(utf8: ContiguousArray(text.utf8).span, to: &bytes) }
    }

    /// Appends UTF-8 text with quotes, as `append(_:to:)` appends a string.
    public static func append(utf8 text: Span<UInt8>, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(Byte.quote)
        var start = 0
        for index in text.indices where isEscaped(text[index]) {
            bytes.append(utf8: text.extracting(start..<index))
            append(escaped: text[index], to: &bytes)
            start = index + 1
        }
        bytes.append(utf8: text.extracting(start..<text.count))
        bytes.append(Byte.quote)
    }

    /// Appends a list of strings.
    public static func append(_ items: [String], to bytes: inout ContiguousArray<UInt8>) {
        bytes.append("[")
        for (number, item) in items.enumerated() {
            if number > 0 { bytes.append(",") }
            append(item, to: &bytes)
        }
        bytes.append("]")
    }

    /// A string as JSON, with its quotes.
    public static func of(_ text: String) -> String { String { append(text, to: &$0) } }

    @inline(__always)
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == Byte.quote || byte == UInt8(ascii: "\\")
    }

    private static func append(escaped byte: UInt8, to bytes: inout ContiguousArray<UInt8>) {
        switch byte {
        case Byte.quote: bytes.append("\\\"")
        case UInt8(ascii: "\\"): bytes.append("\\\\")
        case Byte.lineFeed: bytes.append("\\n")
        case Byte.carriageReturn: bytes.append("\\r")
        case Byte.tab: bytes.append("\\t")
        default:
            bytes.append(byte < 0x10 ? "\\u000" : "\\u001")
            bytes.append(Hexadecimal.digit(byte & 15))
        }
    }
}

/// The numbers of a JSON list as they are written, between its brackets.
///
/// A map has a list for each of its positions; as values of their own, numbers would cost more to free than to read.
public struct JSONNumbers: Sendable {
    /// The numbers, with their commas and blanks.
    let text: String

    /// The numbers one by one, as written.
    public var texts: [String] {
        text.utf8.split(separator: Byte.comma).map { number in
            String(Substring(number.drop(while: Self.isBlank).prefix { !Self.isBlank($0) }))
        }
    }

    /// The first two numbers, such as a longitude and a latitude; nil if there are fewer, or one has no finite value.
    public var pair: (Double, Double)? {
        let pair: (Double, Double)?? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            Self.pair(of: unsafe Span(_unsafeElements: utf8))
        }
        return pair ?? Self.pair(of: ContiguousArray(text.utf8).span)
    }

    private static func pair(of utf8: Span<UInt8>) -> (Double, Double)? {
        guard let middle = comma(in: utf8, from: 0) else { return nil }
        let end = comma(in: utf8, from: middle + 1) ?? utf8.count
        guard let first = NumberParser.double(utf8.extracting(0..<middle)),
            let second = NumberParser.double(utf8.extracting(middle + 1..<end))
        else { return nil }
        return (first, second)
    }

    private static func comma(in utf8: Span<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < utf8.count {
            if utf8[position] == Byte.comma { return position }
            position += 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= Byte.space }
}
