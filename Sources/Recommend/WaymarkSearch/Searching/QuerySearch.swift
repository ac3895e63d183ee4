/// Grades the places for a query.
struct QuerySearch {
    let index: PlaceIndex
    let query: PreparedQuery
    let initialsInsideWords: Bool

    /// Gives each place that matches the grade of its best match.
    func grade(_ scratch: SearchScratch) {
        mark(query.whole, on: &scratch.query)
        guard !query.words.isEmpty else { return markTexts(query.whole.own, on: &scratch.query) }
        for (number, word) in query.words.enumerated() {
            if number == 0 {
                markWord(word, on: &scratch.words)
            } else {
                // All must match: the worst grade counts.
                markWord(word, on: &scratch.word)
                scratch.words.keep { place, grade in max(grade, scratch.word[place]) }
                scratch.word.clear()
            }
            if scratch.words.count == 0 { return }
        }
        for turn in 0..<scratch.words.count {
            let place = scratch.words.place(turn)
            scratch.query.mark(place, scratch.words[place])
        }
        scratch.words.clear()
    }

    private func markWord(_ word: PreparedQuery.Part, on board: inout GradeBoard) {
        mark(word, on: &board)
        markTexts(word.own, on: &board)
    }

    private func mark(_ part: PreparedQuery.Part, on board: inout GradeBoard) {
        PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: nil).mark(part.own, on: &board)
        for other in part.otherKeyboards {
            PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: .otherKeyboard)
                .mark(other, on: &board)
        }
        MisspelledSearch(index, part.own).mark(on: &board)
    }

    private func markTexts(_ phrase: Phrase, on board: inout GradeBoard) {
        guard phrase.isWordOfTexts else { return }
        let grade = SearchGrade(.otherText, .inside).value
        for number in index.texts.places(withPrefix: phrase.letters.keys[...]) {
            board.mark(Int(index.texts.places[number]), grade)
        }
    }
}
