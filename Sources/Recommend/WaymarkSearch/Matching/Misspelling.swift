/// Typing errors: a key wrong, missing or extra, or two swapped.
enum Misspelling {
    /// The maximum number of errors for a query with `keys` keys in a name of `letters` letters.
    ///
    /// One in names of three letters or more, two in names of eight or more. The query itself must be about as long,
    /// since a short one would match nearly any name.
    static func errors(keys: Int, letters: Int) -> Int {
        if letters >= 8, keys >= 14 { return 2 }
        return letters >= 3 && keys >= 5 ? 1 : 0
    }

    /// The keys of a word with one error of a letter undone: a vowel replaced by any other, a letter left out, or two
    /// neighbours swapped.
    static func variants(of word: Letters) -> Set<[UInt8]> {
        var variants: Set<[UInt8]> = []
        let letters = (0..<word.count).map { Array(word[$0]) }
        for (number, letter) in letters.enumerated() {
            let (before, after) = (letters[..<number].joined(), letters[(number + 1)...].joined())
            if word.count > 2 { variants.insert(Array(before) + after) }
            if number > 0 {
                variants.insert(Array(letters[..<(number - 1)].joined()) + letter + letters[number - 1] + after)
            }
            guard JamoKey.isConsonant(letter[0]), let first = letter.firstIndex(where: JamoKey.isVowel) else {
                continue
            }
            let end = letter[first...].firstIndex { !JamoKey.isVowel($0) } ?? letter.count
            for vowel in JamoKey.medial {
                variants.insert(Array(before) + letter[..<first] + vowel + letter[end...] + after)
            }
        }
        variants.remove(word.keys)
        return variants
    }

    /// The edit distances from `wanted` to the first 0, 1, ... `count` keys of another text.
    ///
    /// The optimal string alignment distance: keys changed, deleted, inserted, or swapped with their neighbour.
    ///
    /// - Complexity: O(*m* *n*).
    static func distances(_ wanted: ArraySlice<UInt8>, count: Int, _ other: (Int) -> UInt8) -> [Int] {
        var before: [Int] = []
        var last = Array(0...count)
        var previous: UInt8 = 0
        for (i, key) in wanted.enumerated() {
            var row = [i + 1]
            for j in 0..<count {
                var cost = min(last[j] + (key == other(j) ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, key == other(j - 1), previous == other(j) { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last, previous) = (last, row, key)
        }
        return last
    }
}

extension Letters {
    /// Matches a misspelled phrase with the start of the name, otherwise with the start of a word.
    ///
    /// The match is the prefix with the fewest errors, the shortest of several such.
    func misspelledMatch(_ phrase: Phrase) -> NameMatch? {
        let wanted = phrase.letters.keys
        let errors = min(phrase.errors, Misspelling.errors(keys: wanted.count, letters: count))
        guard errors > 0 else { return nil }
        for letter in 0..<count where areWordStarts[letter] {
            let start = starts[letter]
            let length = min(keys.count - start, wanted.count + errors)
            let distances = Misspelling.distances(wanted[...], count: length) { keys[start + $0] }.dropFirst()
            guard let least = distances.min(), least <= errors, let end = distances.firstIndex(of: least) else {
                continue
            }
            return NameMatch(
                rung: .misspelled, start: letter == 0 ? .name : .word, keys: start..<start + end)
        }
        return nil
    }
}
