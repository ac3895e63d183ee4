/// A match of a phrase or a query with a place.
package struct PlaceMatch {
    package let grade: SearchGrade
    /// The matched UTF-8 ranges of the name.
    package let matched: [Range<Int>]
}

extension PreparedQuery {
    /// The best match with a place by its name, and by its other texts, where `hasWord` says whether a word of them begins
    /// with the given letters.
    package func match(_ name: Letters, initialsInsideWords: Bool, otherText hasWord: (Letters) -> Bool) -> PlaceMatch?
    {
        let best = match(whole, name, initialsInsideWords)
        if words.isEmpty { return best ?? otherMatch(whole, hasWord) }
        var worst: SearchGrade?
        var isInName = false
        var matched: [Range<Int>] = []
        for word in words {
            guard let match = match(word, name, initialsInsideWords) ?? otherMatch(word, hasWord) else { return best }
            worst = max(worst ?? match.grade, match.grade)
            isInName = isInName || match.grade.rung < .kindOrDistrict
            matched += match.matched
        }
        guard let worst else { return best }
        let apart = SearchGrade(
            isInName && worst.rung == .kindOrDistrict ? .nameAndText : max(worst.rung, .words), worst.start)
        if let best, best.grade <= apart { return best }
        return PlaceMatch(grade: apart, matched: Self.union(matched))
    }

    /// The best match of a part with a name, spelled right; nil if there is none.
    func match(_ part: QueryText, _ name: Letters, _ initialsInsideWords: Bool) -> PlaceMatch? {
        var best = name.match(part.own, initialsInsideWords: initialsInsideWords)
        for other in part.otherKeyboards {
            guard let match = name.match(other, on: .otherKeyboard, initialsInsideWords: initialsInsideWords) else {
                continue
            }
            if best.map({ match.grade < $0.grade }) ?? true { best = match }
        }
        return best.map { PlaceMatch(grade: $0.grade, matched: [name.place(ofKeys: $0.keys)]) }
    }

    private func otherMatch(_ part: QueryText, _ hasWord: (Letters) -> Bool) -> PlaceMatch? {
        guard part.own.isWordOfTexts, part.own.textWords.contains(where: { hasWord(Letters(keys: $0)) }) else {
            return nil
        }
        return PlaceMatch(grade: SearchGrade(.kindOrDistrict, .inside), matched: [])
    }

    /// The ranges in ascending order, with touching and overlapping ones merged.
    static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var union: [Range<Int>] = []
        for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = union.last, range.lowerBound <= last.upperBound {
                union[union.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                union.append(range)
            }
        }
        return union
    }
}

extension Letters {
    /// The parts of a query in a name, of which at least one was found; the rung is the best that one has.
    func match(_ parts: [(rung: SearchRung, phrase: Phrase)]) -> PlaceMatch? {
        let found = parts.compactMap { rung, phrase in
            match(phrase, initialsInsideWords: false).map { (rung: rung, match: $0) }
        }
        guard let rung = found.map(\.rung).min(), let start = found.map(\.match.grade.start).min() else { return nil }
        return PlaceMatch(
            grade: SearchGrade(rung, start),
            matched: PreparedQuery.union(found.map { place(ofKeys: $0.match.keys) }))
    }
}

/// A match of a phrase with a name, and the matched keys of the name.
struct NameMatch {
    let grade: SearchGrade
    let keys: Range<Int>
}

/// A rung and a start: of all matches of a name the best rung counts, then the earliest start.
package struct SearchGrade: Hashable, Comparable {
    package let rung: SearchRung
    package let start: SearchStart

    init(_ rung: SearchRung, _ start: SearchStart) { (self.rung, self.start) = (rung, start) }

    package static func < (a: SearchGrade, b: SearchGrade) -> Bool { (a.rung, a.start) < (b.rung, b.start) }
}

extension Letters {
    /// Matches a phrase on the rungs for texts on their own keyboard.
    ///
    /// A simple reference that tries each letter as a start; an index finds the same matches faster. If all matches have
    /// a `shared` rung, the earliest start is the best.
    func match(_ phrase: Phrase, on shared: SearchRung? = nil, initialsInsideWords: Bool) -> NameMatch? {
        var best: NameMatch?
        for letter in 0..<count {
            let start: SearchStart = letter == 0 ? .name : areWordStarts[letter] ? .word : .inside
            guard let end = end(of: phrase, at: letter, initialsInsideWords: initialsInsideWords) else { continue }
            let rung: SearchRung
            switch end.kind {
            case .keys where isEnd(end.key):
                switch start {
                case .name where end.key == keys.count: rung = .wholeName
                case _ where end.key == keys.count: rung = .nameEnd
                case .name: rung = .nameStart
                case .word: rung = .wordStart
                case .inside: rung = .inside
                }
            case .keys, .unfinished: rung = start == .inside ? .unfinishedInsideWord : .unfinishedSyllable
            case .initials: rung = start == .inside ? .initialsInsideWord : .initials
            }
            let match = NameMatch(grade: SearchGrade(shared ?? rung, start), keys: starts[letter]..<end.key)
            if best.map({ match.grade < $0.grade }) ?? true { best = match }
        }
        return best
    }

    private enum Kind { case keys, unfinished, initials }

    /// The key after a phrase that matches from a letter, and the kind of match; nil if it does not match.
    private func end(of phrase: Phrase, at letter: Int, initialsInsideWords: Bool) -> (key: Int, kind: Kind)? {
        let start = starts[letter]
        let wanted = phrase.letters
        if keys[start...].starts(with: wanted.keys) { return (start + wanted.keys.count, .keys) }
        for grown in phrase.grown where keys[start...].starts(with: grown) && isEnd(start + grown.count) {
            return (start + grown.count, .unfinished)
        }
        guard phrase.hasInitials else { return nil }
        let kind: Kind = phrase.hasSyllables ? .unfinished : .initials
        if kind == .initials, !initialsInsideWords, !areWordStarts[letter] { return nil }
        let last = wanted.count - 1
        guard letter + last < count else { return nil }
        for number in 0..<last {
            let (letter, found) = (wanted[number], self[letter + number])
            guard wanted.isInitial(number) ? letter.first == found.first : letter == found else { return nil }
        }
        let rest = starts[letter + last]
        return keys[rest...].starts(with: wanted[last]) ? (rest + wanted[last].count, kind) : nil
    }
}
