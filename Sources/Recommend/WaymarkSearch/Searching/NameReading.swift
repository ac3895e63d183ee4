/// The ways of reading a word among the names of an index: each marks the places that match.
///
/// ``QueryReading`` uses one for the names of places, and one for their other names.
struct NameReading {
    let index: PlaceIndex
    private let isOfPlaces: Bool
    private let initialsInsideWords: Bool
    /// Parts of the query that matched in another way than as they are spelled, to be marked in names, with the rung.
    private(set) var parts: [(rung: SearchRung, phrase: Phrase)] = []
    /// The places, or names, of which a word has some letters.
    private(set) var abbreviated: Set<Int> = []

    /// Reads among the names of places, or among other names of them.
    init(_ index: PlaceIndex, ofPlaces isOfPlaces: Bool, initialsInsideWords: Bool) {
        (self.index, self.isOfPlaces, self.initialsInsideWords) = (index, isOfPlaces, initialsInsideWords)
    }

    /// The largest number of sorted letters that a reading of evidence looks at for one part of a word: what is in more names than
    /// this says little.
    static let most = 4000

    /// Marks the places that match a part as it is spelled; those outside `places` that match by 초성 or single keys may be left
    /// out.
    func markSpelled(_ part: PreparedQuery.QueryText, in places: [Range<Int>], on board: inout RungBoard) {
        var search = PhraseSearch(
            index: index, initialsInsideWords: initialsInsideWords,
            places: isOfPlaces ? places : [0..<index.count])
        search.mark(part.own, on: &board)
        search.rung = .otherKeyboard
        for other in part.otherKeyboards { search.mark(other, on: &board) }
    }

    /// Marks the places whose texts have a word that begins with a phrase: those that say where or what they are, or all.
    func markTexts(_ phrase: Phrase, inFree: Bool, on board: inout RungBoard) {
        guard phrase.isWordOfTexts else { return }
        for word in phrase.textWords { markTexts(word, free: inFree ? Grade.byte(.otherText) : nil, on: &board) }
    }

    /// Marks the places whose category or district has a word that begins with some keys, and others if their byte is given.
    func markTexts(
        _ word: [UInt8], _ byte: UInt8 = Grade.byte(.kindOrDistrict), free: UInt8? = nil, atMost most: Int = .max,
        on board: inout RungBoard
    ) {
        let (places, range) = (index.texts.places, index.texts.places(withPrefix: word[...]))
        if range.count > most { return }
        for slot in range {
            let found = places[slot]
            if let byte = found.isFree ? free : byte { board.mark(found.place, byte) }
        }
    }

    /// Whether a name may match a part otherwise than as it is spelled.
    func isReadOtherwise(_ part: PreparedQuery.QueryText, inScripts: Bool) -> Bool {
        if !part.kinds.isEmpty { return true }
        guard inScripts else { return false }
        // Spoken with letters between only if nothing has it as it is spelled.
        let isNowhere = index.suffixes.range(of: part.own.letters.keys).isEmpty
        return !part.hangul.isEmpty || part.latin.contains(where: RomanSearch.reads)
            || part.spoken.contains { isNowhere || !index.suffixes.range(of: $0).isEmpty }
    }

    /// Marks the places that match a part otherwise than as it is spelled.
    mutating func markOtherwise(
        _ part: PreparedQuery.QueryText, isPart: Bool, inScripts: Bool, on board: inout RungBoard
    ) {
        for (readings, rung) in [(part.kinds, SearchRung.otherWord), (inScripts ? part.hangul : [], .otherScript)] {
            for keys in readings {
                if isPart, Letters(keys: keys).count > 1 { markTexts(keys, on: &board) }
                markExact(keys, rung, on: &board)
            }
        }
        if !inScripts { return }
        for keys in part.latin { RomanSearch(index, keys)?.mark(on: &board, isPart: isPart) }
        for keys in part.spoken {
            markExact(keys, .otherScript, on: &board)
            if board.isEmpty { markParts(Letters(keys: keys), as: .otherScript, on: &board) }
        }
    }

    /// Marks the places whose names contain some keys from the start of a letter.
    private mutating func markExact(_ keys: [UInt8], _ rung: SearchRung, on board: inout RungBoard) {
        let range = index.suffixes.range(of: keys[...])
        if range.isEmpty { return }
        parts.append((rung, Phrase(Letters(keys: keys))))
        for slot in range where rung != .otherWord || index.isEnd(slot, keys.count) {
            let place = index.letterPlaces[slot]
            board.mark(place.place, Grade.byte(rung, rung == .otherScript ? min(2, place.startNumber) : 0))
        }
    }

    // MARK: Evidence

