/// Reads a query: marks the places that it may mean on one board, with how well each matches.
///
/// All readings compete on the board. To bound the work they are tried in three depths, and a deeper one only while it may find a
/// place that comes before the best so far: what is spelled right and in a name is not read in other ways.
struct QueryReading {
    enum Depth: Int, CaseIterable {
        /// All of the query as it is spelled, on both keyboards: in names, other names, kinds and districts.
        case spelled
        /// All of it, also by other words for kinds, in other scripts and as it is spoken.
        case otherwise
        /// Some of it, with errors, with letters between, or in texts that may say anything: places are marked by the evidence for them.
        case evidence

        /// The smallest handicap of what only this depth finds.
        var handicap: Int {
            switch self {
            case .spelled: 0
            case .otherwise: SearchRung.otherWord.handicap
            case .evidence: SearchRung.doubtful
            }
        }
    }

    private let query: PreparedQuery
    private var readsScripts = true
    private let otherNames: OtherNames?
    private(set) var names: NameReading
    private var others: NameReading?
    /// The numbers of words that match no place, and of those that match only misspelled.
    private(set) var (dropped, corrected): ([Int], [Int]) = ([], [])

    init(_ index: PlaceIndex, _ otherNames: OtherNames?, _ query: PreparedQuery, initialsInsideWords: Bool) {
        (self.query, self.otherNames) = (query, otherNames)
        names = NameReading(index, ofPlaces: true, initialsInsideWords: initialsInsideWords)
        others = otherNames.map {
            NameReading($0.index, ofPlaces: false, initialsInsideWords: initialsInsideWords)
        }
    }

    /// Parts of the query that matched in another way than as they are spelled.
    var parts: [(rung: SearchRung, phrase: Phrase)] { names.parts + (others?.parts ?? []) }

    /// Marks the places that match at a depth.
    ///
    /// - Parameters:
    ///   - depth: The depth.
    ///   - best: The handicap of the best place so far: readings that find only worse ones are left out.
    ///   - scratch: The boards.
    ///   - filter: Removes the places that the query excludes.
    /// - Returns: Whether the query is read so.
    mutating func mark(
        _ depth: Depth, best: Int, _ scratch: SearchBoards, _ filter: (inout RungBoard) -> Void
    ) -> Bool {
        defer {
            scratch.words.clear()
            scratch.word.clear()
        }
        switch depth {
        case .spelled: markAll(isOtherwise: false, scratch)
        case .otherwise:
            readsScripts = best > SearchRung.otherScript.handicap
            let isRead = ([query.whole] + query.words).contains { names.isReadOtherwise($0, inScripts: readsScripts) }
            guard query.isReadable, isRead else { return false }
            markAll(isOtherwise: true, scratch)
        case .evidence:
            readsScripts = true
            guard query.isReadable else { return false }
            markEvidence(scratch, filter)
            return true
        }
        filter(&scratch.query)
        return true
    }

    private var all: [Range<Int>] { [0..<names.index.count] }

    /// Reads among the names of places and among their other names.
    private mutating func mark(
        _ scratch: SearchBoards, on board: inout RungBoard, _ read: (inout NameReading, inout RungBoard) -> Void
    ) {
        read(&names, &board)
        guard let otherNames, var others else { return }
        read(&others, &scratch.names)
        self.others = others
        otherNames.mark(scratch.names, on: &board)
        scratch.names.clear()
    }

    /// Marks the places that match a part of the query, which may be one of several: as it is spelled, or also otherwise, and in texts
    /// that may say anything. Those outside `places` may be left out, if they match by 초성 or single keys.
    private mutating func mark(
        _ part: PreparedQuery.QueryText, in places: [Range<Int>], isOtherwise: Bool, isPart: Bool, inFree: Bool = false,
        _ scratch: SearchBoards, on board: inout RungBoard
    ) {
        mark(scratch, on: &board) { [readsScripts] reading, board in
            reading.markSpelled(part, in: places, on: &board)
            if isOtherwise { reading.markOtherwise(part, isPart: isPart, inScripts: readsScripts, on: &board) }
        }
        names.markTexts(part.own, inFree: inFree, on: &board)
    }

