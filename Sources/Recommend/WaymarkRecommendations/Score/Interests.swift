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
    ///   - byTheme: Interests from 0. A part of a theme between slashes names it too, such as 역사 for 종교/역사/전통; of
    ///     several names of one theme the largest counts.
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

    /// Creates the interests of a traveller from visits: the visits of each theme, with one added to each of `themes`,
    /// scaled so that the largest is 1.
    public init(visits: [String: Int], themes: [String]) {
        self.init(
            scaling: Dictionary(uniqueKeysWithValues: themes.map { ($0, Double(max(0, visits[$0] ?? 0) + 1)) }))
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
                + (known.isEmpty ? "no theme is known" : "there are \(known.joined(separator: ", "))")
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
    ///   - themes: The known themes. A part between slashes also identifies a theme, such as 역사 for 종교/역사/전통.
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

    /// The theme with a name, or the only theme with that part between slashes.
    ///
    /// - Throws: ``InterestsError/unknownTheme(_:known:)``.
    public static func theme(named name: String, among themes: [String]) throws(InterestsError) -> String {
        if themes.contains(name) { return name }
        let meant = themes.filter { $0.split(separator: "/").contains { $0 == name } }
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
