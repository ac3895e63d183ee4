internal import WaymarkText

/// A text as a sequence of letters of one or more keys each, with their ranges in the text and the starts of words.
package struct Letters: Sendable {
    /// The concatenated keys of all letters: ``JamoKey`` for Hangul, ASCII for digits and Latin letters, UTF-8 for
    /// others.
    package private(set) var keys: [UInt8] = []
    /// The offset of each letter in `keys`.
    private(set) var starts: [Int] = []
    private(set) var areWordStarts: [Bool] = []
    /// The UTF-8 range of each letter in the text.
    private(set) var places: [Range<Int>] = []

    /// Reads the letters of a text.
    ///
    /// - Complexity: O(*n*).
    package init(_ text: String) {
        let utf8 = ContiguousArray(text.utf8)
        keys.reserveCapacity(utf8.count)
        starts.reserveCapacity(utf8.count / 3)
        areWordStarts.reserveCapacity(utf8.count / 3)
        places.reserveCapacity(utf8.count / 3)
        Self.forEach(of: utf8.span) { run, place, isWordStart in append(run, place, isWordStart) }
    }

    /// Calls `body` with the keys of each letter of a text, its range, and whether it begins a word.
    ///
    /// - Complexity: O(*n*).
    @inline(__always)
    static func forEach(
        of utf8: Span<UInt8>, _ body: (_ run: KeyRun, _ place: Range<Int>, _ isWordStart: Bool) -> Void
    ) {
        NameFolding.forEachLetter(of: utf8) { letter, place, isWordStart in
            let run = KeyRun(ofLetter: letter)
            if 0x3131...0x3163 ~= letter {
                // Each key of a jamo such as ㄳ is a letter.
                for (number, key) in run.enumerated() { body(KeyRun(key), place, isWordStart && number == 0) }
            } else {
                body(run, place, isWordStart)
            }
        }
    }

    private mutating func append(_ letter: some Sequence<UInt8>, _ place: Range<Int>, _ isWordStart: Bool) {
        starts.append(keys.count)
        keys += letter
        areWordStarts.append(isWordStart)
        places.append(place)
    }

    package var count: Int { starts.count }

    /// The range of a letter in `keys`.
    func range(_ letter: Int) -> Range<Int> {
        starts[letter]..<(letter + 1 < starts.count ? starts[letter + 1] : keys.count)
    }

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

    package var words: [Letters] {
        var words: [Letters] = []
        for letter in 0..<count {
            if areWordStarts[letter] { words.append(Letters(keys: [])) }
            words[words.count - 1].append(letter: letter, of: self)
        }
        return words
    }

    mutating func append(letter: Int, of word: Letters) {
        append(word[letter], word.places[letter], word.areWordStarts[letter])
    }

    /// The UTF-8 range of all letters; nil if there are none.
    var place: Range<Int>? { count == 0 ? nil : places[0].lowerBound..<places[count - 1].upperBound }

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
