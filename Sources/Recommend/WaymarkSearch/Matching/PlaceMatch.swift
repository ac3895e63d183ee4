/// A match of a phrase or a query with a place.
struct PlaceMatch {
    let grade: SearchGrade
    /// The matched UTF-8 ranges of the name.
    let matched: [Range<Int>]

    /// The better of two matches; the first if they are equal.
    static func better(_ first: PlaceMatch?, _ second: PlaceMatch?) -> PlaceMatch? {
        guard let first, let second else { return first ?? second }
        return second.grade < first.grade ? second : first
    }
}

extension PreparedQuery {
    /// Matches a place.
    ///
    /// - Parameters:
    ///   - name: The letters of the place's name.
    ///   - initialsInsideWords: Whether 초성 may begin inside a word.
    ///   - hasWord: Whether a word of the place's other texts begins with the given letters.
    /// - Returns: The best match; nil if there is none.
    func match(_ name: Letters, initialsInsideWords: Bool, otherText hasWord: (Letters) -> Bool) -> PlaceMatch? {
        var best = match(whole, name, initialsInsideWords)
        if words.isEmpty { return best ?? otherMatch(whole, hasWord) }
        var worst: SearchGrade?
        var matched: [Range<Int>] = []
        for word in words {
            guard let match = match(word, name, initialsInsideWords) ?? otherMatch(word, hasWord) else { return best }
            worst = max(worst ?? match.grade, match.grade)
            matched += match.matched
        }
        best = PlaceMatch.better(best, worst.map { PlaceMatch(grade: $0, matched: Self.union(matched)) })
        return best
    }

    /// The best match of a part with a name on rungs 1 to 9; nil if there is none.
    func match(_ part: QueryText, _ name: Letters, _ initialsInsideWords: Bool) -> PlaceMatch? {
        var best = name.match(part.own, initialsInsideWords: initialsInsideWords)
        for other in part.otherKeyboards {
            guard let match = name.match(other, on: .otherKeyboard, initialsInsideWords: initialsInsideWords) else {
                continue
            }
            if best.map({ match.grade < $0.grade }) ?? true { best = match }
        }
        best = best ?? name.misspelledMatch(part.own)
        return best.map { PlaceMatch(grade: $0.grade, matched: [name.place(ofKeys: $0.keys)]) }
    }

    private func otherMatch(_ part: QueryText, _ hasWord: (Letters) -> Bool) -> PlaceMatch? {
        guard part.own.isWordOfTexts, hasWord(part.own.letters) else { return nil }
        return PlaceMatch(grade: SearchGrade(.otherText, .inside), matched: [])
    }

    /// The ranges in ascending order, with touching and overlapping ones merged.
    private static func union(_ ranges: [Range<Int>]) -> [Range<Int>] {
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
