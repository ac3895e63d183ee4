public import WaymarkGeodesy

/// The text typed so far, and where to search.
public struct SearchQuery: Hashable, Sendable {
    /// The text exactly as typed, which may be half a syllable, 초성, or typed on the wrong keyboard.
    ///
    /// A text without a letter or digit finds nothing, nor does one with more than ``maxLetters`` letters or
    /// ``maxWords`` words.
    public var text: String
    /// The user's location, or the point of interest: among equal matches those in a nearer band come first, and hits
    /// have a distance.
    public var near: Coordinate?
    /// Answers must lie in all of these areas; empty for anywhere.
    public var areas: [SearchArea]
    /// Answers must have one of these categories, compared like names; empty for any category.
    public var categories: Set<String>
    /// Maximum number of hits; all matches are counted.
    public var limit: Int
    /// Whether 초성 also match in the middle of a word: ㅂㄱ finds 경복궁.
    public var findsInitialsInsideWords: Bool

    /// Maximum number of letters in a query, where a syllable is one letter; a longer query finds nothing.
    public static let maxLetters = 256
    /// Maximum number of distinct words in a query.
    public static let maxWords = 16

    /// Creates a query.
    ///
    /// - Precondition: `limit` is not negative.
    public init(
        _ text: String, near: Coordinate? = nil, areas: [SearchArea] = [], categories: Set<String> = [],
        limit: Int = 10, findsInitialsInsideWords: Bool = true
    ) {
        precondition(limit >= 0, "the limit is negative: \(limit)")
        (self.text, self.near, self.areas, self.categories) = (text, near, areas, categories)
        (self.limit, self.findsInitialsInsideWords) = (limit, findsInitialsInsideWords)
    }
}

extension SearchQuery {
    /// The reason why a query cannot find anything, whatever the places are.
    public enum Fault: Error, Hashable, Sendable {
        /// The text has no letter and no digit.
        case noLetters
        /// The text has more than ``SearchQuery/maxLetters`` letters.
        case tooLong
        /// The text has more than ``SearchQuery/maxWords`` distinct words.
        case tooManyWords
    }

    /// The fault of the text; nil if the query may find something.
    ///
    /// - Complexity: O(*n*) in the text, of which no more is looked at than a query may have.
    public var fault: Fault? {
        do throws(Fault) {
            _ = try PreparedQuery(self)
            return nil
        } catch {
            return error
        }
    }
}

extension SearchQuery.Fault: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .noLetters: "no letter or digit to look for"
        case .tooLong: "more than \(SearchQuery.maxLetters) letters"
        case .tooManyWords: "more than \(SearchQuery.maxWords) words"
        }
    }
}

extension PlaceSearch {
    /// Whether a category of this name exists, compared like names.
    ///
    /// - Complexity: That of ``categories``.
    public func hasCategory(_ name: String) -> Bool {
        let keys = Letters(name).keys
        return categories.contains { Letters($0).keys == keys }
    }
}

/// A part of the Earth's surface that answers must lie in.
public enum SearchArea: Hashable, Sendable {
    /// The places within a great-circle distance of a centre, on `Sphere.earth`; the boundary is included.
    ///
    /// A negative or NaN radius contains nothing.
    case circle(Meters, of: Coordinate)
    /// The places in a box or on its edge.
    case box(BoundingBox)

    /// Whether a place lies in the area.
    public func contains(_ place: Coordinate) -> Bool {
        switch self {
        case .circle(let radius, let center): Sphere.earth.distance(from: center, to: place) <= radius
        case .box(let box): box.contains(place)
        }
    }
}
