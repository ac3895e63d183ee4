internal import WaymarkText

/// The folded letters and digits of a name.
struct NameLetters: Sendable {
    /// A letter or digit.
    struct Letter {
        var scalar: UInt32
        /// Whether it is the last of its word.
        var isLast = false
    }

    /// The letters of the last name.
    private(set) var letters: ContiguousArray<Letter> = []

    /// Reads a name in UTF-8.
    ///
    /// - Complexity: O(*n*).
    mutating func read(_ name: Span<UInt8>) {
        letters.removeAll(keepingCapacity: true)
        NameFolding.forEachLetter(of: name) { letter, _, isWordStart in
            if isWordStart { endWord() }
            letters.append(Letter(scalar: letter))
        }
        endWord()
    }

    private mutating func endWord() {
        if !letters.isEmpty { letters[letters.count - 1].isLast = true }
    }
}
