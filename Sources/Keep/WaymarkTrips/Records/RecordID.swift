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
    public init?(_ text: some StringProtocol) { self.init(utf8: ContiguousArray(text.utf8).span) }

    /// Reads the bytes of such a text.
    init?(utf8 text: Span<UInt8>) {
        guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == Byte.minus }) else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for group in [0..<8, 9..<13, 14..<18, 19..<23, 24..<36] {
            guard let number = Hexadecimal.number(text.extracting(group)) else { return nil }
            let width = UInt64(4 * group.count)
            (high, low) = (high << width | low >> (64 - width), low << width | number)
        }
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
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the digits of ``description``.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(high >> 16, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(high, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(low >> 48, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(low, digits: 12, to: &bytes)
    }
}
