/// What travellers like, theme by theme, 0 to 1.
public struct Interests: Hashable, Sendable {
    /// How several travellers become one.
    public enum Union: String, CaseIterable, Sendable {
        /// The mean: the group as a whole.
        case average
        /// The lowest: no traveller is left out.
        case leastMisery = "least-misery"
        /// The geometric mean: fair between them, 0 where one likes it not at all.
        case nash
    }

    /// The interest in each theme; others are of interest 0.
    public let byTheme: [String: Double]

    /// One traveller; the largest interest becomes 1.
    ///
    /// Nil where an interest is negative or not finite, or none is above zero.
    public init?(_ byTheme: [String: Double]) {
        guard byTheme.values.allSatisfy({ $0.isFinite && $0 >= 0 }), let most = byTheme.values.max(), most > 0 else {
            return nil
        }
        self.byTheme = byTheme.mapValues { $0 / most }
    }

    /// What a traveller visited: the share of each theme, one visit added to each of `themes`.
    public init(visits: [String: Int], themes: [String]) {
        let total = visits.values.reduce(0, +) + themes.count
        byTheme = Dictionary(
            uniqueKeysWithValues: themes.map { ($0, Double((visits[$0] ?? 0) + 1) / Double(max(1, total))) })
    }

    /// Several travellers as one; nil where there is none.
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
        byTheme = joint
    }
}
