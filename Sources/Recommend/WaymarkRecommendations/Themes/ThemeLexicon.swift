/// Reads themes of places from their names: one of a few themes, and indoors or outdoors.
///
/// ```swift
/// let reading = ThemeLexicon.standard.reading(of: "해운대해수욕장")
/// print(reading.theme, reading.setting, reading.terms)  // 자연/힐링 실외 ["해수욕", "해수욕장"]
/// ```
///
/// A lexicon is plain text: concepts with their terms, and weights of features in a name. It may be edited, extended,
/// or learned again from the caller's places.
public struct ThemeLexicon: Sendable, Equatable {
    /// The themes, in the order of the file.
    public var themes: [String] { weights.themes }
    /// The labels for indoors and outdoors, in the order of the file.
    public var settings: [String] { weights.settings }

    let concepts: [ThemeConcept]
    let weights: LexiconWeights
    private let reader: NameReader

    /// Six themes of Korean tourist courses, learned from the names of 1 398 stops.
    public static let standard: ThemeLexicon = {
        do {
            return try ThemeLexicon(standardThemeText)
        } catch {
            preconditionFailure("the shipped lexicon is malformed: \(error)")
        }
    }()

    init(_ concepts: [ThemeConcept], _ weights: LexiconWeights) {
        (self.concepts, self.weights) = (concepts, weights)
        reader = NameReader(concepts, weights)
    }

    /// Returns the theme and setting of a place.
    ///
    /// Name and details are read together. What the name says for certain, such as a beach, counts twice as much as the
    /// details; where it is a guess, as in a village or a square, or says nothing, they count the same.
    ///
    /// - Parameters:
    ///   - name: The name, without a leading municipality in brackets.
    ///   - details: Category and introduction.
    /// - Returns: Theme and setting, and the terms that indicate them.
    /// - Complexity: O(*n*) in the number of letters.
    public func reading(of name: String, details: [String] = []) -> ThemeReading {
        var found = NameReader.Findings()
        reader.find(in: ContiguousArray(name.utf8).span, details: details, &found)
        let (themes, settings) = reader.probabilities(&found)
        return ThemeReading(
            likelyTheme: self.themes[ThemeReading.best(themes)], probabilities: themes,
            likelySetting: self.settings[ThemeReading.best(settings)], terms: reader.terms(found),
            isKnown: !found.isNone && (themes.max() ?? 0) >= reader.leastProbability(found),
            hasNoTheme: found.isNone)
    }

    /// Returns the theme of ``reading(of:details:)``, in less time.
    package func theme(of name: String, details: [String] = []) -> String? {
        var found = NameReader.Findings()
        return themeNumber(of: ContiguousArray(name.utf8).span, details: details, &found).map { themes[$0] }
    }

    /// The position of ``theme(of:details:)`` in ``themes``, for a name in UTF-8; the buffers of `found` are reused.
    func themeNumber(of name: Span<UInt8>, details: [String] = [], _ found: inout NameReader.Findings) -> Int? {
        reader.find(in: name, details: details, &found)
        return themeNumber(&found)
    }

    /// The theme of an attraction by its name and details, and the bits of the name's letter pairs.
    func theme(
        ofName name: Span<UInt8>, category: Span<UInt8>, introduction: Span<UInt8>, _ found: inout NameReader.Findings
    ) -> (number: Int?, nameBits: SIMD4<UInt64>) {
        reader.find(in: name, &found)
        let bits = NamePairs.bits(of: found.letters)
        if !category.isEmpty, RecommendedPlace.isTelling(category: String(utf8: category)) {
            reader.read(detail: category, &found)
        }
        if !introduction.isEmpty { reader.read(detail: introduction, &found) }
        reader.weigh(&found)
        return (themeNumber(&found), bits)
    }

    private func themeNumber(_ found: inout NameReader.Findings) -> Int? {
        if found.isNone { return nil }
        let least = reader.leastProbability(found)
        if least > 1 { return nil }
        let likeliest = reader.likeliestTheme(&found, needsProbability: least > 0)
        return likeliest.probability < least ? nil : likeliest.theme
    }

