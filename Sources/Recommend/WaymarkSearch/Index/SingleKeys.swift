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
    init(_ names: some Sequence<Letters>, count: Int, in memory: StoredMemory) {
        let width = (count + 63) / 64
        var bits = [UInt64](repeating: 0, count: Self.rows * width)
        for (place, name) in names.enumerated() {
            for start in name.starts {
                guard let row = Self.row(name.keys[start]) else { continue }
                bits[row * width + place / 64] |= 1 << UInt64(place % 64)
            }
        }
        self.init(StoredArray(bits, in: memory), count: count)
    }

    /// The number of a key's row; nil if it has none.
    static func row(_ key: UInt8) -> Int? {
        if JamoKey.isConsonant(key) { return Int(key) - 1 }
        return 0x30...0x39 ~= key ? consonants + Int(key) - 0x30 : nil
    }

    /// Calls `body` with each place of a row, ascending, in a range that begins and ends at multiples of 64 or contains
    /// all places.
    @inline(__always)
    func forEach(_ row: Int, in places: Range<Int>, _ body: (Int) -> Void) {
        for word in places.lowerBound / 64..<min(width, (places.upperBound + 63) / 64) {
            var found = bits[row * width + word]
            while found != 0 {
                body(word * 64 + found.trailingZeroBitCount)
                found &= found - 1
            }
        }
    }
}

/// The sorted letters that are a lone consonant: few, and the only whole letters among many syllables with that
/// initial.
struct LoneConsonants: Sendable {
    /// The positions among the sorted letters, ascending.
    let slots: StoredArray<UInt32>

    /// Calls `body` with each position in a range.
    func forEach(in range: Range<Int>, _ body: (Int) -> Void) {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(slots[middle]) < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        while low < slots.count, Int(slots[low]) < range.upperBound {
            body(Int(slots[low]))
            low += 1
        }
    }
}
