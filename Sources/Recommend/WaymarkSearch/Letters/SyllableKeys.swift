/// Groups keys into syllables as the two-set keyboard does.
enum SyllableKeys {
    private static let vowels = Set(JamoKey.medial)
    private static let trailing = Set(JamoKey.trailing)

    /// The end of the letter that begins at a key: a syllable, or a single key.
    ///
    /// A consonant before a vowel begins the next syllable; any other consonant joins the preceding syllable if its
    /// final allows that.
    static func end(ofLetterAt start: Int, in keys: [UInt8]) -> Int {
        func isVowel(_ at: Int) -> Bool { at < keys.count && JamoKey.isVowel(keys[at]) }
        if keys[start] >= 0x80 {
            var end = start + 1
            while end < keys.count, keys[end] & 0xC0 == 0x80 { end += 1 }
            return end
        }
        guard JamoKey.isConsonant(keys[start]), isVowel(start + 1) else { return start + 1 }
        var end = start + 2
        if isVowel(end), vowels.contains(KeyRun(keys[end - 1...end])) { end += 1 }
        let first = end
        while end < keys.count, JamoKey.isConsonant(keys[end]), !isVowel(end + 1),
            trailing.contains(KeyRun(keys[first...end]))
        { end += 1 }
        return end
    }

    /// The keys with one more consonant before the final one of the last syllable: 닭 for 닥.
    ///
    /// The keys of 닭 begin with those of 달, but not with those of 닥, at which people who search for 닭 also pause.
    static func grown(_ letters: Letters) -> [[UInt8]] {
        guard letters.count > 0 else { return [] }
        let last = letters.range(letters.count - 1)
        guard last.count > 2, let final = letters.keys.last, JamoKey.isConsonant(final),
            JamoKey.isVowel(letters.keys[last.upperBound - 2])
        else { return [] }
        return JamoKey.trailing.compactMap { trailing in
            let grown = Array(trailing)
            guard grown.count == 2, grown[1] == final else { return nil }
            return Array(letters.keys.dropLast()) + grown
        }
    }
}
