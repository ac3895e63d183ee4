internal import WaymarkText

/// The letters of a query, as typed and as read on other keyboards.
package struct PreparedQuery {
    /// A word of the query, or all its words joined.
    final class QueryText {
        /// The letters as typed.
        let own: Phrase
        /// The letters read as Korean keys, as Korean keys except for Latin capitals, and as Latin letters, if these
        /// differ.
        let otherKeyboards: [Phrase]
        /// The letters to read otherwise than they are spelled. Latin words typed on Korean keys have vowels without a consonant.
        private lazy var read = [own.letters] + (own.hasLoneVowel ? otherKeyboards.map(\.letters) : [])
        /// The keys of other words for its kind.
        private(set) lazy var kinds = read.flatMap { OtherWords.kinds[$0.keys] }
        /// The keys with Hanja in Hangul.
        private(set) lazy var hangul = read.flatMap { OtherScripts.hangul(of: $0) }
        /// The keys as they are spoken.
        private(set) lazy var spoken = read.flatMap { word in
            SpokenLetters.readings(of: word).filter { $0.count >= 4 || $0.count < word.keys.count }
        }
        /// Words that may be romanised.
        private(set) lazy var latin = kinds.isEmpty ? hangul.isEmpty ? read.map(\.keys) : hangul : []

        init(_ own: Letters, _ others: [Letters]) {
            self.own = Phrase(own)
            otherKeyboards = others.map { Phrase($0) }
        }
    }

    /// The whole query, with its words joined.
    let whole: QueryText
    /// The distinct words; empty if the query has only one word.
    let words: [QueryText]

    /// The words by their numbers, with parts in different scripts separate; of those of a mixed word only the ones
    /// of several letters.
    let units: [(word: Int, letters: Letters)]
    /// Whether the query is read in other ways than it is spelled: it has 2 to 64 letters, and not only consonants.
    var isReadable: Bool {
        let own = whole.own
        return 2...64 ~= own.letters.count
            && (own.hasSyllables || own.hasLoneVowel || own.letters.keys.contains { !JamoKey.isJamo($0) })
    }

    /// The UTF-8 range of each word of the text.
    let wordPlaces: [Range<Int>]

    /// Prepares a query.
    ///
    /// - Throws: Why it cannot find anything.
    package init(_ query: SearchQuery) throws(SearchQuery.Fault) {
        // At most four bytes per letter, each with marks or blanks; of a longer text, only whether it has letters is looked for.
        if query.text.utf8.count > SearchQuery.maxLetters * 32 {
            throw query.text.unicodeScalars.contains(where: NameFolding.isLetter) ? .tooLong : .noLetters
        }
        let letters = Letters(query.text)
        if letters.count == 0 { throw .noLetters }
        if letters.count > SearchQuery.maxLetters { throw .tooLong }
        let words = letters.words
        let text = query.text
        let others = [OtherKeyboard.korean(text), OtherKeyboard.mixed(text), OtherKeyboard.latin(text)]
            .compactMap(\.self)
        whole = QueryText(Letters(joining: words), others.map { Letters(joining: $0) })
        var parts: [QueryText] = []
        var seen: Set<[UInt8]> = []
        for (number, word) in words.enumerated() where words.count > 1 && seen.insert(word.keys).inserted {
            let turned = others.filter { $0.count == words.count && $0[number].keys != word.keys }
            parts.append(QueryText(word, turned.map { $0[number] }))
        }
        if parts.count > SearchQuery.maxWords { throw .tooManyWords }
        self.words = parts
        var known: Set<[UInt8]> = []
        units = words.enumerated().flatMap { number, word in
            let runs = word.scripts
            return runs.filter { (runs.count == 1 || $0.count > 1) && known.insert($0.keys).inserted }
                .map { (number, $0) }
        }
        wordPlaces = words.compactMap(\.place)
    }
}

extension NameFolding {
    fileprivate static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch meaning(of: scalar.value) {
        case .separator, .nothing, .voicing, .dot: false
        case .letter, .letters, .leading, .vowel, .trailing: true
        }
    }
}

extension Letters {
    /// The runs of letters in Hangul, in kana, and in other scripts but these.
    fileprivate var scripts: [Letters] {
        var (runs, last): ([Letters], Int?) = ([], nil)
        for letter in 0..<count {
            let first = keys[starts[letter]]
            // Kana and the mark that lengthens them are U+3041 to U+30FC.
            let script = JamoKey.isJamo(first) ? 0 : first < 0x80 ? 1 : first == 0xE3 ? 2 : 3
            if script != last { runs.append(Letters(keys: [])) }
            last = script
            runs[runs.count - 1].append(letter: letter, of: self)
        }
        return runs
    }

    /// Joins words without separators.
    init(joining words: [Letters]) {
        self.init(keys: [])
        for word in words { for letter in 0..<word.count { append(letter: letter, of: word) } }
    }
}

/// Letters to search for in names, with properties derived from them.
struct Phrase {
    let letters: Letters
    /// Whether a lone consonant, which stands for any syllable that begins with it, precedes other letters.
    let hasInitials: Bool
    let hasSyllables: Bool
    /// Whether a vowel stands alone, as in Latin words that are typed on Korean keys.
    let hasLoneVowel: Bool
    /// The keys with a longer final, which must end where a letter ends.
    let grown: [[UInt8]]

    init(_ letters: Letters) {
        self.letters = letters
        hasInitials = (0..<max(0, letters.count - 1)).contains(where: letters.isInitial)
        hasSyllables = (0..<letters.count).contains {
            JamoKey.isJamo(letters.keys[letters.starts[$0]]) && letters.range($0).count > 1
        }
        hasLoneVowel = (0..<letters.count).contains { JamoKey.isVowel(letters.keys[letters.starts[$0]]) }
        grown = SyllableKeys.grown(letters)
    }

    /// Whether the phrase is searched in other texts: a lone consonant or digit would begin a word in nearly all of
    /// them.
    var isWordOfTexts: Bool {
        letters.keys.count > 1 && !(JamoKey.isJamo(letters.keys[0]) && letters.range(0).count == 1)
    }

    /// The keys with which words of other texts may begin: the phrase, or the full name of a province.
    var textWords: [[UInt8]] { [letters.keys] + OtherWords.provinces[letters.keys] }
}

extension Letters {
    /// Whether a letter is a consonant on its own.
    func isInitial(_ letter: Int) -> Bool {
        let range = range(letter)
        return range.count == 1 && JamoKey.isConsonant(keys[range.lowerBound])
    }
}
