/// ASCII bytes by name.
public enum Byte {
    /// A tab.
    @inlinable public static var tab: UInt8 { 0x09 }
    /// LF.
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    /// CR.
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    /// A space.
    @inlinable public static var space: UInt8 { 0x20 }
    /// `"`.
    @inlinable public static var quote: UInt8 { 0x22 }
    /// `+`.
    @inlinable public static var plus: UInt8 { 0x2B }
    /// `,`.
    @inlinable public static var comma: UInt8 { 0x2C }
    /// `-`.
    @inlinable public static var minus: UInt8 { 0x2D }
    /// `.`.
    @inlinable public static var point: UInt8 { 0x2E }
    /// `0`.
    @inlinable public static var zero: UInt8 { 0x30 }

    /// Whether `byte` is LF or CR.
    @inlinable @inline(__always)
    public static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}

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

extension ContiguousArray<UInt8> {
    /// Appends a fixed text.
    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe append(contentsOf: text) }
    }

    /// Appends a text in UTF-8.
    @inlinable @inline(__always)
    public mutating func append(utf8: Span<UInt8>) {
        unsafe utf8.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// The text that `write` appends in UTF-8.
    @inlinable
    public init(_ write: (inout ContiguousArray<UInt8>) -> Void) {
        var bytes = ContiguousArray<UInt8>()
        write(&bytes)
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// A text of UTF-8; malformed bytes become U+FFFD.
    @inlinable
    public init(utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// Eight bytes at a time.
public enum Word {
    /// Eight LF.
    @inlinable public static var lineFeeds: UInt64 { repeating(Byte.lineFeed) }
    /// Eight CR.
    @inlinable public static var carriageReturns: UInt64 { repeating(Byte.carriageReturn) }
    /// Eight quotes.
    @inlinable public static var quotes: UInt64 { repeating(Byte.quote) }

    /// A word with the same byte eight times.
    @inlinable @inline(__always)
    public static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Bit 7 of each byte in which `word` equals `pattern`, exactly.
    @inlinable @inline(__always)
    public static func matches(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let difference = word ^ pattern
        return ~((difference & low &+ low) | difference | low)
    }

    /// All bits below `bit`; `bit` is below 64.
    @inlinable @inline(__always)
    public static func below(_ bit: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: bit)) &- 1 }
}
