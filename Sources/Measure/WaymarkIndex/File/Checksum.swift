/// CRC-32C (Castagnoli), which finds every single flipped bit and every burst of up to 32 bits.
///
/// - SeeAlso: RFC 3720, appendix B.4, for the polynomial and its vectors; eight bytes per step after Kounavis and Berry
///   2005, doi:10.1109/ISCC.2005.18.
package struct Checksum {
    private var state: UInt32 = ~0

    /// The checksum of no bytes.
    package init() {}

    /// The checksum of `bytes`.
    package init(_ bytes: Span<UInt8>) {
        add(bytes)
    }

    /// The checksum of the bytes added so far.
    package var value: UInt32 { ~state }

    /// Adds bytes.
    ///
    /// - Complexity: O(*n*).
    package mutating func add(_ bytes: Span<UInt8>) {
        var crc = state
        let words = bytes.count / 8
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe Self.tables.withUnsafeBufferPointer { tables in
                for word in 0..<words {
                    let next = unsafe UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self))
                    let mixed = next ^ UInt64(crc)
                    crc = 0
                    for byte in 0..<8 {
                        let value = Int(truncatingIfNeeded: mixed >> UInt64(8 * byte)) & 255
                        crc ^= unsafe tables[(7 - byte) << 8 | value]
                    }
                }
                for at in 8 * words..<bytes.count {
                    crc = unsafe crc >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[at])]
                }
            }
        }
        state = crc
    }

    /// The effect of a byte on the remainder if 0 to 7 more follow: eight tables of 256.
    private static let tables: ContiguousArray<UInt32> = {
        var tables = ContiguousArray<UInt32>(repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var remainder = UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0x82F6_3B78 : 0) }
            tables[byte] = remainder
        }
        for at in 256..<tables.count {
            let before = tables[at - 256]
            tables[at] = before >> 8 ^ tables[Int(before & 255)]
        }
        return tables
    }()
}
