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
