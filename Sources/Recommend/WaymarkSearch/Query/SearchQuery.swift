public import WaymarkGeodesy

/// What was typed so far, and where to look.
public struct SearchQuery: Hashable, Sendable {
    /// What was typed, as it stands: half a syllable, 초성, the wrong keyboard.
    ///
    /// A text without a letter or a digit finds nothing, and so does one of more than ``maxLetters`` letters or ``maxWords`` words.
    public var text: String
    /// Where the user is or looks: of equal matches those in a nearer band come first, and answers carry their distance.
    public var near: Coordinate?
    /// Only places in all of these are answers; anywhere when empty.
    public var areas: [SearchArea]
    /// Only places of one of these categories are answers, compared as names are; any category when empty.
    public var categories: Set<String>
    /// Number of hits at most; all are counted.
    public var limit: Int
    /// Whether 초성 also match in the middle of a word: ㅂㄱ finds 경복궁.
    public var findsInitialsInsideWords: Bool

    /// Letters of a query at most, syllables counted as one; a longer one finds nothing.
    public static let maxLetters = 256
    /// Different words of a query at most.
    public static let maxWords = 16

    /// A query.
    ///
    /// - Precondition: `limit` is not negative.
    public init(
        _ text: String, near: Coordinate? = nil, areas: [SearchArea] = [], categories: Set<String> = [],
        limit: Int = 10, findsInitialsInsideWords: Bool = true
    ) {
        precondition(limit >= 0, "a limit is not negative")
        (self.text, self.near, self.areas, self.categories) = (text, near, areas, categories)
        (self.limit, self.findsInitialsInsideWords) = (limit, findsInitialsInsideWords)
    }
}
