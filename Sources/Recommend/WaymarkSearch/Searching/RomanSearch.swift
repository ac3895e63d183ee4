/// Marks the places with a name whose Korean letters can be romanised as a Latin word.
///
/// Walks the sorted letters as a tree, key by key. One bit for each number of Latin letters says that so many can have
/// been read; each key reads one of its spellings. They include Revised Romanization, its sound changes, older
/// systems and common sloppiness, so different names may match. Keys of Hangul in the word are read as they are.
struct RomanSearch {
    private let index: PlaceIndex
    /// The starts of ng, which spells a final ㅇ.
    private let ng: UInt64
    /// For each key, where it is in the word.
    private let literals: ContiguousArray<UInt64>
    /// In kana also n alone, of which these are the starts.
    private let n: UInt64
    /// Letters that may be left out.
    private let silent: UInt64
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
    private static let (rieul, ieung, vowels): (UInt8, UInt8, [UInt8]) = (6, 12, Array("aeiouyw".utf8))

    /// Whether a word is one of 3 to 60 Latin letters, of which one is a vowel, and keys of Hangul.
    private static func isLatin(_ word: [UInt8]) -> Bool {
        3...60 ~= word.count && word.contains(where: vowels.contains)
            && word.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || JamoKey.isJamo($0) }
    }

    /// Whether a word can be read: Latin letters or kana, with or without Hangul.
    static func reads(_ typed: [UInt8]) -> Bool { isLatin(OtherScripts.latin(ofKana: typed)?.letters ?? typed) }

    /// Prepares a search; nil for a word that cannot be read.
    init?(_ index: PlaceIndex, _ typed: [UInt8]) {
        let kana = OtherScripts.latin(ofKana: typed)
        let word = kana?.letters ?? typed
        guard Self.isLatin(word) else { return nil }
        self.index = index
        silent = kana?.silent ?? 0
        n = kana == nil ? 0 : Self.starts(of: [UInt8(ascii: "n")], in: word)
        end = 1 << UInt64(word.count)
        steps = Self.spellings.map { spellings in
            spellings.map { ($0.isEmpty ? ~0 : Self.starts(of: $0, in: word), $0.count) }
        }
        ng = Self.starts(of: Array("ng".utf8), in: word)
        var literals = ContiguousArray<UInt64>(repeating: 0, count: 256)
        for (letter, key) in word.enumerated() { literals[Int(key)] |= 1 << UInt64(letter) }
        self.literals = literals
    }

    /// The starts of a spelling in a word as bits.
    private static func starts(of spelling: [UInt8], in word: [UInt8]) -> UInt64 {
        word.indices.reduce(0) { word[$1...].starts(with: spelling) ? $0 | 1 << UInt64($1) : $0 }
    }

    /// Marks the places with names that have the word from the start of a word, or only if there are none, inside one.
    ///
    /// - Parameters:
    ///   - board: Receives the places.
    ///   - isPart: Whether the word is one of several: it is then looked for inside words and in other texts too.
    ///   - hasError: Whether after the first key one Latin letter is wrong, missing or extra, or one vowel misspelled.
    func mark(on board: inout RungBoard, isPart: Bool = false, hasError: Bool = false) {
        func byte(_ start: Int) -> UInt8 {
            hasError ? Grade.Correction.error.byte : Grade.byte(.otherScript, min(2, start))
        }
        func mark(_ sorted: SortedSuffixes, _ places: StoredArray<LetterPlace>) {
            walk(sorted, sorted.all, depth: 0, after: 0, State(hasError: hasError)) { range in
                for slot in range { board.mark(places[slot].place, byte(places[slot].startNumber)) }
            }
        }
        // The starts of words are among those of letters.
        if hasError || !isPart { mark(index.words, index.wordPlaces) }
        if !hasError, isPart || board.isEmpty { mark(index.suffixes, index.letterPlaces) }
        guard isPart, !hasError else { return }
        let texts = index.texts
        walk(texts.words, texts.words.all, depth: 0, after: 0, State(hasError: false)) { range in
            for slot in texts.places(ofWords: range) where !texts.places[slot].isFree {
                board.mark(texts.places[slot].place, Grade.byte(.kindOrDistrict))
            }
        }
    }

    /// The numbers of Latin letters that may have been read, as bits.
    private struct State {
        var read: UInt64 = 1
        /// Those after an ㅇ without a sound, which a vowel must follow.
        var silent: UInt64 = 0
        /// Those read with an error.
        var wrong: UInt64 = 0
        let hasError: Bool
    }

    /// Walks letters that share `depth` keys, of which `last` is the last, and calls `body` with those that match.
    private func walk(
        _ tree: SortedSuffixes, _ range: Range<Int>, depth: Int, after last: UInt8, _ state: State,
        _ body: (Range<Int>) -> Void
    ) {
        // Enough for 60 letters, even in a damaged file.
        guard depth < 150 else { return }
        tree.forEachKey(at: depth, in: range) { key, part in
            var next = State(hasError: state.hasError)
            (next.read, next.silent) = (spelled(key, after: last, state.read, state.silent), 0)
            if key == Self.ieung { next.silent = state.read }
            if state.hasError, depth > 0 {
                // A letter extra, missing or wrong.
                next.wrong =
                    spelled(key, after: last, state.wrong | state.read << 1, state.silent << 1) | state.read
                    | state.read << 1
                if JamoKey.isVowel(key) { next.wrong |= state.read << 2 }
                if key == Self.ieung { next.wrong |= state.wrong }
                // An extra letter at the end.
                next.wrong |= (next.read << 1) & end
            }
            if (next.read | next.wrong) & end != 0 {
                body(part)
            } else if next.read | next.silent | next.wrong != 0 {
                walk(tree, part, depth: depth + 1, after: key, next, body)
            }
        }
    }

    /// The numbers of letters read after a key, from those before it.
    private func spelled(_ key: UInt8, after last: UInt8, _ read: UInt64, _ silent: UInt64) -> UInt64 {
        var found = sounded(key, after: last, read, silent)
        // A silent letter after what was read may be left out.
        if self.silent != 0 { found |= (found & self.silent) << 1 }
        return found
    }

    private func sounded(_ key: UInt8, after last: UInt8, _ read: UInt64, _ silent: UInt64) -> UInt64 {
        let literal = (read & literals[Int(key)]) << 1
        if key == Self.ieung { return (read & ng) << 2 | (read & n) << 1 | literal }
        guard JamoKey.isJamo(key) else { return literal }
        let from = JamoKey.isVowel(key) ? read | silent : read
        // Two ㄹ are often one letter: Olympic.
        let same = literal | (key == Self.rieul && key == last ? read : 0)
        return steps[Int(key)].reduce(same) { $0 | (from & $1.starts) << UInt64($1.length) }
    }
}
