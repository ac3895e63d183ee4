internal import WaymarkText

/// The text that introduces a place, as far as it says something of it.
///
/// A part that is only the name, an address, a number, a list of what every site has, a link or a legal text says nothing.
struct Introduction {
    private let sentences: [String]
    private let name: String
    private let isKorean: Bool

    /// Reads a text about a place; it has no sentences if it is in another language.
    init(_ text: String, of name: String, in language: ExplanationLanguage) {
        (self.name, isKorean) = (name, language == .korean)
        // No more is shown of any text.
        let start = String(text.unicodeScalars.prefix(500))
        sentences =
            start.contains(where: Romanization.isSyllable) == isKorean
            ? Self.sentences(of: start, isKorean: isKorean) : []
    }

    /// The first sentence that says something and is not yet said, without its full stop and cut at a word; nil for none.
    func sentence(unlike said: (String) -> Bool) -> String? {
        for sentence in sentences where Self.says(sentence, of: name) {
            let shown = Self.cut(Self.withoutTopic(sentence, name), to: isKorean ? 60 : 120)
            if !said(shown) { return shown }
        }
        return nil
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
        let text = Array(sentence.unicodeScalars)
        if holdsRefused(text) { return false }
        let words = text.split { !isLetter($0) }
        // In a short text, what may be a part of an address is one.
        let isShort = words.count <= 8
        var letters: [UInt32] = []
        for word in words where !(isShort && isAddress(word)) { letters += word.lazy.map(folded) }
        let own = name.unicodeScalars.filter(isLetter).map(folded)
        let other = without(in: letters) { sharedLength($0[$1...], with: own) }
        let left = without(in: other) { plain.words.longest(in: $0, at: $1) }
        let syllables = left.count { 0xAC00...0xD7A3 ~= $0 }
        return syllables >= 2 || left.count { !(0x30...0x39 ~= $0) } - syllables >= 4
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAC00...0xD7A3, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0x80: false
        default: scalar.properties.isAlphabetic
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        0x41...0x5A ~= scalar.value ? scalar.value + 32 : scalar.value
    }

    private static func holdsRefused(_ text: [Unicode.Scalar]) -> Bool {
        let letters = text.map(\.value)
        return letters.indices.contains { plain.refused.longest(in: letters, at: $0) > 0 }
    }

    /// The length of the longest beginning that is a part of a name.
    private static func sharedLength(_ letters: ArraySlice<UInt32>, with name: [UInt32]) -> Int {
        name.indices.reduce(0) { longest, start in
            max(longest, zip(letters, name[start...]).prefix { $0 == $1 }.count)
        }
    }

    /// Letters without those of the lengths, of two or more, that are given for a position.
    private static func without(
        in letters: [UInt32], _ length: (_ letters: [UInt32], _ start: Int) -> Int
    ) -> [UInt32] {
        var (left, start): ([UInt32], Int) = ([], 0)
        while start < letters.count {
            let known = length(letters, start)
            if known < 2 { left.append(letters[start]) }
            start += known < 2 ? 1 : known
        }
        return left
    }

    /// Whether a word may be a part of an address: 구례군, 산동면, 123.
    private static func isAddress(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        if word.allSatisfy({ 0x30...0x39 ~= $0.value }) { return true }
        guard let last = word.last, word.count <= 8 else { return false }
        let text = String(String.UnicodeScalarView(word))
        if EnglishName.cities.contains(text) { return true }
        return word.count >= 3 && "도시군구읍면동리로길".unicodeScalars.contains(last) && EnglishName.common(text) == nil
    }

    /// The words of `plain-words.txt`: those that a sentence is refused for, and those that say nothing.
    private static let plain: (refused: LetterTrie, words: LetterTrie) = {
        var (refused, words) = (LetterTrie(), LetterTrie())
        for line in String(decoding: PackageResources.plain_words_txt, as: UTF8.self).split(separator: "\n") {
            let texts = line.split(separator: " ").map { $0.unicodeScalars.map(\.value) }
            if line.first == "!" {
                for text in texts.dropFirst() { refused.insert(text, 0) }
            } else {
                for text in texts { words.insert(text, 0) }
            }
        }
        return (refused, words)
    }()
}

extension LetterTrie {
    /// The length of the longest text that letters have at a position; 0 for none.
    func longest(in letters: [UInt32], at start: Int) -> Int {
        var (node, length) = (Self.start, 0)
        for next in start..<letters.count {
            node = self.node(after: node, letters[next])
            if node == Self.none { break }
            if values[Int(node)] >= 0 { length = next + 1 - start }
        }
        return length
    }
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