    // MARK: All words

    /// Puts each place that matches all of the query on the rung of its best match.
    private mutating func markAll(isOtherwise: Bool, _ scratch: SearchBoards) {
        let isOne = query.words.isEmpty
        mark(scratch, on: &scratch.query) { [query, all, readsScripts] reading, board in
            reading.markSpelled(query.whole, in: all, on: &board)
            if isOtherwise { reading.markOtherwise(query.whole, isPart: isOne, inScripts: readsScripts, on: &board) }
        }
        if isOne { return names.markTexts(query.whole.own, inFree: false, on: &scratch.query) }
        // The rarest word first: the others are then searched in few places.
        let words = query.words.map { (word: $0, matches: matches(of: $0.own)) }
            .sorted { $0.matches < $1.matches }
        for (number, (word, _)) in words.enumerated() {
            let places = number == 0 ? all : scratch.words.usedPlaces ?? all
            mark(word, in: places, isOtherwise: isOtherwise, isPart: true, scratch, on: &scratch.word)
            // All words must match, so the worst rung counts.
            if number == 0 { scratch.words.join(scratch.word) } else { scratch.words.meet(scratch.word) }
            scratch.word.clear()
            if scratch.words.isEmpty { return }
        }
        scratch.query.join(scratch.words, from: .words)
    }

    /// About how many letters and texts begin with a phrase; of 초성 all of them may.
    private func matches(of phrase: Phrase) -> Int {
        let index = names.index
        if phrase.hasInitials || phrase.letters.keys.count == 1 { return .max }
        return index.suffixes.range(of: phrase.letters.keys[...]).count
            + phrase.textWords.reduce(0) { $0 + index.texts.places(withPrefix: $1[...]).count }
    }

    // MARK: Evidence

    /// The least evidence with which a place is named, and as a part of that for the best place.
    private static let (least, leastOfBest) = (0.23, 0.5)

    private mutating func markEvidence(_ scratch: SearchBoards, _ filter: (inout RungBoard) -> Void) {
        let whole = query.whole.own.letters
        let isOne = query.units.count < 2 && query.wordPlaces.count < 2
        if !isOne, !query.units.isEmpty { markUnits(scratch) }
        // What the whole query says counts for it in place of its parts.
        names.markTexts(query.whole.own, inFree: true, on: &scratch.word)
        mark(scratch, on: &scratch.word) { reading, board in reading.markParts(whole, as: .partsInOrder, on: &board) }
        if scratch.word.isEmpty, isOne || whole.count >= 6 && corrected.isEmpty {
            mark(scratch, on: &scratch.word) { reading, board in reading.markCorrected(whole, on: &board) }
            if isOne, !scratch.word.isEmpty { corrected = [0] }
        }
        if isOne, scratch.word.best > Grade.Correction.error.byte { markWord(whole, scratch) }
        scratch.query.join(scratch.word, evidence: 1)
        filter(&scratch.query)
        let least = max(Self.least, Self.leastOfBest * Grade.evidence(of: scratch.query.best))
        scratch.query.cut(above: Grade.byte(ofEvidence: least))
    }

