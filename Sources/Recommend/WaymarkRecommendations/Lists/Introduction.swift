internal import WaymarkText

/// The text that introduces a place, as far as it says something of it.
///
/// A part that is only the name, an address, a number, a list of what every site has, a link or a legal text says nothing.
struct Introduction {
    private let sentences: [String]
    private let isKorean: Bool

    /// Reads a text about a place; it has no sentences if it is in another language.
    init(_ text: String, of name: String, in language: ExplanationLanguage) {
        isKorean = language == .korean
        guard text.contains(where: Romanization.isSyllable) == isKorean else {
            sentences = []
            return
        }
        sentences = Self.sentences(of: text, isKorean: isKorean).filter { Self.says($0, of: name) }
            .map { Self.withoutTopic($0, name) }
    }

    /// The first sentence that is not yet said, without its full stop and cut at a word; nil for none.
    func sentence(unlike said: (String) -> Bool) -> String? {
        sentences.first { !said($0) }.map { Self.cut($0, to: isKorean ? 60 : 120) }
    }

    // MARK: Sentences

    /// The first sentences of a text.
    private static func sentences(of text: String, isKorean: Bool) -> [String] {
        var (sentences, words): ([String], [Substring]) = ([], [])
        func end() {
            let sentence = words.joined(separator: " ").trimmingEnd(".。")
            if !sentence.isEmpty { sentences.append(sentence) }
            words = []
        }
        for var word in PlainText.trimmed(text).split(whereSeparator: \.isWhitespace) {
            if sentences.count == 3 { break }
            if let mark = word.first, marks.contains(mark) {
                end()
                word = word.drop { marks.contains($0) }
                if word.isEmpty { continue }
            }
            // A full stop between Hangul ends a sentence without a blank, too: 있는 곳.증기기관차와.
            let parts = word.split(separator: ".", maxSplits: 1)
            if isKorean, parts.count == 2, parts.allSatisfy({ $0.allSatisfy(Romanization.isSyllable) }) {
                words.append(parts[0])
                end()
                words = word.last == "." ? [] : [parts[1]]
                continue
            }
            words.append(word)
            if let last = word.last, ".!?。".contains(last), word.count > 2 { end() }
        }
        if sentences.count < 3 { end() }
        return sentences
    }

    /// A sentence without the name that it begins with as its topic: 충렬사는.
    private static func withoutTopic(_ sentence: String, _ name: String) -> String {
        let words = sentence.split(separator: " ")
        let own = name.prefix { $0 != "(" }.split(separator: " ")
        for count in 1...3 where count < words.count && own.count >= 1 {
            let topic = words[..<count].joined()
            guard let last = topic.last, "은는".contains(last) else { continue }
            if topic.dropLast() == own.joined() || topic.dropLast() == own[own.count - 1] || topic.dropLast() == own[0]
            {
                return words[count...].joined(separator: " ")
            }
        }
        return sentence
    }

    /// A sentence of at most a number of letters, cut behind a late comma or at a word.
    private static func cut(_ sentence: String, to limit: Int) -> String {
        guard sentence.count > limit else { return sentence }
        // As far as it fits, and as far as its last comma.
        var (kept, clause) = ("", "")
        for word in sentence.split(separator: " ") {
            let longer = kept.isEmpty ? String(word) : kept + " " + word
            if longer.count > limit { break }
            kept = longer
            if let last = word.last, commas.contains(last) { clause = kept }
        }
        if kept.isEmpty { kept = String(sentence.prefix(limit)) }
        return (2 * clause.count >= limit ? clause : kept).trimmingEnd(commas) + "…"
    }

    private static let commas = ",，、;:"
    private static let marks = "-*※○◦●▶■□◆•·"

    // MARK: Whether it says something

    /// Whether a sentence says something of a place with a name.
    static func says(_ sentence: String, of name: String) -> Bool {
        if plain.refused.contains(where: sentence.contains) { return false }
        let words = sentence.split { !$0.isLetter && !$0.isNumber }
        // In a short text, what may be a part of an address is one.
        let isShort = words.count <= 8
        let letters = words.filter { !(isShort && isAddress($0)) }.joined().lowercased()
        let left = without(plain.words, in: without(pieces(of: name), in: Array(letters)))
        let syllables = left.count(where: Romanization.isSyllable)
        return syllables >= 2 || left.count(where: \.isLetter) - syllables >= 4
    }

