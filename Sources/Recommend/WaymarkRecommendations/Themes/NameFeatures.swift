/// The features of a name for classifiers: endings, letter pairs and triples, and the meanings of its words.
enum NameFeatures {
    /// The distinct features of a name, sorted.
    ///
    /// - `사$`: the end of a word (one to four letters). `해수`: two or three letters in a word.
    /// - `#절`: the name has a term of that concept; `#절!`: that term is the head, the last term.
    /// - `=종교`, `=종교!`: the theme of the concept. `none`: no term.
    static func features(of name: String, terms: ThemeTerms) -> [String] {
        var features: Set<String> = []
        let words = ThemeTerms.words(name)
        for word in words {
            for length in 1...4 where length <= word.count { features.insert(String(word.suffix(length)) + "$") }
            for length in 2...3 where length <= word.count {
                for start in 0...word.count - length { features.insert(String(word[start..<start + length])) }
            }
        }
        let matches = words.isEmpty ? [] : terms.matches(in: words)
        if let head = ThemeTerms.head(of: matches) {
            features.insert("#\(terms.concepts[head.concept].name)!")
            features.insert("=\(terms.concepts[head.concept].theme)!")
        } else {
            features.insert("none")
        }
        for match in matches {
            features.insert("#\(terms.concepts[match.concept].name)")
            features.insert("=\(terms.concepts[match.concept].theme)")
        }
        return features.sorted()
    }
}
