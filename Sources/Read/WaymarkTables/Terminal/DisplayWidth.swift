/// The display width of text.
public enum DisplayWidth {
    /// The number of terminal columns of `text` in one line.
    ///
    /// Counted per visible character: 2 for wide and full-width characters (Hangul, Han, kana) and for emoji of any
    /// number of scalars; 0 for control characters and isolated marks; otherwise 1.
    ///
    /// - Parameter text: The text.
    /// - Returns: The width, at least 0.
    /// - Complexity: O(*n*).
    public static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// The number of terminal columns of `character`: 0, 1 or 2.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII, scalars.count == 1 { return (0x20..<0x7F).contains(first.value) ? 1 : 0 }
        if first.properties.isEmojiPresentation { return 2 }
        // U+FE0F selects the coloured form of a character that has both.
        if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
        return scalars.reduce(0) { max($0, of($1)) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator, .surrogate:
            // The soft hyphen is a format character that terminals show.
            return scalar.value == 0xAD ? 1 : 0
        default:
            // Medial vowels and final consonants of Hangul join the initial one before them.
            if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
            return EastAsianWidth.isWide(scalar) ? 2 : 1
        }
    }
}
