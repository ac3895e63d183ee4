public import WaymarkGeodesy

/// The best hits of a query and the total number of matches.
public struct SearchAnswers: Hashable, Sendable {
    /// The best hits, best first; at most the query's limit.
    public let hits: [SearchHit]
    /// The number of places that match: exact, if `isExact`.
    public let count: Int
    /// Whether the hits match all of the query by their names, what they are and where. Otherwise no place is known to be meant:
    /// the hits are similar, match a part of it, or say it in a text.
    public let isExact: Bool
    /// The words of the query that match no place and were left out.
    public let droppedWords: [String]
    /// The words of the query that match no place as they are, but misspelled.
    public let correctedWords: [String]

    /// Creates answers from hits and a count.
    public init(
        hits: [SearchHit], count: Int, isExact: Bool = true, droppedWords: [String] = [], correctedWords: [String] = []
    ) {
        (self.hits, self.count, self.isExact) = (hits, count, isExact)
        (self.droppedWords, self.correctedWords) = (droppedWords, correctedWords)
    }

    /// An empty result.
    public static let none = SearchAnswers(hits: [], count: 0, isExact: false)
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
    /// The first of the place's addresses; nil if it has none.
    public let address: String?
    /// The place's location.
    public let coordinate: Coordinate
    /// How the place matches; for a query of several words, the rung of the word that matches worst, or of a similar place the best.
    public let rung: SearchRung
    /// Where in the name the match begins.
    public let start: SearchStart
    /// The matched parts of the name, for highlighting: UTF-8 offsets, ascending and disjoint. Empty if the match is in
    /// another text.
    public let matched: [Range<Int>]
    /// The great-circle distance from the query's point on `Sphere.earth`; nil if the query has no point.
    public let distance: Meters?
    /// The other name by which the place was found; nil if it was found by its name or another text.
    public let otherName: String?

    /// Creates a hit.
    public init(
        position: Int, id: String, name: String, category: String? = nil, address: String? = nil,
        coordinate: Coordinate,
        rung: SearchRung, start: SearchStart = .inside, matched: [Range<Int>] = [], distance: Meters? = nil,
        otherName: String? = nil
    ) {
        (self.position, self.id, self.name, self.category) = (position, id, name, category)
        (self.address, self.otherName) = (address, otherName)
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
    /// The name ends with the query: what it says last is mostly its kind, as 궁 in 경복궁.
    case nameEnd
    /// A word of the name begins with the query.
    case wordStart
    /// The name contains the query.
    case inside
    /// The name has all words of the query, in another order or apart: 궁 경복.
    case words
    /// The query ends in an unfinished syllable, or gives some syllables by their first consonant: 가 or 간 for 가나, 경복ㄱ,
    /// ㅎ글. From the start of the name or of a word.
    case unfinishedSyllable
    /// The same from inside a word: 처 for 과천.
    case unfinishedInsideWord
    /// Another name of the place, or a word of it, begins with the query: 안압지 for 동궁과 월지.
    case otherName
    /// A word for a kind of places that the name says by another: beach and 바다 for 해변.
    case otherWord
    /// 초성 from the start of the name or of a word: ㄱㅂㄱ for 경복궁.
    case initials
    /// 초성 from inside a word.
    case initialsInsideWord
    /// Typed on the wrong keyboard: rudqhrrnd for 경복궁.
    case otherKeyboard
    /// Romanised, in Hanja or kana, or with letters and digits as spoken: gyeongbokgung, 景福宮, キョンボックン, 육삼빌딩.
    case otherScript
    /// Another name contains the query, or has it as 초성 or on the wrong keyboard.
    case insideOtherName
    /// Some words match the name, the others what the place is or where: 부산 해운대.
    case nameAndText
    /// The match is in the category, or in the words of an address for provinces, cities, districts and villages.
    case kindOrDistrict
    /// Two parts of the query in order, with other letters between them: 남산타워 for 남산서울타워. This and what follows is
    /// evidence, but not sure: ``SearchAnswers/isExact`` is false.
    case partsInOrder
    /// One letter wrong, missing, extra or swapped with the next.
    case misspelled
    /// Letters of the name in order, beginning with its first: 국중박 for 국립중앙박물관.
    case abbreviation
    /// Some words of the query, or its beginning or end: 경복궁 맛집.
    case someWords
    /// The match is in a road, the facilities or the introduction.
    case otherText
}

extension SearchRung {
    /// How many bands of distance the rung is worse than the best one: a place comes before another if its handicap
    /// plus its band and its step of worth is smaller.
    package var handicap: Int {
        switch self {
        case .wholeName: 0
        case .nameStart, .nameEnd: 6
        case .wordStart: 8
        case .inside, .words, .unfinishedSyllable: 10
        case .unfinishedInsideWord: 12
        case .otherName: 14
        case .otherWord: 24
        case .initials: 28
        case .initialsInsideWord: 30
        case .otherKeyboard: 44
        case .otherScript: 50
        case .insideOtherName: 58
        case .nameAndText: 64
        case .kindOrDistrict: 72
        case .partsInOrder, .misspelled, .abbreviation, .someWords, .otherText: Self.doubtful
        }
    }

    /// The smallest handicap of what is not sure.
    static let doubtful = 100
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
