public import WaymarkGeodesy

/// The best hits of a query and the total number of matches.
public struct SearchAnswers: Hashable, Sendable {
    /// The best hits, best first; at most the query's limit.
    public let hits: [SearchHit]
    /// The exact number of places that match.
    public let count: Int

    /// Creates answers from hits and a count.
    public init(hits: [SearchHit], count: Int) {
        (self.hits, self.count) = (hits, count)
    }

    /// An empty result.
    public static let none = SearchAnswers(hits: [], count: 0)
}

/// A place that matches a query.
public struct SearchHit: Hashable, Sendable {
    /// The position of the place in the searched collection.
    public internal(set) var position: Int
    /// The place's id.
    public let id: String
    /// The place's name.
    public let name: String
    /// The place's category; nil if it has none.
    public let category: String?
    /// The place's location.
    public let coordinate: Coordinate
    /// How the place matches; for a query of several words, the rung of the word that matches worst.
    public let rung: SearchRung
    /// Where in the name the match begins.
    public let start: SearchStart
    /// The matched parts of the name, for highlighting: UTF-8 offsets, ascending and disjoint. Empty if the match is in
    /// another text.
    public let matched: [Range<Int>]
    /// The great-circle distance from the query's point on `Sphere.earth`; nil if the query has no point.
    public let distance: Meters?

    /// Creates a hit.
    public init(
        position: Int, id: String, name: String, category: String? = nil, coordinate: Coordinate, rung: SearchRung,
        start: SearchStart = .inside, matched: [Range<Int>] = [], distance: Meters? = nil
    ) {
        (self.position, self.id, self.name, self.category) = (position, id, name, category)
        (self.coordinate, self.rung, self.start) = (coordinate, rung, start)
        (self.matched, self.distance) = (matched, distance)
    }

    /// The matched parts of the name as string ranges.
    public var matchedRanges: [Range<String.Index>] {
        matched.map { range in
            let utf8 = name.utf8
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return start..<utf8.index(start, offsetBy: range.count)
        }
    }
}
