/// Typing errors: a letter or one of its parts wrong, a letter missing, extra or swapped with the next.
enum Misspelling {
    /// The letters that may stand in place of one of a word, for an error in this letter alone: its first consonant, its vowel or its
    /// final replaced by any other, a Latin letter likewise, or the letter left out. A missing letter is the work of
    /// ``NameReading/markParts(_:as:on:)``.
    static func variants(of word: Letters, at number: Int) -> [(letter: KeyRun, correction: Grade.Correction)] {
        let (keys, letter) = (word[number], KeyRun(word[number]))
        var variants: [(letter: KeyRun, correction: Grade.Correction)] = []
        variants.reserveCapacity(70)
        func add(_ other: KeyRun, for own: KeyRun, _ variant: KeyRun) {
            if other == own { return }
            let isSame = alike.contains { $0.contains(own) && $0.contains(other) }
            variants.append((variant, isSame ? .slip : .error))
        }
        if word.count > 2 {
            variants.append((KeyRun(), number > 0 && word[number - 1] == word[number] ? .slip : .loss))
        }
        if word.count > 3, latin.contains(letter) { for other in latin { add(other, for: letter, other) } }
        guard JamoKey.isConsonant(keys[keys.startIndex]), let first = keys.firstIndex(where: JamoKey.isVowel) else {
            return variants
        }
        let end = keys[first...].firstIndex { !JamoKey.isVowel($0) } ?? keys.endIndex
        let (before, vowel, final) = (KeyRun(keys[..<first]), KeyRun(keys[first..<end]), KeyRun(keys[end...]))
        for other in JamoKey.medial { add(other, for: vowel, before + other + final) }
        if word.count > 2 {
            for other in JamoKey.leading { add(other, for: before, other + vowel + final) }
            for other in JamoKey.trailing { add(other, for: final, before + vowel + other) }
        }
        return variants
    }

    private static let latin = "abcdefghijklmnopqrstuvwxyz".utf8.map { KeyRun($0) }

    /// Vowels that sound the same to most, and consonants that are typed with Shift, or without.
    private static let alike = ["ㅐㅔ", "ㅒㅖ", "ㅙㅚㅞ", "ㅢㅣㅡ", "ㄱㄲ", "ㄷㄸ", "ㅂㅃ", "ㅅㅆ", "ㅈㅉ"].map { sound in
        sound.unicodeScalars.map { KeyRun(ofHangul: $0) }
    }
}
