/// Maps characters to the letters and digits that a search compares, regardless of case, width, accents and
/// composition.
enum LetterFolding {
    enum Letter {
        /// Blanks, hyphens, dots, brackets and symbols: the next letter begins a new word.
        case separator
        /// Accents and joiners, which are ignored.
        case nothing
        /// One or more letters, each on its own: `æ` is `ae`, ㄳ is ㄱ and ㅅ.
        case letters(KeyRun)
        /// A Hangul syllable.
        case syllable(KeyRun)
        /// A conjoining jamo that joins the preceding syllable, if that syllable lacks such a jamo.
        case vowel(KeyRun)
        case trailing(KeyRun)
        /// Any other letter, as UTF-8; none of its bytes is a key.
        case other(Unicode.Scalar)
        /// A mark that voices the kana before it.
        case voicing(UInt32)
    }

    /// The meaning of a scalar in a search.
    static func letter(_ scalar: Unicode.Scalar) -> Letter {
        var value = scalar.value
        if 0xFF01...0xFF5E ~= value { value -= 0xFEE0 }
        switch value {
        case 0x30...0x39, 0x61...0x7A: return .letters(KeyRun(UInt8(value)))
        case 0x41...0x5A: return .letters(KeyRun(UInt8(value + 0x20)))
        case ..<0x80: return .separator
        case 0xAC00...0xD7A3:
            let index = Int(value - 0xAC00)
            return .syllable(
                JamoKey.leading[index / 588] + JamoKey.medial[index % 588 / 28] + JamoKey.trailing[index % 28])
        case 0x1100...0x1112: return .letters(JamoKey.leading[Int(value - 0x1100)])
        case 0x1161...0x1175: return .vowel(JamoKey.medial[Int(value - 0x1161)])
        case 0x11A8...0x11C2: return .trailing(JamoKey.trailing[Int(value - 0x11A7)])
        case 0x3131...0x3163: return .letters(JamoKey.compatibility[Int(value - 0x3131)])
        // Half-width jamo, in four rows of vowels.
        case 0xFFA1...0xFFBE: return .letters(JamoKey.compatibility[Int(value - 0xFFA1)])
        case 0xFFC2...0xFFC7: return .letters(JamoKey.compatibility[Int(value - 0xFFC2) + 30])
        case 0xFFCA...0xFFCF: return .letters(JamoKey.compatibility[Int(value - 0xFFCA) + 36])
        case 0xFFD2...0xFFD7: return .letters(JamoKey.compatibility[Int(value - 0xFFD2) + 42])
        case 0xFFDA...0xFFDC: return .letters(JamoKey.compatibility[Int(value - 0xFFDA) + 48])
        // Fillers, and the old vowel that Korean texts use as a middle dot.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: return .nothing
        case 0x318D, 0x119E: return .separator
        case 0x3099: return .voicing(1)
        case 0x309A: return .voicing(2)
        default: return rare(scalar)
        }
    }

    private static func rare(_ scalar: Unicode.Scalar) -> Letter {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .otherNumber, .spacingMark:
            break
        case .decimalNumber:
            let digit = properties.numericValue.flatMap { UInt8(exactly: $0) } ?? 0
            return .letters(KeyRun(UInt8(ascii: "0") + min(digit, 9)))
        case .nonspacingMark, .enclosingMark, .format: return .nothing
        default: return .separator
        }
        if let base = greekAndCyrillic[scalar] { return .other(base) }
        if let latin = latin[scalar] { return .letters(latin) }
        let lower = properties.lowercaseMapping.unicodeScalars
        return .other(lower.first.map { greekAndCyrillic[$0] ?? $0 } ?? scalar)
    }

    /// Latin letters with accents or strokes, mapped to base letters by their Unicode names: `LATIN SMALL LETTER E WITH
    /// ACUTE`.
    private static let latin: [Unicode.Scalar: KeyRun] = {
        var letters: [Unicode.Scalar: KeyRun] = ["ß": KeyRun("ss".utf8), "ẞ": KeyRun("ss".utf8), "ı": KeyRun("i".utf8)]
        for scalar in [0xAA...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F].joined().compactMap(Unicode.Scalar.init) {
            let words = scalar.properties.name?.split(separator: " ") ?? []
            guard words.count >= 4, words[0] == "LATIN", words.count == 4 || words[4] == "WITH",
                words[2] == "LETTER" || words[2] == "LIGATURE", words[3].utf8.count <= 2
            else { continue }
            letters[scalar] = KeyRun(words[3].lowercased().utf8)
        }
        return letters
    }()

    /// Letters with a canonical decomposition, mapped to their base letters.
    private static let greekAndCyrillic: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = Array("άαέεήηίιόούυώωϊιϋυΐιΰυйиёеїіўуѓгќк".unicodeScalars)
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) })
    }()

    /// The kana with a voicing mark applied; nil if the mark does not apply to it.
    static func voiced(_ kana: UInt32, by step: UInt32) -> Unicode.Scalar? {
        let hiragana = 0x30A1...0x30F6 ~= kana ? kana - 0x60 : kana
        let isVoiced: Bool
        switch hiragana {
        case 0x304B...0x3061: isVoiced = step == 1 && hiragana % 2 == 1
        case 0x3064, 0x3066, 0x3068: isVoiced = step == 1
        case 0x306F...0x307B: isVoiced = hiragana % 3 == 0
        case 0x3046: return step == 1 ? Unicode.Scalar(kana + 0x4E) : nil
        default: isVoiced = false
        }
        return isVoiced ? Unicode.Scalar(kana + step) : nil
    }
}
