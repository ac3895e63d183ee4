/// Marks the places with a name whose Korean letters can be romanised as a Latin word.
///
/// Walks the sorted letters as a tree, key by key. One bit for each number of Latin letters says that so many can have
/// been read; each key reads one of its spellings. They include Revised Romanization, its sound changes, older
/// systems and common sloppiness, so different names may match.
struct RomanSearch {
    private let index: PlaceIndex
    private let word: [UInt8]
    /// The starts of ng, which spells a final ㅇ.
    private let ng: UInt64
    /// For each key, the starts of each of its spellings in the word as bits, and their length.
    private let steps: [[(starts: UInt64, length: Int)]]
    private let end: UInt64

    /// The spellings of each key, in the order of ``JamoKey``; "-" for none.
    private static let spellings: [[[UInt8]]] = {
        let consonants = """
            g k c ng kk gg|kk gg g k|n l m ng|d t n j tt|tt dd t d|r l n|m|b p m v|pp bb p b|s sh t d n ss|ss s t n|\
            -|j ch z t d|jj j z|ch c t d j|k c q g|t d|p f b ph|h
            """
        let vowels = """
            a ah ar|ae e a ai|ya|yae ye|eo o u e er or|e ae a|yeo yo yu you|ye e|o w oh|yo|u oo w ou wo|yu u yoo|eu u e -|\
            i ee y e yi
            """
        return [[]]
            + (consonants + "|" + vowels).split(separator: "|").map { line in
                line.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
            }
    }()
    private static let (rieul, ieung): (UInt8, UInt8) = (6, 12)

    /// Prepares a search; nil for a word that is not of 3 to 60 Latin letters.
    init?(_ index: PlaceIndex, _ word: [UInt8]) {
        guard 3...60 ~= word.count, word.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
        self.index = index
        end = 1 << UInt64(word.count)
        steps = Self.spellings.map { spellings in
            spellings.map { ($0.isEmpty ? ~0 : Self.starts(of: $0, in: word), $0.count) }
        }
        ng = Self.starts(of: Array("ng".utf8), in: word)
        self.word = word
    }

    /// The starts of a spelling in a word as bits.
    private static func starts(of spelling: [UInt8], in word: [UInt8]) -> UInt64 {
        word.indices.reduce(0) { word[$1...].starts(with: spelling) ? $0 | 1 << UInt64($1) : $0 }
    }

    func mark(on board: inout RungBoard) {
        walk(
            index.words, index.wordPlaces, 0..<index.words.positions.count, depth: 0, after: 0, read: 1, silent: 0,
            &board)
        if board.isEmpty {
            walk(index.suffixes, index.letterPlaces, index.suffixes.all, depth: 0, after: 0, read: 1, silent: 0, &board)
        }
    }

    /// Walks sorted letters that share `depth` keys, of which `last` is the last. `read` has the numbers of Latin letters
    /// that may have been read, `silent` those after an ㅇ without a sound, which a vowel must follow.
    private func walk(
        _ sorted: SortedSuffixes, _ places: StoredArray<LetterPlace>, _ range: Range<Int>, depth: Int,
        after last: UInt8, read: UInt64, silent: UInt64, _ board: inout RungBoard
    ) {
        // Enough for 60 letters, even in a damaged file.
        guard depth < 150 else { return }
        var low = range.lowerBound
        for _ in 0..<256 where low < range.upperBound {
            let high = sorted.end(ofKeyAt: depth, low, range.upperBound, index.names.keys)
            let key = index.names.keys[Int(sorted.positions[low]) + depth]
            let part = low..<high
            low = high
            if key == 0 { continue }
            var (next, nextSilent): (UInt64, UInt64) = (0, 0)
            if key == Self.ieung {
                next = (read & ng) << 2
                nextSilent = read
            } else if JamoKey.isJamo(key) {
                let from = JamoKey.isVowel(key) ? read | silent : read
                for step in steps[Int(key)] { next |= (from & step.starts) << UInt64(step.length) }
                // Two of them are often one letter: Olympic.
                if key == Self.rieul, key == last { next |= read }
            } else {
                for at in word.indices where word[at] == key { next |= (read & 1 << UInt64(at)) << 1 }
            }
            if next & end != 0 {
                for slot in part { board.mark(places[slot].place, SearchRung.otherScript.byte) }
            } else if next | nextSilent != 0 {
                walk(sorted, places, part, depth: depth + 1, after: key, read: next, silent: nextSilent, &board)
            }
        }
    }
}
