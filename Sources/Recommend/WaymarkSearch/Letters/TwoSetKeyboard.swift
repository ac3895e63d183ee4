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
            let keys = KeyRun(ofHangul: scalar)
            return keys.count == 0 ? [scalar] : keys.map(JamoKey.letter)
        }
    }

    /// The text on screen after all the keystrokes.
    ///
    /// A consonant after a vowel ends the syllable, until a vowel follows: the consonant then begins the next syllable (간,
    /// 가나). Vowels and finals combine if the two letters can (고, 과; 달, 닭). A key without a Hangul letter ends the
    /// syllable.
    ///
    /// - Complexity: O(*n*) for *n* keystrokes.
    public static func text(of keystrokes: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        var keys: [UInt8] = []
        func settle() {
            var start = 0
            while start < keys.count {
                var end = SyllableKeys.end(ofLetterAt: start, in: keys)
                // Vowels combine without a consonant, too.
                if end == start + 1, end < keys.count, JamoKey.medial.contains(KeyRun(keys[start...end])) { end += 1 }
                text.append(JamoKey.letter(of: keys[start..<end]))
                start = end
            }
            keys = []
        }
        for scalar in keystrokes {
            if let key = JamoKey.key(of: scalar) {
                keys.append(key)
            } else {
                settle()
                text.append(scalar)
            }
        }
        settle()
        return String(text)
    }

    /// The text on screen after each keystroke of `text`. The last is `text` itself, unless it has letters that combine
    /// when typed, such as ㄱㅏ.
    ///
    /// - Complexity: O(*n*²) for *n* keystrokes: *n* texts of up to *n* characters.
    public static func textsWhileTyping(_ text: String) -> [String] {
        let keys = keystrokes(of: text)
        return keys.indices.map { Self.text(of: keys[...$0]) }
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

extension JamoKey {
    private static let keys = Dictionary(
        uniqueKeysWithValues: (consonants + vowels).enumerated().map { ($1, UInt8($0 + 1)) })

    /// The key that types a compatibility jamo; nil if there is none.
    static func key(of letter: Unicode.Scalar) -> UInt8? { keys[letter] }

    /// The compatibility jamo that a key types.
    static func letter(of key: UInt8) -> Unicode.Scalar {
        isVowel(key) ? vowels[Int(key - firstVowel)] : consonants[Int(key - 1)]
    }

    /// The syllable that keys type, or the compatibility jamo of one key or of two vowels.
    fileprivate static func letter(of keys: ArraySlice<UInt8>) -> Unicode.Scalar {
        if keys.count == 1 { return letter(of: keys[keys.startIndex]) }
        let initial = keys.prefix(while: isConsonant)
        let middle = keys.dropFirst(initial.count).prefix(while: isVowel)
        let vowel = medial.firstIndex(of: KeyRun(middle)) ?? 0
        guard let first = initial.first else { return Unicode.Scalar(UInt32(0x314F + vowel)) ?? "\u{FFFD}" }
        let final = trailing.firstIndex(of: KeyRun(keys.dropFirst(initial.count + middle.count))) ?? 0
        let number = (Int(first - 1) * medial.count + vowel) * trailing.count + final
        return Unicode.Scalar(UInt32(0xAC00 + number)) ?? "\u{FFFD}"
    }
}
