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

/// Composes the text on screen while Hangul is typed on a two-set keyboard, keystroke by keystroke.
///
/// A consonant after a vowel ends the syllable, until a vowel follows: the consonant then begins the next syllable (간,
/// 가나). Vowels and finals combine if the two letters can (고, 과; 달, 닭). A key without a Hangul letter ends the syllable.
struct HangulComposer {
    /// The text before the current syllable, which no longer changes.
    private var settled = ""
    /// The keys of the current syllable, as in ``JamoKey``.
    private var initial: UInt8?
    private var vowel: [UInt8] = []
    private var final: [UInt8] = []

    /// All text on screen.
    var text: String {
        var text = settled
        append(to: &text)
        return text
    }

    /// Adds a keystroke in the form of ``TwoSetKeyboard``.
    ///
    /// - Complexity: O(1).
    mutating func press(_ scalar: Unicode.Scalar) {
        guard let key = JamoKey.key(of: scalar) else {
            settle()
            settled.unicodeScalars.append(scalar)
            return
        }
        if JamoKey.isVowel(key) { pressVowel(key) } else { pressConsonant(key) }
    }

    private mutating func pressConsonant(_ key: UInt8) {
        if initial != nil, !vowel.isEmpty, JamoKey.trailing.contains(KeyRun(final + [key])) {
            final.append(key)
        } else {
            settle()
            initial = key
        }
    }

    private mutating func pressVowel(_ key: UInt8) {
        if let moved = final.popLast() {
            // The final consonant begins this syllable.
            settle()
            initial = moved
        } else if !vowel.isEmpty, !JamoKey.medial.contains(KeyRun(vowel + [key])) {
            settle()
        }
        vowel.append(key)
    }

    private mutating func settle() {
        append(to: &settled)
        (initial, vowel, final) = (nil, [], [])
    }

    private func append(to text: inout String) {
        if let initial, let middle = JamoKey.medial.firstIndex(of: KeyRun(vowel)),
            let end = JamoKey.trailing.firstIndex(of: KeyRun(final))
        {
            let number = (Int(initial - 1) * JamoKey.medial.count + middle) * JamoKey.trailing.count + end
            text.unicodeScalars.append(Unicode.Scalar(UInt32(0xAC00 + number)) ?? "\u{FFFD}")
        } else if let initial {
            text.unicodeScalars.append(JamoKey.letter(of: initial))
        } else if let middle = JamoKey.medial.firstIndex(of: KeyRun(vowel)) {
            text.unicodeScalars.append(Unicode.Scalar(UInt32(0x314F + middle)) ?? "\u{FFFD}")
        }
    }
}

extension JamoKey {
    private static let keys = Dictionary(
        uniqueKeysWithValues: (consonants + vowels).enumerated().map { ($1, UInt8($0 + 1)) })

    /// The key that types a compatibility jamo; nil if there is none.
    static func key(of letter: Unicode.Scalar) -> UInt8? { keys[letter] }

    /// The compatibility jamo that a key types.
    static func letter(of key: UInt8) -> Unicode.Scalar {
        isVowel(key) ? vowels[Int(key - firstVowel)] : consonants[Int(key - 1)]
    }
}
