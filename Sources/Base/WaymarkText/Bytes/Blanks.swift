/// Blank cells.
public enum Blanks {
    /// Whether `bytes` holds only ASCII spaces, tabs, U+00A0 (C2 A0) and U+3000 (E3 80 80).
    public static func areAll(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case Byte.space, Byte.tab:
                index += 1
            case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0:
                index += 2
            case 0xE3 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80:
                index += 3
            default:
                return false
            }
        }
        return true
    }

    /// `text` without ASCII white space, U+00A0 and U+3000 at its ends.
    public static func trimming(_ text: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x09...0x0D, 0x20, 0xA0, 0x3000: true
            default: false
            }
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
