extension SearchQuery {
    /// The reason why a query cannot find anything, whatever the places are.
    public enum Fault: Hashable, Sendable {
        /// The text has no letter and no digit.
        case noLetters
        /// The text has more than ``SearchQuery/maxLetters`` letters.
        case tooLong
        /// The text has more than ``SearchQuery/maxWords`` distinct words.
        case tooManyWords
    }

    /// The fault of the text; nil if the query may find something.
    ///
    /// - Complexity: O(*n*) in the text, of which no more is looked at than a query may have.
    public var fault: Fault? {
        if PreparedQuery(self) != nil { return nil }
        guard text.utf8.count <= Self.maxLetters * 32 else {
            return text.unicodeScalars.contains(where: Self.isLetter) ? .tooLong : .noLetters
        }
        let letters = Letters(text)
        return letters.isEmpty ? .noLetters : letters.count > Self.maxLetters ? .tooLong : .tooManyWords
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch LetterFolding.letter(scalar) {
        case .separator, .nothing, .voicing: false
        case .letters, .syllable, .vowel, .trailing, .other: true
        }
    }
}

extension SearchQuery.Fault: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .noLetters: "no letter or digit to look for"
        case .tooLong: "more than \(SearchQuery.maxLetters) letters"
        case .tooManyWords: "more than \(SearchQuery.maxWords) words"
        }
    }
}

extension PlaceSearch {
    /// Whether a category of this name exists, compared like names.
    ///
    /// - Complexity: That of ``categories``.
    public func hasCategory(_ name: String) -> Bool {
        let keys = Letters(name).keys
        return categories.contains { Letters($0).keys == keys }
    }
}
