/// Marks the places whose name, or a word in it, begins like a misspelled phrase.
///
/// The sorted words are walked like a tree, key by key, with the faults made so far. What has not all its faults in the first few keys
/// is found so; what has, by its tail, which begins with a letter that is exact.
///
/// - SeeAlso: Navarro 2001, doi:10.1145/375360.375365, sections 4.1 (trees) and 8 (parts that are exact).
struct MisspelledSearch {
    private let index: PlaceIndex
    private let keys: StoredArray<UInt8>
    private let wanted: [UInt8]
    private let faults: Int
    /// Number of the first keys, and a letter behind them that is exact where all faults are before; nil where there is none.
    private let head: Int
    private let tail: Int?
    /// The words that begin with the phrase without a fault: they have better grades.
    private let exact: Range<Int>

    init(_ index: PlaceIndex, _ phrase: Phrase) {
        (self.index, keys, wanted, faults) = (index, index.names.keys, phrase.letters.keys, phrase.faults)
        // Three keys leave few names to walk through, and a long tail few to look at; with two faults it takes twice as many.
        head = min(wanted.count / 2, faults == 1 ? 3 : 6)
        tail = Self.exactLetter(wanted, from: head + 1, in: index)
        exact = faults == 0 ? 0..<0 : index.words.range(of: wanted[...], in: 0..<index.words.positions.count, keys)
    }

    /// The first key from `start` on that surely begins a letter, in any name in which it is found with what follows.
    ///
    /// A consonant before a vowel does, unless a name has that vowel as a letter of its own, as in 값ㅏ.
    private static func exactLetter(_ wanted: [UInt8], from start: Int, in index: PlaceIndex) -> Int? {
        (start..<max(start, wanted.count)).first { at in
            let key = wanted[at]
            guard JamoKey.isConsonant(key) else { return !JamoKey.isVowel(key) && key & 0xC0 != 0x80 }
            guard at + 1 < wanted.count, JamoKey.isVowel(wanted[at + 1]) else { return false }
            let all = 0..<index.suffixes.positions.count
            return index.suffixes.range(of: wanted[(at + 1)...(at + 1)], in: all, index.names.keys).isEmpty
        }
    }

    func mark(on board: inout GradeBoard) {
        guard faults > 0 else { return }
        walk(0..<index.words.positions.count, depth: 0, at: 0, faults: 0, on: &board)
        if let tail { markTails(tail, on: &board) }
    }

    // MARK: The tree

    /// Number of faults that may have been made before a key of the query.
    private func limit(_ at: Int) -> Int { tail != nil && at < head ? faults - 1 : faults }

    /// Walks through the words that agree in `depth` keys, which are like those of the query before `at`.
    private func walk(_ range: Range<Int>, depth: Int, at: Int, faults made: Int, on board: inout GradeBoard) {
        if range.isEmpty { return }
        guard at < wanted.count else { return markAll(range, made, on: &board) }
        if made == faults {
            let rest = index.words.range(of: wanted[at...], in: range, depth: depth, keys)
            return markAll(rest, made, on: &board)
        }
        if made + 1 <= limit(at) {
            // One too many in the query.
            walk(range, depth: depth, at: at + 1, faults: made + 1, on: &board)
            var low = range.lowerBound
            // No more than there are keys, whatever a damaged file says.
            for _ in 0..<256 where low < range.upperBound {
                let high = index.words.end(ofKeyAt: depth, low, range.upperBound, keys)
                let key = keys[Int(index.words.positions[low]) + depth]
                if key != 0 {
                    // One missing in the query, or a wrong one.
                    walk(low..<high, depth: depth + 1, at: at, faults: made + 1, on: &board)
                    if key != wanted[at] {
                        walk(low..<high, depth: depth + 1, at: at + 1, faults: made + 1, on: &board)
                    }
                }
                low = high
            }
            if at + 1 < wanted.count {
                let swapped = [wanted[at + 1], wanted[at]]
                let both = index.words.range(of: swapped[...], in: range, depth: depth, keys)
                walk(both, depth: depth + 2, at: at + 2, faults: made + 1, on: &board)
            }
        }
        let next = index.words.range(of: wanted[at..<at + 1], in: range, depth: depth, keys)
        walk(next, depth: depth + 1, at: at + 1, faults: made, on: &board)
    }

    private func markAll(_ range: Range<Int>, _ made: Int, on board: inout GradeBoard) {
        for slot in range.lowerBound..<max(range.lowerBound, min(range.upperBound, exact.lowerBound)) {
            mark(Int(index.words.positions[slot]), made, on: &board)
        }
        for slot in min(max(range.lowerBound, exact.upperBound), range.upperBound)..<range.upperBound {
            mark(Int(index.words.positions[slot]), made, on: &board)
        }
    }

    private func mark(_ start: Int, _ made: Int, on board: inout GradeBoard) {
        let place = index.names.name(of: start)
        guard made <= Misspelling.faults(keys: wanted.count, letters: Int(index.lengths[place])) else { return }
        board.mark(place, SearchGrade(.misspelled, index.names.start(start)).value)
    }

    // MARK: The tail

    private func markTails(_ tail: Int, on board: inout GradeBoard) {
        let range = index.suffixes.range(of: wanted[tail...], in: 0..<index.suffixes.positions.count, keys)
        for slot in range {
            let key = Int(index.suffixes.positions[slot])
            let first = max(0, key - tail - faults)
            // A bit for each word start at which the query may begin.
            var starts = index.names.wordStarts(from: first) & (1 << UInt64(2 * faults + 1) - 1)
            while starts != 0 {
                let start = first + starts.trailingZeroBitCount
                starts &= starts - 1
                guard start < key, index.names.name(of: start) == index.names.name(of: key),
                    let made = (0...faults).first(where: { isLike(tail, start, key, faults: $0) })
                else { continue }
                mark(start, made, on: &board)
            }
        }
    }

    /// Whether the keys of the query before `tail` differ by so many faults at most from those of the names in `low..<high`.
    ///
    /// What is equal at the start is as well left alone: no alignment is better for it.
    private func isLike(_ tail: Int, _ low: Int, _ high: Int, at start: Int = 0, faults: Int) -> Bool {
        var (at, low) = (start, low)
        while at < tail, low < high, wanted[at] == keys[low] { (at, low) = (at + 1, low + 1) }
        if at == tail && low == high { return true }
        if faults == 0 { return false }
        if at < tail, isLike(tail, low, high, at: at + 1, faults: faults - 1) { return true }
        if low < high, isLike(tail, low + 1, high, at: at, faults: faults - 1) { return true }
        guard at < tail, low < high else { return false }
        if isLike(tail, low + 1, high, at: at + 1, faults: faults - 1) { return true }
        return at + 1 < tail && low + 1 < high && wanted[at] == keys[low + 1] && wanted[at + 1] == keys[low]
            && isLike(tail, low + 2, high, at: at + 2, faults: faults - 1)
    }
}
