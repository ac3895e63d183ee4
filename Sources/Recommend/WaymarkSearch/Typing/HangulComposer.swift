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
