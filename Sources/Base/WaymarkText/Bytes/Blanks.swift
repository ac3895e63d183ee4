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
}
