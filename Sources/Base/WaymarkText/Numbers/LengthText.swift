/// Lengths as people read them: in lists, maps, sentences and prompts.
///
/// Not for columns of a table that a program reads: those have metres with decimals.
public enum LengthText {
    /// A length in metres as text: `715 m`, `1.3 km`, `12 km`, `325 km`, `12 345 km`.
    ///
    /// Whole metres up to 1 km, kilometres with at most one decimal up to 100 km, whole kilometres beyond. A decimal that is
    /// 0 is not written. From 10 000 km on thousands are separated by a narrow no-break space.
    ///
    /// - Parameter meters: The length.
    /// - Returns: The text; `? m` or `? km` if the length is not finite or beyond 15 digits.
    public static func of(meters: Double) -> String {
        guard meters >= 999.5 else { return (DecimalText.of(meters, decimals: 0) ?? "?") + " m" }
        let kilometers = meters / 1000
        guard let number = DecimalText.of(kilometers, decimals: kilometers < 99.95 ? 1 : 0) else { return "? km" }
        guard kilometers >= 9999.5 else { return number + " km" }
        var grouped = ""
        for (i, digit) in number.enumerated() {
            if i > 0, (number.count - i) % 3 == 0 { grouped += "\u{202F}" }
            grouped.append(digit)
        }
        return grouped + " km"
    }
}
