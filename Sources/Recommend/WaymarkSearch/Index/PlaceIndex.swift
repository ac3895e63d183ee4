internal import WaymarkGeodesy

/// The data that a search reads: the places by rank, their names as keys, and sorted indexes of these.
///
/// Places are numbered by rank, which is the order of equal matches: standing, number of letters in the name, id,
/// position.
struct PlaceIndex: Sendable {
    let memory: StoredMemory
    /// For each rank, the position of the place in the caller's collection.
    let positions: StoredArray<UInt32>
    let names: NameKeys
    /// The starts of letters, sorted by the keys from there on.
    let suffixes: SortedSuffixes
    let letterPlaces: StoredArray<LetterPlace>
    /// For each sorted letter, the ends of letters among the sixteen keys from its start: bit *i* is set if a letter
    /// ends after *i* + 1 keys.
    let letterEnds: StoredArray<UInt16>
    /// The starts of words, sorted likewise.
    let words: SortedSuffixes
    let wordPlaces: StoredArray<LetterPlace>
    let initials: InitialLetters
    let pairs: InitialPairs
    let singles: SingleKeys
    let loneConsonants: LoneConsonants
    /// Number of letters of each name, up to 255.
    let lengths: StoredArray<UInt8>
    /// The standing of each place in 255 steps, descending.
    let standings: StoredArray<UInt8>
    let vectors: StoredArray<PlaceVector>
    /// The number of each place's category among the distinct ones; `noCategory` for none.
    let categories: StoredArray<UInt32>
    /// One place of each category.
    let categoryPlaces: StoredArray<UInt32>
    let texts: WordIndex

    static let noCategory = UInt32.max

    var count: Int { positions.count }

    /// Whether a letter ends `length` keys after the start of a sorted letter.
    @inline(__always)
    func isEnd(_ slot: Int, _ length: Int) -> Bool {
        if length <= 16 { return letterEnds[slot] >> UInt16(truncatingIfNeeded: length &- 1) & 1 == 1 }
        return names.isEnd(Int(suffixes.positions[slot]) + length)
    }
}

/// The distinct words of texts, sorted by their keys, and the places that have each word.
struct WordIndex: Sendable {
    /// The start of each word, sorted by its keys, which have a zero after each word.
    let words: SortedSuffixes
    /// For each word in sorted order, the offset of its places in `places`, followed by the end of the last.
    let starts: StoredArray<UInt32>
    /// The places with each word, ascending per word.
    let places: StoredArray<TextPlace>

    /// The places that have a word with the given first keys, unordered and possibly repeated, as a range of
    /// ``places``.
    func places(withPrefix wanted: ArraySlice<UInt8>) -> Range<Int> {
        places(ofWords: words.range(of: wanted))
    }

    /// The places that have one of some sorted words, as a range of ``places``.
    func places(ofWords found: Range<Int>) -> Range<Int> {
        let (low, high) = (Int(starts[found.lowerBound]), min(Int(starts[found.upperBound]), places.count))
        return found.isEmpty || low >= high ? 0..<0 : low..<high
    }
}

/// A place with a word in one of its texts.
struct TextPlace: Zeroed, Sendable {
    static var zero: TextPlace { TextPlace(0, isFree: false) }

    private let bits: UInt32

    init(_ place: Int, isFree: Bool) { bits = UInt32(place) << 1 | (isFree ? 1 : 0) }

    /// The rank of the place.
    @inline(__always) var place: Int { Int(bits >> 1) }
    /// Whether the text may say anything; if not, the word says what the place is, or where.
    @inline(__always) var isFree: Bool { bits & 1 == 1 }
}

/// The place that a letter belongs to, and the kind of start of the letter in its name.
struct LetterPlace: Zeroed, Sendable {
    static var zero: LetterPlace { LetterPlace(0, .name) }

    /// Maximum number of places: ranks have 30 bits.
    static let maxPlaces = 1 << 30

    private let bits: UInt32

    init(_ place: Int, _ start: SearchStart) { bits = UInt32(place) << 2 | UInt32(start.rawValue) }

    /// The rank of the place.
    @inline(__always) var place: Int { Int(bits >> 2) }
    /// Where in the name the letter begins.
    @inline(__always) var start: SearchStart { SearchStart(rawValue: Int(bits & 3)) ?? .inside }
    /// The start as a number, at most 3.
    @inline(__always) var startNumber: Int { Int(bits & 3) }
}
