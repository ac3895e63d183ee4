/// Memory that a search needs for a moment and the next one uses again: it grows with the number of places once, then never.
final class SearchScratch: @unchecked Sendable {
    // @unchecked Sendable: one search has it at a time.

    /// The best rung of each place for the query, for its words so far, and for the word under way.
    var query: RungBoard
    var words: RungBoard
    var word: RungBoard

    init(count: Int) {
        query = RungBoard(count: count)
        words = RungBoard(count: count)
        word = RungBoard(count: count)
    }
}
