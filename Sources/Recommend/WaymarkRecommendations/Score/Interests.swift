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

    /// The interest in each theme; 0 for themes that are missing.
    public let byTheme: [String: Double]

    /// Creates the interests of one traveller, scaled so that the largest is 1.
    ///
    /// Nil if an interest is negative or not finite, or if none is above zero.
    public init?(_ byTheme: [String: Double]) {
        guard byTheme.values.allSatisfy({ $0.isFinite && $0 >= 0 }), let most = byTheme.values.max(), most > 0 else {
            return nil
        }
        self.byTheme = byTheme.mapValues { $0 / most }
    }

    /// Creates the interests of a traveller from visits: the share of each theme, with one visit added to each of
    /// `themes`.
    public init(visits: [String: Int], themes: [String]) {
        let total = visits.values.reduce(0, +) + themes.count
        byTheme = Dictionary(
            uniqueKeysWithValues: themes.map { ($0, Double((visits[$0] ?? 0) + 1) / Double(max(1, total))) })
    }

    /// Combines the interests of several travellers; nil if there are none.
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
