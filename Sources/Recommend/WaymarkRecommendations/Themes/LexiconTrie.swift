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

/// The folded letters of a lexicon as numbers, since comparing numbers is much faster than comparing text.
struct LexiconLetters: Sendable {
    /// The number of every letter that is not in the lexicon.
    static let unknown: Int32 = 0
    /// The number of what separates words within a text of the lexicon, which no name has: `4·3` is not 43.
    private static let separator: Int32 = 1

    /// The highest number.
    private(set) var last = Self.separator
    /// The numbers of ASCII and then of Hangul syllables, which are nearly all letters in names.
    private var common = ContiguousArray<Int32>(repeating: Self.unknown, count: 128 + Self.syllables.count)
    private var others: [UInt32: Int32] = [:]

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    /// The index of a letter in ``common``; beyond its end for a letter of ``others``.
    @inline(__always)
    private static func place(of letter: UInt32) -> Int {
        letter < 0x80 ? Int(letter) : 128 + Int(letter &- syllables.lowerBound)
    }

    /// Holds the numbers of the letters of a text in the lexicon; adds missing ones.
    mutating func number(_ text: Span<UInt8>, into numbers: inout ContiguousArray<Int32>) {
        numbers.removeAll(keepingCapacity: true)
        NameFolding.forEachLetter(of: text) { letter, _, isWordStart in
            if isWordStart, !numbers.isEmpty { numbers.append(Self.separator) }
            if number(of: letter) == Self.unknown {
                last += 1
                let place = Self.place(of: letter)
                if place < common.count { common[place] = last } else { others[letter] = last }
            }
            numbers.append(number(of: letter))
        }
    }

    /// The number of a folded letter.
    @inline(__always)
    func number(of letter: UInt32) -> Int32 {
        let place = Self.place(of: letter)
        return place < common.count ? common[place] : others[letter] ?? Self.unknown
    }
}