    /// Returns a lexicon with the same terms and with weights learned from examples.
    ///
    /// - Parameter examples: Names with their theme and setting; the themes are sorted by their text.
    /// - Returns: The lexicon; the same for the same examples.
    /// - Precondition: There is an example.
    /// - Complexity: Some hundred passes over the examples: 0.3 s for a thousand.
    public func learned(from examples: [ThemeExample]) -> ThemeLexicon {
        precondition(!examples.isEmpty, "there are no examples to learn from")
        var found = NameReader.Findings()
        func features(of name: String) -> [String] {
            reader.find(in: ContiguousArray(name.utf8).span, details: [], &found)
            let (all, head) = reader.concepts(found)
            return NameFeatures.features(of: name, all.map { concepts[$0] }, head: head.map { concepts[$0] })
        }
        func classifier(_ label: KeyPath<ThemeExample, String>, _ more: [(name: String, label: String)])
            -> NameClassifier
        {
            let labels = Set(examples.map { $0[keyPath: label] }).sorted()
            let named = examples.map { (name: $0.name, label: $0[keyPath: label]) } + more
            return NameClassifier(
                labels: labels,
                learnedFrom: named.compactMap { example in
                    labels.firstIndex(of: example.label).map { (features(of: example.name), $0) }
                })
        }
        // Each term is an example of its concept's theme, so that a few odd names do not change a concept's theme. Those
        // without a theme have no label.
        let ownTerms = concepts.flatMap { concept in
            concept.terms.map { (name: $0.hasSuffix("$") ? String($0.dropLast()) : $0, label: concept.theme) }
        }
        return ThemeLexicon(
            concepts, LexiconWeights(themes: classifier(\.theme, ownTerms), settings: classifier(\.setting, [])))
    }
}

extension ThemeLexicon {
    /// Whether two lexicons read all names in the same way.
    public static func == (a: ThemeLexicon, b: ThemeLexicon) -> Bool {
        // The rest is derived from these.
        a.concepts == b.concepts && a.weights == b.weights
    }
}

/// A name with known theme and setting.
public struct ThemeExample: Hashable, Sendable {
    /// The name, without a leading municipality in brackets.
    public var name: String
    /// The theme.
    public var theme: String
    /// Indoors or outdoors.
    public var setting: String

    /// Creates an example.
    public init(name: String, theme: String, setting: String) {
        (self.name, self.theme, self.setting) = (name, theme, setting)
    }
}

/// The theme and setting that a lexicon reads.
public struct ThemeReading: Hashable, Sendable {
    /// The likeliest theme, however low its probability.
    public var likelyTheme: String
    /// The probability of each theme, in the order of ``ThemeLexicon/themes``.
    public var probabilities: [Double]
    /// Indoors or outdoors, whichever is likelier.
    public var likelySetting: String
    /// The terms that explain the reading; one with a final `$` was found at the end of a word.
    public var terms: [String]
    /// Whether the theme is known: from a term, from one that is a guess and makes a theme likely (0.5 or more), or from known
    /// letters that do (0.8 or more).
    public var isKnown: Bool
    /// Whether the place is known to have no theme, such as a station, a hotel or an office. If neither this nor
    /// ``isKnown`` is true, nothing tells.
    public var hasNoTheme: Bool

    /// The likeliest theme; nil if the place has none, or nothing tells.
    public var theme: String? { isKnown ? likelyTheme : nil }
    /// Indoors or outdoors; nil if the theme is.
    public var setting: String? { isKnown ? likelySetting : nil }

    /// The index of the first of the largest values.
    static func best(_ values: some Sequence<Double>) -> Int {
        var (best, most) = (0, -Double.infinity)
        for (i, value) in values.enumerated() where value > most { (best, most) = (i, value) }
        return best
    }
}
