/// The letters of a query, as they stand and as other keyboards would have them.
struct PreparedQuery {
    /// One way to read a part of the query.
    struct Phrase {
        let letters: Letters
        /// The same on the Korean and on the Latin keyboard, where they differ.
        let otherKeyboards: [Letters]
    }

    /// All of it, with nothing between its words.
    let whole: Phrase
    /// Its different words; empty where there is only one.
    let words: [Phrase]

    /// Nil where the query can find nothing: it has no letter, or more than anyone types.
    init?(_ query: SearchQuery) {
        // Four bytes a letter at most, each with a mark or a blank on it; what is longer is not even looked at.
        guard query.text.utf8.count <= SearchQuery.maxLetters * 32 else { return nil }
        let letters = Letters(query.text)
        guard !letters.isEmpty, letters.count <= SearchQuery.maxLetters else { return nil }
        let words = letters.words
        let others = [OtherKeyboard.korean(query.text), OtherKeyboard.latin(query.text)].compactMap { $0 }
        whole = Phrase(
            letters: Letters(joining: words), otherKeyboards: others.map { Letters(joining: $0) })
        var phrases: [Phrase] = []
        var seen: Set<[UInt8]> = []
        for (number, word) in words.enumerated() where words.count > 1 && seen.insert(word.keys).inserted {
            let turned = others.filter { $0.count == words.count && $0[number].keys != word.keys }
            phrases.append(Phrase(letters: word, otherKeyboards: turned.map { $0[number] }))
        }
        guard phrases.count <= SearchQuery.maxWords else { return nil }
        self.words = phrases
    }
}

extension Letters {
    /// Words with nothing between them.
    init(joining words: [Letters]) {
        self.init(keys: [])
        for word in words { append(word) }
    }
}
