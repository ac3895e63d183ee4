/// What scores need of a stop's name.
struct StopName: Sendable {
    /// The position of its theme in the lexicon; nil if unknown.
    var theme: Int?
    var pairs: NamePairs
}

/// The names read recently, since the same places are stops of many trips.
///
/// A table of fixed size, in which the last two names with the same pair of entries are kept.
struct NameMemory: Sendable {
    private struct Entry {
        var bytes: ContiguousArray<UInt8> = []
        var name: StopName?
    }

    private var entries: ContiguousArray<Entry> = []
    private var found = NameReader.Findings()
    private var pairs: ContiguousArray<UInt64> = []
    /// The table has 2 to this power of entries.
    private static let bits = 12

    /// Reads a name in UTF-8.
    ///
    /// - Precondition: The lexicon is always the same.
    mutating func read(_ utf8: Span<UInt8>, _ lexicon: ThemeLexicon) -> StopName {
        if entries.isEmpty { entries = ContiguousArray(repeating: Entry(), count: 1 << Self.bits) }
        let first = Self.slot(of: utf8)
        for slot in first...first + 1 {
            if let name = entries[slot].name, Self.areEqual(entries[slot].bytes, utf8) { return name }
        }
        let name = StopName(
            theme: utf8.isEmpty ? nil : lexicon.themeNumber(of: utf8, &found), pairs: NamePairs(utf8, &pairs))
        // The older of the two names gives its place to the new one.
        entries.swapAt(first, first + 1)
        entries[first].bytes.removeAll(keepingCapacity: true)
        entries[first].bytes.append(utf8: utf8)
        entries[first].name = name
        return name
    }

    private static func areEqual(_ bytes: ContiguousArray<UInt8>, _ utf8: Span<UInt8>) -> Bool {
        guard bytes.count == utf8.count else { return false }
        for i in 0..<utf8.count where bytes[i] != utf8[i] { return false }
        return true
    }

    /// The first of the two entries of a name, by 64-bit FNV-1a (Fowler, Noll and Vo).
    private static func slot(of utf8: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for i in 0..<utf8.count { hash = (hash ^ UInt64(utf8[i])) &* 0x0000_0100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32)) & (1 << bits - 2)
    }
}
