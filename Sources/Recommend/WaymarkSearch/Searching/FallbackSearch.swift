/// Marks the places that match a query when nothing matches it as it is spelled.
///
/// The steps of ``Step`` are tried in order; the first that finds a place answers the query.
struct FallbackSearch {
    enum Step: Int, CaseIterable {
        /// As it is spelled; the work of ``QuerySearch``.
        case spelled
        /// Two parts in order.
        case partsInOrder
        /// Words romanised, in English, or spoken.
        case otherScript
        /// Words with errors.
        case misspelled
        /// One word as the first letters of words.
        case abbreviation
        /// Some words, or the beginning and the end of one.
        case someWords
        /// Pairs of letters.
        case nearest
    }

    private let index: PlaceIndex
    private let query: PreparedQuery
    private let spelled: QuerySearch
    /// Parts of the query that matched, to be marked in names.
    private(set) var parts: [Phrase] = []
    /// The numbers of words of which no part matched a place in the step ``Step/someWords``.
    private(set) var dropped: [Int] = []

    init(_ index: PlaceIndex, _ query: PreparedQuery, initialsInsideWords: Bool) {
        (self.index, self.query) = (index, query)
        spelled = QuerySearch(index: index, query: query, initialsInsideWords: initialsInsideWords)
    }

    /// Whether a query is read in other ways: it has 2 to 64 letters and not only initials.
    private var isReadable: Bool {
        let own = query.whole.own
        return 2...64 ~= own.letters.count
            && (own.hasSyllables || own.letters.keys.contains { !JamoKey.isJamo($0) })
    }

    /// Puts the places that match in a step on their rungs.
    mutating func mark(_ step: Step, _ scratch: RungBoards) {
        (parts, dropped) = ([], [])
        if step == .spelled { return spelled.mark(scratch) }
        guard isReadable else { return }
        defer {
            scratch.words.clear()
            scratch.word.clear()
        }
        let whole = query.whole.own.letters
        switch step {
        case .spelled: break
        case .partsInOrder: markParts(whole, nil, on: &scratch.query)
        case .otherScript, .misspelled:
            // The longest word first, as in `QuerySearch`, but before all others those that have an error.
            var words = query.words.sorted { $0.own.letters.count > $1.own.letters.count }
            var unknown = 0
            if step == .misspelled, !words.isEmpty {
                unknown = words.partition { isKnown($0, scratch) }
                if unknown == 0 { return }
            }
            if step == .otherScript || words.isEmpty { markReading(step, whole, on: &scratch.query, isPart: false) }
            guard scratch.query.isEmpty, !words.isEmpty else { return }
            for (number, word) in words.enumerated() {
                markWord(word, in: number == 0 ? all : scratch.words.usedPlaces ?? all, on: &scratch.word)
                if number < unknown, scratch.word.isEmpty {
                    markReading(.misspelled, word.own.letters, on: &scratch.word, isPart: true)
                }
                if number == 0 { scratch.words.join(scratch.word) } else { scratch.words.meet(scratch.word) }
                scratch.word.clear()
                if scratch.words.isEmpty { return }
            }
            scratch.query.join(scratch.words, from: .otherScript)
        case .abbreviation: markAbbreviation(whole, on: &scratch.query)
        case .someWords: markSomeWords(scratch)
        case .nearest: markNearest(whole, scratch)
        }
    }

    private var all: [Range<Int>] { [0..<index.count] }

    /// Whether a place matches a word as it is spelled or in another script: such a word has no error.
    private mutating func isKnown(_ word: PreparedQuery.QueryText, _ scratch: RungBoards) -> Bool {
        if !index.suffixes.range(of: word.own.letters.keys[...]).isEmpty { return true }
        markWord(word, in: all, on: &scratch.word)
        defer { scratch.word.clear() }
        return !scratch.word.isEmpty
    }

    /// Marks the places that match a word as it is spelled or in another script; those outside `places` that match by
    /// 초성 or single keys may be left out.
    private mutating func markWord(
        _ word: PreparedQuery.QueryText, in places: [Range<Int>], on board: inout RungBoard
    ) {
        markUnit(word, in: places, on: &board)
        markReading(.otherScript, word.own.letters, on: &board, isPart: true)
    }

    /// Marks the places that match the query, or a part of it, in another way than it is spelled.
    private mutating func markReading(_ step: Step, _ word: Letters, on board: inout RungBoard, isPart: Bool) {
        if step == .otherScript {
            let kinds = OtherWords.kinds[word.keys]
            for keys in kinds { markExact(keys, .otherScript, on: &board, inTexts: isPart) }
            if kinds.isEmpty { RomanSearch(index, word.keys)?.mark(on: &board, isPart: isPart) }
            for keys in SpokenLetters.readings(of: word) where keys.count >= 4 || keys.count < word.keys.count {
                markExact(keys, .otherScript, on: &board)
                if board.isEmpty, keys[0] != word.keys[0] { markParts(Letters(keys: keys), .otherScript, on: &board) }
            }
            return
        }
        if word.count >= 6 { RomanSearch(index, word.keys)?.mark(on: &board, isPart: isPart, hasError: true) }
        if Phrase(word).errors > 0 || word.count >= 2 {
            markVariants(word, on: &board)
            markParts(word, .loss, on: &board)
            // The most expensive way, and not needed if a single letter explains the query.
            if !board.hasPlace(upTo: Reading.error.byte(.inside)) {
                MisspelledSearch(index, Phrase(word)).mark(on: &board)
            }
        }
    }

