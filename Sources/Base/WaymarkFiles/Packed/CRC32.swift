/// The CRC-32 of bytes in pieces, as gzip and ZIP have it of their contents.
package struct CRC32: Sendable {
    private var sum = UInt32.max

    /// The checksum of no bytes.
    package init() {}

    /// The checksum of `bytes`.
    package init(_ bytes: Span<UInt8>) { update(bytes) }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~sum }

    /// Adds bytes.
    ///
    /// Four at a time, by four tables: a byte has its effect after as many others.
    package mutating func update(_ bytes: Span<UInt8>) {
        var at = 0
        while at + 4 <= bytes.count {
            let word =
                UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
                | UInt32(bytes[at + 3]) << 24
            let mixed = sum ^ word
            sum =
                Self.tables[768 + Int(mixed & 0xFF)] ^ Self.tables[512 + Int(mixed >> 8 & 0xFF)]
                ^ Self.tables[256 + Int(mixed >> 16 & 0xFF)] ^ Self.tables[Int(mixed >> 24)]
            at += 4
        }
        while at < bytes.count {
            sum = Self.tables[Int((sum ^ UInt32(bytes[at])) & 0xFF)] ^ (sum >> 8)
            at += 1
        }
    }

    /// The effect of each byte, alone and before one, two and three zeros.
    private static let tables: ContiguousArray<UInt32> = {
        var tables = ContiguousArray<UInt32>()
        for number in UInt32(0)..<256 {
            var value = number
            for _ in 0..<8 {
                let isOdd = value & 1 == 1
                value >>= 1
                if isOdd { value ^= 0xEDB8_8320 }
            }
            tables.append(value)
        }
        for place in 0..<768 { tables.append(tables[Int(tables[place] & 0xFF)] ^ (tables[place] >> 8)) }
        return tables
    }()
}
