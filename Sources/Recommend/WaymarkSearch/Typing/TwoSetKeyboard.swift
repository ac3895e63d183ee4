/// The standard two-set (두벌식) keyboard of Korean: the keystrokes of a text, and what the screen shows after each.
///
/// A keystroke is a scalar. That of a Hangul key is the letter it writes, with Shift or without: one of 33 compatibility jamo.
/// Whatever else is typed, such as a digit, a blank or a Latin letter, is a keystroke of its own.
///
/// ```swift
/// TwoSetKeyboard.textsWhileTyping("가나")  // ["ㄱ", "가", "간", "가나"]
/// TwoSetKeyboard.hangul(ofLatin: "rudqhrrnd")  // "경복궁"
/// ```
///
/// Source: KS X 5002, as Linux, macOS, iOS and Android have it. Windows also joins two consonants without a vowel (ㄳ for ㄱㅅ).
public enum TwoSetKeyboard {
    /// The keystrokes of a text: syllables, composed or decomposed, by their letters; all else as it is.
    ///
    /// - Complexity: O(*n*) for *n* scalars.
    public static func keystrokes(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.flatMap { scalar in
            switch LetterFolding.letter(scalar) {
            case .letters(let keys) where keys.allSatisfy(JamoKey.isJamo), .syllable(let keys), .vowel(let keys),
                .trailing(let keys):
                keys.map(JamoKey.letter)
            default: [scalar]
            }
        }
    }

    /// The text that is shown after all the keystrokes.
    ///
    /// - Complexity: O(*n*) for *n* keystrokes.
    public static func text(of keystrokes: some Sequence<Unicode.Scalar>) -> String {
        var composer = HangulComposer()
        for key in keystrokes { composer.press(key) }
        return composer.text
    }

    /// The text that is shown after each keystroke of `text`; the last is `text` itself, unless it has letters that join when
    /// they are typed, such as ㄱㅏ.
    ///
    /// - Complexity: O(*n*²) for *n* keystrokes: *n* texts of up to *n* characters.
    public static func textsWhileTyping(_ text: String) -> [String] {
        var composer = HangulComposer()
        return keystrokes(of: text).map { key in
            composer.press(key)
            return composer.text
        }
    }

    /// The Latin letters on the keys that a text is typed with: `rudqhrrnd` for 경복궁. All but Hangul stays.
    ///
    /// - Complexity: O(*n*) for *n* scalars.
    public static func latin(ofHangul text: String) -> String {
        String(
            String.UnicodeScalarView(
                keystrokes(of: text).map { scalar in
                    JamoKey.key(of: scalar).map { Unicode.Scalar(OtherKeyboard.latin[Int($0) - 1]) } ?? scalar
                }))
    }

    /// What the keys of Latin letters write in Hangul: 경복궁 for `rudqhrrnd`. All but Latin letters stays.
    ///
    /// - Complexity: O(*n*) for *n* scalars.
    public static func hangul(ofLatin text: String) -> String {
        Self.text(
            of: text.unicodeScalars.map { scalar in
                // Shift changes nothing on most keys.
                guard scalar.isASCII, scalar.properties.isAlphabetic else { return scalar }
                let byte = UInt8(scalar.value)
                return (OtherKeyboard.jamo[byte] ?? OtherKeyboard.jamo[byte | 0x20]).map(JamoKey.letter) ?? scalar
            })
    }
}
