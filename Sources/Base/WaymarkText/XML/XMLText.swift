/// Text as XML has it.
public enum XMLText {
    /// Text of an XML element or attribute. What XML 1.0 forbids, such as most control characters, becomes U+FFFD.
    public static func escaped(_ text: String) -> String {
        // Most texts stay as they are, and paths are long.
        guard text.utf8.contains(where: mayNeedEscape) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // As they stand, attributes would turn them into blanks.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        // U+FFFE and U+FFFF begin with it.
        case 0xEF:
            true
        default: false
        }
    }
}
