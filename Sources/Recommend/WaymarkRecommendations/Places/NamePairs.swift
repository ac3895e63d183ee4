/// The pairs of adjacent letters of a name, by which names are compared.
package struct NamePairs: Sendable, Equatable {
    /// The distinct pairs, ascending.
    private let pairs: [UInt64]

    /// Creates the pairs of letters and digits in lower case; for a name of one letter, only that letter.
    package init(_ name: String) {
        var pairs: [UInt64] = []
        pairs.reserveCapacity(name.utf8.count)
        // The first and the previous letter.
        var (first, last): (UInt64?, UInt64) = (nil, 0)
        func append(_ letter: UInt64) {
            if first == nil { first = letter } else { pairs.append(last << 32 | letter) }
            last = letter
        }
        if name.unicodeScalars.allSatisfy(Self.isCommon) {
            for scalar in name.unicodeScalars {
                if let letter = Self.commonLetter(scalar) { append(letter) }
            }
        } else {
            for scalar in name.lowercased().unicodeScalars
            where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                append(UInt64(scalar.value))
            }
        }
        if let first, pairs.isEmpty { pairs.append(first) }
        pairs.sort()
        var kept = 0
        for pair in pairs where kept == 0 || pairs[kept - 1] != pair {
            pairs[kept] = pair
            kept += 1
        }
        pairs.removeLast(pairs.count - kept)
        self.pairs = pairs
    }

    /// Whether a scalar is ASCII or a Hangul syllable: nearly all names consist of these, and they need no lookup of
    /// properties.
    private static func isCommon(_ scalar: UnicodeScalar) -> Bool {
        scalar.isASCII || 0xAC00...0xD7A3 ~= scalar.value
    }

    /// A common scalar in lower case; nil if it is neither a letter nor a digit.
    private static func commonLetter(_ scalar: UnicodeScalar) -> UInt64? {
        switch scalar {
        case "a"..."z", "0"..."9": UInt64(scalar.value)
        case "A"..."Z": UInt64(scalar.value | 0x20)
        default: scalar.isASCII ? nil : UInt64(scalar.value)
        }
    }

    /// The share of the shorter name's pairs that the other name also has: 1 if one name contains the other, 0 if a
    /// name is empty.
    ///
    /// - Complexity: O(*n*) in the number of letters.
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
