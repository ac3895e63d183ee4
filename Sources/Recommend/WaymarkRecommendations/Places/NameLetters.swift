internal import WaymarkText

/// The letters and digits of a name, in lower case: of a name of ASCII and Hangul syllables alone, as nearly all are. Others
/// need lookups of properties, and are left to the caller.
struct NameLetters: Sendable {
    /// A letter or digit.
    struct Letter {
        var scalar: UInt32
        /// Whether it is the last of its word.
        var isLast = false
    }

    /// The letters of the last name.
    private(set) var letters: ContiguousArray<Letter> = []
    /// Whether the last name is of ASCII and Hangul syllables alone; otherwise no letters were read.
    private(set) var isPlain = true

    /// Reads a name in UTF-8.
    ///
    /// - Complexity: O(*n*).
    mutating func read(_ name: Span<UInt8>) {
        letters.removeAll(keepingCapacity: true)
        isPlain = true
        var index = 0
        while index < name.count {
            guard let scalar = PlainText.nextASCIIOrHangul(name, &index) else {
                letters.removeAll(keepingCapacity: true)
                isPlain = false
                return
            }
            switch scalar {
            case 0x30...0x39, 0x61...0x7A, 0x80...: letters.append(Letter(scalar: scalar))
            case 0x41...0x5A: letters.append(Letter(scalar: scalar | 0x20))
            default: endWord()
            }
        }
        endWord()
    }

    private mutating func endWord() {
        if !letters.isEmpty { letters[letters.count - 1].isLast = true }
    }
}
