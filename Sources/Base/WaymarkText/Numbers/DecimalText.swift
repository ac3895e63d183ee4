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
        // From the last digit backwards: at most 20 digits, a point, and leading zeros of a fraction.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24 + max(0, decimals)) { text in
            var start = text.count
            repeat {
                if place == 0, start < text.count {
                    start -= 1
                    unsafe text[start] = UInt8(ascii: ".")
                }
                start -= 1
                unsafe text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                (rest, place) = (rest / 10, place - 1)
            } while rest > 0 || place >= 0
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
        return true
    }
}
