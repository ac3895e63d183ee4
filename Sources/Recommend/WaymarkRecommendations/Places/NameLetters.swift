internal import WaymarkText

/// The letters and digits of a name, in lower case: of a name of ASCII and Hangul syllables alone, as nearly all are. Others
/// need lookups of properties, and are left to the caller.
struct NameLetters: Sendable {
    /// A letter or digit.
    struct Letter {
        var scalar: UInt32 = 0
        /// Whether it is the last of its word.
        var isLast = false
    }

    private var letters = RefilledList<Letter>()
    /// Whether the last name is of ASCII and Hangul syllables alone; otherwise no letters were read.
    private(set) var isPlain = true

    /// Calls `body` with the letters of the last name.
    @inline(__always)
    func withSpan<R>(_ body: (Span<Letter>) -> R) -> R { letters.withSpan(body) }

    /// Reads a name in UTF-8.
    ///
    /// - Complexity: O(*n*).
    mutating func read(_ name: Span<UInt8>) {
        var isPlain = true
        letters.refill(room: name.count, blank: Letter()) { letters in
            var (index, count) = (0, 0)
            while index < name.count {
                guard let scalar = PlainText.nextASCIIOrHangul(name, &index) else {
                    isPlain = false
                    return 0
                }
                switch scalar {
                case 0x30...0x39, 0x61...0x7A, 0x80...: letters[count] = Letter(scalar: scalar)
                case 0x41...0x5A: letters[count] = Letter(scalar: scalar | 0x20)
                default:
                    if count > 0 { letters[count - 1].isLast = true }
                    continue
                }
                count += 1
            }
            if count > 0 { letters[count - 1].isLast = true }
            return count
        }
        self.isPlain = isPlain
    }
}
