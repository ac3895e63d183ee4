package import WaymarkGeodesy
import WaymarkText

/// Integers as printable text in Google's encoding: the low five bits first, 32 added to each group but the last, and
/// 63 to all. Signed numbers are zigzagged: the sign is the lowest bit.
///
/// A number that fits 40 bits, as all differences of coordinates up to seven decimals do, is split and joined in one
/// word of eight bytes, without loops or data-dependent branches.
package enum FiveBitText {
    /// The maximum number of bytes of a number: 64 bits in groups of five.
    static let maxBytes = 13

    /// Moves the sign to the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
    @inline(__always)
    static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

    /// The signed number of a zigzagged one.
    @inline(__always)
    package static func signed(_ zigzag: UInt64) -> Int64 { Int64(bitPattern: (zigzag >> 1) ^ (0 &- (zigzag & 1))) }

    /// 40 bits, five to a byte.
    @inline(__always)
    static func spread(_ value: UInt64) -> UInt64 {
        var x = (value & 0xF_FFFF) | (value >> 20) << 32
        x = (x & 0x0000_03FF_0000_03FF) | (x & 0x000F_FC00_000F_FC00) << 6
        return (x & 0x001F_001F_001F_001F) | (x & 0x03E0_03E0_03E0_03E0) << 3
    }

    /// The inverse of ``spread(_:)``, for bytes below 32.
    @inline(__always)
    static func gather(_ bytes: UInt64) -> UInt64 {
        var x = (bytes & 0x001F_001F_001F_001F) | (bytes & 0x1F00_1F00_1F00_1F00) >> 3
        x = (x & 0x0000_03FF_0000_03FF) | (x & 0x03FF_0000_03FF_0000) >> 6
        return (x & 0xF_FFFF) | (x >> 12 & 0xFF_FFF0_0000)
    }

    /// Writes a number at `text`, which has room for 16 bytes, and returns its number of bytes.
    @unsafe @inline(__always)
    static func write(_ number: UInt64, to text: UnsafeMutablePointer<UInt8>) -> Int {
        guard number >> 40 == 0 else { return unsafe writeLong(number, to: text) }
        let count = count(number)
        let bytes = (spread(number) | goesOn(count)) &+ 0x3F3F_3F3F_3F3F_3F3F
        unsafe UnsafeMutableRawPointer(text).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        return count
    }

    /// Writes two numbers at `text`, which has room for 32 bytes, and returns their number of bytes.
    @unsafe @inline(__always)
    static func writePair(_ first: UInt64, _ second: UInt64, to text: UnsafeMutablePointer<UInt8>) -> Int {
        guard (first | second) >> 20 == 0 else {
            let count = unsafe write(first, to: text)
            return unsafe count &+ write(second, to: text + count)
        }
        // Up to four bytes each, which is usual on a track: both at once.
        let both = spread(first | second << 20)
        let (firstCount, secondCount) = (count(first), count(second))
        let bytes =
            (both & 0xFFFF_FFFF | goesOn(firstCount))
            | ((both >> 32 | goesOn(secondCount)) &<< UInt64(8 &* firstCount))
        unsafe UnsafeMutableRawPointer(text).storeBytes(
            of: (bytes &+ 0x3F3F_3F3F_3F3F_3F3F).littleEndian, as: UInt64.self)
        return firstCount &+ secondCount
    }

    /// The number of five-bit groups of a number below 2^40.
    @inline(__always)
    private static func count(_ number: UInt64) -> Int {
        let bits = 64 &- (number | 1).leadingZeroBitCount
        // A fifth, rounded up, for 1 to 40.
        return (bits &* 13 &+ 51) &>> 6
    }

    /// The continuation bits of all groups but the last.
    @inline(__always)
    private static func goesOn(_ count: Int) -> UInt64 {
        0x2020_2020_2020_2020 & ((1 as UInt64) &<< UInt64(8 &* (count &- 1)) &- 1)
    }

    @unsafe @inline(never)
    private static func writeLong(_ number: UInt64, to text: UnsafeMutablePointer<UInt8>) -> Int {
        var rest = number
        var count = 0
        while rest >= 32 {
            unsafe text[count] = UInt8(rest & 31) + 32 + 63
            rest >>= 5
            count += 1
        }
        unsafe text[count] = UInt8(rest) + 63
        return count + 1
    }

    /// The number at a position, and its end.
    @inline(__always)
    package static func number(_ text: RawSpan, at start: Int) -> Result<(number: UInt64, end: Int), PolylineError> {
        if start &+ 8 <= text.byteCount {
            // Within bounds, and any bytes form a word.
            let word = unsafe text.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
            let bytes = UInt64(littleEndian: word)
            // A borrow caused by an invalid byte does not matter, since that byte is found first.
            let groups = bytes &- 0x3F3F_3F3F_3F3F_3F3F
            let ends = ~groups & 0x2020_2020_2020_2020
            // All bits of the bytes up to and including the first that ends a number.
            let used = (ends ^ (ends &- 1)) << 2 | 3
            if ends != 0, wrong(bytes) & used == 0 {
                let number = gather(groups & used & 0x1F1F_1F1F_1F1F_1F1F)
                return .success((number, start &+ ends.trailingZeroBitCount >> 3 &+ 1))
            }
        }
        return numberByBytes(text, at: start)
    }

    /// Reads the two numbers at `position` if they fit one word of eight bytes, and moves past them.
    ///
    /// `isClean` means that all bytes are known to be valid.
    @inline(__always)
    static func readPair(
        _ text: RawSpan, at position: inout Int, isClean: Bool
    ) -> (first: UInt64, second: UInt64, middle: Int)? {
        guard position &+ 8 <= text.byteCount else { return nil }
        // Within bounds, and any bytes form a word.
        let word = unsafe text.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
        let bytes = UInt64(littleEndian: word)
        let groups = bytes &- 0x3F3F_3F3F_3F3F_3F3F
        let ends = ~groups & 0x2020_2020_2020_2020
        let secondEnds = ends & (ends &- 1)
        let used = (secondEnds ^ (secondEnds &- 1)) << 2 | 3
        guard secondEnds != 0, isClean || wrong(bytes) & used == 0 else { return nil }
        let firstUsed = (ends ^ (ends &- 1)) << 2 | 3
        let values = groups & used & 0x1F1F_1F1F_1F1F_1F1F
        let middle = ends.trailingZeroBitCount >> 3 &+ 1
        position &+= secondEnds.trailingZeroBitCount >> 3 &+ 1
        // At most seven bytes are the first number's.
        let (first, second) = (values & firstUsed, values &>> UInt64(8 &* middle))
        if (first | second) >> 32 == 0 {
            // Up to four bytes each, which is usual on a track: both at once.
            let both = gather(first | second << 32)
            return (both & 0xF_FFFF, both >> 20, middle)
        }
        return (gather(first), gather(second), middle)
    }

    /// The high bit of each byte outside 63 to 126.
    @inline(__always)
    static func wrong(_ bytes: UInt64) -> UInt64 {
        let low = bytes & 0x7F7F_7F7F_7F7F_7F7F
        let atLeast63 = low &+ 0x4141_4141_4141_4141
        let is127 = low &+ 0x0101_0101_0101_0101
        return (~atLeast63 | is127 | bytes) & 0x8080_8080_8080_8080
    }

    /// For the end of the text, long numbers, and errors.
    @inline(never)
    private static func numberByBytes(
        _ text: RawSpan, at start: Int
    ) -> Result<(number: UInt64, end: Int), PolylineError> {
        var number: UInt64 = 0
        for count in 0..<maxBytes {
            let at = start + count
            guard at < text.byteCount else { return .failure(.unfinishedNumber(offset: start)) }
            let byte = unsafe text.unsafeLoad(fromByteOffset: at, as: UInt8.self)
            guard 63...126 ~= byte else { return .failure(.unexpectedByte(byte, offset: at)) }
            let group = UInt64(byte - 63)
            // The last of thirteen groups has four bits left.
            if count == maxBytes - 1, group > 15 { break }
            number |= (group & 31) << UInt64(5 * count)
            if group < 32 { return .success((number, at + 1)) }
        }
        return .failure(.numberTooLarge(offset: start))
    }
}