    /// The parts of two letters or more that letters have in common with a name.
    private static func pieces(of name: String) -> LetterTrie {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }.unicodeScalars.map(\.value)
        var trie = LetterTrie()
        for start in letters.indices { for end in start..<letters.count { trie.insert(letters[start...end], 0) } }
        return trie
    }

    /// Letters without the texts of two letters or more, the longest first, that a trie has.
    private static func without(_ trie: LetterTrie, in letters: [Character]) -> [Character] {
        var (left, start): ([Character], Int) = ([], 0)
        while start < letters.count {
            var (node, end) = (LetterTrie.start, start)
            for next in start..<letters.count {
                for scalar in letters[next].unicodeScalars where node >= 0 {
                    node = trie.node(after: node, scalar.value)
                }
                if node < 0 { break }
                if trie.values[Int(node)] >= 0, next > start { end = next + 1 }
            }
            if end == start {
                left.append(letters[start])
                end += 1
            }
            start = end
        }
        return left
    }

    /// Whether a word may be a part of an address: 구례군, 산동면, 123.
    private static func isAddress(_ word: Substring) -> Bool {
        if word.allSatisfy(\.isNumber) || EnglishName.cities.contains(String(word)) { return true }
        guard let last = word.last, 3...8 ~= word.count else { return false }
        return "도시군구읍면동리로길".contains(last) && EnglishName.common(String(word)) == nil
    }

    /// The words of `plain-words.txt`: those that a sentence is refused for, and those that say nothing.
    private static let plain: (refused: [String], words: LetterTrie) = {
        var (refused, words): ([String], LetterTrie) = ([], LetterTrie())
        for line in String(decoding: PackageResources.plain_words_txt, as: UTF8.self).split(separator: "\n") {
            let texts = line.split(separator: " ")
            if texts[0] == "!" {
                refused += texts.dropFirst().map(String.init)
            } else {
                for text in texts { words.insert(text.unicodeScalars.map(\.value), 0) }
            }
        }
        return (refused, words)
    }()
}

/// What an introduction in Korean tells of, in English: the terms of `told-words.tsv`.
enum ToldWords {
    private static let (terms, words): ([String], LetterTrie) = {
        var (terms, words): ([String], LetterTrie) = ([], LetterTrie())
        for line in String(decoding: PackageResources.told_words_tsv, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t")
            for word in fields[1].split(separator: " ") {
                // A blank in a word is written as a low line.
                words.insert(word.unicodeScalars.map { $0 == "_" ? 0x20 : $0.value }, terms.count)
            }
            terms.append(String(fields[0]))
        }
        return (terms, words)
    }()

    private static func isSyllable(_ letter: UInt32) -> Bool { 0xAC00...0xD7A3 ~= letter }

    /// The terms in a text, each once, by their first places.
    ///
    /// - Complexity: O(*n*) in the number of letters.
    static func terms(in text: String) -> [String] {
        let letters = ContiguousArray(text.unicodeScalars.lazy.map(\.value))
        var found: [Int] = []
        var start = 0
        while start < letters.count {
            var (node, term, end) = (LetterTrie.start, -1, start + 1)
            for next in start..<letters.count {
                node = words.node(after: node, letters[next])
                if node < 0 { break }
                if words.values[Int(node)] >= 0 { (term, end) = (Int(words.values[Int(node)]), next + 1) }
            }
            // Inside a word a short one may belong to another name: 해운대해수욕장, or to another word.
            if term >= 0, end - start < 4, start > 0, isSyllable(letters[start - 1]) { (term, end) = (-1, start + 1) }
            if term >= 0, !found.contains(term) { found.append(term) }
            start = end
        }
        return found.map { terms[$0] }
    }
}

extension String {
    /// The text without some characters at its end.
    func trimmingEnd(_ characters: String) -> String {
        var text = self[...]
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return String(text)
    }
}
