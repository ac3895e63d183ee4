/// Memory that searches reuse: it is allocated once, for the number of places.
final class SearchScratch: @unchecked Sendable {
    // @unchecked Sendable: only one search uses it at a time.

    /// The best rung of each place: for the query, for its words so far, and for the current word.
    var query: RungBoard
    var words: RungBoard
    var word: RungBoard

    init(count: Int) {
        query = RungBoard(count: count)
        words = RungBoard(count: count)
        word = RungBoard(count: count)
    }
}