@safe
package struct NumberWriter: ~Copyable {
    private static let room = 2048
    /// A buffer; full pieces are moved to `text`.
    private let piece: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var text: [UInt8] = []

    package init() {
        unsafe piece = .allocate(capacity: Self.room)
    }

    deinit {
        unsafe piece.deallocate()
    }

    @inline(__always)
    package mutating func write(unsigned number: UInt64) {
        if used > Self.room - 16 { flush() }
        used &+= unsafe FiveBitText.write(number, to: piece + used)
    }

    @inline(__always)
    package mutating func write(_ number: Int64) { write(unsigned: FiveBitText.zigzag(number)) }

    /// Writes the differences of coordinates.
    package mutating func write(_ coordinates: Span<Coordinate>, scale: DecimalScale) {
        var (latitude, longitude): (Int64, Int64) = (0, 0)
        var next = 0
        while next < coordinates.count {
            // The number that surely fits: 16 bytes for each number.
            let end = min(coordinates.count, next + (Self.room - used) / 32)
            var used = used
            for i in next..<end {
                let (nextLatitude, nextLongitude) = (
                    scale.units(coordinates[i].latitude), scale.units(coordinates[i].longitude)
                )
                used &+= unsafe FiveBitText.writePair(
                    FiveBitText.zigzag(nextLatitude &- latitude), FiveBitText.zigzag(nextLongitude &- longitude),
                    to: piece + used)
                (latitude, longitude) = (nextLatitude, nextLongitude)
            }
            self.used = used
            next = end
            if Self.room - used < 32 { flush() }
        }
    }

    /// Returns the text so far, and starts again.
    package mutating func finish() -> [UInt8] {
        flush()
        var result: [UInt8] = []
        swap(&result, &text)
        return result
    }

    private mutating func flush() {
        unsafe text.append(contentsOf: UnsafeBufferPointer(start: piece, count: used))
        used = 0
    }
}
