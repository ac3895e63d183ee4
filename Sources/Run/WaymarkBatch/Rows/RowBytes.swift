import WaymarkText

/// A reused buffer of rows.
///
/// The only type of the module that writes through pointers. For safety, a writer first states a maximum number of
/// bytes, and gets a ``Cursor`` only if these fit.
struct RowBytes: Sendable {
    /// Always of full length; bytes from `count` on are meaningless.
    private(set) var storage: ContiguousArray<UInt8>
    private(set) var count = 0

    /// The number of bytes that a writer may touch beyond the requested ones.
    private static let slack = 16

    /// The usual number of bytes of rows that are handed on together.
    static let usual = 1 << 18

    /// Room for the usual number of bytes, in the buffer of `spare` if there is one; consumed, since a second owner would
    /// make writing copy it.
    init(reusing spare: consuming RowBytes?) {
        storage = spare?.storage ?? ContiguousArray(repeating: 0, count: Self.usual + Self.slack)
    }

    var room: Int { storage.count - Self.slack - count }

    mutating func removeAll() { count = 0 }

    mutating func reserve(_ need: Int) {
        if need > room { storage.append(contentsOf: repeatElement(0, count: max(need - room, storage.count / 2))) }
    }

    mutating func append(_ bytes: ContiguousArray<UInt8>) {
        reserve(bytes.count)
        storage.replaceSubrange(count..<count + bytes.count, with: bytes)
        count += bytes.count
    }

    /// Appends the bytes from `start` on to others.
    func copy(from start: Int, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(utf8: storage.span.extracting(start..<count))
    }

    /// Lets `body` write up to `need` bytes at the end.
    ///
    /// - Precondition: There is room for `need` bytes.
    @inline(__always)
    mutating func write(_ need: Int, _ body: (inout Cursor) -> Void) {
        precondition(need <= room, "there is no room")
        let held = count
        count += unsafe storage.withUnsafeMutableBufferPointer { storage in
            let start = unsafe storage.baseAddress! + held
            var cursor = unsafe Cursor(next: start)
            body(&cursor)
            let written = unsafe cursor.next - start
            precondition(written <= need, "more was written than was asked for")
            return written
        }
    }

    @safe
    struct Cursor {
        fileprivate var next: UnsafeMutablePointer<UInt8>

        /// Writes a non-negative whole number; needs `Digits.room`.
        @inline(__always)
        mutating func write(_ number: Int) {
            guard number < 100_000_000 else {
                unsafe next += Digits.write(UInt64(truncatingIfNeeded: number), at: next)
                return
            }
            writeUpTo8Digits(of: UInt64(truncatingIfNeeded: number))
        }

        /// Writes a number of thousandths with a decimal point; needs `Digits.room`.
        @inline(__always)
        mutating func write(thousandths: UInt64) {
            let whole = thousandths / 1000
            guard whole < 100_000_000 else {
                unsafe next += Digits.write(thousandths: thousandths, at: next)
                return
            }
            writeUpTo8Digits(of: whole)
            let rest = thousandths &- whole &* 1000
            // Exact below 1100, and below 1029.
            let hundreds = (rest &* 41) >> 12
            let pair = rest &- hundreds &* 100
            let tens = (pair &* 205) >> 11
            let text = 0x3030_302E | hundreds << 8 | tens << 16 | (pair &- tens &* 10) << 24
            unsafe UnsafeMutableRawPointer(next).storeBytes(
                of: UInt32(truncatingIfNeeded: text).littleEndian, as: UInt32.self)
            unsafe next += 4
        }

        /// Writes a number of ten-thousandths below 10^5, with a decimal point; needs `Digits.room`.
        @inline(__always)
        mutating func write(tenThousandths: UInt64) {
            precondition(tenThousandths < 100_000)
            let digits = eightDigits(of: tenThousandths) | 0x3030_3030_3030_3030
            // One digit, the point, four digits.
            let text = digits >> 24 & 0xFF | 0x2E << 8 | (digits >> 32) << 16
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: text.littleEndian, as: UInt64.self)
            unsafe next += 6
        }

        /// Writes a number below 10^8, and up to 8 bytes in all; no branch depends on its length.
        @inline(__always)
        private mutating func writeUpTo8Digits(of number: UInt64) {
            let digits = eightDigits(of: number)
            let zeros = min(digits.trailingZeroBitCount >> 3, 7)
            let text = (digits | 0x3030_3030_3030_3030) &>> UInt64(truncatingIfNeeded: 8 * zeros)
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: text.littleEndian, as: UInt64.self)
            unsafe next += 8 - zeros
        }

        /// Writes the text of a slot; needs its length.
        @inline(__always)
        mutating func write(_ slot: Segments.Slot) {
            guard let text = slot.short else { return write(slot.long) }
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: text.low, as: UInt64.self)
            unsafe UnsafeMutableRawPointer(next + 8).storeBytes(of: text.high, as: UInt64.self)
            unsafe next += text.count
        }

        /// Writes a piece; needs its length.
        @inline(__always)
        mutating func write(_ piece: BytePiece) {
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: piece.word, as: UInt64.self)
            var done = 8
            while done < piece.count {
                let word = unsafe UnsafeRawPointer(piece.start + done).loadUnaligned(as: UInt64.self)
                unsafe UnsafeMutableRawPointer(next + done).storeBytes(of: word, as: UInt64.self)
                done += 8
            }
            unsafe next += piece.count
        }
    }
}

/// Bytes in memory that can be read 8 at a time, with the first 8 loaded.
///
/// The creator guarantees that the bytes, and `slack` more, do not change while it is used.
@safe
struct BytePiece {
    /// Copies use steps of 8 bytes and may read this many bytes beyond the requested ones.
    static let slack = 8

    fileprivate let start: UnsafePointer<UInt8>
    let count: Int
    fileprivate let word: UInt64

    @unsafe @inline(__always)
    init(paddedAt start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
        word = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    }
}

/// The eight digits of a number below 10^8, one byte each, the first in the lowest byte.
@inline(__always)
package func eightDigits(of number: UInt64) -> UInt64 {
    // Two fours, then four pairs, then eight digits: each division is a multiplication that is exact in this range.
    let high = number / 10_000
    let fours = high | (number &- high &* 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
}
