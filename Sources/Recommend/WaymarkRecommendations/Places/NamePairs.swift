internal import WaymarkGeodesy
internal import WaymarkText

/// The pairs of adjacent letters of a name, by which names are compared.
package struct NamePairs: Sendable, Equatable {
    /// The distinct pairs, ascending.
    private let pairs: [UInt64]
    /// A bit for each pair: names without a common bit have no common pair.
    private let bits: SIMD2<UInt64>

    /// Places nearer to each other than this are the same if their names have this share in common.
    static let samePlaceRadius = Meters.kilometers(1)
    static let sameShare = 0.7

    /// Creates the pairs of letters and digits in lower case; for a name of one letter, only that letter.
    package init(_ name: String) {
        var buffer = ContiguousArray<UInt64>()
        self.init(ContiguousArray(name.utf8).span, &buffer)
    }

    /// The same, for a name in UTF-8, with a reused buffer.
    init(_ name: Span<UInt8>, _ pairs: inout ContiguousArray<UInt64>) {
        Self.read(name, into: &pairs)
        pairs.sort()
        var kept = 0
        for pair in pairs where kept == 0 || pairs[kept - 1] != pair {
            pairs[kept] = pair
            kept += 1
        }
        self.pairs = Array(pairs[..<kept])
        // The high bits of a product depend on all bits of a pair.
        var bits = SIMD2<UInt64>.zero
        for pair in self.pairs {
            let number = Int((pair &* 0x9E37_79B9_7F4A_7C15) >> 57)
            bits[number / 64] |= 1 << UInt64(number % 64)
        }
        self.bits = bits
    }

    /// Reads the pairs of a name as they come.
    private static func read(_ name: Span<UInt8>, into pairs: inout ContiguousArray<UInt64>) {
        pairs.removeAll(keepingCapacity: true)
        pairs.reserveCapacity(name.count)
        // The first and the previous letter.
        var (first, last): (UInt64?, UInt64) = (nil, 0)
        func append(_ letter: UInt32) {
            if first == nil { first = UInt64(letter) } else { pairs.append(last << 32 | UInt64(letter)) }
            last = UInt64(letter)
        }
        var index = 0
        while index < name.count {
            // Nearly all names are of these, which need no lookup of properties.
            guard let scalar = PlainText.nextASCIIOrHangul(name, &index) else {
                pairs.removeAll(keepingCapacity: true)
                first = nil
                for scalar in String(utf8: name).lowercased().unicodeScalars
                where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    append(scalar.value)
                }
                break
            }
            switch scalar {
            case 0x30...0x39, 0x61...0x7A, 0x80...: append(scalar)
            case 0x41...0x5A: append(scalar | 0x20)
            default: break
            }
        }
        if let first, pairs.isEmpty { pairs.append(first) }
    }

    /// The share of the shorter name's pairs that the other name also has: 1 if one name contains the other, 0 if a
    /// name is empty.
    ///
    /// - Complexity: O(*n*) in the number of letters; O(1) for most names without a common pair.
    package func containment(in other: NamePairs) -> Double {
        if bits & other.bits == .zero { return 0 }
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
