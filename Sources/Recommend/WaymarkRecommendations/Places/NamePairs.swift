internal import WaymarkGeodesy
internal import WaymarkText

/// The pairs of adjacent letters of a name, by which names are compared.
package struct NamePairs: Sendable, Equatable {
    /// The distinct pairs, ascending.
    private let pairs: ContiguousArray<UInt64>
    /// A bit for each pair: names without a common bit have no common pair.
    private let bits: SIMD4<UInt64>

    /// Places nearer to each other than this are the same if their names have this share in common.
    static let samePlaceRadius = Meters.kilometers(1)
    static let sameShare = 0.7

    /// Creates the pairs of letters and digits in lower case; for a name of one letter, only that letter.
    package init(_ name: String) {
        var letters = NameLetters()
        let utf8 = ContiguousArray(name.utf8)
        letters.read(utf8.span)
        self.init(letters, of: utf8.span)
    }

    /// The same, for a name in UTF-8 whose letters were read.
    init(_ letters: NameLetters, of name: Span<UInt8>) {
        self.init(unsorted: letters.isPlain ? letters.withSpan(Self.pairs) : Self.pairs(String(utf8: name)))
    }

    private init(unsorted: ContiguousArray<UInt64>) {
        var pairs = unsorted
        pairs.sort()
        let kept = Self.dropRepeats(pairs.mutableSpan)
        pairs.removeLast(pairs.count - kept)
        self.pairs = pairs
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for pair in pairs {
            // The high bits of a product depend on all bits of a pair.
            let hash = pair &* 0x9E37_79B9_7F4A_7C15
            let (word, bit) = (hash >> 62, 1 << (hash >> 56 & 63) as UInt64)
            words.0 |= word == 0 ? bit : 0
            words.1 |= word == 1 ? bit : 0
            words.2 |= word == 2 ? bit : 0
            words.3 |= word == 3 ? bit : 0
        }
        bits = SIMD4(words.0, words.1, words.2, words.3)
    }

    /// Moves the distinct ones of sorted pairs to the front, and returns their number.
    private static func dropRepeats(_ pairs: consuming MutableSpan<UInt64>) -> Int {
        var kept = 0
        for i in 0..<pairs.count where kept == 0 || pairs[kept - 1] != pairs[i] {
            pairs[kept] = pairs[i]
            kept += 1
        }
        return kept
    }

    /// The pairs of letters, as they come.
    private static func pairs(_ letters: Span<NameLetters.Letter>) -> ContiguousArray<UInt64> {
        if letters.count == 1 { return [UInt64(letters[0].scalar)] }
        var pairs = ContiguousArray<UInt64>(repeating: 0, count: max(0, letters.count - 1))
        var span = pairs.mutableSpan
        for i in 0..<span.count { span[i] = UInt64(letters[i].scalar) << 32 | UInt64(letters[i + 1].scalar) }
        return pairs
    }

    /// The same, with lookups of properties.
    private static func pairs(_ name: String) -> ContiguousArray<UInt64> {
        let letters = name.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }.map { UInt64($0.value) }
        return ContiguousArray(
            letters.count == 1 ? letters : zip(letters, letters.dropFirst()).map { $0 << 32 | $1 })
    }

    /// The share of the shorter name's pairs that the other name also has: 1 if one name contains the other, 0 if a
    /// name is empty.
    ///
    /// - Complexity: O(*n*) in the number of letters; O(1) for most names without a common pair.
    @inline(__always)
    package func containment(in other: NamePairs) -> Double {
        bits & other.bits == .zero ? 0 : countedContainment(in: other)
    }

    /// The same, by comparing all pairs.
    private func countedContainment(in other: NamePairs) -> Double {
        let (own, others) = (pairs.span, other.pairs.span)
        let least = min(own.count, others.count)
        guard least > 0 else { return 0 }
        var (i, j, common) = (0, 0, 0)
        while i < own.count, j < others.count {
            let (a, b) = (own[i], others[j])
            if a == b { common += 1 }
            if a <= b { i += 1 }
            if b <= a { j += 1 }
        }
        return Double(common) / Double(least)
    }
}
