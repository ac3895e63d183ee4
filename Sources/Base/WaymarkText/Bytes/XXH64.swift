/// The 64-bit xxHash of bytes in pieces: it detects damaged or mixed-up bytes, not forged ones.
///
/// The only checksum of files: of the sections of an index file, of the parts of a batch and of their inputs. It misses
/// one damage in 2⁶⁴. With seed 0, as printed by `xxh64sum`. Several gigabytes per second.
///
/// - SeeAlso: Collet, *xxHash fast digest algorithm*, version 0.1.1, section "XXH64".
package struct XXH64: Sendable {
    /// The number of bytes so far.
    package private(set) var count = 0
    private var lanes = SIMD4<UInt64>(first &+ second, second, 0, 0 &- first)
    /// The bytes of an incomplete stripe.
    private var rest = ContiguousArray<UInt8>()

    private static let first: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let third: UInt64 = 0x1656_67B1_9E37_79F9
    private static let fourth: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let fifth: UInt64 = 0x27D4_EB2F_1656_67C5
    private static let stripe = 32

    package init() {}

    package init(_ bytes: Span<UInt8>) { update(bytes) }

    package mutating func update(_ bytes: Span<UInt8>) {
        count += bytes.count
        var taken = 0
        if !rest.isEmpty {
            taken = min(Self.stripe - rest.count, bytes.count)
            for i in 0..<taken { rest.append(bytes[i]) }
            guard rest.count == Self.stripe else { return }
            unsafe rest.withUnsafeBytes { raw in unsafe addStripes(raw) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = (bytes.count - taken) / Self.stripe * Self.stripe
        let stripes = bytes.extracting(taken..<taken + whole)
        unsafe stripes.withUnsafeBytes { raw in unsafe addStripes(raw) }
        for i in taken + whole..<bytes.count { rest.append(bytes[i]) }
    }

    /// Adds whole stripes; the count of `raw` is a multiple of the stripe size.
    @unsafe
    private mutating func addStripes(_ raw: UnsafeRawBufferPointer) {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        for at in stride(from: 0, to: raw.count, by: Self.stripe) {
            a = Self.round(a, unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
            b = Self.round(b, unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)))
            c = Self.round(c, unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)))
            d = Self.round(d, unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self)))
        }
        lanes = SIMD4(a, b, c, d)
    }

    /// The hash of all bytes so far.
    package var value: UInt64 {
        var hash = Self.fifth
        if count >= Self.stripe {
            hash =
                Self.rotated(lanes[0], 1) &+ Self.rotated(lanes[1], 7) &+ Self.rotated(lanes[2], 12)
                &+ Self.rotated(lanes[3], 18)
            for i in 0..<4 { hash = (hash ^ Self.round(0, lanes[i])) &* Self.first &+ Self.fourth }
        }
        hash &+= UInt64(count)
        var left = rest[...]
        while left.count >= 8 {
            hash ^= Self.round(0, Self.integer(left.prefix(8)))
            hash = Self.rotated(hash, 27) &* Self.first &+ Self.fourth
            left = left.dropFirst(8)
        }
        if left.count >= 4 {
            hash ^= Self.integer(left.prefix(4)) &* Self.first
            hash = Self.rotated(hash, 23) &* Self.second &+ Self.third
            left = left.dropFirst(4)
        }
        for byte in left {
            hash ^= UInt64(byte) &* Self.fifth
            hash = Self.rotated(hash, 11) &* Self.first
        }
        hash ^= hash >> 33
        hash &*= Self.second
        hash ^= hash >> 29
        hash &*= Self.third
        return hash ^ (hash >> 32)
    }

    /// The hash in sixteen hexadecimal digits.
    package var text: String { Hexadecimal.text(value, digits: 16) }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotated(lane &+ input &* second, 31) &* first
    }

    @inline(__always)
    private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        (value &<< bits) | (value &>> (64 &- bits))
    }
}
