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
