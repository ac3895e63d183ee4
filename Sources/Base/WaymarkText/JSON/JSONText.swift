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
    public static func of(_ text: String) -> String {
        var bytes = ContiguousArray<UInt8>()
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

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
