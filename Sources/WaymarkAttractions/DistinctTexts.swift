import WaymarkTables

extension AttractionTable.Column {
    /// Whether no text stands twice, byte for byte.
    ///
    /// - Complexity: O(*n*); without a table where each text is longer than the one before, or as long and greater, as
    ///   ids that are counted up are.
    var hasDistinctTexts: Bool { isAscending || !hasRepeatedHash }

    private var isAscending: Bool {
        for attraction in stride(from: 1, to: count, by: 1) {
            let (before, text) = (range(attraction - 1), range(attraction))
            if before.count != text.count {
                guard before.count < text.count else { return false }
                continue
            }
            var (a, b) = (before.lowerBound, text.lowerBound)
            while b < text.upperBound, bytes[a] == bytes[b] { (a, b) = (a + 1, b + 1) }
            guard b < text.upperBound, bytes[a] < bytes[b] else { return false }
        }
        return true
    }

    /// Open addressing over the texts; a slot holds the number of an attraction, plus one.
    private var hasRepeatedHash: Bool {
        var size = 16
        while size < count * 2 { size *= 2 }
        var slots = ContiguousArray<UInt32>(repeating: 0, count: size)
        for attraction in 0..<count {
            let text = range(attraction)
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for at in text { hash = (hash ^ UInt64(bytes[at])) &* 0x0000_0100_0000_01B3 }
            var slot = Int(truncatingIfNeeded: (hash ^ hash >> 29) & UInt64(size - 1))
            while slots[slot] != 0 {
                if bytes[range(Int(slots[slot]) - 1)].elementsEqual(bytes[text]) { return true }
                slot = (slot + 1) & (size - 1)
            }
            slots[slot] = UInt32(attraction + 1)
        }
        return false
    }
}
