/// Numbers as decimal text, appended to bytes.
public enum NumberText {
    /// Appends a whole number in digits.
    ///
    /// - Parameters:
    ///   - integer: The number.
    ///   - bytes: Where the digits go.
    public static func append(integer: Int, to bytes: inout ContiguousArray<UInt8>) {
        if integer < 0 { bytes.append(Byte.minus) }
        Digits.append(UInt64(integer.magnitude), decimals: 0, to: &bytes)
    }

    /// Appends `value` with a fixed number of decimals, as C's `printf("%.*f")` writes it.
    ///
    /// Correctly rounded from the exact value of the double, ties to even; a negative number that rounds to nothing
    /// keeps its sign (`-0.0`). A value that is not finite appends nothing.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: How many digits follow the point; with 0 there is no point.
    ///   - bytes: Where the text goes.
    /// - Precondition: `decimals` is 0 to 400.
    /// - Complexity: O(1) without allocation for up to 9 decimals and results below 2^51 units of the last one.
    public static func append(fixed value: Double, decimals: Int, to bytes: inout ContiguousArray<UInt8>) {
        precondition((0...400).contains(decimals), "between 0 and 400 decimals")
        guard value.isFinite else { return }
        if value.sign == .minus { bytes.append(Byte.minus) }
        if let units = FixedDecimal.units(of: value.magnitude, decimals: decimals) {
            Digits.append(units, decimals: decimals, to: &bytes)
        } else {
            FixedDecimal.appendExactly(value.magnitude, decimals: decimals, to: &bytes)
        }
    }

    /// Appends `value` in the fewest digits that read back as the same double.
    ///
    /// Without an exponent where 1e-7 <= |value| < 1e16: `37.5`, `37`, `0.00001`; beyond that, as `1e-08` and `1e+16`.
    /// A value that is not finite appends nothing.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - bytes: Where the text goes.
    public static func append(shortest value: Double, to bytes: inout ContiguousArray<UInt8>) {
        guard value.isFinite else { return }
        ShortestDecimal.append(value, to: &bytes)
    }

    /// The text of `value` with a fixed number of decimals, as ``append(fixed:decimals:to:)`` writes it.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: How many digits follow the point.
    /// - Returns: The text; "" where the value is not finite.
    public static func fixed(_ value: Double, decimals: Int) -> String {
        var bytes = ContiguousArray<UInt8>()
        append(fixed: value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of `value` as ``append(shortest:to:)`` writes it.
    ///
    /// - Parameter value: The number.
    /// - Returns: The text; "" where the value is not finite.
    public static func shortest(_ value: Double) -> String {
        var bytes = ContiguousArray<UInt8>()
        append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Doubles in the fewest digits that read back the same.
private enum ShortestDecimal {
    static func append(_ value: Double, to bytes: inout ContiguousArray<UInt8>) {
        if value.sign == .minus { bytes.append(Byte.minus) }
        let magnitude = value.magnitude
        if magnitude == 0 || magnitude >= 1e-5, magnitude < 1e15 {
            // No more than 15 digits: one that reads back the same is the only one of its length.
            for decimals in 0...9 {
                let units = (magnitude * Powers.ofTen[decimals]).rounded()
                if units >= 1e15 { break }
                if units / Powers.ofTen[decimals] == magnitude {
                    Digits.append(UInt64(units), decimals: decimals, to: &bytes)
                    return
                }
            }
        }
        appendDigits(of: magnitude, to: &bytes)
    }

    /// Lays out the digits of a value that takes more arithmetic.
    private static func appendDigits(of value: Double, to bytes: inout ContiguousArray<UInt8>) {
        // The value is 0.DIGITS × 10^place.
        let (values, place) = ShortestInterval.digits(of: value) ?? ShortestInterval.exactDigits(of: value)
        let digits = values.map { Byte.zero + $0 }
        guard value >= 1e-7, value < 1e16 else {
            bytes.append(digits[0])
            if digits.count > 1 {
                bytes.append(Byte.point)
                bytes.append(contentsOf: digits[1...])
            }
            let power = place - 1
            bytes.append(contentsOf: power < 0 ? "e-".utf8 : "e+".utf8)
            if power.magnitude < 10 { bytes.append(Byte.zero) }
            Digits.append(UInt64(power.magnitude), decimals: 0, to: &bytes)
            return
        }
        if place <= 0 {
            bytes.append(contentsOf: "0.".utf8)
            bytes.append(contentsOf: repeatElement(Byte.zero, count: -place))
            bytes.append(contentsOf: digits)
        } else if digits.count <= place {
            bytes.append(contentsOf: digits)
            bytes.append(contentsOf: repeatElement(Byte.zero, count: place - digits.count))
        } else {
            bytes.append(contentsOf: digits[..<place])
            bytes.append(Byte.point)
            bytes.append(contentsOf: digits[place...])
        }
    }
}

/// The shortest decimal number in the interval of those that read back as a double.
enum ShortestInterval {
    /// Digits and the power of ten of 0.DIGITS × 10^place, in 128-bit arithmetic; `nil` outside 1e-5 to 1e15.
    static func digits(of value: Double) -> (digits: [UInt8], place: Int)? {
        guard value >= 1e-5, value < 1e15 else { return nil }
        let significand = value.significandBitPattern | 1 << 52
        let binary = 1075 - Int(value.exponentBitPattern)
        guard binary > 0 else { return nil }
        // 17 digits tell any two doubles apart.
        var decimals = 16
        if value >= 1 { while decimals > 1, value >= Powers.ofTen[17 - decimals] { decimals -= 1 } }
        if value < 1 { while value < 1 / Powers.ofTen[decimals - 16] { decimals += 1 } }
        let power = (0..<decimals).reduce(UInt128(1)) { product, _ in product * 10 }
        // Fourths of the last bit: the neighbours are half a bit away, the one below a power of two a fourth.
        let center = UInt128(significand) * power * 4
        let lowest = center - (value.significandBitPattern == 0 ? power : power * 2)
        let highest = center + power * 2
        let shift = UInt128(binary + 2)
        let mask = (UInt128(1) << shift) - 1
        // An end of the interval rounds to the even one of two neighbours.
        let isEven = significand % 2 == 0
        let low = UInt64(lowest >> shift) + (lowest & mask != 0 || !isEven ? 1 : 0)
        let high = UInt64(highest >> shift) - (highest & mask == 0 && !isEven ? 1 : 0)
        var unit: UInt64 = 1
        while high / (unit * 10) * (unit * 10) >= low { unit *= 10 }
        let down = UInt64(center >> shift) / unit * unit
        var chosen = down
        if down < low {
            chosen = down + unit
        } else if down + unit <= high {
            let twice = (center - UInt128(down) << shift) * 2
            let whole = UInt128(unit) << shift
            if twice > whole || (twice == whole && down / unit % 2 == 1) { chosen = down + unit }
        }
        var digits: [UInt8] = []
        var rest = chosen
        while rest > 0 {
            digits.append(UInt8(rest % 10))
            rest /= 10
        }
        let place = digits.count - decimals
        while digits.first == 0 { digits.removeFirst() }
        return (digits.reversed(), place)
    }

    /// The same of any positive, finite value.
    static func exactDigits(of value: Double) -> (digits: [UInt8], place: Int) {
        let shortest = ExactDecimal.shortest(value)
        return (shortest.digits, shortest.point)
    }
}
