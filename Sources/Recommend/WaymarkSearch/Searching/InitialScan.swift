import WaymarkText

/// Finds initials in a row, 64 letters at a time.
struct InitialScan {
    private let initials: StoredArray<UInt8>

    init(_ initials: StoredArray<UInt8>) { self.initials = initials }

    /// Calls `body` with where `wanted`, which has two at least, begins in some of the letters; ascending.
    ///
    /// - Complexity: O(*n*) letters.
    @inline(__always)
    func forEach(_ wanted: [UInt8], in letters: Range<Int>, _ body: (Int) -> Void) {
        let first = (wanted[0], wanted[1], wanted.count > 2 ? wanted[2] : 0)
        let mask: (UInt8, UInt8, UInt8) = (.max, .max, wanted.count > 2 ? .max : 0)
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { room in
            guard let words = room.baseAddress else { return }
            for at in stride(from: letters.lowerBound, to: letters.upperBound, by: 64) {
                unsafe initials.differences(
                    at: at, from: first, mask: mask,
                    into: UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self))
                for word in 0..<8 {
                    var found = unsafe Word.matches(UInt64(littleEndian: words[word]), 0)
                    while found != 0 {
                        let letter = at + 8 * word + found.trailingZeroBitCount / 8
                        var next = 3
                        while next < wanted.count, initials[letter + next] == wanted[next] { next += 1 }
                        if next >= wanted.count, letter < letters.upperBound { body(letter) }
                        found &= found - 1
                    }
                }
            }
        }
    }
}
