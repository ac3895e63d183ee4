/// How the two-set keyboard makes syllables of keys.
enum SyllableKeys {
    private static let vowels = Set(JamoKey.medial)
    private static let trailing = Set(JamoKey.trailing)

    /// Where the letter that begins with a key ends: a syllable, or a key on its own.
    ///
    /// A consonant before a vowel begins the next syllable; any other belongs to the syllable before it where that has room.
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

    /// The keys with a consonant more in the last syllable, before its final one: 닭 for 닥.
    ///
    /// A final that grows is one key more in 달 and 닭, but people who look for 닭 also stop at 닥.
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
