/// The places that matched a query, kept for the next one: while a query only grows, no other place can match.
package struct SearchCandidates: Sendable {
    /// A place by its rank, with the letters of its name.
    struct Candidate: Sendable {
        let place: Int
        let letters: Letters
    }

    let query: SearchQuery
    let prepared: PreparedQuery
    let places: [Candidate]

    /// Maximum number of places: comparing more names one by one is slower than a search of the index.
    static let maxPlaces = 64

    /// Whether all places that match a query are among these.
    package func contain(answersTo query: SearchQuery) -> Bool {
        PreparedQuery(query).map { contain(answersTo: query, $0) } ?? true
    }

    func contain(answersTo query: SearchQuery, _ prepared: PreparedQuery) -> Bool {
        var same = self.query
        same.text = query.text
        return query == same && prepared.isNarrower(than: self.prepared)
    }
}

extension PreparedQuery {
    /// Whether another query matches all places that this one matches.
    func isNarrower(than other: PreparedQuery) -> Bool {
        let words = words.isEmpty ? [whole] : words
        return whole.isNarrower(than: other.whole)
            && (other.words.isEmpty ? [other.whole] : other.words).allSatisfy { word in
                words.contains { $0.isNarrower(than: word) }
            }
    }
}

extension PreparedQuery.QueryText {
    func isNarrower(than other: PreparedQuery.QueryText) -> Bool {
        own.isNarrower(than: other.own)
            && otherKeyboards.allSatisfy { phrase in
                other.otherKeyboards.contains { phrase.isNarrower(than: $0) }
            }
    }
}

extension Phrase {
    /// Whether another phrase, of which this is known to be a longer form, matches all that this one matches; false if
    /// unsure.
    func isNarrower(than other: Phrase) -> Bool {
        let (long, short) = (letters, other.letters)
        guard long.keys.starts(with: short.keys), long.keys.count > short.keys.count || long.starts == short.starts,
            // A phrase that has become long enough for typing errors, or for other texts, finds more.
            faults <= other.faults, other.isWordOfTexts || !isWordOfTexts
        else { return false }
        guard hasInitials else { return true }
        // Initials are compared letter by letter: the letters before the last must be the same, and the last must be
        // continued. With a syllable, initials may also match inside words, where initials alone may not.
        let last = short.count - 1
        guard long.starts.starts(with: short.starts), hasSyllables == other.hasSyllables || !other.hasInitials else {
            return false
        }
        if short.range(last).count == 1 { return true }
        // A final that has moved on is the first key of the next letter.
        return !long.isInitial(last)
            && (long.count == short.count || short.keys.count <= long.starts[short.count] + 1)
    }
}
