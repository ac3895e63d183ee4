internal import WaymarkText

/// A trie of the features and terms to find in names, letter by letter.
struct LexiconTrie: Sendable {
    /// The roles of a text of letters; -1 for each that it does not have.
    struct Node {
        /// The row of the feature of these letters anywhere in a word.
        var inside: Int32 = -1
        /// The row of the feature of these letters at the end of a word.
        var ending: Int32 = -1
        /// The term that counts anywhere in a text.
        var term: Int32 = -1
        /// The term that counts at the end of a word.
        var endTerm: Int32 = -1
        /// Whether a term begins with these letters.
        var beginsTerm = false
    }

    /// The node of a missing text.
    static let none: Int32 = 0

    /// The nodes; the first is ``none``.
    private(set) var nodes: ContiguousArray<Node> = [Node()]
    /// The node of each single letter, by its number.
    private var roots: ContiguousArray<Int32> = [Self.none]
    /// For a node and a letter, the node of both together; a key of 0 is an unused slot. The size is a power of two; at
    /// most half is used.
    private var steps = ContiguousArray<(key: UInt64, next: Int32)>(repeating: (0, 0), count: 1 << 10)
    private var stepCount = 0

    /// The node of a single letter.
    func node(of letter: Int32) -> Int32 { Int(letter) < roots.count ? roots[Int(letter)] : Self.none }

    /// The node after one more letter; ``none`` after ``none``.
    func node(after node: Int32, _ letter: Int32) -> Int32 {
        if node == Self.none { return Self.none }
        return steps[slot(Self.key(node, letter))].next
    }

    private static func key(_ node: Int32, _ letter: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: letter))
    }

    /// The slot of a key, or the unused slot for it.
    private func slot(_ key: UInt64) -> Int {
        let mask = steps.count - 1
        // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4).
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while steps[slot].key != key, steps[slot].key != 0 { slot = (slot + 1) & mask }
        return slot
    }

    /// Changes the roles of a feature, adding it if it is missing.
    ///
    /// - Precondition: The text has a letter.
    mutating func change(_ letters: Span<Int32>, _ change: (inout Node) -> Void) {
        change(&nodes[Int(path(letters) { _ in })])
    }

    /// Changes the roles of a term, adding it if it is missing.
    ///
    /// - Precondition: The text has a letter.
    mutating func changeTerm(_ letters: Span<Int32>, _ change: (inout Node) -> Void) {
        change(&nodes[Int(path(letters) { $0.beginsTerm = true })])
    }

    /// The node of a text, added if it is missing; `visit` is called with all nodes up to it.
    private mutating func path(_ letters: Span<Int32>, _ visit: (inout Node) -> Void) -> Int32 {
        var node = Self.none
        for i in 0..<letters.count {
            let letter = letters[i]
            var next = i == 0 ? self.node(of: letter) : self.node(after: node, letter)
            if next == Self.none {
                next = Int32(nodes.count)
                nodes.append(Node())
                if i == 0 {
                    while roots.count <= Int(letter) { roots.append(Self.none) }
                    roots[Int(letter)] = next
                } else {
                    append(next, after: node, letter)
                }
            }
            node = next
            visit(&nodes[Int(node)])
        }
        precondition(node != Self.none, "the text has no letter")
        return node
    }

    private mutating func append(_ next: Int32, after node: Int32, _ letter: Int32) {
        stepCount += 1
        if 2 * stepCount > steps.count {
            let old = steps
            steps = ContiguousArray(repeating: (0, 0), count: 2 * old.count)
            for step in old where step.key != 0 { steps[slot(step.key)] = step }
        }
        let key = Self.key(node, letter)
        steps[slot(key)] = (key, next)
    }
}

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
        NameFeatures.words(text).flatMap { word in
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