    /// Marks the places that have some words, by how much these say together.
    ///
    /// A word says more if few places match it.
    private mutating func markUnits(_ scratch: SearchBoards) {
        let units = query.units.prefix(SearchQuery.maxWords)
        // Each adds up to this share; what they add up to is known at the end.
        let share = 1 / Double(units.count)
        var (sum, kept, changed) = (0.0, Set<Int>(), Set<Int>())
        let rarest = units.map { (word: $0.word, unit: $0.letters, matches: matches(of: Phrase($0.letters))) }
            .sorted { ($0.matches, $0.word) < ($1.matches, $1.word) }
        // A single letter is in most names: it counts only where another word matches, if any does.
        for isSingle in [false, true] {
            for (word, unit, about) in rarest where isSingle == (unit.count == 1) {
                if about > NameReading.most, about < .max, !isSingle, !scratch.query.isEmpty {
                    // Beside a rarer word, a common one hardly tells places apart.
                    kept.insert(word)
                    continue
                }
                let isCorrected = markUnit(unit, scratch)
                if isSingle, !scratch.query.isEmpty { scratch.word.intersect(scratch.query) }
                let matches = scratch.word.count
                let weight =
                    isSingle ? 1 : matches == 0 ? Self.unknown : Grade.weight(matches: matches, of: all[0].count)
                sum += weight
                if matches > 0 {
                    kept.insert(word)
                    if isCorrected { changed.insert(word) }
                    scratch.query.add(scratch.word, evidence: share * weight / Self.most)
                }
                scratch.word.clear()
            }
        }
        scratch.query.scale(by: Self.most / (share * sum))
        dropped = query.wordPlaces.indices.filter { !kept.contains($0) }
        corrected = changed.sorted()
    }

    /// The weight of a word that matches nothing, and the largest that there is.
    private static let (unknown, most) = (2.0, 7.0)

    /// Marks the places that match a word in any way on the board of a word; corrected only if nothing matches it otherwise.
    ///
    /// - Returns: Whether it was corrected.
    private mutating func markUnit(_ unit: Letters, _ scratch: SearchBoards) -> Bool {
        let part = PreparedQuery.QueryText(unit, [])
        names.add(part.own)
        others?.add(part.own)
        mark(part, in: all, isOtherwise: true, isPart: true, inFree: true, scratch, on: &scratch.word)
        if !scratch.word.isEmpty || unit.count < 2 { return false }
        mark(scratch, on: &scratch.word) { reading, board in
            reading.markParts(unit, as: .partsInOrder, on: &board)
            if unit.count < 5 { reading.markAbbreviation(unit, on: &board) }
        }
        if !scratch.word.isEmpty || unit.count < 3 { return false }
        mark(scratch, on: &scratch.word) { reading, board in reading.markCorrected(unit, on: &board) }
        // With a letter lost, a word is another one too often.
        scratch.word.cut(above: Grade.Correction.error.byte)
        return !scratch.word.isEmpty
    }

    /// Marks the places that match the letters of a single word in order, its beginning or its end.
    private mutating func markWord(_ word: Letters, _ scratch: SearchBoards) {
        mark(scratch, on: &scratch.word) { reading, board in reading.markAbbreviation(word, on: &board) }
        markEnds(word, scratch)
    }

    /// Marks the places that match the beginning of a word, its end, or both, by the letters that these have.
    private mutating func markEnds(_ word: Letters, _ scratch: SearchBoards) {
        guard word.count >= 3 else { return }
        for isBeginning in [true, false] {
            // The longest that a place has counts.
            for count in (2..<word.count).reversed() {
                let letters = isBeginning ? 0..<count : word.count - count..<word.count
                let keys = Array(
                    word.keys[word.starts[letters.lowerBound]..<word.range(letters.upperBound - 1).upperBound])
                let share = 0.8 * Double(count) / Double(word.count)
                mark(scratch, on: &scratch.words) { reading, board in
                    reading.markEnd(
                        keys, letters: count, isBeginning: isBeginning, Grade.byte(ofEvidence: share), on: &board)
                }
                // Where it is says which place is meant only beside a name or a kind.
                names.markTexts(
                    keys, Grade.byte(ofEvidence: share * 0.3), atMost: NameReading.most, on: &scratch.words)
            }
            scratch.query.add(scratch.words)
            scratch.words.clear()
        }
    }
}
