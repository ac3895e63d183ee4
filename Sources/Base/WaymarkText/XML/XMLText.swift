/// Text for XML.
public enum XMLText {
    /// Text of an XML element or attribute. What XML 1.0 forbids, such as most control characters, becomes U+FFFD.
    public static func escaped(_ text: String) -> String {
        // Most texts need no escapes, and paths are long.
        guard text.utf8.contains(where: mayNeedEscape) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // Unescaped, they would become blanks in attributes.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        // 0xEF is the first byte of U+FFFE and U+FFFF.
        byte < 0x20 || byte == 0xEF || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
