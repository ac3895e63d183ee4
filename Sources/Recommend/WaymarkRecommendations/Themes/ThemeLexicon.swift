/// Reads themes of places from their names: one of a few themes, and indoors or outdoors.
///
/// ```swift
/// let reading = ThemeLexicon.standard.reading(of: "해운대해수욕장")
/// print(reading.theme ?? "", reading.terms)  // 자연/힐링 ["해수욕장"]
/// ```
///
/// A lexicon is plain text: concepts, each with a theme and terms. Every concept found in a name has a vote.
public struct ThemeLexicon: Sendable, Equatable {
    /// The themes, in the order of the file.
    public let themes: [String]
    let concepts: [ThemeConcept]
    /// The numbers of terms that count anywhere, and of those that count at the end of a word only.
    private var anywhere = LetterTrie()
    private var atEnd = LetterTrie()
    private var terms: [(text: String, concept: Int, length: Int)] = []

    /// The lexicon that ships: six themes of Korean tourist courses, with terms chosen by hand.
    public static let standard: ThemeLexicon = {
        do {
            return try ThemeLexicon(standardText)
        } catch {
            preconditionFailure("the shipped lexicon is malformed: \(error)")
        }
    }()

    /// The text of the lexicon that ships, without its last line end: terms chosen by hand, to be edited as they are.
    static let standardText = String(decoding: PackageResources.standard_themes_tsv.dropLast(), as: UTF8.self)

    init(themes: [String], concepts: [ThemeConcept]) {
        (self.themes, self.concepts) = (themes, concepts)
        for (number, concept) in concepts.enumerated() {
            for text in concept.terms {
                let isAtEnd = text.hasSuffix("$")
                let letters = NameLetters(isAtEnd ? String(text.dropLast()) : text).letters.map(\.scalar)
                guard !letters.isEmpty else { continue }
                // A term in two concepts belongs to the first.
                if isAtEnd { atEnd.insert(letters, terms.count) } else { anywhere.insert(letters, terms.count) }
                terms.append((text, number, letters.count))
            }
        }
    }

    /// Whether two lexicons read all names in the same way.
    public static func == (a: ThemeLexicon, b: ThemeLexicon) -> Bool {
        a.themes == b.themes && a.concepts == b.concepts
    }

    /// Returns the theme and setting of a place.
    ///
    /// The concepts of the name have a vote each, and that of the last term, the head, which says what the place is, two more; a
    /// guess has three tenths of a vote, and counts in the details only where nothing else tells. The details have a vote and a
    /// half between them, half of that where the head is certain. Of equal themes the one named first is read. A detail that is
    /// the name of a theme is the theme.
    ///
    /// - Parameters:
    ///   - name: The name, without a leading municipality in brackets. What stands in parentheses behind it is read as details.
    ///   - details: Category and introduction; terms of one letter do not count in them.
    /// - Returns: Theme and setting, and the terms that indicate them.
    /// - Complexity: O(*n*) in the number of letters.
    public func reading(of name: String, details: [String] = []) -> ThemeReading {
        let letters = NameLetters(name)
        let own = letters.letters.span.extracting(..<letters.ownCount)
        let (found, head) = terms(in: own)
        var told = terms(in: letters.letters.span.extracting(letters.ownCount...)).found
        for text in details { told += terms(in: NameLetters(text).letters.span).found }
        let kind = head.map { concepts[terms[$0].concept] }
        var reading = ThemeReading()
        told.removeAll { terms[$0].length < 2 }
        let all = told.map { concepts[terms[$0].concept] }
        let (namesFacility, hasMeaning) = (all.contains(where: \.isNone), all.contains { !$0.isNone && !$0.isGuess })
        let takesGuesses = !hasMeaning && kind?.isGuess ?? true
        told.removeAll { concepts[terms[$0].concept].isNone || concepts[terms[$0].concept].isGuess && !takesGuesses }
        reading.hasNoTheme = kind.map { $0.isNone && (namesFacility || !hasMeaning) } ?? (namesFacility && told.isEmpty)
        reading.terms = distinct(found + told).map { terms[$0].text }
        // A category that is a theme says all.
        let stated = details.first(where: themes.contains)
        if stated != nil { reading.hasNoTheme = false }
        if reading.hasNoTheme { return reading }

        var votes: [(theme: String, votes: Double)] = []
        func vote(_ concept: ThemeConcept, _ weight: Double) {
            guard !concept.isNone else { return }
            let weight = concept.isGuess ? 0.3 * weight : weight
            if let at = votes.firstIndex(where: { $0.theme == concept.theme }) {
                votes[at].votes += weight
            } else {
                votes.append((concept.theme, weight))
            }
        }
        for concept in distinct(found.map { terms[$0].concept }) { vote(concepts[concept], 1) }
        if let kind { vote(kind, 2) }
        let isCertain = kind.map { !$0.isNone && !$0.isGuess } ?? false
        let said = distinct(told.map { terms[$0].concept })
        for concept in said { vote(concepts[concept], (isCertain ? 0.75 : 1.5) / Double(said.count)) }
        var best: (theme: String, votes: Double)?
        for candidate in votes where candidate.votes > best?.votes ?? 0 { best = candidate }
        guard let theme = stated ?? best?.theme else { return reading }
        reading.theme = theme
        reading.isIndoors = kind?.isIndoors ?? false
        reading.isSaidByWord = (found + told).contains { terms[$0].length > 1 && !concepts[terms[$0].concept].isNone }
        return reading
    }

