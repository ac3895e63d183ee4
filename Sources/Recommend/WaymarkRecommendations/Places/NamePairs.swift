/// The pairs of adjacent letters of a name, by which names are compared.
package struct NamePairs: Sendable, Equatable {
    /// The distinct pairs: more than ``maxUnsorted`` ascending, fewer as they come, since sorting them takes longer than
    /// scanning them.
    private let pairs: ContiguousArray<UInt64>
    /// A bit for each pair: names without a common bit have no common pair.
    let bits: SIMD4<UInt64>
    /// The last pair of the name.
    let ending: UInt64
    /// Whether the name ends as those of facilities do.
    let isOfFacility: Bool

    private static let maxUnsorted = 32

    /// The number of distinct pairs.
    var count: Int { pairs.count }

    /// Creates the pairs of a name's folded letters and digits; for a name of one letter, only that letter.
    package init(_ name: String) {
        var letters = NameLetters()
        let utf8 = ContiguousArray(name.utf8)
        letters.read(utf8.span)
        self.init(letters)
    }

    /// The same, for a name whose letters were read.
    init(_ letters: NameLetters) {
        var pairs = Self.pairs(letters.letters.span)
        ending = pairs.last ?? 0
        isOfFacility = SamePlace.isOfFacility(letters.letters.span)
        let areSorted = pairs.count > Self.maxUnsorted
        if areSorted { pairs.sort() }
        let (kept, bits) = Self.dropRepeats(pairs.mutableSpan, areSorted: areSorted)
        pairs.removeLast(pairs.count - kept)
        (self.pairs, self.bits) = (pairs, bits)
    }

    /// The bits of the pairs of a name's letters.
    static func bits(of letters: NameLetters) -> SIMD4<UInt64> {
        var bits = PairBits()
        let letters = letters.letters.span
        if letters.count == 1 { _ = bits.insert(UInt64(letters[0].scalar)) }
        for i in stride(from: 1, to: letters.count, by: 1) {
            _ = bits.insert(UInt64(letters[i - 1].scalar) << 32 | UInt64(letters[i].scalar))
        }
        return bits.all
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

    /// The number of pairs that both names have.
    ///
    /// - Complexity: O(*m* log *n*) for *m* letters of the shorter name and *n* of the other; O(1) for most names without a
    ///   common pair.
    @inline(__always)
    func common(with other: NamePairs) -> Int {
        if bits & other.bits == .zero { return 0 }
        return pairs.count <= other.pairs.count
            ? Self.common(pairs.span, in: other.pairs.span, other.bits)
            : Self.common(other.pairs.span, in: pairs.span, bits)
    }

    /// The share of the shorter name's pairs that the other name also has: 1 if one name contains the other, 0 if a name is
    /// empty.
    @inline(__always)
    package func containment(in other: NamePairs) -> Double {
        let common = common(with: other)
        return common == 0 ? 0 : Double(common) / Double(min(count, other.count))
    }

    /// The number of the pairs of the shorter name among those of the other, which have some bits.
    private static func common(_ pairs: Span<UInt64>, in others: Span<UInt64>, _ bits: SIMD4<UInt64>) -> Int {
        var common = 0
        for i in 0..<pairs.count {
            let (word, bit) = PairBits.place(of: pairs[i])
            if bits[word] & bit != 0, contains(others, pairs[i]) { common += 1 }
        }
        return common
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
