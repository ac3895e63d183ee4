/// Numbers as decimal text, appended to bytes.
public enum NumberText {
    /// Appends a whole number in digits.
    ///
    /// - Parameters:
    ///   - integer: The number.
    ///   - bytes: The digits are appended here.
    public static func append(integer: Int, to bytes: inout ContiguousArray<UInt8>) {
        if integer < 0 { bytes.append(Byte.minus) }
        Digits.append(UInt64(integer.magnitude), decimals: 0, to: &bytes)
    }

    /// Appends `value` with a fixed number of decimals, as C's `printf("%.*f")` writes it.
    ///
    /// Correctly rounded from the exact value of the double, ties to even; a negative number that rounds to zero keeps
    /// its sign (`-0.0`). A value that is not finite appends nothing.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: The number of digits after the point; 0 omits the point.
    ///   - bytes: The text is appended here.
    /// - Precondition: `decimals` is 0 to 400.
    /// - Complexity: O(1) without allocation for up to 9 decimals and results below 2^51 units of the last one.
    public static func append(fixed value: Double, decimals: Int, to bytes: inout ContiguousArray<UInt8>) {
        precondition((0...400).contains(decimals), "the number of decimals is outside 0...400: \(decimals)")
        guard value.isFinite else { return }
        if value.sign == .minus { bytes.append(Byte.minus) }
        if let units = FixedDecimal.units(of: value.magnitude, decimals: decimals) {
            Digits.append(units, decimals: decimals, to: &bytes)
        } else {
            FixedDecimal.appendExactly(value.magnitude, decimals: decimals, to: &bytes)
        }
    }

    /// Appends `value` with the fewest digits that read back as the same double.
    ///
    /// Without an exponent where 1e-7 <= |value| < 1e16: `37.5`, `37`, `0.00001`; beyond that, as `1e-08` and `1e+16`.
    /// A value that is not finite appends nothing.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - bytes: The text is appended here.
    public static func append(shortest value: Double, to bytes: inout ContiguousArray<UInt8>) {
        guard value.isFinite else { return }
        ShortestDecimal.append(value, to: &bytes)
    }

    /// The text of `value` with a fixed number of decimals, as ``append(fixed:decimals:to:)`` writes it.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: The number of digits after the point.
    /// - Returns: The text; "" if the value is not finite.
    public static func fixed(_ value: Double, decimals: Int) -> String {
        String { append(fixed: value, decimals: decimals, to: &$0) }
    }

    /// The text of `value` as ``append(shortest:to:)`` writes it.
    ///
    /// - Parameter value: The number.
    /// - Returns: The text; "" if the value is not finite.
    public static func shortest(_ value: Double) -> String {
        String { append(shortest: value, to: &$0) }
    }
}

/// Doubles with the fewest digits that read back unchanged.
private enum ShortestDecimal {
    static func append(_ value: Double, to bytes: inout ContiguousArray<UInt8>) {
        if value.sign == .minus { bytes.append(Byte.minus) }
        let magnitude = value.magnitude
        if magnitude == 0 || magnitude >= 1e-5, magnitude < 1e15 {
            // Up to 15 digits: a number that reads back unchanged is the only one of its length.
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

    /// Formats a value that needs more arithmetic.
    private static func appendDigits(of value: Double, to bytes: inout ContiguousArray<UInt8>) {
        // Whole numbers of 16 digits have no shorter form.
        if value >= 0x1p53, value < 1e16 { return Digits.append(UInt64(value), decimals: 0, to: &bytes) }
        // The standard library finds the digits.
        var text = value.description
        text.withUTF8 { text in
            if value >= 1e-4, value < 0x1p53 {
                let isWhole = unsafe text[text.count - 2] == Byte.point && text[text.count - 1] == Byte.zero
                unsafe bytes.append(contentsOf: text.prefix(text.count - (isWhole ? 2 : 0)))
            } else if value >= 1e-7, value < 1e-4 {
                // As 1.5e-05, with one digit of the exponent that counts.
                bytes.append("0.")
                let zeros = unsafe Int(text[text.count - 1] - Byte.zero) - 1
                bytes.append(contentsOf: repeatElement(Byte.zero, count: zeros))
                unsafe bytes.append(contentsOf: text.dropLast(4).filter { $0 != Byte.point })
            } else {
                unsafe bytes.append(contentsOf: text)
            }
        }
    }
}
