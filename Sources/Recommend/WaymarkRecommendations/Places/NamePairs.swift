/// The pairs of neighbouring letters of a name: how much two names have in common.
package struct NamePairs: Sendable, Equatable {
    /// Each pair once, ascending.
    private let pairs: [UInt64]

    /// Letters and digits count, in lower case; a name of one letter is that letter.
    package init(_ name: String) {
        let letters = name.lowercased().unicodeScalars
            .filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map { UInt64($0.value) }
        let all = letters.count == 1 ? letters : zip(letters, letters.dropFirst()).map { $0 << 32 | $1 }
        pairs = Set(all).sorted()
    }

    /// The share of the shorter name's pairs that the other has too: 1 where one name contains the other, 0 for an empty
    /// name.
    ///
    /// - Complexity: O(*n*) in the letters.
    package func containment(in other: NamePairs) -> Double {
        let least = min(pairs.count, other.pairs.count)
        guard least > 0 else { return 0 }
        var (i, j, common) = (0, 0, 0)
        while i < pairs.count, j < other.pairs.count {
            let (a, b) = (pairs[i], other.pairs[j])
            if a == b { common += 1 }
            if a <= b { i += 1 }
            if b <= a { j += 1 }
        }
        return Double(common) / Double(least)
    }
}
