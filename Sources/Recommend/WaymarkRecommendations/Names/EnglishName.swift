internal import WaymarkSearch

/// Korean names in English: kinds of places and common words are translated, all else is in Latin letters.
///
/// A name is read from its end: a chain of known words behind one that is unknown, with a city or a word such as 국립 before it.
/// 전주한옥마을 is Jeonju Hanok Village; of 경복궁 the kind stays as well, as it is called: Gyeongbokgung Palace.
package enum EnglishName {
    /// A name as a list in a language shows it: in English `Bulguksa Temple (불국사)` for one in Hangul.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - language: The language of the list.
    ///   - given: The English name, where it is known.
    ///   - details: What is said of the place, for kinds that a name alone leaves open.
    /// - Returns: In Korean the name; in English `Bulguksa Temple (불국사)`.
    package static func shown(
        _ name: String, in language: ExplanationLanguage, given: String? = nil, details: String? = nil
    ) -> String {
        guard language == .english, name.contains(where: Romanization.isSyllable) else { return name }
        let (own, aside) = parts(name)
        // What stands in parentheses may be the English name.
        return "\(given ?? of(name, details: details)) (\(isLatin(aside) ? own : name))"
    }

    /// The English name: `Haeundae Beach` of 해운대해수욕장, without what stands in parentheses behind it.
    ///
    /// - Complexity: O(*n*²) in its letters.
    package static func of(_ name: String, details: String? = nil) -> String {
        let (own, aside) = parts(name)
        if isLatin(aside) { return aside }
        let runs = own.isEmpty ? runs(of: name) : runs(of: own)
        var english = ""
        var isSpaced = false
        for (number, run) in runs.enumerated() {
            guard let first = run.first, Romanization.isSyllable(first) else {
                if isSpaced, let first = run.first, first.isLetter || first.isNumber { english += " " }
                english += run
                isSpaced = false
                continue
            }
            let stem = stem(of: run, before: number + 1 < runs.count ? runs[number + 1] : "")
            let words = text(of: words(of: Array(stem ?? run), details: details))
            if let last = english.last, last.isLetter || last.isNumber || last == "." {
                // 2관 is 2gwan, but 168계단 is 168 Stairs.
                let isEnding = last.isNumber && !words.isKnown
                english += isEnding ? words.text.lowercased() : " " + words.text
            } else {
                english += words.text
            }
            if stem != nil { english += " and" }
            isSpaced = words.isKnown
        }
        return english.split(separator: "&").joined(separator: " & ").split(separator: " ").joined(separator: " ")
    }

    /// What kind of place a name in Korean says it is, where that is not a word of it: 절 of 불국사; nil for others.
    package static func kind(of name: String, details: String? = nil) -> String? {
        guard endsInKind(name),
            let run = runs(of: parts(name).own).last(where: { $0.first.map(Romanization.isSyllable) == true }),
            let last = words(of: Array(run), details: details).last?.meaning, !last.korean.isEmpty,
            !name.contains(last.korean)
        else { return nil }
        return last.korean
    }

    /// Whether the syllables before the parentheses end in a word with a kind in Korean: few names do, and the others need not be
    /// read as a whole.
    private static func endsInKind(_ name: String) -> Bool {
        var letters: [UInt32] = []
        for scalar in name.unicodeScalars {
            if scalar == "(", !letters.isEmpty { break }
            if 0xAC00...0xD7A3 ~= scalar.value { letters.append(scalar.value) }
        }
        return (1...maxKind).contains { length in
            let found = trie.value(of: letters.suffix(length))
            return found >= 0 && meanings[found].contains { !$0.korean.isEmpty }
        }
    }

    /// The English words of a name that is made of known words, in lower case: `golf course` of 골프장; nil for others.
    static func common(_ name: String) -> String? {
        let words = words(of: Array(name), details: nil)
        if words.contains(where: { cities.contains(String($0.letters)) }) { return nil }
        return words.allSatisfy({ $0.meaning.map { !$0.isKept } ?? false }) ? text(of: words).text.lowercased() : nil
    }

    // MARK: Words

    /// What a Korean word means at the end of a name.
    private struct Meaning {
        /// In English; empty for a word that is only written in Latin letters.
        var english: String
        /// The kind in Korean: 절 of 사.
        var korean = ""
        /// Whether the word stays, as in Bulguksa Temple.
        var isKept: Bool
        /// Whether it means this only as a word of its own.
        var isAlone = false
        /// It means this only where one of these words is said of the place.
        var evidence: [String] = []
    }

    private typealias Word = (letters: ArraySlice<Character>, meaning: Meaning?)

    /// The meanings of words, those with a condition first: the words of `english-words.tsv`, and of the kinds that are found by
    /// English words.
    private static let (meanings, trie): ([[Meaning]], LetterTrie) = {
        var meanings: [String: [Meaning]] = [:]
        for line in String(decoding: PackageResources.english_words_tsv, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t")
            let names = fields[0].split(separator: "/").map(String.init)
            for word in fields[1].split(separator: " ") {
                let (isKept, isAlone) = (word.first == "+", word.first == "=")
                let meaning = Meaning(
                    english: names[0] == "-" ? "" : names[0], korean: names.count > 1 ? names[1] : "", isKept: isKept,
                    isAlone: isAlone, evidence: fields.count > 2 ? fields[2].split(separator: " ").map(String.init) : []
                )
                meanings[String(isKept || isAlone ? word.dropFirst() : word), default: []].append(meaning)
            }
        }
        for (english, korean) in KindWords.translations where korean.count > 1 && meanings[korean] == nil {
            meanings[korean] = [Meaning(english: english, isKept: false)]
        }
        var (lists, trie): ([[Meaning]], LetterTrie) = ([], LetterTrie())
        for (word, list) in meanings {
            trie.insert(word.unicodeScalars.map(\.value), lists.count)
            lists.append(list)
        }
        return (lists, trie)
    }()

    /// The most letters of a word with a kind in Korean.
    private static let maxKind = 4
    /// Words that may stand before a name; before a museum they come behind it: Gyeongju National Museum.
    private static let leads = ["국립", "도립", "시립", "한국"]
    static let cities = Set(
        String(decoding: PackageResources.city_names_txt, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .map(String.init))

    private static func meaning(_ letters: ArraySlice<Character>, _ details: String?) -> Meaning? {
        let found = trie.value(of: letters.lazy.map { $0.unicodeScalars.first?.value ?? 0 })
        return found < 0
            ? nil
            : meanings[found].first { meaning in
                meaning.evidence.isEmpty || meaning.evidence.contains { details?.contains($0) ?? false }
            }
    }

    /// The words of a run of syllables.
    ///
    /// Of all ways to read it, that with the fewest unknown letters, words of one letter being the last only; the letters before
    /// the first known word, or between it and a lead, are two or more.
    private static func words(of run: [Character], details: String?) -> [Word] {
        let count = run.count
        if let whole = meaning(run[...], details), count > 1 || !whole.isKept { return [(run[...], whole)] }
        var best: (cost: Int, words: [Word]) = (20 + 12 * count, [(run[...], nil)])
        if cities.contains(String(run)) { return best.words }
        // The known words from each letter to the end.
        var chains = [(cost: Int, words: [Word])?](repeating: nil, count: count) + [(0, [])]
        for start in (0..<count).reversed() where start > 0 {
            for end in start + 1...count {
                guard let rest = chains[end], end == count || end > start + 1,
                    let known = meaning(run[start..<end], details), !known.isAlone, end == count || !known.isKept,
                    known.isKept || rest.words.last?.meaning?.isKept != true
                else { continue }
                let cost = rest.cost + (end == start + 1 ? 0 : 10)
                if cost <= chains[start]?.cost ?? .max {
                    chains[start] = (cost, [(run[start..<end], known)] + rest.words)
                }
            }
            guard let chain = chains[start] else { continue }
            let isKept = chain.words[0].meaning?.isKept ?? false
            func offer(_ cost: Int, _ words: [Word]) {
                if chain.cost + cost < best.cost { best = (chain.cost + cost, words + chain.words) }
            }
            // 갓바위, but not 직지사.
            let isLong = isKept && chain.words[0].letters.count > 1 && chain.words[0].meaning?.english != ""
            if start >= 2 || isLong { offer(20 + 12 * start, [(run[..<start], nil)]) }
            if !isKept, start > 1, let known = meaning(run[..<start], details), !known.isKept {
                offer(10, [(run[..<start], known)])
            }
            for end in 2..<max(3, start + 1) where end <= start {
                let lead = String(run[..<end])
                guard leads.contains(lead) || cities.contains(lead) else { continue }
                let known =
                    meaning(run[..<end], details) ?? Meaning(english: Romanization.romanized(lead), isKept: false)
                if end == start, !isKept { offer(13, [(run[..<end], known)]) }
                if start - end >= 2 {
                    offer(33 + 12 * (start - end), [(run[..<end], known), (run[end..<start], nil)])
                }
            }
        }
        return best.words
    }

    /// The English of words, and whether any of them is known.
    private static func text(of words: [Word]) -> (text: String, isKnown: Bool) {
        var texts: [String] = []
        for (number, word) in words.enumerated() {
            guard let meaning = word.meaning else {
                texts.append(Romanization.romanized(String(word.letters)))
                continue
            }
            if meaning.isKept {
                let isBehind = number > 0 && words[number - 1].meaning == nil
                let name = (isBehind ? String(words[number - 1].letters) : "") + String(word.letters)
                if isBehind { texts.removeLast() }
                texts.append(Romanization.romanized(name))
            }
            if !meaning.english.isEmpty { texts.append(meaning.english) }
        }
        if words.count > 2, leads.contains(String(words[0].letters)), words[0].letters != ["한", "국"],
            words[1].meaning == nil
        {
            texts.swapAt(0, 1)
        }
        return (texts.joined(separator: " "), words.contains { $0.meaning != nil })
    }

    /// A word without the 과 or 와, and, behind it; nil if it has none.
    private static func stem(of run: String, before next: String) -> String? {
        let letters = Array(run)
        guard letters.count >= 3, next.first == " ", let last = letters.last, meaning(letters[...], nil) == nil,
            let code = letters[letters.count - 2].unicodeScalars.first?.value
        else { return nil }
        let endsInConsonant = (code - 0xAC00) % 28 > 0
        return last == (endsInConsonant ? "과" : "와") ? String(letters.dropLast()) : nil
    }

    // MARK: Parts of a name

    /// A name without its last parentheses, and what stands in them.
    private static func parts(_ name: String) -> (own: String, aside: String) {
        guard let open = name.firstIndex(of: "("), open > name.startIndex else { return (name, "") }
        let close = name[open...].firstIndex(of: ")") ?? name.endIndex
        let own = name[..<open] + (close < name.endIndex ? name[name.index(after: close)...] : "")
        return (
            own.split(separator: " ").joined(separator: " "), String(name[name.index(after: open)..<close])
        )
    }

    /// Whether an aside is a name in Latin letters.
    private static func isLatin(_ aside: String) -> Bool {
        aside.unicodeScalars.count { $0.properties.isAlphabetic && $0.isASCII } >= 4
            && !aside.contains(where: Romanization.isSyllable)
    }

    /// Runs of syllables, and what is between them.
    private static func runs(of name: String) -> [String] {
        var runs: [String] = []
        for letter in name {
            if let last = runs.last?.first, Romanization.isSyllable(last) == Romanization.isSyllable(letter) {
                runs[runs.count - 1].append(letter)
            } else {
                runs.append(String(letter))
            }
        }
        return runs
    }
}

extension RecommendedPlaces {
    /// The name of a place as a list in a language shows it.
    package func shownName(of place: Int, in language: ExplanationLanguage) -> String {
        let named = places[place]
        return language == .korean
            ? named.name
            : EnglishName.shown(
                named.name, in: language, given: places.facts(place).englishName, details: named.introduction)
    }

    /// The name of a place in English, without Korean behind it; nil for a name without Hangul.
    package func englishName(of place: Int) -> String? {
        let named = places[place]
        guard named.name.contains(where: Romanization.isSyllable) else { return places.facts(place).englishName }
        return places.facts(place).englishName ?? EnglishName.of(named.name, details: named.introduction)
    }
}
