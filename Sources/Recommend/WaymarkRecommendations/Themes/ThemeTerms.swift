internal import WaymarkText

/// The words of a lexicon: each term belongs to a concept, each concept to a theme.
struct ThemeTerms: Sendable {
    /// The common meaning of several terms, such as 절 (temple) for 사찰 and 암자.
    struct Concept: Sendable, Hashable {
        var name: String
        var theme: String
        /// The terms as written in the file; one with a final `$` counts only at the end of a word.
        var terms: [String]
    }

    /// A term found in a name.
    struct Match {
        var concept: Int
        var term: String
        /// The end of the term, in letters from the start of the name without blanks.
        var end: Int
        var length: Int
    }

    let concepts: [Concept]
    private var anywhere: [String: Int] = [:]
    private var atEnd: [String: Int] = [:]
    /// The proper prefixes of all terms: other texts need not be read further.
    private var beginnings: Set<String> = []

    /// Creates terms; a term in two concepts belongs to the first.
    init(_ concepts: [Concept]) {
        self.concepts = concepts
        for (number, concept) in concepts.enumerated() {
            for term in concept.terms {
                let text = term.hasSuffix("$") ? String(term.dropLast()) : term
                for length in 1..<max(1, text.count) { beginnings.insert(String(text.prefix(length))) }
                if term.hasSuffix("$") {
                    atEnd[text] = atEnd[text] ?? number
                } else {
                    anywhere[text] = anywhere[text] ?? number
                }
            }
        }
    }

    /// The letters and digits of a text in lower case, word by word.
    static func words(_ text: String) -> [[Character]] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(Array.init)
    }

    /// All terms in a text by their start, shorter ones first.
    ///
    /// A term that must end a word counts at the end of a word, unless it begins the text.
    func matches(in words: [[Character]]) -> [Match] {
        let letters = words.flatMap { $0 }
        var isWordEnd = [Bool](repeating: false, count: letters.count + 1)
        var end = 0
        for word in words {
            end += word.count
            isWordEnd[end] = true
        }
        var found: [Match] = []
        for start in letters.indices {
            var text = ""
            for end in start + 1...letters.count {
                let length = end - start
                text.append(letters[end - 1])
                if let concept = anywhere[text] {
                    found.append(Match(concept: concept, term: text, end: end, length: length))
                }
                if isWordEnd[end], start > 0 || words[0].count > length, let concept = atEnd[text] {
                    found.append(Match(concept: concept, term: text + "$", end: end, length: length))
                }
                if !beginnings.contains(text) { break }
            }
        }
        return found
    }

    /// The term that names the kind of place: of the terms that end last, the longest; nil if there is none.
    static func head(of matches: [Match]) -> Match? {
        matches.max { ($0.end, $0.length) < ($1.end, $1.length) }
    }
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
