/// Reads themes of places from their names: one of a few themes, and indoors or outdoors; or that nobody goes to see them.
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
    private var terms: [(text: String, concept: Int)] = []

    /// The lexicon that ships: the six themes of Korean tourist courses, and food, with terms chosen by hand.
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
                terms.append((text, number))
            }
        }
    }

    /// Whether two lexicons read all names in the same way.
    public static func == (a: ThemeLexicon, b: ThemeLexicon) -> Bool {
        a.themes == b.themes && a.concepts == b.concepts
    }

    /// Returns the theme and setting of a place.
    ///
    /// The concepts of the name have a vote each, and that of the last term, the head, which says what the place is, two more; the
    /// terms of the details have one between them. A category that is a term and nothing else has two. A guess has three tenths of
    /// its votes, and counts in the details only where nothing else tells. Of equal themes the one named first is read. A detail
    /// that is the name of a theme is the theme.
    ///
    /// A term of one letter is a guess, at the end of the name, and no term in details: it tells where no word of the name does.
    ///
    /// A name whose head has no theme, such as a station, is that of a facility, unless the details speak of something else and of
    /// no facility, or the category says that the list is one of sights. What nobody travels to see, such as a hotel, is a
    /// facility whatever the details say, also where it begins the name, but for a category that is a theme and no guess.
    ///
    /// - Parameters:
    ///   - name: The name, without a leading municipality in brackets. What stands in parentheses behind it is read as details.
    ///   - details: Category and introduction.
    /// - Returns: Theme and setting, and the terms that indicate them.
    /// - Complexity: O(*n*) in the number of letters.
    public func reading(of name: String, details: [String] = []) -> ThemeReading {
        let letters = NameLetters(name)
        let own = terms(in: letters.letters.span.extracting(..<letters.ownCount))
        var told = terms(in: letters.letters.span.extracting(letters.ownCount...)).found
        var (stated, category): (String?, Int?) = (nil, nil)
        for text in details {
            if themes.contains(text) {
                stated = stated ?? text
                continue
            }
            let said = terms(in: NameLetters(text).letters.span)
            if let whole = said.whole, category == nil { category = whole } else { told += said.found }
        }
        let kind = own.head.map(concept)
        let ofCategory = category.map(concept)
        let (saysFacility, saysTheme) = (told.contains { concept($0).isNone }, told.contains { concept($0).isCertain })
        let takesGuesses = !saysTheme && kind?.isGuess ?? true
        told.removeAll { concept($0).isNone || concept($0).isGuess && !takesGuesses }
        // The letter at the end counts if no word says more.
        let letter = own.letter.flatMap { concept($0).isNone || own.found.isEmpty ? $0 : nil }

        var reading = ThemeReading()
        reading.terms = distinct(
            own.found + told + [letter, ofCategory?.isListed ?? true ? nil : category].compactMap(\.self)
        ).map { terms[$0].text }
        let isListed = ofCategory?.isListed ?? false
        let saysSight = ofCategory.map { $0.isCertain || !$0.isNone && !isListed && !own.isOfNoSight } ?? false
        if stated == nil, !saysSight {
            if ofCategory?.isNone ?? false || own.isOfNoSight {
                reading.hasNoTheme = true
            } else if letter.map({ concept($0).isNone }) ?? kind?.isNone ?? false {
                reading.hasNoTheme = !isListed && (saysFacility || !saysTheme)
            } else if kind == nil {
                reading.hasNoTheme = saysFacility && told.isEmpty
            }
        }
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
        for number in distinct(own.found.map { terms[$0].concept }) { vote(concepts[number], 1) }
        if let kind { vote(kind, 2) }
        if votes.isEmpty, var guess = letter.map(concept) {
            guess.isGuess = true
            vote(guess, 2)
        }
        for term in told { vote(concept(term), 1 / Double(told.count)) }
        if let ofCategory, !ofCategory.isListed { vote(ofCategory, 2) }
        var best: (theme: String, votes: Double)?
        for candidate in votes where candidate.votes > best?.votes ?? 0 { best = candidate }
        guard let theme = stated ?? best?.theme else { return reading }
        reading.theme = theme
        reading.isIndoors = kind.map { !$0.isNone && $0.isIndoors } ?? false
        reading.isSaidByWord = (own.found + told).contains { !concept($0).isNone }
        return reading
    }

    private func concept(_ term: Int) -> ThemeConcept { concepts[terms[term].concept] }

    /// The terms in a text.
    private struct FoundTerms {
        /// Those of two letters or more, by their start, shorter ones first.
        var found: [Int] = []
        /// Of those that end last, the longest.
        var head: Int?
        /// The last term of one letter, if no other ends after it.
        var letter: Int?
        /// The term that the text consists of.
        var whole: Int?
        /// Whether the head, or a word at the beginning, is what nobody travels to see.
        var isOfNoSight = false
    }

    /// The terms in a text.
    ///
    /// A term that must end a word counts at the end of a word, unless it begins the text. One in Latin letters counts as a
    /// whole word only, also with a plural s: *cu* is no part of *Cultural*. Digits and Hangul may follow it, as in GS25.
    private func terms(in letters: Span<NameLetters.Letter>) -> FoundTerms {
        var texts = FoundTerms()
        var (headEnd, headLength, letterEnd, begins) = (0, 0, 0, false)
        func add(_ value: Int32, _ start: Int, _ end: Int) {
            if letters[start].isLatin, !isWord(start, end, in: letters) { return }
            let term = Int(value)
            if end - start == 1 {
                if end > letterEnd { (texts.letter, letterEnd) = (term, end) }
                return
            }
            texts.found.append(term)
            if (end, end - start) > (headEnd, headLength) {
                (texts.head, headEnd, headLength) = (term, end, end - start)
            }
            if start > 0 { return }
            if letters[end - 1].isLast, concept(term).isNoSight { begins = true }
            if end == letters.count || end == letters.count - 1 && isPlural(end, in: letters) {
                texts.whole = texts.whole ?? term
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
        if letterEnd <= headEnd { texts.letter = nil }
        texts.isOfNoSight = begins || texts.head.map { concept($0).isNoSight } ?? false
        return texts
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
    /// Whether a term of two letters or more tells the theme: one letter at the end of a stop's name is a guess.
    public var isSaidByWord = false
}

/// The common meaning of several terms, such as 절 (temple) for 사찰 and 암자.
struct ThemeConcept: Sendable, Hashable {
    var name: String
    var theme: String
    /// Whether the theme is a guess, written with a final `?`: that of a square or a village, which may be of any theme.
    var isGuess = false
    var isIndoors = false
    /// Whether a category of this meaning says only that a place is a sight, written with a final `+`; in names it is a guess.
    var isListed = false
    /// Whether nobody travels to see its places, such as hotels: `--` in the file.
    var isNoSight = false
    /// The terms as written in the file; one with a final `$` counts only at the end of a word.
    var terms: [String]

    /// Whether its places have no theme, such as stations: `-` or `--` in the file.
    var isNone: Bool { theme == "-" }
    var isCertain: Bool { !isNone && !isGuess }

    /// The theme as written in the file.
    fileprivate var writtenTheme: String {
        theme + (isNoSight ? "-" : isListed ? "+" : isGuess ? "?" : "")
    }
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
///     concept   관광지 자연/힐링+  관광지    + is a guess, and as a category says that a list is one of sights
///     concept   교통  -   역$ 공항                      - is no theme
///     concept   숙박  --  호텔 모텔                      -- is what nobody travels to see, whatever is said of it
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
                let isMarked = ["?", "+", "--"].contains(where: columns[2].hasSuffix)
                let theme = isMarked ? String(columns[2].dropLast()) : columns[2]
                let isListed = columns[2].hasSuffix("+")
                guard theme == "-" || themes.contains(theme) else {
                    throw fault("\"\(theme)\" is none of the themes, which come first")
                }
                concepts.append(
                    ThemeConcept(
                        name: columns[1], theme: theme, isGuess: isListed || columns[2].hasSuffix("?"),
                        isIndoors: columns.count == 5, isListed: isListed, isNoSight: columns[2] == "--",
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
                "concept", concept.name, concept.writtenTheme, concept.terms.joined(separator: " "),
            ]
                + (concept.isIndoors ? ["indoors"] : [])
        }
        return ([["themes"] + themes] + lines).map { $0.joined(separator: "\t") }.joined(separator: "\n") + "\n"
    }
}
