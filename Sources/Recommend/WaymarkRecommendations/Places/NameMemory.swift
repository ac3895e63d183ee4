internal import WaymarkText

/// What scores need of a stop's name.
struct StopName: Sendable {
    /// The position of its theme in the lexicon; nil if unknown.
    var theme: Int?
    var pairs: NamePairs
}

/// The names read recently, since the same places are stops of many trips.
///
/// A table of fixed size, with room for two names of the same pair of entries. If both are taken, only every eighth new name
/// takes the place of the older one, since writing names that never come again takes time.
struct NameMemory: Sendable {
    private struct Entry {
        var bytes: ContiguousArray<UInt8> = []
        var name: StopName?
    }

    private var entries: ContiguousArray<Entry> = []
    /// The high bits of the hashes of the names in the entries, or ``unused``.
    private var tags: ContiguousArray<UInt32> = []
    /// The number of new names that found both entries taken.
    private var newcomers: UInt64 = 0
    private var found = NameReader.Findings()
    private let key = KeyedHash()
    /// No hash has this tag.
    private static let unused: UInt32 = 0
    /// The table has 2 to this power of entries.
    private static let bits = 12

    /// Reads a name in UTF-8.
    ///
    /// - Precondition: The lexicon is always the same.
    mutating func read(_ utf8: Span<UInt8>, _ lexicon: ThemeLexicon) -> StopName {
        if entries.isEmpty {
            entries = ContiguousArray(repeating: Entry(), count: 1 << Self.bits)
            tags = ContiguousArray(repeating: Self.unused, count: 1 << Self.bits)
        }
        let hash = key.hash(utf8)
        let pair = Int(truncatingIfNeeded: hash) & (1 << (Self.bits - 1) - 1)
        let tag = UInt32(truncatingIfNeeded: hash >> 32) | 1
        for slot in 2 * pair...2 * pair + 1 where tags[slot] == tag {
            if let name = entries[slot].name, Self.areEqual(entries[slot].bytes, utf8) { return name }
        }
        let name = StopName(
            theme: lexicon.themeNumber(of: utf8, &found), pairs: NamePairs(found.letters, of: utf8))
        if tags[2 * pair + 1] != Self.unused {
            newcomers &+= 1
            // One in eight, without a period that names in a cycle could keep.
            if newcomers &* 0x9E37_79B9_7F4A_7C15 >> 61 != 0 { return name }
        }
        // The older of the two names gives its place to the new one.
        entries.swapAt(2 * pair, 2 * pair + 1)
        tags.swapAt(2 * pair, 2 * pair + 1)
        tags[2 * pair] = tag
        entries[2 * pair].bytes.removeAll(keepingCapacity: true)
        entries[2 * pair].bytes.append(utf8: utf8)
        entries[2 * pair].name = name
        return name
    }

    private static func areEqual(_ bytes: ContiguousArray<UInt8>, _ utf8: Span<UInt8>) -> Bool {
        guard bytes.count == utf8.count else { return false }
        for i in 0..<utf8.count where bytes[i] != utf8[i] { return false }
        return true
    }
}

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
