/// Whether a place is outdoors, by the words of outdoor-words.txt.
package enum PlaceSetting: String, Sendable {
    /// Outdoors, and not seen after sunset: a beach, a garden, a palace.
    case outdoor
    /// Seen after sunset too: a night market, a tower with a view, a street.
    case late
    case indoor

    /// The setting of a place by its name, category, introduction and theme; nil if nothing tells.
    ///
    /// The word that ends last in the name says what a place is, otherwise that of its category, otherwise the theme.
    ///
    /// - Complexity: O(*n*) in the letters of the name, the category and the introduction.
    package init?(_ name: String, category: String?, introduction: String?, theme: String?) {
        let texts = [name, category, introduction].compactMap { $0.map(Self.words) }
        if texts.contains(where: { $0.contains(where: Self.isOfNight) }) {
            self = .late
            return
        }
        let own = Self.head(Self.words(name))
        guard let told = own ?? category.flatMap({ Self.head(Self.words($0)) }) else {
            guard let theme, Self.themes.contains(theme) else { return nil }
            self = .outdoor
            return
        }
        self = told
    }

    /// The words of a text, without what stands in parentheses.
    private static func words(_ text: String) -> [[Character]] {
        var depth = 0
        let outside = text.lowercased().filter { letter in
            if letter == "(" { depth += 1 }
            if letter == ")" { depth -= 1 }
            return depth <= 0
        }
        return outside.split { !$0.isLetter && !$0.isNumber }.map { Array($0) }
    }

    private static func head(_ words: [[Character]]) -> PlaceSetting? {
        for word in words.reversed() {
            for end in stride(from: word.count, to: 0, by: -1) {
                for term in terms[word[end - 1]] ?? [] where term.fits(word, endingAt: end) { return term.setting }
            }
        }
        return nil
    }

    private static func isOfNight(_ word: [Character]) -> Bool {
        word.indices.contains { end in
            (nightTerms[word[end]] ?? []).contains { $0.fits(word, endingAt: end + 1) }
        }
    }

    private struct Term {
        let letters: [Character]
        let endsWord: Bool
        let setting: PlaceSetting

        init(_ text: Substring, _ setting: PlaceSetting) {
            endsWord = text.hasSuffix("$")
            letters = Array(endsWord ? text.dropLast() : text)
            self.setting = setting
        }

        func fits(_ word: [Character], endingAt end: Int) -> Bool {
            let start = end - letters.count
            guard start >= 0, word[start..<end].elementsEqual(letters) else { return false }
            if letters[0].isASCII { return start == 0 && (end == word.count || word[end...].elementsEqual(["s"])) }
            return !endsWord || start > 0 && end == word.count
        }
    }

    private static let terms = byLastLetter(
        [.outdoor, .late, .indoor].flatMap { setting in listed(setting.rawValue).map { Term($0, setting) } })
    private static let nightTerms = byLastLetter(listed("night").map { Term($0, .late) })
    private static let themes = Set(listed("themes").map(String.init))

    /// Terms by their last letter, the longest first.
    private static func byLastLetter(_ terms: [Term]) -> [Character: [Term]] {
        Dictionary(grouping: terms) { $0.letters[$0.letters.count - 1] }.mapValues {
            $0.sorted { $0.letters.count > $1.letters.count }
        }
    }

    private static func listed(_ role: String) -> [Substring] {
        lines.filter { $0[0] == role }.flatMap { $0.dropFirst() }
    }

    private static let lines = String(decoding: PackageResources.outdoor_words_txt, as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("//") }.map { $0.split(separator: " ") }
}
