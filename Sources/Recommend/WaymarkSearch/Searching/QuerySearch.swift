/// Grades the places for a query.
struct QuerySearch {
    let index: PlaceIndex
    let query: PreparedQuery
    let initialsInsideWords: Bool
    /// The letters of the name of a place.
    let letters: (Int) -> Letters

    /// Gives each place that matches the grade of its best match.
    func grade(_ scratch: SearchScratch) {
        mark(query.whole, on: &scratch.query)
        guard !query.words.isEmpty else {
            for place in texts(query.whole.own) { scratch.query.mark(place, Self.otherText) }
            return
        }
        // The rarest first: the others need to be looked for in its places only.
        let words = query.words.map { (part: $0, count: count($0.own)) }.sorted { $0.count < $1.count }
        for (number, word) in words.enumerated() {
            if number == 0 {
                mark(word.part, on: &scratch.words)
                for place in texts(word.part.own) { scratch.words.mark(place, Self.otherText) }
                continue
            }
            if scratch.words.count == 0 { return }
            // To compare a name costs as much as to mark about a hundred places.
            if scratch.words.count < word.count / 128 {
                compare(word.part, scratch)
            } else {
                mark(word.part, on: &scratch.word)
                for place in texts(word.part.own) { scratch.word.mark(place, Self.otherText) }
            }
            // All must match: the worst grade counts.
            scratch.words.keep { place, grade in max(grade, scratch.word[place]) }
            scratch.word.clear()
        }
        for turn in 0..<scratch.words.count {
            let place = scratch.words.place(turn)
            scratch.query.mark(place, scratch.words[place])
        }
        scratch.words.clear()
    }

    private static let otherText = SearchGrade(.otherText, .inside).value

    /// About how many places match a phrase.
    private func count(_ phrase: Phrase) -> Int {
        let names = index.suffixes.range(
            of: phrase.letters.keys[...], in: 0..<index.suffixes.positions.count, index.names.keys)
        return names.count + texts(phrase).count
    }

    private func mark(_ part: PreparedQuery.Part, on board: inout GradeBoard) {
        PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: nil).mark(part.own, on: &board)
        for other in part.otherKeyboards {
            PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: .otherKeyboard)
                .mark(other, on: &board)
        }
        MisspelledSearch(index, part.own).mark(on: &board)
    }

    /// Grades the places of the words so far for another word.
    private func compare(_ part: PreparedQuery.Part, _ scratch: SearchScratch) {
        for place in texts(part.own) where scratch.words[place] != GradeBoard.none {
            scratch.word.mark(place, Self.otherText)
        }
        for turn in 0..<scratch.words.count {
            let place = scratch.words.place(turn)
            if let match = query.match(part, letters(place), initialsInsideWords) {
                scratch.word.mark(place, match.grade.value)
            }
        }
    }

    /// The places whose other texts have a word that begins with a phrase, some more than once.
    private func texts(_ phrase: Phrase) -> LazyMapSequence<Range<Int>, Int> {
        let range = phrase.isWordOfTexts ? index.texts.places(withPrefix: phrase.letters.keys[...]) : 0..<0
        let places = index.texts.places
        return range.lazy.map { Int(places[$0]) }
    }
}
