/// Strings as JSON text (RFC 8259), appended to bytes.
public enum JSONText {
    /// Appends a string with its quotes.
    ///
    /// Quote, backslash and control characters are escaped; all else stands as UTF-8.
    ///
    /// - Parameters:
    ///   - text: Any string.
    ///   - bytes: Where it goes.
    /// - Complexity: O(*n*).
    public static func append(_ text: String, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(Byte.quote)
        for byte in text.utf8 { append(byte, to: &bytes) }
        bytes.append(Byte.quote)
    }

    /// Appends a text in UTF-8 with its quotes, as `append(_:to:)` does a string.
    package static func append(utf8 text: Span<UInt8>, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(Byte.quote)
        for index in text.indices { append(text[index], to: &bytes) }
        bytes.append(Byte.quote)
    }

    private static func append(_ byte: UInt8, to bytes: inout ContiguousArray<UInt8>) {
        switch byte {
        case Byte.quote: bytes.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
        case Byte.lineFeed: bytes.append(contentsOf: "\\n".utf8)
        case Byte.carriageReturn: bytes.append(contentsOf: "\\r".utf8)
        case Byte.tab: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
            bytes.append(hexadecimal(byte & 15))
        default: bytes.append(byte)
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") + digit - 10
    }
}
