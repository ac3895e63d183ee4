import WaymarkRecommendations
import WaymarkText

/// Reads names by texts and dictionaries alone, letter features as texts: what ``ThemeLexicon`` does in numbers.
struct SlowNameReading {
    private var labels: (themes: [String], settings: [String]) = ([], [])
    private var bias: [Double] = []
    private var weights: [String: [Double]] = [:]
    private var concepts: [(name: String, theme: String, isGuess: Bool)] = []
    private var anywhere: [String: (concept: Int, term: String)] = [:]
    private var atEnd: [String: (concept: Int, term: String)] = [:]

    private struct Match {
        var concept: Int
        var term: String
        var end: Int
        var length: Int
    }

    /// A lexicon, from its text.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let columns = line.split(separator: "\t").map(String.init)
            switch columns[0] {
            case "labels" where columns[1] == "themes": labels.themes = Array(columns[2...])
            case "labels": labels.settings = Array(columns[2...])
            case "bias": bias = columns.dropFirst().map { Double($0)! }
            case "concept":
                for term in columns[3].split(separator: " ").map(String.init) {
                    let number = concepts.count
                    if term.hasSuffix("$") {
                        let text = folded(String(term.dropLast()))
                        atEnd[text] = atEnd[text] ?? (number, term)
                    } else {
                        let text = folded(term)
                        anywhere[text] = anywhere[text] ?? (number, term)
                    }
                }
                let isGuess = columns[2].last == "?"
                concepts.append((columns[1], isGuess ? String(columns[2].dropLast()) : columns[2], isGuess))
            default:
                let isOfLetters = !columns[0].hasPrefix("#") && !columns[0].hasPrefix("=")
                let isEnding = columns[0].hasSuffix("$")
                weights[isOfLetters ? folded(columns[0]) + (isEnding ? "$" : "") : columns[0]] = columns.dropFirst()
                    .map { Double($0)! }
            }
        }
    }

    /// The letters, word by word with a dot between: a dot is in no name.
    private func folded(_ text: String) -> String { words(text).map { String($0) }.joined(separator: "·") }

    private func words(_ text: String) -> [[Character]] {
        text.split { !$0.isLetter && !$0.isNumber }.map { Array(NameFolding.key(String($0))) }
    }

    private func matches(in words: [[Character]]) -> [Match] {
        let letters = words.flatMap { $0 }
        var ends: Set<Int> = []
        for word in words { ends.insert((ends.max() ?? 0) + word.count) }
        var found: [Match] = []
        for start in letters.indices {
            for end in start + 1...letters.count {
                let (text, length) = (String(letters[start..<end]), end - start)
                if let (concept, term) = anywhere[text] {
                    found.append(Match(concept: concept, term: term, end: end, length: length))
                }
                if ends.contains(end), start > 0 || words[0].count > length, let (concept, term) = atEnd[text] {
                    found.append(Match(concept: concept, term: term, end: end, length: length))
                }
            }
        }
        return found
    }

    /// What a reading says.
    struct Reading: Equatable {
        var likelyTheme: String
        var probabilities: [Double]
        var likelySetting: String
        var terms: [String]
        var isKnown: Bool
        var hasNoTheme: Bool
    }

    func reading(of name: String, details: [String]) -> Reading {
        // A parenthesis after some letters begins an aside, which is read as details.
        var (name, details) = (name, details)
        if let open = name.unicodeScalars.firstIndex(of: "("), !self.words(String(name[..<open])).isEmpty {
            details.insert(String(name[open...]), at: 0)
            name = String(name[..<open])
        }
        var rows: [String] = []
        func add(_ feature: String) {
            if weights[feature] != nil, !rows.contains(feature) { rows.append(feature) }
        }
        let words = words(name)
        for word in words {
            for length in 1...4 where length <= word.count { add(String(word.suffix(length)) + "$") }
            for length in 2...3 where length <= word.count {
                for start in 0...word.count - length { add(String(word[start..<start + length])) }
            }
        }
        let matches = matches(in: words)
        let head = matches.max { ($0.end, $0.length) < ($1.end, $1.length) }.map { concepts[$0.concept] }
        if let head {
            add("#\(head.name)!")
            add("=\(head.theme)!")
        } else {
            add("none")
        }
        for match in matches {
            add("#\(concepts[match.concept].name)")
            add("=\(concepts[match.concept].theme)")
        }
        let isFamiliar = rows.contains { $0 != "none" }
        let all = details.flatMap { self.matches(in: self.words($0)) }.filter { $0.length >= 2 }
        let told = all.filter { concepts[$0.concept].theme != "-" }
        let certain = told.filter { !concepts[$0.concept].isGuess }
        let used = certain.isEmpty && head?.isGuess ?? true ? told : certain
        let isNone =
            head.map { $0.theme == "-" && (certain.isEmpty || told.count < all.count) }
            ?? (used.isEmpty && !all.isEmpty)
        func sums(_ rows: [String]) -> [Double] {
            var sums = bias.map { _ in 0.0 }
            for row in rows { for label in sums.indices { sums[label] += weights[row]![label] } }
            return sums
        }
        let nameRows = rows
        rows = []
        for match in used {
            add("#\(concepts[match.concept].name)")
            add("=\(concepts[match.concept].theme)")
        }
        let scale = nameRows.isEmpty ? 0 : 1 / Double(nameRows.count).squareRoot()
        let weight = head.map { $0.theme == "-" || $0.isGuess } ?? true ? 1.0 : 0.5
        let sums = zip(sums(nameRows), zip(sums(rows), bias)).map { own, more in
            own * scale + (rows.isEmpty ? 0 : more.0 * (weight / Double(rows.count).squareRoot())) + more.1
        }
        func shares(_ sums: ArraySlice<Double>) -> [Double] {
            let powers = sums.map { Elementary.exponential($0 - sums.max()!) }
            let total = powers.reduce(0, +)
            return powers.map { $0 / total }
        }
        let themes = shares(sums[..<labels.themes.count])
        let settings = shares(sums[labels.themes.count...])
        var seen: Set<String> = []
        let isCertain = !used.isEmpty || matches.contains { !concepts[$0.concept].isGuess }
        let least = isCertain ? 0 : !matches.isEmpty ? 0.5 : isFamiliar ? 0.8 : 2
        return Reading(
            likelyTheme: labels.themes[themes.firstIndex(of: themes.max()!)!], probabilities: themes,
            likelySetting: labels.settings[settings.firstIndex(of: settings.max()!)!],
            terms: (matches + used).map(\.term).filter { seen.insert($0).inserted },
            isKnown: !isNone && themes.max()! >= least, hasNoTheme: isNone)
    }
}

extension SlowNameReading.Reading {
    init(_ reading: ThemeReading) {
        self.init(
            likelyTheme: reading.likelyTheme, probabilities: reading.probabilities,
            likelySetting: reading.likelySetting, terms: reading.terms, isKnown: reading.isKnown,
            hasNoTheme: reading.hasNoTheme)
    }
}
