/// Numbers as the formats of maps want them.
package enum DecimalText {
    /// A number with up to `decimals` decimals, never with an exponent; nil where it is not finite or has more than 15 digits.
    package static func of(_ value: Double, decimals: Int) -> String? {
        let scale = DecimalScale(decimals: decimals)
        guard abs(value) * scale.unitsPerOne < 1e15 else { return nil }
        let units = scale.units(value)
        guard decimals > 0 else { return String(units) }
        var digits = String(units.magnitude)
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = units < 0 ? "-" : ""
        return sign + digits.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Degrees, to a centimetre.
    package static func degrees(_ value: Double) -> String { of(value, decimals: 7)! }
}
