/// The letters of a lexicon as numbers, since comparing numbers is much faster than comparing text.
struct LexiconLetters: Sendable {
    /// A letter or digit of a name.
    struct Letter {
        /// The number of the letter; ``LexiconLetters/unknown`` if it is not in the lexicon.
        var number: Int32
        /// Whether the letter is the last of its word.
        var isLast = false
    }

    /// The number of every letter that is not in the lexicon.
    static let unknown: Int32 = 0

    /// The highest number.
    private(set) var last = Self.unknown
    /// The numbers of ASCII and then of Hangul syllables, which are nearly all letters in names.
    private var common = ContiguousArray<Int32>(repeating: Self.unknown, count: 128 + Self.syllables.count)
    /// The numbers of other letters, and of syllables written as several scalars.
    private var others: [Character: Int32] = [:]

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    /// The index of a scalar in ``common``; nil for one that may form a character with its neighbours, or may have
    /// another case.
    private static func place(of scalar: UnicodeScalar) -> Int? {
        if scalar.isASCII { return Int(scalar.value) }
        return syllables ~= scalar.value ? Int(128 + scalar.value - syllables.lowerBound) : nil
    }

    /// The numbers of the letters of a text in the lexicon; adds missing ones.
    mutating func number(_ text: Substring) -> [Int32] { text.map { number($0) } }

    private mutating func number(_ letter: Character) -> Int32 {
        let scalars = letter.unicodeScalars
        if scalars.count == 1, let place = scalars.first.flatMap(Self.place) {
            if common[place] == Self.unknown { common[place] = next() }
            return common[place]
        }
        if let number = others[letter] { return number }
        let syllable = Self.syllables.lazy.compactMap(UnicodeScalar.init).first { Character($0) == letter }
        let number = syllable.map { self.number(Character($0)) } ?? next()
        others[letter] = number
        return number
    }

    private mutating func next() -> Int32 {
        last += 1
        return last
    }

    /// The letters and digits of a text in lower case, without the characters between words.
    ///
    /// - Complexity: O(*n*).
    func letters(of text: String) -> ContiguousArray<Letter> {
        var letters = ContiguousArray<Letter>()
        letters.reserveCapacity(text.utf8.count)
        var isInWord = false
        for scalar in text.unicodeScalars {
            guard let place = Self.place(of: scalar) else { return slowLetters(of: text) }
            let isLetter: Bool
            switch scalar {
            case "a"..."z", "0"..."9": isLetter = true
            case "A"..."Z":
                letters.append(Letter(number: common[place | 0x20]))
                isInWord = true
                continue
            default: isLetter = place >= 128
            }
            if isLetter {
                letters.append(Letter(number: common[place]))
            } else if isInWord {
                letters[letters.count - 1].isLast = true
            }
            isInWord = isLetter
        }
        if isInWord { letters[letters.count - 1].isLast = true }
        return letters
    }

    /// The same letters, read character by character.
    private func slowLetters(of text: String) -> ContiguousArray<Letter> {
        var letters = ContiguousArray<Letter>()
        for word in ThemeTerms.words(text) {
            for letter in word {
                let scalars = letter.unicodeScalars
                let place = scalars.count == 1 ? scalars.first.flatMap(Self.place) : nil
                letters.append(Letter(number: place.map { common[$0] } ?? numberOfOther(letter)))
            }
            letters[letters.count - 1].isLast = true
        }
        return letters
    }

    /// The number of a letter that is not in ``common`` as it is written.
    private func numberOfOther(_ letter: Character) -> Int32 {
        if let number = others[letter] { return number }
        guard letter.unicodeScalars.count > 1, let first = letter.unicodeScalars.first,
            0x1100...0x11FF ~= first.value || Self.syllables ~= first.value
        else { return Self.unknown }
        let syllable = Self.syllables.lazy.compactMap(UnicodeScalar.init).first { Character($0) == letter }
        return syllable.flatMap(Self.place).map { common[$0] } ?? Self.unknown
    }
}
