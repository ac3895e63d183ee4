internal import WaymarkText

/// Words in Hanja and kana, read as Korean.
enum OtherScripts {
    /// The maximum number of readings of a word: some characters have several.
    private static let maxReadings = 16

    /// The keys of a word with its Hanja read as Hangul, in each way; none if it has no Hanja.
    static func hangul(of word: Letters) -> [[UInt8]] {
        guard word.keys.contains(where: { $0 >= 0xE3 }) else { return [] }
        var (readings, isRead): ([[UInt8]], Bool) = ([[]], false)
        for letter in 0..<word.count {
            let own = [Array(word[letter])]
            let syllables = scalar(word[letter]).flatMap { hanja[$0] }
            isRead = isRead || syllables != nil
            let next = readings.flatMap { before in (syllables ?? own).map { before + $0 } }
            readings = Array(next.prefix(maxReadings))
        }
        return isRead ? readings : []
    }

    /// A word with its kana as Latin letters, and as bits which of these may be silent: Japanese needs a vowel after a final
    /// consonant. Nil if it has no kana.
    static func latin(ofKana word: [UInt8]) -> (letters: [UInt8], silent: UInt64)? {
        guard word.contains(0xE3) else { return nil }
        let scalars = String(decoding: word, as: UTF8.self).replacing("タワー", with: "tawo").unicodeScalars
        guard scalars.contains(where: { number($0) != nil }) else { return nil }
        var (letters, silent): ([UInt8], UInt64) = ([], 0)
        var doubles = false
        for scalar in scalars {
            guard let number = number(scalar) else {
                if scalar.value != 0x30FC { letters += String(scalar).utf8 }
                continue
            }
            var sound = Array(kana[number].utf8)
            if sound == [UInt8(ascii: "*")] {
                doubles = true
                continue
            }
            if sound[0] == UInt8(ascii: "-") {
                // A small letter takes the place of the vowel before it; of a u it leaves a w.
                sound.removeFirst()
                if let before = letters.last {
                    letters.removeLast()
                    if before == UInt8(ascii: "u"), sound.count == 1 { letters.append(UInt8(ascii: "w")) }
                    silent &= ~(1 << UInt64(min(63, letters.count)))
                }
            }
            if doubles, letters.count < 60 {
                silent |= 1 << UInt64(letters.count)
                letters.append(sound[0])
            }
            doubles = false
            letters += sound
            if sound.count > 1, letters.count <= 60,
                letters.last == UInt8(ascii: "u") || sound == Array("to".utf8)
            {
                silent |= 1 << UInt64(letters.count - 1)
            }
        }
        return (letters, silent)
    }

    /// The number of a kana from U+3041 or U+30A1 on.
    private static func number(_ scalar: Unicode.Scalar) -> Int? {
        let value = 0x30A1...0x30F6 ~= scalar.value ? scalar.value - 0x60 : scalar.value
        return 0x3041...0x3096 ~= value ? Int(value - 0x3041) : nil
    }

    /// The sounds of kana, small ones with a hyphen; a star doubles what follows.
    private static let kana =
        """
        -a a -i i -u u -e e -o o ka ga ki gi ku gu ke ge ko go sa ja shi ji su ju se je so jo ta da chi ji * su ju te de to do \
        na ni nu ne no ha ba pa hi bi pi hu bu pu he be pe ho bo po ma mi mu me mo -ya ya -yu yu -yo yo ra ri ru re ro -wa wa i e \
        o n bu ka ke
        """.split(separator: " ")

    private static func scalar(_ letter: ArraySlice<UInt8>) -> Unicode.Scalar? {
        letter[letter.startIndex] < 0xE3 ? nil : String(decoding: letter, as: UTF8.self).unicodeScalars.first
    }

    /// The keys of the readings of each Hanja, from a file in which each syllable stands before its characters.
    private static let hanja: [Unicode.Scalar: [[UInt8]]] = {
        var (readings, syllable): ([Unicode.Scalar: [[UInt8]]], [UInt8]) = ([:], [])
        for scalar in String(decoding: PackageResources.hanja_readings_txt, as: UTF8.self).unicodeScalars {
            if 0xAC00...0xD7A3 ~= scalar.value {
                syllable = Array(KeyRun(ofLetter: scalar.value))
            } else if scalar.value > 0x2E00 {
                readings[scalar, default: []].append(syllable)
            }
        }
        return readings
    }()
}
