/// Decimal numbers as most are written: a minus or none, digits, a point, more digits.
enum PlainDecimal {
    /// The double nearest to the number in `text`; `nil` where it is none of 8 to 18 bytes, of that form, and of digits
    /// that amount to 2^53 at most.
    ///
    /// The digits are read eight at a time. They and the power of ten are exact as doubles, so that the one division
    /// rounds correctly (Clinger 1990).
    @unsafe @inline(__always)
    static func double(_ text: UnsafeRawBufferPointer) -> Double? {
        let count = text.count
        guard count >= 8, count <= 18 else { return nil }
        let isNegative = unsafe text[0] == Byte.minus
        let first = isNegative ? 1 : 0
        var point = first
        var units: UInt64 = 0
        while point < count {
            let digit = unsafe text[point] &- Byte.zero
            if digit > 9 { break }
            units = units &* 10 &+ UInt64(digit)
            point += 1
        }
        let decimals = count - point - 1
        guard point > first, decimals > 0, unsafe text[point] == Byte.point else { return nil }
        if decimals <= 8 {
            guard let fraction = unsafe digits(text, endingAt: count, count: decimals) else { return nil }
            units = units &* whole(power: decimals) &+ fraction
        } else {
            guard count >= 16, let high = unsafe digits(text, endingAt: count - 8, count: decimals - 8),
                let low = unsafe digits(text, endingAt: count, count: 8)
            else { return nil }
            // 17 digits at most are below 2^63.
            units = (units &* whole(power: decimals - 8) &+ high) &* 100_000_000 &+ low
        }
        guard units <= 1 << 53 else { return nil }
        let value = Double(units) / Powers.ofTen[decimals]
        return isNegative ? -value : value
    }

    @inline(__always)
    private static func whole(power: Int) -> UInt64 { UInt64(Powers.ofTen[power]) }

    /// The number that the `count` digits before `end` make, 1 to 8 of them; `nil` where one is none.
    ///
    /// - Precondition: There are 8 bytes before `end`.
    @unsafe @inline(__always)
    private static func digits(_ text: UnsafeRawBufferPointer, endingAt end: Int, count: Int) -> UInt64? {
        let word = unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self))
        // What stands before the digits counts as zeros.
        let shift = UInt64(truncatingIfNeeded: 8 * (8 - count))
        let values = ((word ^ 0x3030_3030_3030_3030) >> shift) << shift
        guard (values | (values &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0 else { return nil }
        // Pairs, then fours, then all.
        let pairs = values &* 10 &+ values >> 8
        let high = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let low = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (high &+ low) >> 32
    }
}
