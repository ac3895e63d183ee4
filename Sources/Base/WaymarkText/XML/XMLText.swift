/// Text for XML.
public enum XMLText {
    /// Whether XML 1.0 can have a character, written or by reference: not control characters but tab and line ends, nor U+FFFE and U+FFFF.
    package static func allows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": true
        case "\u{0}"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}": false
        default: true
        }
    }

    /// Whether XML can have every character of a text.
    package static func allows(_ text: String) -> Bool {
        // 0xEF is the first byte of U+FFFE and U+FFFF.
        !text.utf8.contains { $0 < 0x20 || $0 == 0xEF } || text.unicodeScalars.allSatisfy(allows)
    }

    /// Text of an XML element or attribute. Characters that XML cannot have become U+FFFD.
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
            default: escaped.unicodeScalars.append(allows(scalar) ? scalar : "\u{FFFD}")
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
