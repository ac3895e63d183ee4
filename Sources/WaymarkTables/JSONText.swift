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
        for byte in text.utf8 {
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
        bytes.append(Byte.quote)
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") + digit - 10
    }
}
