/// Marks the places that match a query when nothing matches it as it is spelled.
///
/// The steps of ``Step`` are tried in order; the first that finds a place answers the query.
struct FallbackSearch {
    /// A way to read the query.
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
            if step == .misspelled, !hasUnknownWord(scratch) { return }
            if step == .otherScript || query.words.isEmpty {
                markReading(step, whole, on: &scratch.query, isPart: false)
            }
            guard scratch.query.isEmpty, !query.words.isEmpty else { return }
            for (number, word) in query.words.enumerated() {
                markWord(word, on: &scratch.word)
                if step == .misspelled, scratch.word.isEmpty {
                    markReading(.misspelled, word.own.letters, on: &scratch.word, isPart: true)
                }
                if number == 0 { scratch.words.join(scratch.word) } else { scratch.words.meet(scratch.word) }
                scratch.word.clear()
            }
            scratch.query.join(scratch.words, from: .otherScript)
        case .abbreviation: markAbbreviation(whole, on: &scratch.query)
        case .someWords: markSomeWords(scratch)
        case .nearest: markNearest(whole, scratch)
        }
    }

    /// Whether nothing matches the only word of the query, or one of several: only then it has an error.
    private mutating func hasUnknownWord(_ scratch: RungBoards) -> Bool {
        for word in query.words {
            markWord(word, on: &scratch.word)
            defer { scratch.word.clear() }
            if scratch.word.isEmpty { return true }
        }
        return query.words.isEmpty
    }

    /// Marks the places that match a word as it is spelled or in another script.
    private mutating func markWord(_ word: PreparedQuery.QueryText, on board: inout RungBoard) {
        markUnit(word, on: &board)
        markReading(.otherScript, word.own.letters, on: &board, isPart: true)
    }

    /// Marks the places that match the query, or a part of it, in another way than it is spelled.
    private mutating func markReading(_ step: Step, _ word: Letters, on board: inout RungBoard, isPart: Bool) {
        if step == .otherScript {
            let kinds = KindWords.others(word.keys)
            for keys in kinds { markExact(keys, .otherScript, on: &board, inTexts: isPart) }
            if kinds.isEmpty { RomanSearch(index, word.keys)?.mark(on: &board, isPart: isPart) }
            for keys in SpokenLetters.readings(of: word) where keys.count >= 4 || keys.count < word.keys.count {
                markExact(keys, .otherScript, on: &board)
                if board.isEmpty { markParts(Letters(keys: keys), .otherScript, on: &board) }
            }
            return
        }
        if word.count >= 6 { RomanSearch(index, word.keys)?.mark(on: &board, isPart: isPart, hasError: true) }
        if Phrase(word).errors > 0 || word.count >= 2 {
            for (keys, reading) in Misspelling.variants(of: word) { markExact(keys, reading, on: &board) }
            markParts(word, .loss, on: &board)
            // The most expensive way, and not needed if a single letter explains the query.
            if !board.hasPlace(upTo: Reading.error.byte(.inside)) {
                MisspelledSearch(index, Phrase(word)).mark(on: &board)
            }
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
        let range = index.suffixes.range(of: keys[...], in: index.suffixes.all, index.names.keys)
        if range.isEmpty { return }
        parts.append(Phrase(Letters(keys: keys)))
        for slot in range {
            let place = index.letterPlaces[slot]
            board.mark(place.place, reading.byte(place.start))
        }
    }

    /// Marks the places whose names have two parts of a word in order: of at least two letters each with any letters
    /// between them, or for a missing syllable (`reading` is `loss`) of any number with one letter between them.
    private mutating func markParts(_ word: Letters, _ reading: Reading?, on board: inout RungBoard) {
        let (names, keys) = (index.names, index.names.keys)
        let (isMissing, shortest) = (reading == .loss, reading == nil ? 2 : 1)
        guard word.count >= 2 * shortest else { return }
        for split in shortest...word.count - shortest {
            let (first, second) = (word.keys[..<word.starts[split]], word.keys[word.starts[split]...])
            let firsts = index.suffixes.range(of: first, in: index.suffixes.all, keys)
            let seconds = index.suffixes.range(of: second, in: index.suffixes.all, keys)
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
        for slot in index.words.range(of: word[0], in: index.words.all, keys) {
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
        var units = query.units
        guard units.count > 1 else { return markEnds(units.first ?? query.whole.own.letters, scratch) }
        if units.count > SearchQuery.maxWords { units.removeLast(units.count - SearchQuery.maxWords) }
        var kept: Set<Int> = []
        for (number, unit) in units.enumerated() {
            let part = PreparedQuery.QueryText(unit, [])
            parts.append(part.own)
            spelled.mark(part, in: [0..<index.count], on: &scratch.word)
            let inNames = scratch.word.count
            spelled.markTexts(part, on: &scratch.words)
            scratch.words.subtract(scratch.word)
            if inNames == 0, scratch.words.count == 0 {
                markParts(unit, nil, on: &scratch.words)
                for (step, shortest) in [(Step.otherScript, 2), (.misspelled, 3)]
                where scratch.words.isEmpty && unit.count >= shortest {
                    markReading(step, unit, on: &scratch.words, isPart: true)
                }
                // With a letter lost, a word is another one too often.
                scratch.words.cut(above: Reading.error.byte(nil))
            }
            if inNames > 0 || scratch.words.count > 0 { kept.insert(query.unitWords[number]) }
            // A single letter says little, and what is in another text or not as it is spelled counts half.
            let half = unit.count == 1 ? 2 : 1
            let others = inNames + scratch.words.count
            scratch.query.cover(
                scratch.word, weight: (Coverage.weight(matches: inNames, of: index.count) + half - 1) / half)
            scratch.query.cover(
                scratch.words, weight: (Coverage.weight(matches: others, of: index.count) + 2 * half - 1) / (2 * half))
            scratch.word.clear()
            scratch.words.clear()
        }
        dropped = query.wordPlaces.indices.filter { !kept.contains($0) }
    }

    /// Marks the places that match a part as it is spelled.
    private mutating func markUnit(_ part: PreparedQuery.QueryText, inTexts: Bool = true, on board: inout RungBoard) {
        parts.append(part.own)
        spelled.mark(part, in: [0..<index.count], on: &board)
        for keys in KindWords.others(part.own.letters.keys) { markExact(keys, .otherScript, on: &board) }
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
                markUnit(PreparedQuery.QueryText(Letters(keys: Array(keys)), []), inTexts: inTexts, on: &scratch.word)
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
            let range = index.suffixes.range(of: keys[...], in: index.suffixes.all, index.names.keys)
            if range.isEmpty { continue }
            parts.append(Phrase(Letters(keys: keys)))
            for slot in range { scratch.word.mark(index.letterPlaces[slot].place, SearchRung.inside.byte) }
            scratch.query.cover(scratch.word, weight: 1)
            scratch.word.clear()
        }
        scratch.query.cut(above: Coverage.byte(weight: max(1, (word.count - 1) / 3), rung: SearchRung.inside.byte))
    }
}
