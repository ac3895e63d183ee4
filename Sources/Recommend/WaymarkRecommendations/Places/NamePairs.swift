internal import WaymarkGeodesy
internal import WaymarkText

/// The pairs of adjacent letters of a name, by which names are compared.
package struct NamePairs: Sendable, Equatable {
    /// The distinct pairs: more than ``maxUnsorted`` ascending, fewer as they come, since sorting them takes longer than
    /// scanning them.
    private let pairs: ContiguousArray<UInt64>
    /// A bit for each pair: names without a common bit have no common pair.
    private let bits: SIMD4<UInt64>

    private static let maxUnsorted = 32

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
        self.init(repeated: letters.isPlain ? Self.pairs(letters.letters.span) : Self.pairs(String(utf8: name)))
    }

    /// Creates the pairs from all of a name, of which some may be equal.
    private init(repeated: ContiguousArray<UInt64>) {
        var pairs = repeated
        let areSorted = pairs.count > Self.maxUnsorted
        if areSorted { pairs.sort() }
        let (kept, bits) = Self.dropRepeats(pairs.mutableSpan, areSorted: areSorted)
        pairs.removeLast(pairs.count - kept)
        (self.pairs, self.bits) = (pairs, bits)
    }

    /// Moves the distinct pairs to the front, and returns their number and their bits.
    private static func dropRepeats(
        _ pairs: consuming MutableSpan<UInt64>, areSorted: Bool
    ) -> (kept: Int, bits: SIMD4<UInt64>) {
        var (kept, bits) = (0, PairBits())
        for i in 0..<pairs.count {
            let pair = pairs[i]
            if !bits.insert(pair) {
                // Another pair has this bit, an equal or a different one.
                var other = areSorted ? kept - 1 : 0
                while other < kept, pairs[other] != pair { other += 1 }
                if other < kept { continue }
            }
            pairs[kept] = pair
            kept += 1
        }
        return (kept, bits.all)
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
    /// - Complexity: O(*m* log *n*) for *m* letters of the shorter name and *n* of the other; O(1) for most names without a
    ///   common pair.
    @inline(__always)
    package func containment(in other: NamePairs) -> Double {
        if bits & other.bits == .zero { return 0 }
        return pairs.count <= other.pairs.count
            ? Self.containment(of: pairs.span, in: other.pairs.span, other.bits)
            : Self.containment(of: other.pairs.span, in: pairs.span, bits)
    }

    /// The same, by looking up the pairs of the shorter name among those of the other, which have some bits.
    private static func containment(of pairs: Span<UInt64>, in others: Span<UInt64>, _ bits: SIMD4<UInt64>) -> Double {
        var common = 0
        for i in 0..<pairs.count {
            let (word, bit) = PairBits.place(of: pairs[i])
            if bits[word] & bit != 0, contains(others, pairs[i]) { common += 1 }
        }
        return Double(common) / Double(pairs.count)
    }

    /// Whether a pair is one of a name's.
    private static func contains(_ pairs: Span<UInt64>, _ pair: UInt64) -> Bool {
        var (start, end) = (0, pairs.count)
        // Only long lists are sorted.
        while end - start > maxUnsorted {
            let middle = (start + end) / 2
            if pairs[middle] <= pair { start = middle } else { end = middle }
        }
        while start < end, pairs[start] != pair { start += 1 }
        return start < end
    }
}

/// A set of 256 bits, of which each pair of letters has one.
private struct PairBits {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    var all: SIMD4<UInt64> { SIMD4(words.0, words.1, words.2, words.3) }

    /// The word and the bit of a pair.
    @inline(__always)
    static func place(of pair: UInt64) -> (word: Int, bit: UInt64) {
        // The high bits of a product depend on all bits of a pair.
        let hash = pair &* 0x9E37_79B9_7F4A_7C15
        return (Int(hash >> 62), 1 << (hash >> 56 & 63))
    }

    /// Sets the bit of a pair, and returns whether it was not set before.
    @inline(__always)
    mutating func insert(_ pair: UInt64) -> Bool {
        let (word, bit) = Self.place(of: pair)
        let old = word < 2 ? (word == 0 ? words.0 : words.1) : (word == 2 ? words.2 : words.3)
        words.0 |= word == 0 ? bit : 0
        words.1 |= word == 1 ? bit : 0
        words.2 |= word == 2 ? bit : 0
        words.3 |= word == 3 ? bit : 0
        return old & bit == 0
    }
}
