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

/// How a query matches a place: the rungs of a ladder, best first.
public enum SearchRung: Int, Hashable, Sendable, CaseIterable, Codable {
    /// The query is the whole name.
    case wholeName = 1
    /// The name begins with the query.
    case nameStart
    /// A word of the name begins with the query.
    case wordStart
    /// The name contains the query.
    case inside
    /// The query ends in an unfinished syllable, or gives some syllables by their first consonant: 가 or 간 for 가나, 경복ㄱ,
    /// ㅎ글.
    case unfinishedSyllable
    /// 초성 from the start of the name or of a word: ㄱㅂㄱ for 경복궁.
    case initials
    /// 초성 from inside a word.
    case initialsInsideWord
    /// Typed on the wrong keyboard: rudqhrrnd for 경복궁.
    case otherKeyboard
    /// One key wrong, missing, extra or swapped; up to two in long names.
    case misspelled
    /// The match is in the category, the address, the facilities or the introduction.
    case otherText
}

extension SearchRung {
    /// The rung's raw value as a byte.
    var byte: UInt8 { UInt8(rawValue) }
    /// The lowest rung.
    static let worst = SearchRung.otherText
}

extension SearchRung: Comparable {
    /// Whether the first rung is the better match.
    public static func < (lhs: SearchRung, rhs: SearchRung) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Where in a name the match begins.
public enum SearchStart: Int, Hashable, Sendable, CaseIterable, Codable {
    /// At the first letter of the name.
    case name
    /// At the first letter of another word.
    case word
    /// Within a word, or in another text.
    case inside
}

extension SearchStart: Comparable {
    /// Whether the first start precedes the second.
    public static func < (lhs: SearchStart, rhs: SearchStart) -> Bool { lhs.rawValue < rhs.rawValue }
}
