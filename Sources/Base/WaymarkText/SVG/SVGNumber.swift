/// Lengths of a drawing.
public enum SVGNumber {
    /// A length with up to `decimals` decimals; 0 if it is not finite or has more than 15 digits.
    public static func text(_ length: Double, decimals: Int) -> String {
        DecimalText.of(length, decimals: decimals) ?? "0"
    }
}
