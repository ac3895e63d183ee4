/// Letters that are looked for in names, and what follows from them.
struct Phrase {
    let letters: Letters
    /// Whether a consonant on its own, which stands for any syllable that begins with it, is followed by other letters.
    let hasInitials: Bool
    /// Whether any letter is a whole syllable.
    let hasSyllables: Bool
    /// The keys with a final that has grown, which must end a letter.
    let grown: [[UInt8]]

    init(_ letters: Letters) {
        self.letters = letters
        hasInitials = (0..<max(0, letters.count - 1)).contains(where: letters.isInitial)
        hasSyllables = (0..<letters.count).contains {
            JamoKey.isJamo(letters.keys[letters.starts[$0]]) && letters.range($0).count > 1
        }
        grown = SyllableKeys.grown(letters)
    }

    /// Whether only some letters are given by their first consonants: the rest is as it was typed.
    var isMixed: Bool { hasInitials && hasSyllables }

    /// Whether it is looked for in other texts: a consonant or a digit alone begins a word of nearly all of them.
    var isWordOfTexts: Bool {
        letters.keys.count > 1 && !(JamoKey.isJamo(letters.keys[0]) && letters.range(0).count == 1)
    }

    /// Number of faults that it may have in a name of many letters; initials say too little of a name to be wrong in it.
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
