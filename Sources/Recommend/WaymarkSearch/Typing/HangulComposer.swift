/// What the screen shows while Hangul is typed on a two-set keyboard, a keystroke after the other.
///
/// A consonant behind a vowel ends the syllable, until a vowel follows: then it moves on and begins the next (간, 가나). Vowels
/// and finals grow where two letters join (고, 과; 달, 닭). Whatever is not on a Hangul key ends the syllable.
struct HangulComposer {
    /// Syllables that change no more.
    private var settled = ""
    /// The keys of the syllable that is typed, as ``JamoKey`` has them.
    private var initial: UInt8?
    private var vowel: [UInt8] = []
    private var final: [UInt8] = []

    /// All that is shown.
    var text: String {
        var text = settled
        append(to: &text)
        return text
    }

    /// Takes a keystroke, as ``TwoSetKeyboard`` has them.
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
            // It was the beginning of this syllable.
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

    /// The key that writes a compatibility jamo; nil where there is none.
    static func key(of letter: Unicode.Scalar) -> UInt8? { keys[letter] }

    /// The compatibility jamo that a key writes.
    static func letter(of key: UInt8) -> Unicode.Scalar {
        isVowel(key) ? vowels[Int(key - firstVowel)] : consonants[Int(key - 1)]
    }
}
