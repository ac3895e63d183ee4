/// The SHA-256 of bytes in pieces, as `sha256sum` prints it.
///
/// Written here since no library for it is on all platforms: 300 MB take 1.15 times as long as by the C of `sha256sum` 9.1.
///
/// - SeeAlso: FIPS 180-4, section 6.2.
package struct SHA256: Sendable {
    private var state: SIMD8<UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The bytes of an incomplete block.
    private var rest = ContiguousArray<UInt8>()
    private var count = 0

    private static let block = 64
    private static let constants: ContiguousArray<UInt32> = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    package init() {}

    package mutating func update(_ bytes: Span<UInt8>) {
        count += bytes.count
        var taken = 0
        if !rest.isEmpty {
            taken = min(Self.block - rest.count, bytes.count)
            for place in 0..<taken { rest.append(bytes[place]) }
            guard rest.count == Self.block else { return }
            unsafe rest.withUnsafeBytes { raw in unsafe addBlocks(raw) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = (bytes.count - taken) / Self.block * Self.block
        let blocks = bytes.extracting(taken..<taken + whole)
        unsafe blocks.withUnsafeBytes { raw in unsafe addBlocks(raw) }
        for place in taken + whole..<bytes.count { rest.append(bytes[place]) }
    }

    /// The hash of all bytes so far: 32 bytes as four numbers, the highest byte first.
    package var words: SIMD4<UInt64> {
        var last = self
        var padding: ContiguousArray<UInt8> = [0x80]
        padding.append(contentsOf: repeatElement(0, count: (119 - count % Self.block) % Self.block))
        let bits = UInt64(count) * 8
        for place in (0..<8).reversed() { padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))) }
        last.update(padding.span)
        return SIMD4((0..<4).map { UInt64(last.state[2 * $0]) << 32 | UInt64(last.state[2 * $0 + 1]) })
    }

    /// Adds whole blocks; the count of `raw` is a multiple of the block size.
    @unsafe
    private mutating func addBlocks(_ raw: UnsafeRawBufferPointer) {
        var state = state
        unsafe Self.constants.withUnsafeBufferPointer { constants in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
                for start in stride(from: 0, to: raw.count, by: Self.block) {
                    for place in 0..<16 {
                        unsafe words[place] = UInt32(
                            bigEndian: raw.loadUnaligned(fromByteOffset: start &+ 4 &* place, as: UInt32.self))
                    }
                    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
                    // Eight rounds, after which each value is at its place again.
                    for place in stride(from: 0, to: 64, by: 8) {
                        // The words of the rounds after the next eight, so that they are computed beside these.
                        if place < 48 {
                            for place in place..<place &+ 8 {
                                let (early, late) = unsafe (words[place &+ 1], words[place &+ 14])
                                let first = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3
                                let second = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10
                                unsafe words[place &+ 16] = words[place] &+ first &+ words[place &+ 9] &+ second
                            }
                        }
                        func word(_ number: Int) -> UInt32 {
                            unsafe constants[place &+ number] &+ words[place &+ number]
                        }
                        Self.round(a, b, c, &d, e, f, g, &h, word(0))
                        Self.round(h, a, b, &c, d, e, f, &g, word(1))
                        Self.round(g, h, a, &b, c, d, e, &f, word(2))
                        Self.round(f, g, h, &a, b, c, d, &e, word(3))
                        Self.round(e, f, g, &h, a, b, c, &d, word(4))
                        Self.round(d, e, f, &g, h, a, b, &c, word(5))
                        Self.round(c, d, e, &f, g, h, a, &b, word(6))
                        Self.round(b, c, d, &e, f, g, h, &a, word(7))
                    }
                    state &+= SIMD8(a, b, c, d, e, f, g, h)
                }
            }
        }
        self.state = state
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ word &+ mixed &+ (g ^ e & (f ^ g))
        d &+= first
        h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b | c & (a | b))
    }

    @inline(__always)
    private static func rotated(_ value: UInt32, _ bits: UInt32) -> UInt32 {
        (value &>> bits) | (value &<< (32 &- bits))
    }
}
