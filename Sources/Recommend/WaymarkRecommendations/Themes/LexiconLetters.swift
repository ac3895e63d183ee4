internal import WaymarkText

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
    mutating func number(_ text: Substring) -> [Int32] {
        var numbers: [Int32] = []
        for scalar in text.unicodeScalars {
            guard let place = Self.place(of: scalar) else { return text.map { number($0) } }
            numbers.append(number(at: place))
        }
        return numbers
    }

    /// The number of a letter in ``common``.
    private mutating func number(at place: Int) -> Int32 {
        if common[place] == Self.unknown { common[place] = next() }
        return common[place]
    }

    private mutating func number(_ letter: Character) -> Int32 {
        let scalars = letter.unicodeScalars
        if scalars.count == 1, let place = scalars.first.flatMap(Self.place) {
            return number(at: place)
        }
        if let number = others[letter] { return number }
        let number = Self.syllable(letter).flatMap(Self.place).map { self.number(at: $0) } ?? next()
        others[letter] = number
        return number
    }

    private mutating func next() -> Int32 {
        last += 1
        return last
    }

    /// Reads the letters and digits of a text in lower case, without the characters between words.
    ///
    /// - Complexity: O(*n*).
    func read(_ utf8: Span<UInt8>, into letters: inout ContiguousArray<Letter>) {
        letters.removeAll(keepingCapacity: true)
        letters.reserveCapacity(utf8.count)
        var (index, isInWord) = (0, false)
        while index < utf8.count {
            guard let scalar = PlainText.nextASCIIOrHangul(utf8, &index) else {
                letters.removeAll(keepingCapacity: true)
                return readCharacters(String(utf8: utf8), into: &letters)
            }
            let place: UInt32
            switch scalar {
            case 0x30...0x39, 0x61...0x7A: place = scalar
            case 0x41...0x5A: place = scalar | 0x20
            case 0x80...: place = 128 + scalar - Self.syllables.lowerBound
            default:
                if isInWord { letters[letters.count - 1].isLast = true }
                isInWord = false
                continue
            }
            letters.append(Letter(number: common[Int(place)]))
            isInWord = true
        }
        if isInWord { letters[letters.count - 1].isLast = true }
    }

    /// The same, character by character.
    private func readCharacters(_ text: String, into letters: inout ContiguousArray<Letter>) {
        for word in ThemeTerms.words(text) {
            for letter in word {
                let scalars = letter.unicodeScalars
                let place = scalars.count == 1 ? scalars.first.flatMap(Self.place) : nil
                letters.append(Letter(number: place.map { common[$0] } ?? numberOfOther(letter)))
            }
            letters[letters.count - 1].isLast = true
        }
    }

    /// The number of a letter that is not in ``common`` as it is written.
    private func numberOfOther(_ letter: Character) -> Int32 {
        if let number = others[letter] { return number }
        return Self.syllable(letter).flatMap(Self.place).map { common[$0] } ?? Self.unknown
    }

    /// The Hangul syllable that is written as several scalars; nil for another letter.
    private static func syllable(_ letter: Character) -> UnicodeScalar? {
        guard letter.unicodeScalars.count > 1, let first = letter.unicodeScalars.first,
            0x1100...0x11FF ~= first.value || syllables ~= first.value
        else { return nil }
        return syllables.lazy.compactMap(UnicodeScalar.init).first { Character($0) == letter }
    }
}
