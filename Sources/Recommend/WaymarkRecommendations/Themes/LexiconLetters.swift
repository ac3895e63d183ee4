internal import WaymarkText

/// The letters of a lexicon as numbers, since comparing numbers is much faster than comparing text.
struct LexiconLetters: Sendable {
    /// The number of every letter that is not in the lexicon.
    static let unknown: Int32 = 0

    /// The highest number.
    private(set) var last = Self.unknown
    /// The numbers of ASCII and then of Hangul syllables, which are nearly all letters in names.
    private var common = ContiguousArray<Int32>(repeating: Self.unknown, count: 128 + Self.syllables.count)
    /// The numbers of other letters, and of syllables written as several scalars.
    private var others: [Character: Int32] = [:]

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    /// The index in ``common`` of a scalar of ASCII or a Hangul syllable.
    @inline(__always)
    private static func place(ofPlain scalar: UInt32) -> Int {
        Int(scalar < 0x80 ? scalar : 128 &+ scalar &- syllables.lowerBound)
    }

    /// The index of a scalar in ``common``; nil for one that may form a character with its neighbours, or may have
    /// another case.
    private static func place(of scalar: UnicodeScalar) -> Int? {
        scalar.isASCII || syllables ~= scalar.value ? place(ofPlain: scalar.value) : nil
    }

    /// Holds the numbers of the letters of a text in the lexicon; adds missing ones.
    mutating func number(_ text: Span<UInt8>, into numbers: inout ContiguousArray<Int32>) {
        numbers.removeAll(keepingCapacity: true)
        var index = 0
        while index < text.count {
            guard let scalar = PlainText.nextASCIIOrHangul(text, &index) else {
                numbers.removeAll(keepingCapacity: true)
                for letter in String(utf8: text) { numbers.append(number(letter)) }
                return
            }
            numbers.append(number(at: Self.place(ofPlain: scalar)))
        }
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

    /// The number of a letter or digit of a plain text.
    @inline(__always)
    func number(of letter: NameLetters.Letter) -> Int32 {
        common[Self.place(ofPlain: letter.scalar)]
    }

    /// The number of each letter or digit of a text, character by character, and whether it is the last of its word.
    func numbers(of text: String) -> [(number: Int32, isLast: Bool)] {
        ThemeTerms.words(text).flatMap { word in
            word.enumerated().map { (i, letter) in
                let scalars = letter.unicodeScalars
                let place = scalars.count == 1 ? scalars.first.flatMap(Self.place) : nil
                return (place.map { common[$0] } ?? numberOfOther(letter), i == word.count - 1)
            }
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
