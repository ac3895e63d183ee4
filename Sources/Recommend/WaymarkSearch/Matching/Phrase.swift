/// Letters to search for in names, with properties derived from them.
struct Phrase {
    let letters: Letters
    /// Whether a lone consonant, which stands for any syllable that begins with it, precedes other letters.
    let hasInitials: Bool
    /// Whether any letter is a whole syllable.
    let hasSyllables: Bool
    /// The keys with a longer final, which must end where a letter ends.
    let grown: [[UInt8]]

    init(_ letters: Letters) {
        self.letters = letters
        hasInitials = (0..<max(0, letters.count - 1)).contains(where: letters.isInitial)
        hasSyllables = (0..<letters.count).contains {
            JamoKey.isJamo(letters.keys[letters.starts[$0]]) && letters.range($0).count > 1
        }
        grown = SyllableKeys.grown(letters)
    }

    /// Whether some letters are given only by their first consonant, and others as whole syllables.
    var isMixed: Bool { hasInitials && hasSyllables }

    /// Whether the phrase is searched in other texts: a lone consonant or digit would begin a word in nearly all of
    /// them.
    var isWordOfTexts: Bool {
        letters.keys.count > 1 && !(JamoKey.isJamo(letters.keys[0]) && letters.range(0).count == 1)
    }

    /// The maximum number of typing errors in a name of many letters; 0 for initials alone, which say too little about
    /// a name.
    var faults: Int {
        hasInitials && !hasSyllables ? 0 : Misspelling.faults(keys: letters.keys.count, letters: .max)
    }
}

extension Letters {
    /// Whether a letter is a consonant on its own.
    func isInitial(_ letter: Int) -> Bool {
        let range = range(letter)
        return range.count == 1 && JamoKey.isConsonant(keys[range.lowerBound])
    }
}
