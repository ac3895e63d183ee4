internal import WaymarkText

/// The interests of travellers by theme, 0 to 1.
public struct Interests: Hashable, Sendable {
    /// A way to combine the interests of several travellers.
    public enum Union: String, CaseIterable, Sendable {
        /// The mean, for the group as a whole.
        case average
        /// The minimum, so that no traveller is left out.
        case leastMisery = "least-misery"
        /// The geometric mean, which is fair between travellers; 0 if one has no interest.
        case nash
    }

    /// The interest in each theme: 1 for the favourite, 0 for themes that are missing.
    public let byTheme: [String: Double]

    /// Creates the interests of one traveller, scaled so that the largest is 1.
    ///
    /// - Parameters:
    ///   - byTheme: Interests from 0, by names of themes as in ``theme(named:among:)``; of several names of one theme the
    ///     largest counts.
    ///   - themes: The known themes: those of the places.
    /// - Throws: ``InterestsError`` if a name is that of no theme, if an interest is negative or not finite, or if none is
    ///   above zero.
    public init(_ byTheme: [String: Double], among themes: [String]) throws(InterestsError) {
        var known: [String: Double] = [:]
        for (name, interest) in byTheme.sorted(by: { $0.key < $1.key }) {
            let theme = try Self.theme(named: name, among: themes)
            guard interest.isFinite, interest >= 0 else {
                throw .invalidInterest(theme: theme, value: "\(interest)")
            }
            known[theme] = max(known[theme] ?? 0, interest)
        }
        self.init(scaling: known)
        if self.byTheme.values.allSatisfy({ $0 == 0 }) { throw .allZero }
    }

    /// The same interests with a largest of 1, unless all are 0.
    private init(scaling byTheme: [String: Double]) {
        let most = byTheme.values.max() ?? 0
        self.byTheme = most > 0 ? byTheme.mapValues { $0 / most } : byTheme
    }

    /// Combines the interests of several travellers, scaled so that the largest is 1, unless all are 0; nil if there are no
    /// travellers.
    public init?(_ travellers: [Interests], by union: Union) {
        guard !travellers.isEmpty else { return nil }
        var joint: [String: Double] = [:]
        for theme in Set(travellers.flatMap(\.byTheme.keys)) {
            let values = travellers.map { $0.byTheme[theme] ?? 0 }
            switch union {
            case .average: joint[theme] = values.reduce(0, +) / Double(values.count)
            case .leastMisery: joint[theme] = values.min()
            case .nash:
                joint[theme] =
                    values.contains(0)
                    ? 0
                    : Elementary.exponential(
                        values.reduce(0) { $0 + Elementary.logarithm($1) } / Double(values.count))
            }
        }
        self.init(scaling: joint)
    }
}

/// An error in a text of interests.
public enum InterestsError: Error, Hashable, Sendable {
    /// The text is not a theme and a number, such as `역사:1`.
    case malformed(String)
    /// The theme is unknown or ambiguous; `known` lists the known themes.
    case unknownTheme(String, known: [String])
    /// The interest is negative or not a finite number.
    case invalidInterest(theme: String, value: String)
    /// No interest is above zero.
    case allZero
}

extension InterestsError: CustomStringConvertible {
    /// One line with the error and the likeliest cure.
    public var description: String {
        switch self {
        case .malformed(let text): "\"\(text)\" is not a theme and a number, such as 역사:1"
        case .unknownTheme(let theme, let known):
            "there is no theme \"\(theme)\"; "
                + (ThemeNames.nearest(to: theme, among: known).map { "did you mean \($0)? There" } ?? "there")
                + (known.isEmpty ? " is none" : " are \(known.map(ThemeNames.both).joined(separator: ", "))")
        case .invalidInterest(let theme, let value):
            "the interest in \(theme) is \"\(value)\": it must be a number of at least 0"
        case .allZero: "no interest is above 0"
        }
    }
}

