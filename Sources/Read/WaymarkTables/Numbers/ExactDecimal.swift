/// A decimal number of many digits that can be multiplied and divided by powers of two: the exact way between text and
/// double, for what plain arithmetic cannot decide.
///
/// The value is 0.d₁d₂d₃... × 10^`point`. More digits than a double can depend on are not kept, but that there were any is.
///
/// - SeeAlso: "Simple decimal conversion", as in Go's `strconv/decimal.go`.
struct ExactDecimal {
    /// 0 to 9 each; the first and the last are not 0.
    private(set) var digits: [UInt8] = []
    private(set) var point = 0
    /// Whether digits other than 0 were dropped at the end.
    private var isCut = false

    /// No double needs more to be told from its neighbours and from what lies half-way between two.
    private static let limit = 800

    /// A whole number.
    init(_ value: UInt64) {
        var rest = value
        while rest > 0 {
            digits.append(UInt8(rest % 10))
            rest /= 10
        }
        digits.reverse()
        point = digits.count
        trim()
    }

    /// The digits of `text`, which may hold a sign and a point, up to an exponent; times 10^`exponent`.
    init(digitsOf text: Span<UInt8>, exponent: Int) {
        var isFraction = false
        point = exponent
        for index in text.indices {
            let byte = text[index]
            if byte == Byte.point {
                isFraction = true
                continue
            }
            let digit = byte &- Byte.zero
            if digit > 9 { continue }
            if digits.isEmpty, digit == 0 {
                if isFraction { point -= 1 }
                continue
            }
            if !isFraction { point += 1 }
            if digits.count < Self.limit { digits.append(digit) } else if digit != 0 { isCut = true }
        }
        trim()
    }

    private mutating func trim() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { point = 0 }
    }

    /// Multiplies by 2^`power`; exact but for digits beyond the limit.
    mutating func shift(_ power: Int) {
        var left = power
        while left != 0 {
            let step = min(max(left, -56), 56)
            if step > 0 { multiply(by: UInt64(step)) } else { divide(by: UInt64(-step)) }
            left -= step
        }
    }

    private mutating func multiply(by shift: UInt64) {
        var carry: UInt64 = 0
        for index in digits.indices.reversed() {
            let value = UInt64(digits[index]) << shift + carry
            digits[index] = UInt8(value % 10)
            carry = value / 10
        }
        var front: [UInt8] = []
        while carry > 0 {
            front.append(UInt8(carry % 10))
            carry /= 10
        }
        point += front.count
        digits.insert(contentsOf: front.reversed(), at: 0)
        cut()
    }

    private mutating func divide(by shift: UInt64) {
        var result: [UInt8] = []
        var rest: UInt64 = 0
        var at = 0
        let mask: UInt64 = 1 << shift - 1
        while at < digits.count || rest != 0, result.count <= Self.limit {
            rest = rest * 10 + (at < digits.count ? UInt64(digits[at]) : 0)
            at += 1
            let digit = UInt8(rest >> shift)
            rest &= mask
            if result.isEmpty, digit == 0 { point -= 1 } else { result.append(digit) }
        }
        if rest != 0 || at < digits.count { isCut = true }
        digits = result
        cut()
    }

    private mutating func cut() {
        if digits.count > Self.limit {
            if digits[Self.limit...].contains(where: { $0 != 0 }) { isCut = true }
            digits.removeLast(digits.count - Self.limit)
        }
        trim()
    }

    /// The whole number nearest to the value, ties to even.
    ///
    /// - Precondition: It fits.
    var rounded: UInt64 {
        var value: UInt64 = 0
        for place in stride(from: 0, to: point, by: 1) {
            value = value * 10 + (place < digits.count ? UInt64(digits[place]) : 0)
        }
        return roundsUp(at: point) ? value + 1 : value
    }

    /// Whether rounding to `count` digits goes up.
    private func roundsUp(at count: Int) -> Bool {
        guard count >= 0, count < digits.count else { return false }
        if digits[count] == 5, count + 1 == digits.count {
            return isCut || (count > 0 && digits[count - 1] % 2 == 1)
        }
        return digits[count] >= 5
    }

    /// The double nearest to the value, ties to even; infinite where it is too large.
    var double: Double {
        if digits.isEmpty || point < -330 { return 0 }
        if point > 310 { return .infinity }
        var scaled = self
        var exponent = 0
        // Between a half and one.
        while scaled.point > 0 {
            let step = min(scaled.point * 3, 56)
            scaled.shift(-step)
            exponent += step
        }
        while scaled.point < 0 || scaled.digits[0] < 5 {
            let step = scaled.point < 0 ? min(-scaled.point * 3, 56) : 1
            scaled.shift(step)
            exponent -= step
        }
        // A number below the least normal one has fewer bits.
        let bits = min(53, exponent + 1074)
        if bits < 0 { return 0 }
        scaled.shift(bits)
        return Double(sign: .plus, exponent: exponent - bits, significand: Double(scaled.rounded))
    }

    /// The fewest digits that only `value`, positive and finite, is nearest to; the nearest such.
    static func shortest(_ value: Double) -> ExactDecimal {
        let significand =
            value.exponentBitPattern == 0 ? value.significandBitPattern : value.significandBitPattern | 1 << 52
        let exponent = max(Int(value.exponentBitPattern), 1) - 1075
        var exact = ExactDecimal(significand)
        exact.shift(exponent)
        // Half-way to the neighbours; the one below a power of two is nearer.
        let isPower = value.significandBitPattern == 0 && value.exponentBitPattern > 1
        var upper = ExactDecimal(significand * 2 + 1)
        upper.shift(exponent - 1)
        var lower = ExactDecimal(isPower ? significand * 4 - 1 : significand * 2 - 1)
        lower.shift(isPower ? exponent - 2 : exponent - 1)
        let isEven = significand % 2 == 0
        for count in 1..<exact.digits.count {
            let down = exact.truncated(to: count)
            let up = down.incremented(to: count)
            let downFits = isEven ? !down.isLess(than: lower) : lower.isLess(than: down)
            let upFits = isEven ? !upper.isLess(than: up) : up.isLess(than: upper)
            if downFits, upFits { return exact.roundsUp(at: count) ? up : down }
            if downFits { return down }
            if upFits { return up }
        }
        return exact
    }

    private func truncated(to count: Int) -> ExactDecimal {
        var result = self
        result.digits.removeLast(digits.count - count)
        result.trim()
        return result
    }

    /// The next greater number of `count` digits.
    private func incremented(to count: Int) -> ExactDecimal {
        var result = self
        result.digits += [UInt8](repeating: 0, count: count - digits.count)
        var at = count - 1
        while at >= 0, result.digits[at] == 9 {
            result.digits[at] = 0
            at -= 1
        }
        if at >= 0 {
            result.digits[at] += 1
        } else {
            result.digits.insert(1, at: 0)
            result.point += 1
        }
        result.trim()
        return result
    }

    private func isLess(than other: ExactDecimal) -> Bool {
        if point != other.point { return digits.isEmpty || (!other.digits.isEmpty && point < other.point) }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
