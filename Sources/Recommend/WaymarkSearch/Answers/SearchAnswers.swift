public import WaymarkGeodesy

/// The answers to a query: the first of them, and the number of all.
public struct SearchAnswers: Hashable, Sendable {
    /// The best hits, best first; as many as the query's limit.
    public let hits: [SearchHit]
    /// Number of all places that match, exactly.
    public let count: Int

    /// Answers.
    public init(hits: [SearchHit], count: Int) {
        (self.hits, self.count) = (hits, count)
    }

    /// No answers.
    public static let none = SearchAnswers(hits: [], count: 0)
}

/// A place that matches a query.
public struct SearchHit: Hashable, Sendable {
    /// The position of the place in what is searched.
    public internal(set) var position: Int
    /// The id of the place.
    public let id: String
    /// Its name.
    public let name: String
    /// Its category.
    public let category: String?
    /// Where it is.
    public let coordinate: Coordinate
    /// How it matches; of several words, how the worst of them does.
    public let rung: SearchRung
    /// Where in the name it matches.
    public let start: SearchStart
    /// What of the name matches, for highlighting: offsets in its UTF-8, ascending, apart from one another. Empty where the match
    /// is in another text.
    public let matched: [Range<Int>]
    /// The great-circle distance from the query's point on `Sphere.earth`; nil where it has none.
    public let distance: Meters?

    /// A hit.
    public init(
        position: Int, id: String, name: String, category: String? = nil, coordinate: Coordinate, rung: SearchRung,
        start: SearchStart = .inside, matched: [Range<Int>] = [], distance: Meters? = nil
    ) {
        (self.position, self.id, self.name, self.category) = (position, id, name, category)
        (self.coordinate, self.rung, self.start) = (coordinate, rung, start)
        (self.matched, self.distance) = (matched, distance)
    }

    /// What of the name matches, as ranges of its characters' scalars.
    public var matchedRanges: [Range<String.Index>] {
        matched.map { range in
            let utf8 = name.utf8
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return start..<utf8.index(start, offsetBy: range.count)
        }
    }
}
