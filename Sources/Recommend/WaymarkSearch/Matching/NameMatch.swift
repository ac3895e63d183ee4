/// A match of a phrase with a name: the rung, the kind of start, and the matched keys of the name.
struct NameMatch {
    let rung: SearchRung
    let start: SearchStart
    let keys: Range<Int>

    /// The order of the match: a better rung first, then an earlier start.
    var grade: SearchGrade { SearchGrade(rung, start) }
}

/// A rung and a start: of all matches of a name the best rung counts, then the earliest start.
struct SearchGrade: Hashable, Comparable {
    let rung: SearchRung
    let start: SearchStart

    init(_ rung: SearchRung, _ start: SearchStart) { (self.rung, self.start) = (rung, start) }

    static func < (a: SearchGrade, b: SearchGrade) -> Bool { (a.rung, a.start) < (b.rung, b.start) }
}

extension Letters {
    /// Matches a phrase on the rungs 1 to 7.
    ///
    /// A simple reference that tries each letter as a start; an index finds the same matches faster.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - shared: The rung of all matches, so that the earliest start is the best; nil gives each match its own rung.
    ///   - initialsInsideWords: Whether 초성 may begin inside a word.
    /// - Returns: The best match; nil if there is none.
    func match(_ phrase: Phrase, on shared: SearchRung? = nil, initialsInsideWords: Bool) -> NameMatch? {
        var best: NameMatch?
        for letter in 0..<count {
            let start: SearchStart = letter == 0 ? .name : areWordStarts[letter] ? .word : .inside
            guard let end = end(of: phrase, at: letter, initialsInsideWords: initialsInsideWords) else { continue }
            let rung: SearchRung
            switch end.kind {
            case .keys where isEnd(end.key):
                switch start {
                case .name: rung = end.key == keys.count ? .wholeName : .nameStart
                case .word: rung = .wordStart
                case .inside: rung = .inside
                }
            case .keys, .unfinished: rung = .unfinishedSyllable
            case .initials: rung = start == .inside ? .initialsInsideWord : .initials
            }
            let match = NameMatch(rung: shared ?? rung, start: start, keys: starts[letter]..<end.key)
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
