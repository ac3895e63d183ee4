import WaymarkGeodesy

/// What a search walks through: the places by rank, their names as keys, and these sorted.
///
/// Places are numbered by their rank, which is the order of equal matches: standing, letters of the name, id, position.
struct PlaceIndex: Sendable {
    /// What all the arrays lie in.
    let memory: StoredMemory
    /// The position of the place of each rank, in what the caller gave.
    let positions: StoredArray<UInt32>
    /// The names as keys.
    let names: NameKeys
    /// Where letters begin, sorted by the keys from there on.
    let suffixes: SortedSuffixes
    /// The places of these letters.
    let letterPlaces: StoredArray<LetterPlace>
    /// Where letters end among the sixteen keys from each of them on: bit *i* that one does *i* + 1 keys on.
    let letterEnds: StoredArray<UInt16>
    /// Where words begin, sorted likewise.
    let words: SortedSuffixes
    /// The places of these words.
    let wordPlaces: StoredArray<LetterPlace>
    /// The first keys of these words.
    let heads: WordHeads
    /// The first keys of letters.
    let initials: InitialLetters
    /// Where pairs of them begin.
    let pairs: InitialPairs
    /// The places that have a consonant or a digit.
    let singles: SingleKeys
    /// The sorted letters that are a consonant alone.
    let loneConsonants: LoneConsonants
    /// Number of letters of each name, up to 255.
    let lengths: StoredArray<UInt8>
    /// Where each place is.
    let vectors: StoredArray<PlaceVector>
    /// The number of each place's category among the different ones; `noCategory` where it has none.
    let categories: StoredArray<UInt32>
    /// A place of each category.
    let categoryPlaces: StoredArray<UInt32>
    /// The words of the other texts.
    let texts: WordIndex

    static let noCategory = UInt32.max

    /// Number of places.
    var count: Int { positions.count }

    /// Whether a letter ends `length` keys after where one of the sorted letters begins.
    @inline(__always)
    func isEnd(_ slot: Int, _ length: Int) -> Bool {
        if length <= 16 { return letterEnds[slot] >> UInt16(truncatingIfNeeded: length &- 1) & 1 == 1 }
        return names.isEnd(Int(suffixes.positions[slot]) + length)
    }

    /// Number of bytes.
    var size: Int {
        let names = positions.size + names.keys.size + names.blocks.size + lengths.size
        let letters = suffixes.positions.size + letterPlaces.size + letterEnds.size + loneConsonants.slots.size
        let words = words.positions.size + wordPlaces.size + heads.size
        let initials = initials.keys.size + initials.blocks.size + pairs.size + singles.bits.size
        return names + letters + words + initials + vectors.size + categories.size + categoryPlaces.size + texts.size
    }
}

/// The different words of texts, sorted by their keys, and the places that have each.
struct WordIndex: Sendable {
    /// The keys of the words, with a zero behind each.
    let keys: StoredArray<UInt8>
    /// Where each begins, sorted by its keys.
    let words: SortedSuffixes
    /// Where the places of each word begin, in the sorted order, and last where they end.
    let starts: StoredArray<UInt32>
    /// Ranks of the places with each word, ascending.
    let places: StoredArray<UInt32>

    /// Number of bytes.
    var size: Int { keys.size + words.positions.size + starts.size + places.size }

    /// The places that have a word which begins with some keys, in no order, some more than once: a part of ``places``.
    func places(withPrefix wanted: ArraySlice<UInt8>) -> Range<Int> {
        let found = words.range(of: wanted, in: 0..<words.positions.count, keys)
        let (low, high) = (Int(starts[found.lowerBound]), min(Int(starts[found.upperBound]), places.count))
        return found.isEmpty || low >= high ? 0..<0 : low..<high
    }
}
