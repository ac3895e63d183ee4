/// A hash of bytes under a key that is drawn anew for each process, so that no input can be made on which hashes collide.
///
/// Words are folded in by multiplication to 128 bits, whose halves are combined, as wyhash does.
package struct KeyedHash: Sendable {
    private let first: UInt64
    private let second: UInt64

    /// A hash under a key of its own.
    package init() {
        first = .random(in: 0 ... .max) | 1
        second = .random(in: 0 ... .max) | 1
    }

    /// The hash of `bytes` after that of others; 0 where there are none.
    @inline(__always)
    package func hash(_ bytes: Span<UInt8>, after state: UInt64 = 0) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe hash($0, after: state) }
    }

    @unsafe @inline(__always)
    private func hash(_ bytes: UnsafeRawBufferPointer, after state: UInt64) -> UInt64 {
        let count = bytes.count
        // The length first, so that cells side by side cannot be told apart otherwise than they are.
        var hash = Self.fold(state ^ UInt64(truncatingIfNeeded: count) &+ second, first)
        var at = 0
        while at + 8 <= count {
            hash = unsafe Self.fold(hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self), first)
            at += 8
        }
        if at < count {
            var rest: UInt64 = 0
            if count >= 8 {
                rest = unsafe bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            } else {
                while at < count {
                    rest = unsafe rest << 8 | UInt64(bytes[at])
                    at += 1
                }
            }
            hash = Self.fold(hash ^ rest, second)
        }
        return Self.fold(hash ^ second, first)
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return high ^ low
    }
}