    /// Marks the places whose names contain a word with one error of a letter undone.
    ///
    /// They have the letters before the error, so that only those up to it are tried.
    private mutating func markVariants(_ word: Letters, on board: inout RungBoard) {
        var range = index.suffixes.all
        for letter in 0..<word.count where !range.isEmpty {
            let depth = word.starts[letter]
            for (variant, reading) in Misspelling.variants(of: word, from: letter) {
                let found = index.suffixes.range(of: variant[...], in: range, depth: depth)
                if found.isEmpty { continue }
                parts.append(Phrase(Letters(keys: word.keys[..<depth] + variant)))
                mark(found, reading, on: &board)
            }
            range = index.suffixes.range(of: word[letter], in: range, depth: depth)
        }
    }

    private func mark(_ range: Range<Int>, _ reading: Reading, on board: inout RungBoard) {
        for slot in range {
            let place = index.letterPlaces[slot]
            board.mark(place.place, reading.byte(place.start))
        }
    }

    /// Marks the places whose names contain some keys from the start of a letter, or whose texts have a word of several
    /// letters that begins so.
    private mutating func markExact(
        _ keys: [UInt8], _ reading: Reading, on board: inout RungBoard, inTexts: Bool = false
    ) {
        if inTexts, Letters(keys: keys).count > 1 {
            for slot in index.texts.places(withPrefix: keys[...]) {
                board.mark(Int(index.texts.places[slot]), reading.byte(nil))
            }
        }
        let range = index.suffixes.range(of: keys[...])
        if range.isEmpty { return }
        parts.append(Phrase(Letters(keys: keys)))
        mark(range, reading, on: &board)
    }

