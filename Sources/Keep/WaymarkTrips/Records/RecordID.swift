import WaymarkText

/// Identifies a record of a store: a UUID, final when made.
///
/// Ids made here are of version 7 (RFC 9562): they begin with the time, so that ids made later are greater. Ids of any
/// version are read.
public struct RecordID: Hashable, Sendable {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// An id of 128 bits.
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10`, upper or lower case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var (high, low, digits) = (UInt64(0), UInt64(0), 0)
        for (place, byte) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard digits < 32, let digit = Hexadecimal.value(byte) else { return nil }
            if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
            digits += 1
        }
        guard digits == 32 else { return nil }
        self.init(high: high, low: low)
    }
}

extension RecordID: Comparable {
    /// Whether the first id is less, as bytes: of two ids of version 7, the one made earlier.
    public static func < (a: RecordID, b: RecordID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension RecordID: CustomStringConvertible {
    /// The id in lower-case digits: `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10`.
    public var description: String {
        var text = ContiguousArray<UInt8>()
        text.reserveCapacity(36)
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            let half = place < 16 ? high : low
            text.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (place % 16)) & 15)))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
