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
        if isVowel(end), vowels.contains(Array(keys[end - 1...end])) { end += 1 }
        let first = end
        while end < keys.count, JamoKey.isConsonant(keys[end]), !isVowel(end + 1),
            trailing.contains(Array(keys[first...end]))
        { end += 1 }
        return end
    }
}