    /// Marks the places whose names have two parts of a word in order, with letters between them: parts of at least two letters, or of
    /// one for a word as it is spoken or, with one letter between them, for a missing syllable (`rung` is `misspelled`).
    mutating func markParts(_ word: Letters, as rung: SearchRung, on board: inout RungBoard) {
        let (names, keys) = (index.names, index.names.keys)
        let isMissing = rung == .misspelled
        let shortest = rung == .partsInOrder ? 2 : 1
        guard word.count >= 2 * shortest else { return }
        let byte = isMissing ? Grade.Correction.loss.byte : Grade.byte(rung)
        for split in shortest...word.count - shortest {
            let (first, second) = (word.keys[..<word.starts[split]], word.keys[word.starts[split]...])
            let (firsts, seconds) = (index.suffixes.range(of: first), index.suffixes.range(of: second))
            if firsts.isEmpty || seconds.isEmpty || min(firsts.count, seconds.count) > Self.most { continue }
            var isFound = false
            if firsts.count <= seconds.count {
                for slot in firsts {
                    let end = Int(index.suffixes.positions[slot]) + first.count
                    guard names.isEnd(end), keys[end] != 0 else { continue }
                    var at = names.end(ofLetterAt: end)
                    let last = isMissing ? at : .max
                    while at <= last, keys[at] != 0, !names.hasPrefix(second, at: at) { at = names.end(ofLetterAt: at) }
                    if at > last || keys[at] == 0 { continue }
                    board.mark(index.letterPlaces[slot].place, byte)
                    isFound = true
                }
            } else {
                for slot in seconds {
                    let position = Int(index.suffixes.positions[slot])
                    var start = position - 1
                    var letters = 0
                    while start >= 0, keys[start] != 0 {
                        // The end of the first part would be at `start`, with at least one letter up to the second.
                        if names.isEnd(start) {
                            letters += 1
                            if isMissing, letters > 1 { break }
                            if start >= first.count, names.isEnd(start - first.count),
                                names.hasPrefix(first, at: start - first.count)
                            {
                                board.mark(index.letterPlaces[slot].place, byte)
                                isFound = true
                                break
                            }
                        }
                        start -= 1
                    }
                }
            }
            if isFound { for part in [first, second] { parts.append((rung, Phrase(Letters(keys: Array(part))))) } }
        }
    }

    /// Marks the places whose names match a word that has an error.
    mutating func markCorrected(_ word: Letters, on board: inout RungBoard) {
        let hanja = OtherScripts.hangul(of: word)
        guard hanja.isEmpty, word.count >= 2 else { return }
        if word.count >= 6 { RomanSearch(index, word.keys)?.mark(on: &board, hasError: true) }
        markVariants(word, on: &board)
        markParts(word, as: .misspelled, on: &board)
    }

    /// Marks the places whose names contain a word with one error of a letter undone.
    ///
    /// They have the letters before the error, so that only those up to it are tried.
    private mutating func markVariants(_ word: Letters, on board: inout RungBoard) {
        let suffixes = index.suffixes
        var range = suffixes.all
        for letter in 0..<word.count where !range.isEmpty {
            let depth = word.starts[letter]
            func mark(_ other: KeyRun, _ rest: ArraySlice<UInt8>, _ correction: Grade.Correction) {
                let begun = suffixes.range(of: other, in: range, depth: depth)
                let found = suffixes.range(of: rest, in: begun, depth: depth + other.count)
                if found.isEmpty { return }
                // A short word is another one too often: it has to be a whole word of the name.
                let variant = Array(word.keys[..<depth]) + other + rest
                var isFound = false
                for slot in found where index.isEnd(slot, variant.count) {
                    let end = Int(suffixes.positions[slot]) + variant.count
                    let place = index.letterPlaces[slot]
                    if word.count > 3 || place.start != .inside && index.names.isWordEnd(end) {
                        board.mark(place.place, correction.byte)
                        isFound = true
                    }
                }
                if isFound { parts.append((.misspelled, Phrase(Letters(keys: variant)))) }
            }
            let rest = word.keys[word.range(letter).upperBound...]
            // What follows an error is in the name too.
            if !suffixes.range(of: rest).isEmpty {
                for (other, correction) in Misspelling.variants(of: word, at: letter) { mark(other, rest, correction) }
            }
            if letter + 1 < word.count {
                let next = word.range(letter + 1)
                mark(KeyRun(word.keys[next]), word[letter] + word.keys[next.upperBound...], .error)
            }
            range = suffixes.range(of: word[letter], in: range, depth: depth)
        }
    }

    /// Marks the places whose names begin with the first letter of a word and have its others in order.
    mutating func markAbbreviation(_ word: Letters, on board: inout RungBoard) {
        guard 3...6 ~= word.count else { return }
        let (names, keys) = (index.names, index.names.keys)
        let (first, others) = (word.range(0).count, (1..<word.count).map { KeyRun(word[$0]) })
        var looked = 0
        for slot in index.words.range(of: word[0]) {
            if looked == Self.most { break }
            var at = Int(index.words.positions[slot]) + first
            guard names.isEnd(at) else { continue }
            looked += 1
            var letter = 0
            while letter < others.count, keys[at] != 0 {
                let (end, wanted) = (names.end(ofLetterAt: at), others[letter])
                if end - at == wanted.count, (keys.word(at: at) ^ wanted.bits) << UInt64(64 - 8 * wanted.count) == 0 {
                    letter += 1
                }
                at = end
            }
            if letter < others.count { continue }
            board.mark(index.wordPlaces[slot].place, Grade.byte(.abbreviation))
            abbreviated.insert(index.wordPlaces[slot].place)
        }
    }

    /// Marks the places with a name that has the keys with which a word begins or ends, or at the end a word for the same kind, with
    /// evidence for them. Two letters are in many names by chance, so that they have to begin or end a word there.
    mutating func markEnd(
        _ keys: [UInt8], letters: Int, isBeginning: Bool, _ evidence: UInt8,
        on board: inout RungBoard
    ) {
        let isWord = letters == 2 && isBeginning
        let (sorted, places) = isWord ? (index.words, index.wordPlaces) : (index.suffixes, index.letterPlaces)
        for keys in [keys] + (isBeginning ? [] : OtherWords.kinds[keys]) {
            let range = sorted.range(of: keys[...])
            if range.count > Self.most { continue }
            var isFound = false
            for slot in range
            where isBeginning || letters > 2 || index.names.isWordEnd(Int(sorted.positions[slot]) + keys.count) {
                board.mark(places[slot].place, evidence)
                isFound = true
            }
            if isFound { parts.append((.someWords, Phrase(Letters(keys: keys)))) }
        }
    }

    /// Adds a phrase that is marked in names, as one of some words.
    mutating func add(_ phrase: Phrase) { parts.append((.someWords, phrase)) }
}
