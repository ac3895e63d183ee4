/// The positions of each pair of initials, such as ㄱㅂ in 경복궁: a consonant and the first key of the next letter.
///
/// A search for 초성 starts from their rarest pair, so that few letters have to be compared with the other initials.
struct InitialPairs: Sendable {
    /// The offset in `letters` of each pair's first letter, followed by the end of the last pair.
    let starts: StoredArray<UInt32>
    /// The letters that begin a pair, grouped by pair, ascending.
    let letters: StoredArray<UInt32>

    /// Number of distinct pairs.
    private static let count = Int(JamoKey.firstVowel - 1) << 8

    init(starts: StoredArray<UInt32>, letters: StoredArray<UInt32>) { (self.starts, self.letters) = (starts, letters) }

    /// Collects the pairs in a sequence of initials with a zero after each name.
    ///
    /// - Complexity: O(*n*).
    init(_ initials: StoredArray<UInt8>, in memory: StoredMemory) {
        var next = [UInt32](repeating: 0, count: Self.count + 1)
        for letter in 0..<initials.count {
            if let pair = Self.number(initials[letter], initials[letter + 1]) { next[pair + 1] += 1 }
        }
        for pair in 0..<Self.count { next[pair + 1] += next[pair] }
        starts = StoredArray(next, in: memory)
        letters = unsafe StoredArray(count: Int(next[Self.count]), in: memory) { room in
            for letter in 0..<initials.count {
                guard let pair = Self.number(initials[letter], initials[letter + 1]) else { continue }
                unsafe room[Int(next[pair])] = UInt32(letter)
                next[pair] += 1
            }
        }
    }

    /// Number of bytes.
    var size: Int { starts.size + letters.size }

    /// The number of a pair; nil if the first key is not a consonant, or the name ends after it.
    @inline(__always)
    private static func number(_ first: UInt8, _ second: UInt8) -> Int? {
        JamoKey.isConsonant(first) && second != 0 ? Int(first - 1) << 8 | Int(second) : nil
    }

    /// The rarest pair in some initials: its range of `letters`, and its offset from the first initial.
    ///
    /// - Returns: Nil if the initials contain no pair.
    func rarest(of initials: [UInt8]) -> (range: Range<Int>, offset: Int)? {
        var rarest: (range: Range<Int>, offset: Int)?
        for offset in 0..<max(0, initials.count - 1) {
            guard let pair = Self.number(initials[offset], initials[offset + 1]) else { continue }
            let end = min(Int(starts[pair + 1]), letters.count)
            let range = min(Int(starts[pair]), end)..<end
            if rarest.map({ range.count < $0.range.count }) ?? true { rarest = (range, offset) }
        }
        return rarest
    }

    /// Calls `body` with each letter of a part of `letters` that lies in a range, ascending.
    @inline(__always)
    func forEach(_ part: Range<Int>, in range: Range<Int>, _ body: (Int) -> Void) {
        var (slot, high) = (part.lowerBound, part.upperBound)
        while slot < high {
            let middle = (slot + high) / 2
            if Int(letters[middle]) < range.lowerBound { slot = middle + 1 } else { high = middle }
        }
        while slot < part.upperBound {
            let letter = Int(letters[slot])
            if letter >= range.upperBound { return }
            body(letter)
            slot += 1
        }
    }
}
