/// Numbers in the cells of tables.
public enum NumberParser {
    /// The double nearest to the decimal number in `utf8`, ties to even.
    ///
    /// A number has an optional sign, digits, an optional point with optional digits, and an optional exponent; at
    /// least one digit must precede the exponent. Surrounding ASCII white space is ignored. The locale is ignored.
    ///
    /// - Parameter utf8: The text of the number.
    /// - Returns: The number; `nil` for any other text, such as a blank, `nan`, `inf`, `0x10`, `1,5`, and if the number
    ///   is too large for a finite double.
    /// - Complexity: O(*n*). Up to 19 digits with a power of ten within ±27 take no allocation.
    public static func double(_ utf8: Span<UInt8>) -> Double? {
        if let value = unsafe utf8.withUnsafeBytes({ unsafe PlainDecimal.double($0) }) { return value }
        return anyDouble(utf8)
    }

    /// As `double(_:)`, for a string.
    public static func double(_ text: some StringProtocol) -> Double? { double(String(text)) }

    /// As `double(_:)`, for a string.
    public static func double(_ text: String) -> Double? {
        let number: Double?? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            double(unsafe Span(_unsafeElements: utf8))
        }
        return number ?? double(ContiguousArray(text.utf8).span)
    }

    /// As `double(_:)`, for any number.
    @inline(never)
    public static func anyDouble(_ utf8: Span<UInt8>) -> Double? {
        guard let text = Decimal(utf8) else { return nil }
        if text.significand == 0, !text.hasMoreDigits { return text.isNegative ? -0.0 : 0.0 }
        if !text.hasMoreDigits, let value = exact(text.significand, text.exponent) {
            return text.isNegative ? -value : value
        }
        // The standard library rounds numbers with too many digits for plain arithmetic.
        let value = unsafe utf8.extracting(text.range).withUnsafeBufferPointer {
            unsafe Double(String(decoding: $0, as: UTF8.self))
        }
        guard let value, value.isFinite else { return nil }
        return value
    }

    /// The whole number in `utf8`.
    ///
    /// - Parameter utf8: An optional sign, then digits, with optional surrounding ASCII white space.
    /// - Returns: The number; `nil` for anything else, and outside the range of `Int`.
    public static func integer(_ utf8: Span<UInt8>) -> Int? {
        Int(String(utf8: utf8.extracting(trimmed(utf8))))
    }

    /// The range of `utf8` without ASCII white space at its ends.
    static func trimmed(_ utf8: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = utf8.count
        while start < end, isSpace(utf8[start]) { start += 1 }
        while end > start, isSpace(utf8[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == Byte.space || (0x09...0x0D).contains(byte) }

    /// `significand` × 10^`exponent`, correctly rounded; `nil` if plain arithmetic cannot guarantee it.
    private static func exact(_ significand: UInt64, _ exponent: Int) -> Double? {
        // Both numbers are exact, so the single operation rounds correctly (Clinger 1990).
        if significand <= 1 << 53, exponent >= -22, exponent <= 22 {
            let value = Double(significand)
            return exponent < 0 ? value / Powers.ofTen[-exponent] : value * Powers.ofTen[exponent]
        }
        if exponent < 0, exponent >= -27 { return quotient(significand, Powers.ofFive[-exponent], exponent) }
        if exponent >= 0, exponent <= 27 { return product(significand, Powers.ofFive[exponent], exponent) }
        return nil
    }

    /// `significand` / `five` × 2^`exponent`, by a division that keeps the remainder.
    private static func quotient(_ significand: UInt64, _ five: UInt64, _ exponent: Int) -> Double {
        let numeratorShift = significand.leadingZeroBitCount
        let divisorShift = five.leadingZeroBitCount
        var numerator = significand << UInt64(numeratorShift)
        let divisor = five << UInt64(divisorShift)
        var scale = divisorShift - numeratorShift + exponent
        var low: UInt64 = 0
        if numerator >= divisor {
            low = numerator << 63
            numerator >>= 1
            scale += 1
        }
        let (bits, left) = divisor.dividingFullWidth((numerator, low))
        return rounded(bits, hasMore: left != 0, scale: scale - 64)
    }

    /// `significand` × `five` × 2^`exponent`, from the full product.
    private static func product(_ significand: UInt64, _ five: UInt64, _ exponent: Int) -> Double {
        let (high, low) = significand.multipliedFullWidth(by: five)
        if high == 0 { return rounded(low, hasMore: false, scale: exponent) }
        let shift = UInt64(high.leadingZeroBitCount)
        let bits = shift == 0 ? high : high << shift | low >> (64 - shift)
        return rounded(bits, hasMore: low << shift != 0, scale: exponent + 64 - Int(shift))
    }

    /// `bits` plus a fraction below one (not zero if `hasMore`), times 2^`scale`, rounded to nearest, ties to even.
    ///
    /// The result must be a normal number.
    private static func rounded(_ bits: UInt64, hasMore: Bool, scale: Int) -> Double {
        let surplus = 64 - bits.leadingZeroBitCount - 53
        guard surplus > 0 else { return Double(sign: .plus, exponent: scale, significand: Double(bits)) }
        var kept = bits >> UInt64(surplus)
        let rest = bits & (1 << UInt64(surplus) - 1)
        let half: UInt64 = 1 << UInt64(surplus - 1)
        if rest > half || (rest == half && (hasMore || kept & 1 == 1)) { kept += 1 }
        return Double(sign: .plus, exponent: scale + surplus, significand: Double(kept))
    }
}

/// Powers small enough to be exact.
enum Powers {
    /// 10^0 to 10^22, each exact as a double.
    static let ofTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
    /// 10^0 to 10^8, as whole numbers.
    static let wholeOfTen: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    /// 5^0 to 5^27, all that fit.
    static let ofFive: [UInt64] = (0...27).map { power in (0..<power).reduce(1) { product, _ in product * 5 } }
}

/// The parts of a decimal number in text.
private struct Decimal {
    var isNegative = false
    /// The first digits, at most 19, without leading zeros.
    var significand: UInt64 = 0
    /// The power of ten by which `significand` is multiplied.
    var exponent = 0
    /// Whether a digit other than zero follows the first 19.
    var hasMoreDigits = false
    let range: Range<Int>

    init?(_ utf8: Span<UInt8>) {
        range = NumberParser.trimmed(utf8)
        var index = range.lowerBound
        let end = range.upperBound
        guard index < end else { return nil }
        if utf8[index] == Byte.minus || utf8[index] == Byte.plus {
            isNegative = utf8[index] == Byte.minus
            index += 1
        }
        var count = 0
        var kept = 0
        var isFraction = false
        while index < end {
            let byte = utf8[index]
            if byte == Byte.point {
                if isFraction { return nil }
                isFraction = true
                index += 1
                continue
            }
            let digit = byte &- Byte.zero
            if digit > 9 { break }
            count += 1
            if kept < 19 {
                significand = significand &* 10 &+ UInt64(digit)
                if significand != 0 { kept += 1 }
                if isFraction { exponent -= 1 }
            } else {
                if digit != 0 { hasMoreDigits = true }
                if !isFraction { exponent += 1 }
            }
            index += 1
        }
        guard count > 0 else { return nil }
        if index < end {
            guard utf8[index] | 0x20 == UInt8(ascii: "e") else { return nil }
            index += 1
            guard index < end else { return nil }
            let isDown = utf8[index] == Byte.minus
            if isDown || utf8[index] == Byte.plus { index += 1 }
            guard index < end else { return nil }
            var power = 0
            while index < end {
                let digit = utf8[index] &- Byte.zero
                guard digit <= 9 else { return nil }
                // Far beyond any double, and far from overflow.
                power = min(power * 10 + Int(digit), 1 << 40)
                index += 1
            }
            exponent += isDown ? -power : power
        }
    }
}
