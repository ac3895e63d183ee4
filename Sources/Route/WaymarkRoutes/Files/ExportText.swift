import WaymarkPolylines

/// Pieces of text as the formats want them.
enum ExportText {
    /// Text of an XML element or attribute.
    static func xml(_ text: String) -> String { XMLText.escaped(text) }

    /// A number with up to `decimals` decimals, never with an exponent; nil where it is not finite or has more than 15 digits.
    static func decimal(_ value: Double, decimals: Int) -> String? { DecimalText.of(value, decimals: decimals) }

    /// Degrees, to a centimetre.
    static func degrees(_ value: Double) -> String { DecimalText.degrees(value) }
}
