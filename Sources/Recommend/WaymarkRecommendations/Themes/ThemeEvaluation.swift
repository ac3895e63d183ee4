internal import WaymarkText

/// The accuracy of themes and settings read from names, by lexicons learned without the tested names.
public struct ThemeEvaluation: Sendable {
    /// The figures of one kind of label.
    public struct Figures: Sendable, Hashable {
        /// The number of names.
        public var count: Int
        /// The share of correct labels.
        public var accuracy: Double
        /// The mean over the labels of the harmonic mean of precision and recall.
        public var macroF1: Double
        /// The share of the most frequent label, which is the accuracy of always guessing it.
        public var majority: Double
    }

    /// The figures of themes.
    public let themes: Figures
    /// The figures of settings; nil if no example has one.
    public let settings: Figures?
    /// The share of names that do not indicate what the place is; their guesses count in the other figures.
    public let unknown: Double

    /// Evaluates a lexicon.
    ///
    /// - Parameters:
    ///   - examples: Names with their labels.
    ///   - lexicon: The lexicon, whose terms are kept and whose weights are learned again for each fold.
    ///   - folds: The number of folds: name *i* is in fold *i* mod `folds`, however often it occurs, and is read by the
    ///     lexicon learned from the names of the other folds. Names that differ in case, blanks or punctuation are one.
    /// - Precondition: There are two names, and `folds` is at least 2.
    /// - Complexity: That of learning `folds` lexicons.
    public init(_ examples: [ThemeExample], lexicon: ThemeLexicon = .standard, folds: Int = 5) {
        precondition(folds >= 2, "there are fewer than two folds: \(folds)")
        var numbers: [String: Int] = [:]
        let foldOfExample = examples.map { example in
            let key = NameFolding.key(example.name)
            let number = numbers[key] ?? numbers.count
            numbers[key] = number
            return number % folds
        }
        precondition(numbers.count >= 2, "there are fewer than two names: \(numbers.count)")
        var (themes, settings): ([(String, String)], [(String, String)]) = ([], [])
        var unknown = 0
        for fold in 0..<min(folds, numbers.count) {
            let learned = lexicon.learned(from: zip(examples, foldOfExample).filter { $1 != fold }.map(\.0))
            for (example, _) in zip(examples, foldOfExample).filter({ $1 == fold }) {
                let reading = learned.reading(of: example.name)
                themes.append((example.theme, reading.likelyTheme))
                if !example.setting.isEmpty { settings.append((example.setting, reading.likelySetting)) }
                if !reading.isKnown { unknown += 1 }
            }
        }
        self.themes = Figures(themes)
        self.settings = settings.isEmpty ? nil : Figures(settings)
        self.unknown = Double(unknown) / Double(max(1, themes.count))
    }
}

extension ThemeEvaluation.Figures {
    fileprivate init(_ pairs: [(truth: String, guess: String)]) {
        let labels = Set(pairs.map(\.truth)).sorted()
        let scores = labels.map { label in
            let both = pairs.count { $0.truth == label && $0.guess == label }
            let either = pairs.count { $0.truth == label } + pairs.count { $0.guess == label }
            return 2 * Double(both) / Double(either)
        }
        let count = Double(max(1, pairs.count))
        self.init(
            count: pairs.count, accuracy: Double(pairs.count { $0.truth == $0.guess }) / count,
            macroF1: scores.reduce(0, +) / Double(max(1, labels.count)),
            majority: Double(labels.map { label in pairs.count { $0.truth == label } }.max() ?? 0) / count)
    }
}
