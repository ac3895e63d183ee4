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
    /// Where words begin, sorted likewise.
    let words: SortedSuffixes
    /// The first key of each letter of the names, end to end, with a zero behind each name.
    let initials: StoredArray<UInt8>
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

    /// Number of bytes.
    var size: Int {
        positions.size + names.keys.size + names.blocks.size + suffixes.positions.size + words.positions.size
            + initials.size + lengths.size + vectors.size + categories.size + categoryPlaces.size + texts.size
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
