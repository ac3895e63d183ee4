import WaymarkText

/// A text as a sequence of letters of one or more keys each, with their ranges in the text and the starts of words.
package struct Letters: Sendable {
    /// The concatenated keys of all letters: ``JamoKey`` for Hangul, ASCII for digits and Latin letters, UTF-8 for
    /// others.
    package private(set) var keys: [UInt8] = []
    /// The offset of each letter in `keys`.
    private(set) var starts: [Int] = []
    /// Whether each letter begins a word.
    private(set) var areWordStarts: [Bool] = []
    /// The UTF-8 range of each letter in the text.
    private(set) var places: [Range<Int>] = []

    /// Reads the letters of a text.
    ///
    /// - Complexity: O(*n*).
    package init(_ text: String) {
        let size = text.utf8.count
        self.init(scalars: text.unicodeScalars, size: size)
    }

    init(scalars: some Sequence<Unicode.Scalar>, size: Int = 0) {
        keys.reserveCapacity(size)
        starts.reserveCapacity(size / 3)
        areWordStarts.reserveCapacity(size / 3)
        places.reserveCapacity(size / 3)
        var offset = 0
        var isWordStart = true
        // What may still extend the last letter.
        var awaited = Awaited.nothing
        for scalar in scalars {
            let place = offset..<offset + UTF8.width(scalar)
            offset = place.upperBound
            switch LetterFolding.letter(scalar) {
            case .separator:
                isWordStart = true
                awaited = .nothing
                continue
            case .nothing: continue
            case .voicing(let step):
                if case .kana(let kana) = awaited, let voiced = LetterFolding.voiced(kana, by: step) {
                    keys.removeLast(keys.count - starts[starts.count - 1])
                    keys += KeyRun(String(voiced).utf8)
                    places[places.count - 1] = places[places.count - 1].lowerBound..<place.upperBound
                }
                awaited = .nothing
                continue
            case .letters(let letters):
                for letter in letters {
                    append(KeyRun(letter), place, isWordStart)
                    isWordStart = false
                }
                awaited = 0x1100...0x1112 ~= scalar.value ? .vowel : .nothing
            case .syllable(let syllable):
                append(syllable, place, isWordStart)
                awaited = (scalar.value - 0xAC00) % 28 == 0 ? .trailing : .nothing
            case .vowel(let jamo):
                if awaited == .vowel { extend(by: jamo, place) } else { append(separately: jamo, place, isWordStart) }
                awaited = awaited == .vowel ? .trailing : .nothing
            case .trailing(let jamo):
                if awaited == .trailing {
                    extend(by: jamo, place)
                } else {
                    append(separately: jamo, place, isWordStart)
                }
                awaited = .nothing
            case .other(let scalar):
                append(KeyRun(String(scalar).utf8), place, isWordStart)
                awaited = .kana(scalar.value)
            }
            isWordStart = false
        }
    }

    private enum Awaited: Equatable { case nothing, vowel, trailing, kana(UInt32) }

    private mutating func append(_ letter: some Sequence<UInt8>, _ place: Range<Int>, _ isWordStart: Bool) {
        starts.append(keys.count)
        keys += letter
        areWordStarts.append(isWordStart)
        places.append(place)
    }

    private mutating func append(separately letters: KeyRun, _ place: Range<Int>, _ isWordStart: Bool) {
        for (number, letter) in letters.enumerated() { append(KeyRun(letter), place, isWordStart && number == 0) }
    }

    private mutating func extend(by jamo: KeyRun, _ place: Range<Int>) {
        keys += jamo
        places[places.count - 1] = places[places.count - 1].lowerBound..<place.upperBound
    }

    /// The number of letters.
    package var count: Int { starts.count }
    /// Whether there are no letters.
    var isEmpty: Bool { starts.isEmpty }

    /// The range of a letter in `keys`.
    func range(_ letter: Int) -> Range<Int> {
        starts[letter]..<(letter + 1 < starts.count ? starts[letter + 1] : keys.count)
    }

    /// The keys of a letter.
    subscript(letter: Int) -> ArraySlice<UInt8> { keys[range(letter)] }

    /// The index of the letter that contains a key: the last one that begins at or before it.
    ///
    /// - Complexity: O(log *n*) in the number of letters.
    func letter(ofKey key: Int) -> Int {
        max(0, starts.partitioningIndex { $0 > key } - 1)
    }

    /// Whether a letter, or the text, ends just before a key.
    ///
    /// - Complexity: O(log *n*) in the number of letters.
    func isEnd(_ key: Int) -> Bool {
        if key == keys.count { return true }
        let letter = letter(ofKey: key)
        return letter < count && starts[letter] == key
    }

    /// The UTF-8 range of the letters that contain some keys.
    func place(ofKeys keys: Range<Int>) -> Range<Int> {
        places[letter(ofKey: keys.lowerBound)].lowerBound..<places[letter(ofKey: keys.upperBound - 1)].upperBound
    }

    /// The letters of each word.
    package var words: [Letters] {
        var words: [Letters] = []
        for letter in 0..<count {
            if areWordStarts[letter] { words.append(Letters(keys: [])) }
            words[words.count - 1].append(self[letter], places[letter], areWordStarts[letter])
        }
        return words
    }

    /// Appends the letters of a word unchanged.
    mutating func append(_ word: Letters) {
        for letter in 0..<word.count {
            append(word[letter], word.places[letter], word.areWordStarts[letter])
        }
    }

    /// Groups keys into letters as the keyboard does, as one word with empty ranges in the text.
    init(keys: [UInt8]) {
        var at = 0
        while at < keys.count {
            let end = SyllableKeys.end(ofLetterAt: at, in: keys)
            append(keys[at..<end], 0..<0, at == 0)
            at = end
        }
    }
}
