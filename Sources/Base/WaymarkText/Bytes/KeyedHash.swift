/// A hash of bytes with a random key for each process, so that no input can be constructed whose hashes collide.
///
/// Words are folded in by multiplication to 128 bits, whose halves are combined, as in wyhash.
public struct KeyedHash: Sendable {
    @usableFromInline
    let first: UInt64
    @usableFromInline
    let second: UInt64

    /// A hash with its own key.
    public init() {
        first = .random(in: 0 ... .max) | 1
        second = .random(in: 0 ... .max) | 1
    }

    /// The hash of `bytes` after that of others; 0 if there are none. One multiplication per started 16 bytes.
    @inlinable @inline(__always)
    public func hash(_ bytes: Span<UInt8>, after state: UInt64 = 0) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe hash($0, after: state) }
    }

    @unsafe @inlinable @inline(__always)
    func hash(_ bytes: UnsafeRawBufferPointer, after state: UInt64) -> UInt64 {
        let count = bytes.count
        // With the length, so that adjacent cells cannot be divided differently.
        var hash = (state ^ second) &+ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        @inline(__always)
        func word(_ at: Int) -> UInt64 { unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) }
        @inline(__always)
        func half(_ at: Int) -> UInt64 {
            UInt64(unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        }
        var at = 0
        while at + 16 < count {
            hash = Self.fold(word(at) ^ first, word(at + 8) ^ hash)
            at += 16
        }
        // The remaining bytes, up to 16, in two words that overlap if there are fewer.
        if count >= 16 { return Self.fold(word(count - 16) ^ first, word(count - 8) ^ hash) }
        if count >= 8 { return Self.fold(word(0) ^ first, word(count - 8) ^ hash) }
        if count >= 4 { return Self.fold(half(0) << 32 | half(count - 4) ^ first, hash) }
        guard count > 0 else { return Self.fold(first, hash) }
        let few = unsafe UInt64(bytes[0]) << 16 | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count - 1])
        return Self.fold(few ^ first, hash)
    }

    @inlinable @inline(__always)
    static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return high ^ low
    }
}
