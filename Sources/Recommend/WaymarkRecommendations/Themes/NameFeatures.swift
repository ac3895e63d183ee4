/// What a lexicon sees of a name: endings and pairs of letters, and what the words in it mean.
struct NameFeatures {
    /// Each at most once, sorted.
    var features: [String]
    /// The terms that were found.
    var terms: [String]

    /// The features of a name.
    ///
    /// - `사$`: a word ends so (one to four letters). `해수`: two or three letters in a word.
    /// - `#절`: a term of that concept is in the name; `#절!`: it is the head, the last term.
    /// - `=종교`, `=종교!`: the theme that the concept leans to. `none`: no term at all.
    ///
    /// Category, facilities and introduction are the `details`: their concepts count where the name has no term.
    init(of name: String, details: [String], terms: ThemeTerms) {
        var found: Set<String> = []
        self.terms = Self.forEach(of: name, details: details, terms: terms) { found.insert($0) }
        features = found.sorted()
    }

    /// Calls `body` with each feature, some of them repeatedly, always in the same order.
    ///
    /// - Returns: The terms that were found, each once.
    static func forEach(of name: String, details: [String], terms: ThemeTerms, _ body: (String) -> Void) -> [String] {
        let words = ThemeTerms.words(name)
        for word in words {
            for length in 1...4 where length <= word.count { body(String(word.suffix(length)) + "$") }
            for length in 2...3 where length <= word.count {
                for start in 0...word.count - length { body(String(word[start..<start + length])) }
            }
        }
        var matches = words.isEmpty ? [] : terms.matches(in: words)
        if let head = ThemeTerms.head(of: matches) {
            body("#\(terms.concepts[head.concept].name)!")
            body("=\(terms.concepts[head.concept].theme)!")
        } else {
            body("none")
            matches = details.flatMap { text in
                let words = ThemeTerms.words(text)
                return words.isEmpty ? [] : terms.matches(in: words)
            }
        }
        for match in matches {
            body("#\(terms.concepts[match.concept].name)")
            body("=\(terms.concepts[match.concept].theme)")
        }
        var seen: Set<String> = []
        return matches.map(\.term).filter { seen.insert($0).inserted }
    }
}