    /// The terms in a text by their start, shorter ones first; and the head: of those that end last, the longest.
    ///
    /// A term that must end a word counts at the end of a word, unless it begins the text. One in Latin letters counts as a
    /// whole word only, also with a plural s: *cu* is no part of *Cultural*. Digits and Hangul may follow it, as in GS25.
    private func terms(in letters: Span<NameLetters.Letter>) -> (found: [Int], head: Int?) {
        var found: [Int] = []
        var (head, headEnd, headLength): (Int?, Int, Int) = (nil, 0, 0)
        func add(_ term: Int32, _ start: Int, _ end: Int) {
            if letters[start].isLatin, !isWord(start, end, in: letters) { return }
            found.append(Int(term))
            if (end, end - start) > (headEnd, headLength) {
                (head, headEnd, headLength) = (Int(term), end, end - start)
            }
        }
        for start in 0..<letters.count {
            var (node, endNode) = (LetterTrie.start, start > 0 ? LetterTrie.start : LetterTrie.none)
            var end = start
            while end < letters.count, node != LetterTrie.none || endNode != LetterTrie.none {
                let letter = letters[end]
                end += 1
                if node != LetterTrie.none {
                    node = anywhere.node(after: node, letter.scalar)
                    if node != LetterTrie.none, anywhere.values[Int(node)] >= 0 {
                        add(anywhere.values[Int(node)], start, end)
                    }
                }
                if endNode != LetterTrie.none {
                    endNode = atEnd.node(after: endNode, letter.scalar)
                    if endNode != LetterTrie.none, atEnd.values[Int(endNode)] >= 0,
                        letter.isLast || letter.isLatin && isPlural(end, in: letters)
                    {
                        add(atEnd.values[Int(endNode)], start, end)
                    }
                }
            }
        }
        return (found, head)
    }

    /// Whether Latin letters from `start` to `end` are a whole word.
    private func isWord(_ start: Int, _ end: Int, in letters: Span<NameLetters.Letter>) -> Bool {
        let begins = start == 0 || letters[start - 1].isLast || !letters[start - 1].isLatin
        let ends = end == letters.count || letters[end - 1].isLast || !letters[end].isLatin
        return begins && (ends || isPlural(end, in: letters))
    }

    /// Whether a word ends at `end` but for a plural s.
    private func isPlural(_ end: Int, in letters: Span<NameLetters.Letter>) -> Bool {
        guard end < letters.count, letters[end].scalar == UInt32(UInt8(ascii: "s")) else { return false }
        return letters[end].isLast || !letters[end + 1].isLatin
    }

