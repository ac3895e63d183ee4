import WaymarkText

/// The SHA-256 of a file's bytes, by which attachments are stored.
public struct ContentHash: Hashable, Sendable {
    /// The 32 bytes as four numbers, the highest byte first.
    private let words: SIMD4<UInt64>

    init(words: SIMD4<UInt64>) { self.words = words }

    /// The hash of bytes.
    ///
    /// - Complexity: O(*n*).
    public init(_ bytes: Span<UInt8>) {
        var hash = SHA256()
        hash.update(bytes)
        self = hash.value
    }

    /// The hash of a text.
    init(text: String) { self.init(ContiguousArray(text.utf8).span) }

    /// The first 16 bytes.
    var start: (UInt64, UInt64) { (words[0], words[1]) }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: ContiguousArray(text.utf8).span) }

    /// Reads the bytes of such a text.
    init?(utf8 text: Span<UInt8>) {
        guard text.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for place in words.indices {
            guard let word = Hexadecimal.number(text.extracting(16 * place..<16 * place + 16)) else { return nil }
            words[place] = word
        }
        self.init(words: words)
    }
}

extension ContentHash: Comparable {
    /// By their bytes.
    public static func < (a: ContentHash, b: ContentHash) -> Bool {
        (a.words[0], a.words[1], a.words[2], a.words[3]) < (b.words[0], b.words[1], b.words[2], b.words[3])
    }
}

extension ContentHash: CustomStringConvertible {
    /// The hash in 64 lower-case digits, as `sha256sum` prints it.
    public var description: String { String(append) }

    /// Appends the digits of ``description``.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        for place in words.indices { Hexadecimal.append(words[place], digits: 16, to: &bytes) }
    }
}

/// The SHA-256 of bytes in pieces.
///
/// - SeeAlso: FIPS 180-4, section 6.2.
struct SHA256 {
    private var state: SIMD8<UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The bytes of an incomplete block.
    private var rest = ContiguousArray<UInt8>()
    private var count = 0
    private var schedule = ContiguousArray<UInt32>(repeating: 0, count: 64)

    private static let blockSize = 64
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

    /// Adds bytes.
    mutating func update(_ bytes: Span<UInt8>) {
        count += bytes.count
        var taken = 0
        if !rest.isEmpty {
            taken = min(Self.blockSize - rest.count, bytes.count)
            for place in 0..<taken { rest.append(bytes[place]) }
            guard rest.count == Self.blockSize else { return }
            let block = rest
            add(block.span)
            rest.removeAll(keepingCapacity: true)
        }
        while bytes.count - taken >= Self.blockSize {
            add(bytes.extracting(taken..<taken + Self.blockSize))
            taken += Self.blockSize
        }
        for place in taken..<bytes.count { rest.append(bytes[place]) }
    }

    /// The hash of all bytes so far.
    var value: ContentHash {
        var last = self
        var padding: ContiguousArray<UInt8> = [0x80]
        let used = (count + 9) % Self.blockSize
        padding.append(contentsOf: repeatElement(0, count: used == 0 ? 0 : Self.blockSize - used))
        let bits = UInt64(count) * 8
        for place in (0..<8).reversed() { padding.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place))) }
        last.update(padding.span)
        let state = last.state
        return ContentHash(
            words: SIMD4((0..<4).map { UInt64(state[2 * $0]) << 32 | UInt64(state[2 * $0 + 1]) }))
    }

    /// Adds a block of 64 bytes.
    private mutating func add(_ block: Span<UInt8>) {
        for place in 0..<16 {
            schedule[place] =
                UInt32(block[4 * place]) << 24 | UInt32(block[4 * place + 1]) << 16 | UInt32(block[4 * place + 2]) << 8
                | UInt32(block[4 * place + 3])
        }
        for place in 16..<64 {
            let (early, late) = (schedule[place - 15], schedule[place - 2])
            let first = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3
            let second = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10
            schedule[place] = schedule[place - 16] &+ first &+ schedule[place - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for place in 0..<64 {
            let mixed = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
            let chosen = e & f ^ ~e & g
            let first = h &+ mixed &+ chosen &+ Self.constants[place] &+ schedule[place]
            let second = (Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state = state &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    @inline(__always)
    private static func rotated(_ value: UInt32, _ bits: UInt32) -> UInt32 {
        (value &>> bits) | (value &<< (32 &- bits))
    }
}
