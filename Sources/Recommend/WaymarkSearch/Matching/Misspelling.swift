/// Typing errors: a letter or one of its parts wrong, a letter missing, extra or swapped with the next.
enum Misspelling {
    /// The keys of a word from a letter on, with an error there undone: the first consonant, the vowel or the final of the letter
    /// replaced by any other, a Latin letter likewise, the letter left out, or swapped with the next. A missing letter is the work of
    /// ``NameReading/markParts(_:as:on:)``.
    static func variants(of word: Letters, from number: Int) -> [(keys: [UInt8], correction: Grade.Correction)] {
        let letter = Array(word[number])
        let after = word.keys[word.range(number).upperBound...]
        var variants: [(keys: [UInt8], correction: Grade.Correction)] = []
        if word.count > 2 {
            variants.append((Array(after), number > 0 && word[number - 1] == word[number] ? .slip : .loss))
        }
        if number + 1 < word.count {
            let next = word.range(number + 1)
            variants.append((word.keys[next] + letter + word.keys[next.upperBound...], .error))
        }
        if latin.contains(letter[0]), word.count > 3 {
            for other in latin where other != letter[0] { variants.append(([other] + after, .error)) }
        }
        guard JamoKey.isConsonant(letter[0]), let first = letter.firstIndex(where: JamoKey.isVowel) else {
            return variants
        }
        let end = letter[first...].firstIndex { !JamoKey.isVowel($0) } ?? letter.count
        let (before, old, final) = (letter[..<first], KeyRun(letter[first..<end]), letter[end...])
        for vowel in JamoKey.medial where vowel != old {
            let isSame = sounds.contains { $0.contains(old) && $0.contains(vowel) }
            variants.append((Array(before) + vowel + final + after, isSame ? .slip : .error))
        }
        if word.count > 2 {
            for other in JamoKey.leading where other != KeyRun(letter[0]) {
                variants.append(
                    (
                        Array(other) + letter.dropFirst() + after,
                        shifted.contains([KeyRun(letter[0]), other]) ? .slip : .error
                    ))
            }
            for other in JamoKey.trailing where other != KeyRun(final) {
                variants.append((Array(letter[..<end]) + other + after, .error))
            }
        }
        return variants
    }

    private static let latin = Array("abcdefghijklmnopqrstuvwxyz".utf8)

    /// Vowels that sound the same to most.
    private static let sounds = ["ㅐㅔ", "ㅒㅖ", "ㅙㅚㅞ", "ㅢㅣㅡ"].map { sound in
        sound.unicodeScalars.map { KeyRun(ofHangul: $0) }
    }

    /// The consonants that are typed with Shift, or without.
    private static let shifted = ["ㄱㄲ", "ㄷㄸ", "ㅂㅃ", "ㅅㅆ", "ㅈㅉ"].map { pair in
        Set(pair.unicodeScalars.map { KeyRun(ofHangul: $0) })
    }
}
