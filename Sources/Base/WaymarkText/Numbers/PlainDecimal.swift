/// Decimal numbers of the usual form: an optional minus, digits, a point, digits.
enum PlainDecimal {
    /// The double nearest to the number in `text`; `nil` unless it has that form, with 1 to 7 digits before the point,
    /// at most 18 bytes, at least 8 bytes without the minus, and digits that form at most 2^53.
    ///
    /// The digits are read eight at a time; up to eight decimals no branch depends on their number. They and the power
    /// of ten are exact as doubles, so the single division rounds correctly (Clinger 1990).
    @unsafe @inline(__always)
    static func double(_ text: UnsafeRawBufferPointer) -> Double? {
        let count = text.count
        guard count >= 8, count <= 18 else { return nil }
        let isNegative = unsafe text[0] == Byte.minus
        let first = isNegative ? 1 : 0
        guard count >= first + 8 else { return nil }
        let start = unsafe word(text, endingAt: first + 8)
        let points = Word.matches(start, Word.repeating(Byte.point))
        let before = points.trailingZeroBitCount >> 3
        let after = count - first - before - 1
        guard points != 0, before > 0, after > 0 else { return nil }
        // Move the digits before the point to the end of a word.
        let whole = digits(before, of: start << UInt64(truncatingIfNeeded: 64 - 8 * before))
        let fraction = unsafe digits(min(after, 8), of: word(text, endingAt: count))
        guard areDigits(whole), areDigits(fraction) else { return nil }
        var units = number(whole)
        if after > 8 {
            // From here on there are at least 16 bytes.
            guard count >= 16, after <= 16 else { return nil }
            let middle = unsafe digits(after - 8, of: word(text, endingAt: count - 8))
            guard areDigits(middle) else { return nil }
            // At most 17 digits, so below 2^63.
            units = (units &* Powers.wholeOfTen[after - 8] &+ number(middle)) &* 100_000_000 &+ number(fraction)
        } else {
            units = units &* Powers.wholeOfTen[after] &+ number(fraction)
        }
        guard units <= 1 << 53 else { return nil }
        let value = Double(units) / Powers.ofTen[after]
        // Longitudes have either sign, so a branch would often be mispredicted.
        return Double(bitPattern: value.bitPattern | (isNegative ? 1 << 63 : 0))
    }

    /// The 8 bytes before `end`, the first in the lowest.
    @unsafe @inline(__always)
    private static func word(_ text: UnsafeRawBufferPointer, endingAt end: Int) -> UInt64 {
        unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self))
    }

    /// The values of the last `count` digits of a word, 1 to 8, with zeros before them.
    @inline(__always)
    private static func digits(_ count: Int, of word: UInt64) -> UInt64 {
        let shift = UInt64(truncatingIfNeeded: 64 - 8 * count)
        return ((word ^ 0x3030_3030_3030_3030) &>> shift) &<< shift
    }

    /// Whether each byte is 0 to 9.
    @inline(__always)
    private static func areDigits(_ values: UInt64) -> Bool {
        (values | (values &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0
    }

    /// The number formed by eight digits: pairs, then fours, then all.
    @inline(__always)
    private static func number(_ values: UInt64) -> UInt64 {
        let pairs = values &* 10 &+ values >> 8
        let high = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let low = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (high &+ low) >> 32
    }
}

/// Numbers for map formats.
public enum DecimalText {
    /// A number with up to `decimals` decimals, never with an exponent; nil if it is not finite or has more than 15
    /// digits.
    public static func of(_ value: Double, decimals: Int) -> String? {
        var bytes = ContiguousArray<UInt8>()
        return append(value, decimals: decimals, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Degrees, to a centimetre.
    public static func degrees(_ value: Double) -> String { of(value, decimals: 7)! }

    /// Appends degrees, to a centimetre.
    ///
    /// - Precondition: They are valid degrees.
    public static func append(degrees value: Double, to bytes: inout ContiguousArray<UInt8>) {
        let isWritten = append(value, decimals: 7, to: &bytes)
        precondition(isWritten, "the degrees of a place have too many digits")
    }

    /// Appends the text of ``of(_:decimals:)``.
    ///
    /// - Returns: False if there is no text; then nothing is appended.
    public static func append(_ value: Double, decimals: Int, to bytes: inout ContiguousArray<UInt8>) -> Bool {
        let scale = DecimalScale(decimals: decimals)
        guard abs(value) * scale.unitsPerOne < 1e15 else { return false }
        let units = scale.units(value)
        if units < 0 { bytes.append(UInt8(ascii: "-")) }
        var (rest, place) = (units.magnitude, decimals)
        while place > 0, rest % 10 == 0 { (rest, place) = (rest / 10, place - 1) }
        Digits.append(rest, decimals: place, to: &bytes)
        return true
    }
}
