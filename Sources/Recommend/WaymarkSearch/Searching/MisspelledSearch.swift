/// Marks the places whose name, or a word of it, begins with a misspelled form of a phrase.
///
/// Walks the sorted words like a tree, key by key, counting errors. The first eight keys are read from the sorted list
/// of heads, where one step advances all alignments at once; the rest is found by binary searches.
///
/// - SeeAlso: Navarro 2001, doi:10.1145/375360.375365, sections 4.1 (trees) and 6 (many alignments in a word of bits).
struct MisspelledSearch {
    private let index: PlaceIndex
    private let wanted: [UInt8]
    private let errors: Int
    /// The words that begin with the phrase without an error, which are on better rungs.
    private let exact: Range<Int>

    init(_ index: PlaceIndex, _ phrase: Phrase) {
        (self.index, wanted, errors) = (index, phrase.letters.keys, phrase.errors)
        exact = errors == 0 ? 0..<0 : index.words.range(of: wanted[...])
    }

    func mark(on board: inout RungBoard) {
        guard errors > 0 else { return }
        let heads = index.heads
        let alignments = ErrorAlignments(wanted, errors: errors)
        // The state after each number of keys of the previous head.
        var states = ContiguousArray(repeating: alignments.start, count: WordHeads.length + 1)
        var (head, known, at, walked) = (UInt64(0), 0, 0, 0)
        while at < heads.count {
            known = min(known, (heads.keys[at] ^ head).leadingZeroBitCount / 8)
            head = heads.keys[at]
            while known < WordHeads.length, !states[known].isSettled, WordHeads.key(known, of: head) != 0 {
                states[known + 1] = alignments.step(states[known], WordHeads.key(known, of: head))
                known += 1
            }
            // All heads that begin with the keys that settled the state.
            let end = states[known].isSettled ? heads.end(at, sharing: known) : at + 1
            // Each word only once, even in a damaged file.
            let range = heads.words(at..<end).clamped(to: walked..<max(walked, index.words.positions.count))
            walked = range.upperBound
            if let made = states[known].found { markAll(range, made, on: &board) }
            if known == WordHeads.length { walk(range, states[known], on: &board) }
            at = end
        }
    }

    /// Continues all alignments after the first keys of words.
    private func walk(_ range: Range<Int>, _ state: ErrorAlignments.State, on board: inout RungBoard) {
        state.forEach { at, made, isSwapped in
            guard isSwapped else { return walk(range, depth: WordHeads.length, at: at, errors: made, on: &board) }
            // The second of two swapped keys was read; the first must be next.
            let next = index.words.range(of: wanted[at..<at + 1], in: range, depth: WordHeads.length)
            walk(next, depth: WordHeads.length + 1, at: at + 2, errors: made, on: &board)
        }
    }

    /// Walks the words of a range, which share `depth` keys that are aligned with the query's keys before `at`.
    private func walk(_ range: Range<Int>, depth: Int, at: Int, errors made: Int, on board: inout RungBoard) {
        if range.isEmpty { return }
        guard at < wanted.count else { return markAll(range, made, on: &board) }
        if made == errors {
            return markAll(index.words.range(of: wanted[at...], in: range, depth: depth), made, on: &board)
        }
        // An extra key in the query.
        walk(range, depth: depth, at: at + 1, errors: made + 1, on: &board)
        index.words.forEachKey(at: depth, in: range) { key, part in
            // A key missing in the query, or a wrong one.
            walk(part, depth: depth + 1, at: at, errors: made + 1, on: &board)
            if key != wanted[at] { walk(part, depth: depth + 1, at: at + 1, errors: made + 1, on: &board) }
        }
        if at + 1 < wanted.count {
            let second = index.words.range(of: wanted[at + 1..<at + 2], in: range, depth: depth)
            let both = index.words.range(of: wanted[at..<at + 1], in: second, depth: depth + 1)
            walk(both, depth: depth + 2, at: at + 2, errors: made + 1, on: &board)
        }
        let next = index.words.range(of: wanted[at..<at + 1], in: range, depth: depth)
        walk(next, depth: depth + 1, at: at + 1, errors: made, on: &board)
    }

    private func markAll(_ range: Range<Int>, _ made: Int, on board: inout RungBoard) {
        for slot in range where !exact.contains(slot) {
            let place = index.wordPlaces[slot]
            let allowed = Misspelling.errors(keys: wanted.count, letters: Int(index.lengths[place.place]))
            if made <= allowed { board.mark(place.place, (made > 1 ? Grade.Correction.loss : .error).byte) }
        }
    }
}
