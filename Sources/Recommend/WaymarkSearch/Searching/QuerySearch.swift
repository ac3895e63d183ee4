/// Puts the places that match a query on their rungs.
struct QuerySearch {
    let index: PlaceIndex
    let query: PreparedQuery
    let initialsInsideWords: Bool

    /// Puts each place that matches on the rung of its best match.
    func mark(_ scratch: SearchScratch) {
        mark(query.whole, on: &scratch.query)
        guard let first = query.words.first else { return markTexts(query.whole, on: &scratch.query) }
        defer { scratch.words.clear() }
        mark(first, on: &scratch.words)
        markTexts(first, on: &scratch.words)
        for word in query.words.dropFirst() {
            mark(word, on: &scratch.word)
            markTexts(word, on: &scratch.word)
            // All must match: the worst rung counts.
            scratch.words.meet(scratch.word)
            scratch.word.clear()
        }
        scratch.query.join(scratch.words)
    }

    private func mark(_ part: PreparedQuery.Part, on board: inout RungBoard) {
        PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: nil).mark(part.own, on: &board)
        for other in part.otherKeyboards {
            PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, rung: .otherKeyboard)
                .mark(other, on: &board)
        }
        MisspelledSearch(index, part.own).mark(on: &board)
    }

    /// Marks the places whose other texts have a word that begins with a phrase.
    private func markTexts(_ part: PreparedQuery.Part, on board: inout RungBoard) {
        guard part.own.isWordOfTexts else { return }
        let places = index.texts.places
        for slot in index.texts.places(withPrefix: part.own.letters.keys[...]) {
            board.mark(Int(places[slot]), SearchRung.otherText.byte)
        }
    }
}
