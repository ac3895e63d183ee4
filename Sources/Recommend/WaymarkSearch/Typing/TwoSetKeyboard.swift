/// The standard two-set (두벌식) Korean keyboard: the keystrokes of a text, and the text on screen after each.
///
/// A keystroke is a scalar. A Hangul key is the letter that it types, with or without Shift: one of 33 compatibility
/// jamo. Anything else, such as a digit, a blank or a Latin letter, is a keystroke of its own.
///
/// ```swift
/// TwoSetKeyboard.textsWhileTyping("가나")  // ["ㄱ", "가", "간", "가나"]
/// TwoSetKeyboard.hangul(ofLatin: "rudqhrrnd")  // "경복궁"
/// ```
///
/// Source: KS X 5002, as implemented by Linux, macOS, iOS and Android. Windows also joins two consonants without a
/// vowel (ㄳ for ㄱㅅ).
public enum TwoSetKeyboard {
    /// The keystrokes of a text: the letters of syllables, composed or decomposed; anything else unchanged.
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

    /// The text on screen after all the keystrokes.
    ///
    /// - Complexity: O(*n*) for *n* keystrokes.
    public static func text(of keystrokes: some Sequence<Unicode.Scalar>) -> String {
        var composer = HangulComposer()
        for key in keystrokes { composer.press(key) }
        return composer.text
    }

    /// The text on screen after each keystroke of `text`. The last is `text` itself, unless it has letters that combine
    /// when typed, such as ㄱㅏ.
    ///
    /// - Complexity: O(*n*²) for *n* keystrokes: *n* texts of up to *n* characters.
    public static func textsWhileTyping(_ text: String) -> [String] {
        var composer = HangulComposer()
        return keystrokes(of: text).map { key in
            composer.press(key)
            return composer.text
        }
    }

    /// The Latin letters on the keys that type a text: `rudqhrrnd` for 경복궁. Anything but Hangul is unchanged.
    ///
    /// - Complexity: O(*n*) for *n* scalars.
    public static func latin(ofHangul text: String) -> String {
        String(
            String.UnicodeScalarView(
                keystrokes(of: text).map { scalar in
                    JamoKey.key(of: scalar).map { Unicode.Scalar(OtherKeyboard.latin[Int($0) - 1]) } ?? scalar
                }))
    }

    /// The Hangul that the keys of Latin letters type: 경복궁 for `rudqhrrnd`. Anything but Latin letters is unchanged.
    ///
    /// - Complexity: O(*n*) for *n* scalars.
    public static func hangul(ofLatin text: String) -> String {
        Self.text(
            of: text.unicodeScalars.map { scalar in
                // On most keys Shift makes no difference.
                guard scalar.isASCII, scalar.properties.isAlphabetic else { return scalar }
                let byte = UInt8(scalar.value)
                return (OtherKeyboard.jamo[byte] ?? OtherKeyboard.jamo[byte | 0x20]).map(JamoKey.letter) ?? scalar
            })
    }
}
