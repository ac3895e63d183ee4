/// The answers to many queries, in the order asked: a collection of lists of matches.
///
/// Short lists lie side by side in large arrays rather than in one array a query.
public struct MatchLists: RandomAccessCollection, Sendable {
    /// Where the list of a query lies.
    struct Place: Sendable {
        var array: Int
        var start: Int
        var end: Int
    }

    let arrays: ContiguousArray<[Match]>
    let places: ContiguousArray<Place>

    /// How many matches there are in all lists together.
    public var countOfMatches: Int { arrays.reduce(0) { $0 + $1.count } }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of queries.
    public var endIndex: Int { places.count }

    /// The matches of the query at `position` in the order asked.
    ///
    /// The slice's own indices start anywhere.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> ArraySlice<Match> {
        let place = places[position]
        return arrays[place.array][place.start..<place.end]
    }
}
