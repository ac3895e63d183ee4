import WaymarkText

/// Marks the places that a phrase matches on the rungs 1 to 7.
struct PhraseSearch {
    let index: PlaceIndex
    let initialsInsideWords: Bool
    /// The rung that all matches are put on; nil for their own.
    var rung: SearchRung?

    /// Marks the places that match.
    func mark(_ phrase: Phrase, on board: inout GradeBoard) {
        let keys = phrase.letters.keys[...]
        markKeys(
            index.suffixes.range(of: keys, in: 0..<index.suffixes.positions.count, index.names.keys), keys.count,
            on: &board)
        for grown in phrase.grown {
            let range = index.suffixes.range(
                of: grown[...], in: 0..<index.suffixes.positions.count, index.names.keys)
            let unfinished = grades(.unfinishedSyllable)
            for slot in range {
                let key = Int(index.suffixes.positions[slot])
                guard index.names.isEnd(key + grown.count) else { continue }
                board.mark(index.names.name(of: key), unfinished[index.names.start(key).rawValue])
            }
        }
        if phrase.hasInitials { markInitials(phrase, on: &board) }
    }

    /// The grades of a rung by start.
    private func grades(_ own: SearchRung) -> [UInt8] {
        SearchStart.allCases.map { SearchGrade(rung ?? own, $0).value }
    }

    private func markKeys(_ range: Range<Int>, _ length: Int, on board: inout GradeBoard) {
        let whole = SearchGrade(rung ?? .wholeName, .name).value
        // By start, each in a byte.
        let unfinished = packed(grades(.unfinishedSyllable))
        let finished = packed([
            SearchGrade(rung ?? .nameStart, .name).value, SearchGrade(rung ?? .wordStart, .word).value,
            SearchGrade(rung ?? .inside, .inside).value,
        ])
        let (names, positions) = (index.names, index.suffixes.positions)
        for slot in range {
            let key = Int(positions[slot])
            let block = names.blocks[key >> 6]
            let start = block.start(key)
            let end = key + length
            let isEnd = end >> 6 == key >> 6 ? block.letters >> UInt64(end & 63) & 1 == 1 : names.isEnd(end)
            var grade = UInt8(truncatingIfNeeded: (isEnd ? finished : unfinished) >> UInt32(8 * start.rawValue))
            if isEnd, start == .name, names.keys[end] == 0 { grade = whole }
            board.mark(block.name(key), grade)
        }
    }

    private func packed(_ grades: [UInt8]) -> UInt32 { grades.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    // MARK: Initials

    private func markInitials(_ phrase: Phrase, on board: inout GradeBoard) {
        let wanted = phrase.letters
        let grades = grades(phrase.hasSyllables ? .unfinishedSyllable : .initials)
        let inside =
            phrase.hasSyllables ? grades[2] : SearchGrade(rung ?? .initialsInsideWord, .inside).value
        let isInsideWanted = phrase.hasSyllables || initialsInsideWords
        let initials = (0..<wanted.count).map { wanted.keys[wanted.starts[$0]] }
        // Where all letters are one key each, equal initials are equal letters.
        let isSure = (0..<wanted.count).allSatisfy { wanted.range($0).count == 1 }
        var finder = LetterFinder(index.names)
        InitialScan(index.initials).forEach(initials) { letter in
            let key = finder.key(ofLetter: letter)
            let start = index.names.start(key)
            if start == .inside, !isInsideWanted { return }
            if !isSure, !isMatch(wanted, at: key) { return }
            board.mark(index.names.name(of: key), start == .inside ? inside : grades[start.rawValue])
        }
    }

    /// Whether letters whose initials match also do where they are whole; the last may go on.
    private func isMatch(_ wanted: Letters, at key: Int) -> Bool {
        var key = key
        for letter in 0..<wanted.count {
            let isLast = letter == wanted.count - 1
            let end = index.names.end(ofLetterAt: key)
            if isLast || !wanted.isInitial(letter) {
                if !index.names.hasPrefix(wanted[letter], at: key) { return false }
                if !isLast, end - key != wanted[letter].count { return false }
            }
            key = end
        }
        return true
    }
}

/// Finds initials in a row, eight letters at a time.
struct InitialScan {
    private let initials: StoredArray<UInt8>

    init(_ initials: StoredArray<UInt8>) { self.initials = initials }

    /// Calls `body` with where `wanted`, which has two at least, begins; ascending.
    ///
    /// - Complexity: O(*n*) letters.
    @inline(__always)
    func forEach(_ wanted: [UInt8], _ body: (Int) -> Void) {
        let (first, second) = (Word.repeating(wanted[0]), Word.repeating(wanted[1]))
        let third = wanted.count > 2 ? Word.repeating(wanted[2]) : nil
        var (at, word) = (0, initials.word(at: 0))
        while at < initials.count {
            let next = initials.word(at: at + 8)
            var found = Word.matches(word, first) & Word.matches(word >> 8 | next << 56, second)
            if found != 0, let third { found &= Word.matches(word >> 16 | next << 48, third) }
            while found != 0 {
                let letter = at + found.trailingZeroBitCount / 8
                var next = 3
                while next < wanted.count, initials[letter + next] == wanted[next] { next += 1 }
                if next >= wanted.count { body(letter) }
                found &= found - 1
            }
            (at, word) = (at + 8, next)
        }
    }
}
