/// A text as a row of letters, each of which is one or more keys; where they lie in the text, and where words begin.
package struct Letters: Sendable {
    /// The keys of all letters, end to end: of Hangul those of ``JamoKey``, digits and Latin letters as ASCII, others as UTF-8.
    package private(set) var keys: [UInt8] = []
    /// Where in `keys` each letter begins.
    private(set) var starts: [Int] = []
    /// Whether a word begins with each letter.
    private(set) var areWordStarts: [Bool] = []
    /// Where in the UTF-8 of the text each letter lies.
    private(set) var places: [Range<Int>] = []

    /// The letters of a text.
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
        // What the next conjoining jamo may be part of.
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
    var count: Int { starts.count }
    /// Whether there are none.
    var isEmpty: Bool { starts.isEmpty }

    /// Where in `keys` a letter lies.
    func range(_ letter: Int) -> Range<Int> {
        starts[letter]..<(letter + 1 < starts.count ? starts[letter + 1] : keys.count)
    }

    /// The keys of a letter.
    subscript(letter: Int) -> ArraySlice<UInt8> { keys[range(letter)] }

    /// The letter that a key is of: the last that begins at or before it.
    ///
    /// - Complexity: O(log *n*) in the letters.
    func letter(ofKey key: Int) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= key { low = middle } else { high = middle }
        }
        return low
    }

    /// Whether a letter ends before a key, or the text does.
    ///
    /// - Complexity: O(log *n*) in the letters.
    func isEnd(_ key: Int) -> Bool {
        if key == keys.count { return true }
        let letter = letter(ofKey: key)
        return letter < count && starts[letter] == key
    }

    /// The UTF-8 of the letters that some keys are of.
    func place(ofKeys keys: Range<Int>) -> Range<Int> {
        places[letter(ofKey: keys.lowerBound)].lowerBound..<places[letter(ofKey: keys.upperBound - 1)].upperBound
    }

    /// The letters of each word.
    var words: [Letters] {
        var words: [Letters] = []
        for letter in 0..<count {
            if areWordStarts[letter] { words.append(Letters(keys: [])) }
            words[words.count - 1].append(self[letter], places[letter], areWordStarts[letter])
        }
        return words
    }

    /// Appends the letters of a word, as they are.
    mutating func append(_ word: Letters) {
        for letter in 0..<word.count {
            append(word[letter], word.places[letter], word.areWordStarts[letter])
        }
    }

    /// Letters of keys as the keyboard makes syllables of them, as one word that lies nowhere.
    init(keys: [UInt8]) {
        var at = 0
        while at < keys.count {
            let end = SyllableKeys.end(ofLetterAt: at, in: keys)
            append(keys[at..<end], 0..<0, at == 0)
            at = end
        }
    }
}
