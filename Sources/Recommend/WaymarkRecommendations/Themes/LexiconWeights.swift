internal import WaymarkText

/// The common meaning of several terms, such as 절 (temple) for 사찰 and 암자.
struct ThemeConcept: Sendable, Hashable {
    var name: String
    /// The theme of the places that its terms name.
    var theme: String
    /// Whether the theme is a guess, written with a final `?`: that of a square or a village, which may be of any theme.
    /// Other terms say more.
    var isGuess = false
    /// The terms as written in the file; one with a final `$` counts only at the end of a word.
    var terms: [String]

    /// In the file, the theme of the places that have none.
    static let noTheme = "-"

    /// Whether its places have no theme, such as stations.
    var isNone: Bool { theme == Self.noTheme }
}

/// The weights of a lexicon: of each feature for each label, first the themes, then the settings.
struct LexiconWeights: Sendable, Equatable {
    let themes: [String]
    let settings: [String]
    /// One weight for each label.
    let bias: [Double]
    /// The known features, in ascending order.
    private(set) var features: [String]
    /// For each feature, one weight for each label.
    private(set) var values: [Double]

    /// Creates weights; the last of equal features counts.
    ///
    /// - Precondition: There is a weight for each feature and label.
    init(themes: [String], settings: [String], bias: [Double], features: [String], values: [Double]) {
        (self.themes, self.settings, self.bias) = (themes, settings, bias)
        (self.features, self.values) = (features, values)
        precondition(
            values.count == features.count * bias.count,
            "\(values.count) weights for \(features.count) features and \(bias.count) labels")
        if Self.areSurelyAscending(features) { return }
        let rows = Dictionary(features.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 }).sorted {
            $0.key < $1.key
        }
        self.features = rows.map(\.key)
        self.values = rows.flatMap { values[$0.value * bias.count..<($0.value + 1) * bias.count] }
    }

    /// The weights of two classifiers; 0 for the features that only the other one knows.
    init(themes: NameClassifier, settings: NameClassifier) {
        let features = Set(themes.weights.keys).union(settings.weights.keys).sorted()
        let (noThemes, noSettings) = (themes.labels.map { _ in 0.0 }, settings.labels.map { _ in 0.0 })
        self.init(
            themes: themes.labels, settings: settings.labels, bias: themes.bias + settings.bias, features: features,
            values: features.flatMap {
                (themes.weights[$0] ?? noThemes) + (settings.weights[$0] ?? noSettings)
            })
    }

    /// Whether features are of ASCII and Hangul syllables, whose order is that of their bytes, and ascend.
    private static func areSurelyAscending(_ features: [String]) -> Bool {
        var last = ContiguousArray<UInt8>()
        for feature in features {
            let utf8 = ContiguousArray(feature.utf8)
            guard PlainText.isASCIIOrHangul(utf8.span), last.lexicographicallyPrecedes(utf8) else { return false }
            last = utf8
        }
        return true
    }

    /// The weights of a feature.
    subscript(feature: Int) -> ArraySlice<Double> { values[feature * bias.count..<(feature + 1) * bias.count] }
}
