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

    /// The keys of a word from a letter on, with an error there undone: the vowel or first consonant of the letter replaced
    /// by any other, the letter left out, or swapped with the next.
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
        guard JamoKey.isConsonant(letter[0]), let first = letter.firstIndex(where: JamoKey.isVowel) else {
            return variants
        }
        let end = letter[first...].firstIndex { !JamoKey.isVowel($0) } ?? letter.count
        let (before, old, final) = (letter[..<first], KeyRun(letter[first..<end]), letter[end...] + after)
        for vowel in JamoKey.medial where vowel != old {
            let isSame = sounds.contains { $0.contains(old) && $0.contains(vowel) }
            variants.append((Array(before) + vowel + final, isSame ? .slip : .error))
        }
        if word.count > 2 {
            let rest = letter.dropFirst() + after
            for other in 1..<JamoKey.firstVowel where other != letter[0] {
                variants.append(([other] + rest, shifted[letter[0]] == other ? .slip : .error))
            }
        }
        return variants
    }

    /// Vowels that sound the same to most.
    private static let sounds = ["ㅐㅔ", "ㅒㅖ", "ㅙㅚㅞ", "ㅢㅣㅡ"].map { sound in
        sound.unicodeScalars.map { KeyRun(ofHangul: $0) }
    }

    /// The other key of each consonant that is typed with Shift, or without.
    private static let shifted: [UInt8: UInt8] = {
        let pairs = ["ㄱㄲ", "ㄷㄸ", "ㅂㅃ", "ㅅㅆ", "ㅈㅉ"].map { pair in
            pair.unicodeScalars.flatMap { KeyRun(ofHangul: $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs.flatMap { [($0[0], $0[1]), ($0[1], $0[0])] })
    }()

    /// The edit distances from `wanted` to the first 0, 1, ... keys of another text.
    ///
    /// The optimal string alignment distance: keys changed, deleted, inserted, or swapped with their neighbour.
    ///
    /// - Complexity: O(*m* *n*).
    static func distances(_ wanted: [UInt8], to keys: ArraySlice<UInt8>) -> [Int] {
        let other = Array(keys)
        var (before, last) = ([Int](), Array(0...other.count))
        for (i, key) in wanted.enumerated() {
            var row = [i + 1]
            for j in other.indices {
                var cost = min(last[j] + (key == other[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, key == other[j - 1], wanted[i - 1] == other[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
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
            let distances = Misspelling.distances(wanted, to: keys[start..<start + length]).dropFirst()
            guard let least = distances.min(), least <= errors, let end = distances.firstIndex(of: least) else {
                continue
            }
            return NameMatch(
                grade: SearchGrade(.misspelled, letter == 0 ? .name : .word), keys: start..<start + end)
        }
        return nil
    }
}
