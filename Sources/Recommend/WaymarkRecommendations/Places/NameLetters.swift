internal import WaymarkText

/// The folded letters and digits of a name.
struct NameLetters: Sendable {
    struct Letter {
        var scalar: UInt32
        /// Whether it is the last of its word.
        var isLast = false

        /// Whether it is one of a to z; names are folded to lower case.
        var isLatin: Bool { UInt32(UInt8(ascii: "a"))...UInt32(UInt8(ascii: "z")) ~= scalar }
    }

    private(set) var letters: ContiguousArray<Letter> = []
    /// The number of letters before what stands in parentheses behind the name; of all without such an aside.
    private(set) var ownCount = 0

    /// Reads a name in UTF-8.
    ///
    /// - Complexity: O(*n*).
    init(_ name: Span<UInt8>) {
        var aside = name.count
        for i in name.indices where name[i] == UInt8(ascii: "(") {
            aside = i
            break
        }
        // A closure cannot hold a mutable member.
        var (letters, ownCount): (ContiguousArray<Letter>, Int) = ([], 0)
        letters.reserveCapacity(name.count / 3 + 1)
        NameFolding.forEachLetter(of: name) { letter, place, isWordStart in
            if isWordStart, !letters.isEmpty { letters[letters.count - 1].isLast = true }
            letters.append(Letter(scalar: letter))
            if place.lowerBound < aside { ownCount += 1 }
        }
        if !letters.isEmpty { letters[letters.count - 1].isLast = true }
        (self.letters, self.ownCount) = (letters, ownCount > 0 ? ownCount : letters.count)
    }

    init(_ name: String) { self.init(ContiguousArray(name.utf8).span) }
}
