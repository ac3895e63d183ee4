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
