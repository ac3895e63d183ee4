/// Marks the places whose name, or a word in it, begins like a misspelled phrase.
///
/// The sorted words are walked like a tree, key by key, with the faults made so far. What has no fault in its first half is walked
/// from there; what has all its faults there is found by its tail, which begins with a letter that is exact.
///
/// - SeeAlso: Navarro 2001, doi:10.1145/375360.375365, sections 4.1 (trees) and 8 (parts that are exact).
struct MisspelledSearch {
    private let index: PlaceIndex
    private let wanted: [UInt8]
    private let faults: Int
    /// Where the second half begins, and a letter in it that is exact where all faults are before; nil where there is none.
    private let half: Int
    private let tail: Int?

    init(_ index: PlaceIndex, _ phrase: Phrase) {
        (self.index, wanted, faults) = (index, phrase.letters.keys, phrase.faults)
        half = wanted.count / 2
        tail = Self.exactLetter(wanted, from: half + 1)
    }

    /// The first key from `start` on that surely begins a letter, in whatever name it is found with what follows.
    private static func exactLetter(_ keys: [UInt8], from start: Int) -> Int? {
        (start..<max(start, keys.count)).first { at in
            let key = keys[at]
            if JamoKey.isConsonant(key) { return at + 1 < keys.count && JamoKey.isVowel(keys[at + 1]) }
            return !JamoKey.isVowel(key) && key & 0xC0 != 0x80
        }
    }

    func mark(on board: inout GradeBoard) {
        guard faults > 0 else { return }
        walk(0..<index.words.positions.count, depth: 0, at: 0, faults: 0, on: &board)
        if let tail { markTails(tail, on: &board) }
    }

    // MARK: The tree

    /// Number of faults that may have been made before a key of the query.
    private func limit(_ at: Int) -> Int { tail != nil && at < half ? faults - 1 : faults }

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
            while low < range.upperBound {
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

    private var keys: StoredArray<UInt8> { index.names.keys }

    private func markAll(_ range: Range<Int>, _ made: Int, on board: inout GradeBoard) {
        for slot in range { mark(Int(index.words.positions[slot]), made, on: &board) }
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
            for start in max(0, key - tail - faults)...max(0, key - tail + faults)
            where start < key && index.names.isWordStart(start) {
                guard index.names.name(of: start) == index.names.name(of: key) else { continue }
                let distances = Misspelling.distances(wanted[..<tail], count: key - start) { keys[start + $0] }
                if distances[key - start] <= faults { mark(start, distances[key - start], on: &board) }
            }
        }
    }
}
