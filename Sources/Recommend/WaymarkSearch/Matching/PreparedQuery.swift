/// The letters of a query, as they stand and as other keyboards would have them.
struct PreparedQuery {
    /// Letters of the query in a row.
    struct Part {
        /// As it was typed.
        let own: Phrase
        /// The same on the Korean keyboard, on it but for capitals, and on the Latin one, where they differ.
        let otherKeyboards: [Phrase]

        init(_ own: Letters, _ others: [Letters]) {
            self.own = Phrase(own)
            otherKeyboards = others.map { Phrase($0) }
        }
    }

    /// All of it, with nothing between its words.
    let whole: Part
    /// Its different words; empty where there is only one.
    let words: [Part]

    /// Nil where the query can find nothing: it has no letter, or more than anyone types.
    init?(_ query: SearchQuery) {
        // Four bytes a letter at most, each with a mark or a blank on it; what is longer is not even looked at.
        guard query.text.utf8.count <= SearchQuery.maxLetters * 32 else { return nil }
        let letters = Letters(query.text)
        guard !letters.isEmpty, letters.count <= SearchQuery.maxLetters else { return nil }
        let words = letters.words
        let others = [OtherKeyboard.korean, OtherKeyboard.mixed, OtherKeyboard.latin].compactMap { $0(query.text) }
        whole = Part(Letters(joining: words), others.map { Letters(joining: $0) })
        var parts: [Part] = []
        var seen: Set<[UInt8]> = []
        for (number, word) in words.enumerated() where words.count > 1 && seen.insert(word.keys).inserted {
            let turned = others.filter { $0.count == words.count && $0[number].keys != word.keys }
            parts.append(Part(word, turned.map { $0[number] }))
        }
        guard parts.count <= SearchQuery.maxWords else { return nil }
        self.words = parts
    }
}

extension Letters {
    /// Words with nothing between them.
    init(joining words: [Letters]) {
        self.init(keys: [])
        for word in words { append(word) }
    }
}