extension Interests {
    /// Reads interests such as `역사:1,자연:0.5`; a theme without a number has interest 1.
    ///
    /// - Parameters:
    ///   - text: Themes and numbers, separated by commas.
    ///   - themes: The known themes.
    /// - Throws: ``InterestsError``.
    public init(text: String, among themes: [String]) throws(InterestsError) {
        var byTheme: [String: Double] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                PlainText.trimmed(String($0))
            }
            guard let name = sides.first, !name.isEmpty else { throw .malformed(String(part)) }
            let theme = try Self.theme(named: name, among: themes)
            byTheme[theme] = try Self.interest(sides.count > 1 ? sides[1] : "1", in: theme)
        }
        try self.init(byTheme, among: themes)
    }

    /// The theme with a name: the whole of it, a part between slashes, such as 역사 for 종교/역사/전통, or a word of its English
    /// name, such as history.
    ///
    /// - Throws: ``InterestsError/unknownTheme(_:known:)`` if it is the name of none or of several.
    public static func theme(named name: String, among themes: [String]) throws(InterestsError) -> String {
        if themes.contains(name) { return name }
        let name = name.lowercased()
        let meant = themes.filter { ThemeNames.words(of: $0).contains(name) }
        guard meant.count == 1 else { throw .unknownTheme(name, known: themes) }
        return meant[0]
    }

    /// The interest in a text.
    ///
    /// - Throws: ``InterestsError/invalidInterest(theme:value:)``.
    package static func interest(_ text: String, in theme: String) throws(InterestsError) -> Double {
        guard let value = NumberParser.double(text), value.isFinite, value >= 0 else {
            throw .invalidInterest(theme: theme, value: text)
        }
        return value
    }
}

/// The names of themes in sentences and for interests.
package enum ThemeNames {
    /// In place of a theme: the place is taken for a facility.
    package static let facility = "시설"
    /// The English names of the themes that ship.
    private static let english = [
        facility: "facility", "문화/예술": "arts and culture", "쇼핑/놀이": "shopping and fun", "자연/힐링": "nature",
        "종교/역사/전통": "history and tradition", "체험/학습/산업": "things to do and learn", "캠핑/스포츠": "camping and sports",
        "먹거리": "food",
    ]
    /// Other words for a theme.
    private static let others = ["먹거리": ["맛집", "카페", "음식", "음식점", "식당", "restaurant", "restaurants", "cafe", "cafes"]]

    /// The name of a theme in a sentence: 종교·역사·전통, or history and tradition.
    package static func name(of theme: String, in language: ExplanationLanguage) -> String {
        (language == .english ? english[theme] : nil) ?? theme.split(separator: "/").joined(separator: "·")
    }

    /// `종교/역사/전통 (history and tradition)`.
    static func both(_ theme: String) -> String { english[theme].map { "\(theme) (\($0))" } ?? theme }

    /// The words that name a theme: its parts, and those of its English name.
    static func words(of theme: String) -> [String] {
        let name = english[theme] ?? ""
        let more = name.split(separator: " ").map(String.init).filter { !["and", "to", "do", "things"].contains($0) }
        return theme.lowercased().split(separator: "/").map(String.init) + [name] + more + (others[theme] ?? [])
    }

    /// The word nearest to one that is mistyped, by at most a third of its letters, or one.
    static func nearest(to text: String, among themes: [String]) -> String? {
        let words = themes.flatMap(words).filter { !$0.isEmpty }
        let found = words.map { (distance: distance(text, $0), word: $0) }.min { $0.distance < $1.distance }
        return found.flatMap { $0.distance <= max(1, text.count / 3) ? $0.word : nil }
    }

    /// The number of letters to insert, drop or change.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var row = Array(0...b.count)
        for i in a.indices {
            var last = row[0]
            row[0] = i + 1
            for j in b.indices {
                (last, row[j + 1]) = (row[j + 1], min(row[j + 1] + 1, row[j] + 1, last + (a[i] == b[j] ? 0 : 1)))
            }
        }
        return row[b.count]
    }
}

/// Shares the places of a list out between interests: four of five by their numbers, and one of five to the best of all
/// (Sainte-Laguë 1910).
struct InterestShares {
    /// The themes, by their numbers, with their shares; nil is any theme.
    private var claims: [(theme: Int?, share: Double, taken: Int)]

    init(_ interests: Interests?, _ places: RecommendedPlaces) {
        let liked = (interests?.byTheme ?? [:]).compactMap { theme, interest in
            interest > 0 ? places.number(ofTheme: theme).map { (theme: $0, interest: interest) } : nil
        }.sorted { ($1.interest, $0.theme) < ($0.interest, $1.theme) }
        let sum = liked.reduce(0) { $0 + $1.interest }
        claims = liked.map { ($0.theme, 0.8 * $0.interest / sum, 0) } + [(nil, 0.2, 0)]
    }

    /// The claim of the next place: that with the largest share for its places, the first of equal ones.
    private var next: Int {
        claims.indices.dropFirst().reduce(0) { Self.need(claims[$1]) > Self.need(claims[$0]) ? $1 : $0 }
    }

    private static func need(_ claim: (theme: Int?, share: Double, taken: Int)) -> Double {
        claim.share / Double(2 * claim.taken + 1)
    }

    /// The theme of the next place; nil for any.
    var theme: Int? { claims[next].theme }

    /// Counts a place of the claim that was asked for.
    mutating func take() { claims[next].taken += 1 }

    /// Drops the claim that was asked for, since no place is left for it.
    mutating func drop() { claims.remove(at: next) }
}
