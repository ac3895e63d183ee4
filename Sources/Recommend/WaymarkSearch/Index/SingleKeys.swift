internal import WaymarkText

/// The places whose names have a letter that begins with a consonant, or have a digit: one bit per place, one row per
/// key.
///
/// A single key matches most names many times; its row gives the places without examining each letter.
struct SingleKeys: Sendable {
    /// The rows, concatenated.
    let bits: StoredArray<UInt64>
    private let width: Int

    private static let consonants = Int(JamoKey.firstVowel) - 1
    private static let rows = consonants + 10

    init(_ bits: StoredArray<UInt64>, count: Int) {
        (self.bits, width) = (bits, (count + 63) / 64)
    }

    /// Builds the rows from names in order of rank.
    init(_ names: NameLetterTable, _ order: [UInt32], in memory: StoredMemory) {
        let width = (order.count + 63) / 64
        var bits = [UInt64](repeating: 0, count: Self.rows * width)
        for (place, position) in order.enumerated() {
            for key in names.range(Int(position)) where names.isStart(key) {
                guard let row = Self.row(names.keys[key]) else { continue }
                bits[row * width + place / 64] |= 1 << UInt64(place % 64)
            }
        }
        self.init(StoredArray(bits, in: memory), count: order.count)
    }

    /// The number of a key's row; nil if it has none.
    static func row(_ key: UInt8) -> Int? {
        if JamoKey.isConsonant(key) { return Int(key) - 1 }
        return 0x30...0x39 ~= key ? consonants + Int(key) - 0x30 : nil
    }

    /// Marks the places of a row in a range that begins and ends at multiples of 64 or contains all places.
    func mark(_ row: Int, in places: Range<Int>, _ rung: UInt8, on board: inout RungBoard) {
        for word in places.lowerBound / 64..<min(width, (places.upperBound + 63) / 64) {
            board.mark(bits[row * width + word], from: word * 64, rung)
        }
    }
}

/// The sorted letters that are a lone consonant: few, and the only whole letters among many syllables with that
/// initial.
struct LoneConsonants: Sendable {
    /// The positions among the sorted letters, ascending.
    let slots: StoredArray<UInt32>

    func forEach(in range: Range<Int>, _ body: (Int) -> Void) {
        for place in (0..<slots.count).partitioningIndex(where: { Int(slots[$0]) >= range.lowerBound })..<slots.count {
            guard Int(slots[place]) < range.upperBound else { return }
            body(Int(slots[place]))
        }
    }
}

/// The positions of each pair of initials, such as ㄱㅂ in 경복궁: a consonant and the first key of the next letter.
///
/// A search for 초성 starts from their rarest pair, so that few letters have to be compared with the other initials.
struct InitialPairs: Sendable {
    /// The offset in `letters` of each pair's first letter, followed by the end of the last pair.
    let starts: StoredArray<UInt32>
    /// The letters that begin a pair, grouped by pair, ascending.
    let letters: StoredArray<UInt32>

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
        for slot in part.partitioningIndex(where: { Int(letters[$0]) >= range.lowerBound })..<part.upperBound {
            let letter = Int(letters[slot])
            if letter >= range.upperBound { return }
            body(letter)
        }
    }
}