    /// The first of equal numbers, in their order.
    private func distinct(_ numbers: [Int]) -> [Int] {
        var kept: [Int] = []
        for number in numbers where !kept.contains(number) { kept.append(number) }
        return kept
    }
}

/// What a lexicon reads.
public struct ThemeReading: Hashable, Sendable {
    /// The theme; nil if the place has none, or nothing tells.
    public var theme: String?
    /// Whether the place is indoors; false if the theme is not known.
    public var isIndoors = false
    /// The terms found in the name, then those of the details that count; one with a final `$` was found at the end of a word.
    public var terms: [String] = []
    /// Whether the place is known to have no theme, such as a station, a hotel or an office. If it is not and has no theme,
    /// nothing tells.
    public var hasNoTheme = false
    /// Whether a term of two letters or more tells the theme: one letter at the end of a stop's name may be chance.
    public var isSaidByWord = false
}

/// The common meaning of several terms, such as 절 (temple) for 사찰 and 암자.
struct ThemeConcept: Sendable, Hashable {
    var name: String
    var theme: String
    /// Whether the theme is a guess, written with a final `?`: that of a square or a village, which may be of any theme.
    var isGuess = false
    var isIndoors = false
    /// The terms as written in the file; one with a final `$` counts only at the end of a word.
    var terms: [String]

    /// Whether its places have no theme, such as stations: `-` in the file.
    var isNone: Bool { theme == "-" }
}

/// An error in the text of a lexicon, with its line.
public struct ThemeLexiconError: Error, Hashable, Sendable {
    /// The line, from 1; 0 if a required line is missing.
    public var line: Int
    /// The reason.
    public var reason: String
}

/// The file: lines of columns separated by tabs; `//` begins a comment.
///
///     themes    문화/예술    자연/힐링 ...
///     concept   절    종교/역사/전통    사$ 암자 사찰
///     concept   박물관 종교/역사/전통   박물관 전시관    indoors
///     concept   마을  체험/학습/산업?   마을 촌$        ? is a guess: other terms of the name or the details say more
///     concept   교통  -   역$ 공항 주차장                - is no theme
extension ThemeLexicon {
    /// Reads a lexicon.
    ///
    /// - Throws: ``ThemeLexiconError`` with the first invalid line.
    public init(_ text: String) throws(ThemeLexiconError) {
        var (themes, concepts): ([String], [ThemeConcept]) = ([], [])
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("//") {
            func fault(_ reason: String) -> ThemeLexiconError { ThemeLexiconError(line: number + 1, reason: reason) }
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch columns[0] {
            case "themes":
                guard columns.count > 2, themes.isEmpty else { throw fault("themes come once, and are two or more") }
                themes = Array(columns[1...])
            case "concept":
                guard 4...5 ~= columns.count, columns.count == 4 || columns[4] == "indoors" else {
                    throw fault("a concept has a name, a theme and terms, and perhaps the word indoors")
                }
                let isGuess = columns[2].hasSuffix("?")
                let theme = isGuess ? String(columns[2].dropLast()) : columns[2]
                guard theme == "-" || themes.contains(theme) else {
                    throw fault("\"\(theme)\" is none of the themes, which come first")
                }
                concepts.append(
                    ThemeConcept(
                        name: columns[1], theme: theme, isGuess: isGuess, isIndoors: columns.count == 5,
                        terms: columns[3].split(separator: " ").map(String.init)))
            default: throw fault("a line begins with themes, concept or //")
            }
        }
        guard !themes.isEmpty else { throw ThemeLexiconError(line: 0, reason: "the line of themes is missing") }
        self.init(themes: themes, concepts: concepts)
    }

    /// The lexicon as text, in the form that ``init(_:)`` reads.
    public var text: String {
        let lines = concepts.map { concept in
            [
                "concept", concept.name, concept.theme + (concept.isGuess ? "?" : ""),
                concept.terms.joined(separator: " "),
            ]
                + (concept.isIndoors ? ["indoors"] : [])
        }
        return ([["themes"] + themes] + lines).map { $0.joined(separator: "\t") }.joined(separator: "\n") + "\n"
    }
}