    /// Marks the places whose names have two parts of a word in order: of at least two letters each with any letters
    /// between them, or for a missing syllable (`reading` is `loss`) of any number with one letter between them.
    private mutating func markParts(_ word: Letters, _ reading: Reading?, on board: inout RungBoard) {
        let (names, keys) = (index.names, index.names.keys)
        let (isMissing, shortest) = (reading == .loss, reading == nil ? 2 : 1)
        guard word.count >= 2 * shortest else { return }
        for split in shortest...word.count - shortest {
            let (first, second) = (word.keys[..<word.starts[split]], word.keys[word.starts[split]...])
            let (firsts, seconds) = (index.suffixes.range(of: first), index.suffixes.range(of: second))
            if firsts.isEmpty || seconds.isEmpty { continue }
            var isFound = false
            func mark(_ slot: Int, _ start: SearchStart) {
                let rung = SearchRung.partsInOrder.byte
                board.mark(index.letterPlaces[slot].place, reading?.byte(start) ?? rung)
            }
            if firsts.count <= seconds.count {
                for slot in firsts {
                    let end = Int(index.suffixes.positions[slot]) + first.count
                    guard names.isEnd(end), keys[end] != 0 else { continue }
                    var at = names.end(ofLetterAt: end)
                    let last = isMissing ? at : .max
                    while at <= last, keys[at] != 0, !names.hasPrefix(second, at: at) { at = names.end(ofLetterAt: at) }
                    if at > last || keys[at] == 0 { continue }
                    mark(slot, index.letterPlaces[slot].start)
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
                                mark(slot, .inside)
                                isFound = true
                                break
                            }
                        }
                        start -= 1
                    }
                }
            }
            if isFound {
                parts.append(Phrase(Letters(keys: Array(first))))
                parts.append(Phrase(Letters(keys: Array(second))))
            }
        }
    }

    /// Marks the places whose names begin with the first letter of a word and have its others in order.
    private func markAbbreviation(_ word: Letters, on board: inout RungBoard) {
        guard 3...6 ~= word.count else { return }
        let (names, keys) = (index.names, index.names.keys)
        for slot in index.words.range(of: word[0]) {
            var at = Int(index.words.positions[slot]) + word[0].count
            guard names.isEnd(at) else { continue }
            var letter = 1
            while letter < word.count, keys[at] != 0 {
                let end = names.end(ofLetterAt: at)
                if end - at == word[letter].count, names.hasPrefix(word[letter], at: at) { letter += 1 }
                at = end
            }
            if letter == word.count { board.mark(index.wordPlaces[slot].place, SearchRung.abbreviation.byte) }
        }
    }

    /// Marks the places that match some words, read in whatever way finds a place for each, those with rarer words
    /// first; or, if there is only one word, its beginning or end.
    private mutating func markSomeWords(_ scratch: RungBoards) {
        let units = query.units.prefix(SearchQuery.maxWords)
        guard units.count > 1 else { return markEnds(units.first?.letters ?? query.whole.own.letters, scratch) }
        var kept: Set<Int> = []
        // A single letter is in most names: it counts only where another word matches, if any does.
        for isSingle in [false, true] {
            let places = scratch.query.isEmpty ? nil : scratch.query.usedPlaces ?? all
            for (word, unit) in units where isSingle == (unit.count == 1) {
                if markSome(unit, in: isSingle ? places : nil, scratch) { kept.insert(word) }
            }
        }
        dropped = query.wordPlaces.indices.filter { !kept.contains($0) }
    }

    /// Adds a word to what the places that match it cover: only to those that cover something yet, which are in
    /// `places`, unless that is nil.
    ///
    /// - Returns: Whether a place matches.
    private mutating func markSome(_ unit: Letters, in places: [Range<Int>]?, _ scratch: RungBoards) -> Bool {
        defer {
            scratch.word.clear()
            scratch.words.clear()
        }
        let part = PreparedQuery.QueryText(unit, [])
        parts.append(part.own)
        spelled.mark(part, in: places ?? all, on: &scratch.word)
        spelled.markTexts(part, on: &scratch.words)
        scratch.words.subtract(scratch.word)
        if places != nil {
            scratch.word.intersect(scratch.query)
            scratch.words.intersect(scratch.query)
        }
        if scratch.word.isEmpty, scratch.words.isEmpty {
            markParts(unit, nil, on: &scratch.words)
            for (step, shortest) in [(Step.otherScript, 2), (.misspelled, 3)]
            where scratch.words.isEmpty && unit.count >= shortest {
                markReading(step, unit, on: &scratch.words, isPart: true)
            }
            // With a letter lost, a word is another one too often.
            scratch.words.cut(above: Reading.error.byte(nil))
        }
        let inNames = scratch.word.count
        let others = inNames + scratch.words.count
        // What is in another text or not as it is spelled counts half; a single letter as little as can be.
        let weights = [inNames, others].map { unit.count == 1 ? 1 : Coverage.weight(matches: $0, of: index.count) }
        scratch.query.cover(scratch.word, weight: weights[0])
        scratch.query.cover(scratch.words, weight: (weights[1] + 1) / 2)
        return others > 0
    }

    /// Marks the places that match a part as it is spelled.
    private mutating func markUnit(
        _ part: PreparedQuery.QueryText, in places: [Range<Int>], inTexts: Bool = true, on board: inout RungBoard
    ) {
        parts.append(part.own)
        spelled.mark(part, in: places, on: &board)
        for keys in OtherWords.kinds[part.own.letters.keys] { markExact(keys, .otherScript, on: &board) }
        if inTexts { spelled.markTexts(part, on: &board) }
    }

    /// Marks the places that match the beginning of a word, its end, or both, by the letters they cover: in names and
    /// texts if these are all letters, otherwise in names, or if there are none, in texts.
    private mutating func markEnds(_ word: Letters, _ scratch: RungBoards) {
        guard word.count >= 3 else { return }
        markEnds(word, inTexts: true, scratch)
        scratch.query.cut(above: Coverage.byte(weight: word.count, rung: SearchRung.otherText.byte))
        for inTexts in [false, true] where scratch.query.count == 0 {
            parts = []
            markEnds(word, inTexts: inTexts, scratch)
        }
    }

    private mutating func markEnds(_ word: Letters, inTexts: Bool, _ scratch: RungBoards) {
        for isBeginning in [true, false] {
            for count in (2..<word.count).reversed() {
                let letters = isBeginning ? 0..<count : word.count - count..<word.count
                let keys = word.keys[word.starts[letters.lowerBound]..<word.range(letters.upperBound - 1).upperBound]
                markUnit(
                    PreparedQuery.QueryText(Letters(keys: Array(keys)), []), in: all, inTexts: inTexts,
                    on: &scratch.word)
                // A longer part counts for places that have it.
                scratch.word.subtract(scratch.words)
                scratch.words.cover(scratch.word, weight: count)
                scratch.word.clear()
            }
            scratch.query.cover(scratch.words, weight: 0)
            scratch.words.clear()
        }
    }

    /// Marks the places whose names have at least a third of the pairs of letters.
    private mutating func markNearest(_ word: Letters, _ scratch: RungBoards) {
        for letter in 1..<word.count {
            let keys = Array(word[letter - 1] + word[letter])
            let range = index.suffixes.range(of: keys[...])
            if range.isEmpty { continue }
            parts.append(Phrase(Letters(keys: keys)))
            for slot in range { scratch.word.mark(index.letterPlaces[slot].place, SearchRung.inside.byte) }
            scratch.query.cover(scratch.word, weight: 1)
            scratch.word.clear()
        }
        scratch.query.cut(above: Coverage.byte(weight: max(1, (word.count - 1) / 3), rung: SearchRung.inside.byte))
    }
}
