internal import WaymarkText

/// A lexicon prepared for reading names: the weights of both classifiers in one table, found letter by letter.
///
/// Reads the features of `NameFeatures`, in a fixed order, so that sums of weights are bit-identical.
struct NameReader: Sendable {
    private let letters: LexiconLetters
    private let trie: LexiconTrie
    /// One row per feature, in blocks of eight: the weights of the themes, then those of the settings; zeros if a
    /// classifier does not know the feature, and as padding.
    private let values: ContiguousArray<SIMD8<Double>>
    /// The number of blocks of eight in a row.
    private let blocks: Int
    private let bias: [Double]
    private let themeCount: Int
    /// The row of `none`; -1 if there is none.
    private let noneRow: Int32
    private let terms: ContiguousArray<Term>

    /// A term with the rows of its concept's features; -1 for unknown ones.
    private struct Term {
        var text: String
        /// The position of its concept.
        var concept: Int
        /// The number of letters.
        var length: Int
        /// Whether its places have no theme.
        var isNone: Bool
        /// Whether the theme of its concept is a guess.
        var isGuess: Bool
        /// `#절` and `=종교`.
        var rows: (concept: Int32, theme: Int32)
        /// `#절!` and `=종교!`.
        var headRows: (concept: Int32, theme: Int32)
    }

    /// The features and terms found in a name, and the reused buffers for finding them.
    struct Findings: Sendable {
        /// Whether something beside the name was read.
        fileprivate var hasDetails = false
        /// The rows of the distinct features, in the order found.
        fileprivate(set) var rows: ContiguousArray<Int32> = []
        /// The numbers of the terms of the name, in the order found.
        fileprivate(set) var terms: ContiguousArray<Int32> = []
        /// The numbers of the terms of the details that count, in the order found.
        fileprivate(set) var told: ContiguousArray<Int32> = []
        /// The rows of the distinct features of these.
        fileprivate var toldRows: ContiguousArray<Int32> = []
        /// How much the details count beside the name.
        fileprivate var toldWeight = 1.0
        /// Whether the place is known to have no theme.
        fileprivate(set) var isNone = false
        /// The number of the name's term that names the kind of place: of those that end last, the longest; -1 if there is
        /// none.
        fileprivate(set) var head: Int32 = -1
        /// Whether any feature is known, except the lack of a term.
        fileprivate(set) var isFamiliar = false
        /// The letters of the text read last: of the name, until details are read.
        fileprivate(set) var letters = NameLetters()
        fileprivate var starts: ContiguousArray<Start> = []
        fileprivate var sums: ContiguousArray<Double> = []
    }

    /// A letter of a text, with the nodes of it and the following letters, even beyond its word.
    fileprivate struct Start {
        var number: Int32
        /// Whether the letter is the last of its word.
        var isLast: Bool
        var single: Int32
        var pair = LexiconTrie.none
        var triple = LexiconTrie.none
    }

    init(_ concepts: [ThemeConcept], _ weights: LexiconWeights) {
        let columns = weights.bias.count
        let blocks = (columns + 7) / 8
        var values = ContiguousArray<SIMD8<Double>>()
        var letters = LexiconLetters()
        var trie = LexiconTrie()
        var text = ContiguousArray<Int32>()
        // The rows of features that are not letters of a name.
        var named: [String: Int32] = [:]
        values.reserveCapacity(weights.features.count * blocks)
        for (number, feature) in weights.features.enumerated() {
            let row = Int32(number)
            for first in stride(from: 0, to: columns, by: 8) {
                var block = SIMD8<Double>.zero
                for column in first..<min(first + 8, columns) {
                    block[column - first] = weights.values[number * columns + column]
                }
                values.append(block)
            }
            let utf8 = ContiguousArray(feature.utf8)
            let isOfTerm = utf8.first == UInt8(ascii: "#") || utf8.first == UInt8(ascii: "=")
            if isOfTerm || utf8.elementsEqual("none".utf8) {
                named[feature] = row
                continue
            }
            let isEnding = utf8.last == UInt8(ascii: "$")
            letters.number(utf8.span.extracting(droppingLast: isEnding ? 1 : 0), into: &text)
            if isEnding, 1...4 ~= text.count { trie.change(text.span) { $0.ending = row } }
            if !isEnding, 2...3 ~= text.count { trie.change(text.span) { $0.inside = row } }
        }
        (self.values, self.blocks) = (values, blocks)
        bias = weights.bias
        themeCount = weights.themes.count
        noneRow = named["none"] ?? -1
        var terms = ContiguousArray<Term>()
        for (position, concept) in concepts.enumerated() {
            func pair(_ end: String) -> (Int32, Int32) {
                (named["#\(concept.name)\(end)"] ?? -1, named["=\(concept.theme)\(end)"] ?? -1)
            }
            let (own, head) = (pair(""), pair("!"))
            for term in concept.terms {
                let utf8 = ContiguousArray(term.utf8)
                let isEnding = utf8.last == UInt8(ascii: "$")
                letters.number(utf8.span.extracting(droppingLast: isEnding ? 1 : 0), into: &text)
                if text.isEmpty { continue }
                let number = Int32(terms.count)
                terms.append(
                    Term(
                        text: term, concept: position, length: text.count, isNone: concept.isNone,
                        isGuess: concept.isGuess, rows: own, headRows: head))
                // A term in two concepts belongs to the first.
                trie.changeTerm(text.span) { node in
                    if isEnding, node.endTerm < 0 { node.endTerm = number }
                    if !isEnding, node.term < 0 { node.term = number }
                }
            }
        }
        (self.letters, self.trie, self.terms) = (letters, trie, terms)
    }

    /// Finds the features and terms of a name, and the terms of its details.
    ///
    /// What follows a parenthesis in the name, such as the station of a rail bike, is read as details.
    ///
    /// - Complexity: O(*n*) in the number of letters.
    func find(in name: Span<UInt8>, details: [String], _ found: inout Findings) {
        find(in: name, &found)
        for text in details { read(detail: ContiguousArray(text.utf8).span, &found) }
        weigh(&found)
    }

    /// Finds the features and terms of a name; ``read(detail:_:)`` and ``weigh(_:)`` follow.
    func find(in name: Span<UInt8>, _ found: inout Findings) {
        found.rows.removeAll(keepingCapacity: true)
        found.terms.removeAll(keepingCapacity: true)
        found.told.removeAll(keepingCapacity: true)
        found.toldRows.removeAll(keepingCapacity: true)
        (found.isFamiliar, found.isNone) = (false, false)
        readStarts(of: name, &found)
        let starts = found.starts
        let end = NameFeatures.count(ofLetters: starts.count, beforeAsideIn: name)
        let kind = starts.span.extracting(..<end)
        appendLetterFeatures(of: kind, to: &found)
        found.head = appendTerms(of: kind, to: &found.terms)
        if found.head >= 0 {
            append(terms[Int(found.head)].headRows.concept, to: &found)
            append(terms[Int(found.head)].headRows.theme, to: &found)
            found.isNone = terms[Int(found.head)].isNone
        } else if noneRow >= 0 {
            found.rows.append(noneRow)
        }
        for term in found.terms {
            append(terms[Int(term)].rows.concept, to: &found)
            append(terms[Int(term)].rows.theme, to: &found)
        }
        found.hasDetails = end < starts.count
        if found.hasDetails { _ = appendTerms(of: starts.span.extracting(end...), to: &found.told) }
    }

    /// Finds the terms of a detail of the name read last.
    func read(detail: Span<UInt8>, _ found: inout Findings) {
        found.hasDetails = true
        readStarts(of: detail, &found)
        let starts = found.starts
        _ = appendTerms(of: starts.span, to: &found.told)
    }

    /// Keeps the terms of the details that count, and decides how much they do.
    ///
    /// A single letter means too much in a sentence, and a guess nothing beside other terms. Where the name itself is a guess,
    /// the details count as much as it does, otherwise half.
    func weigh(_ found: inout Findings) {
        if !found.hasDetails { return }
        let head = found.head < 0 ? nil : terms[Int(found.head)]
        found.told.removeAll { terms[Int($0)].length < 2 }
        let hasNone = found.told.contains { terms[Int($0)].isNone }
        let hasMeaning = found.told.contains { !terms[Int($0)].isNone && !terms[Int($0)].isGuess }
        let takesGuesses = !hasMeaning && head?.isGuess ?? true
        found.told.removeAll { terms[Int($0)].isNone || terms[Int($0)].isGuess && !takesGuesses }
        for term in found.told {
            let rows = terms[Int(term)].rows
            for row in [rows.concept, rows.theme] where row >= 0 && !found.toldRows.contains(row) {
                found.toldRows.append(row)
            }
        }
        found.toldWeight = head.map { $0.isNone || $0.isGuess } ?? true ? 1 : 0.5
        found.isNone = head.map { $0.isNone && (hasNone || !hasMeaning) } ?? (hasNone && found.told.isEmpty)
    }

    private func append(_ row: Int32, to found: inout Findings) {
        if row < 0 { return }
        if found.rows.contains(row) { return }
        found.rows.append(row)
        found.isFamiliar = true
    }

    /// Reads the letters of a text into `found.starts`.
    @inline(__always)
    private func readStarts(of text: Span<UInt8>, _ found: inout Findings) {
        found.letters.read(text)
        found.starts.removeAll(keepingCapacity: true)
        for letter in found.letters.letters {
            append(letters.number(of: letter.scalar), letter.isLast, to: &found.starts)
        }
    }

    @inline(__always)
    private func append(_ number: Int32, _ isLast: Bool, to starts: inout ContiguousArray<Start>) {
        let i = starts.count
        starts.append(Start(number: number, isLast: isLast, single: trie.node(of: number)))
        if i >= 1 { starts[i - 1].pair = trie.node(after: starts[i - 1].single, number) }
        if i >= 2 { starts[i - 2].triple = trie.node(after: starts[i - 2].pair, number) }
    }

    /// For each word, the endings of one to four letters, then all pairs, then all triples.
    private func appendLetterFeatures(of letters: Span<Start>, to found: inout Findings) {
        func ending(_ node: Int32) { append(trie.nodes[Int(node)].ending, to: &found) }
        func inside(_ node: Int32) { append(trie.nodes[Int(node)].inside, to: &found) }
        var start = 0
        while start < letters.count {
            var last = start
            while !letters[last].isLast { last += 1 }
            let count = last + 1 - start
            ending(letters[last].single)
            if count >= 2 { ending(letters[last - 1].pair) }
            if count >= 3 { ending(letters[last - 2].triple) }
            if count >= 4 { ending(trie.node(after: letters[last - 3].triple, letters[last].number)) }
            for place in start..<last { inside(letters[place].pair) }
            if count >= 3 { for place in start..<last - 1 { inside(letters[place].triple) } }
            start = last + 1
        }
    }

    /// Appends all terms in a text by their start, shorter ones first.
    ///
    /// A term that must end a word counts at the end of a word, unless it begins the text.
    ///
    /// - Returns: The head: of the terms that end last, the longest; -1 if there is none.
    private func appendTerms(of letters: Span<Start>, to found: inout ContiguousArray<Int32>) -> Int32 {
        var (head, headEnd, headLength) = (Int32(-1), 0, 0)
        func append(_ term: Int32, _ end: Int, _ length: Int) {
            found.append(term)
            if (end, length) > (headEnd, headLength) { (head, headEnd, headLength) = (term, end, length) }
        }
        for start in 0..<letters.count {
            var node = letters[start].single
            var end = start + 1
            while node != LexiconTrie.none {
                let texts = trie.nodes[Int(node)]
                if !texts.beginsTerm { break }
                if texts.term >= 0 { append(texts.term, end, end - start) }
                if texts.endTerm >= 0, start > 0, letters[end - 1].isLast {
                    append(texts.endTerm, end, end - start)
                }
                if end == letters.count { break }
                switch end - start {
                case 1: node = letters[start].pair
                case 2: node = letters[start].triple
                default: node = trie.node(after: node, letters[end].number)
                }
                end += 1
            }
        }
        return head
    }

    /// The positions of the concepts of the terms found, and of the head; nil if there is none.
    func concepts(_ found: Findings) -> (all: [Int], head: Int?) {
        (found.terms.map { terms[Int($0)].concept }, found.head < 0 ? nil : terms[Int(found.head)].concept)
    }

    /// The distinct terms found in the name, then those of the details that count.
    func terms(_ found: Findings) -> [String] {
        var seen: Set<Int32> = []
        return (found.terms + found.told).filter { seen.insert($0).inserted }.map { terms[Int($0)].text }
    }

    /// The minimum probability at which a theme is known from these findings: the fewer say it, the higher.
    func leastProbability(_ found: Findings) -> Double {
        if !found.told.isEmpty || found.terms.contains(where: { !terms[Int($0)].isGuess }) { return 0 }
        if !found.terms.isEmpty { return 0.5 }
        return found.isFamiliar ? 0.8 : .infinity
    }

    /// The probabilities of themes and settings.
    func probabilities(_ found: inout Findings) -> (themes: [Double], settings: [Double]) {
        sum(&found, upTo: bias.count)
        return (
            NameClassifier.softmax(Array(found.sums[..<themeCount])),
            NameClassifier.softmax(Array(found.sums[themeCount...]))
        )
    }

    /// The number of the likeliest theme, and its probability if `needsProbability` is true.
    func likeliestTheme(_ found: inout Findings, needsProbability: Bool) -> (theme: Int, probability: Double) {
        sum(&found, upTo: themeCount)
        if !needsProbability {
            let sums = found.sums
            let theme = ThemeReading.best(sums)
            // Rounding may make probabilities equal whose sums differ; the first is then the likeliest.
            if sums.indices.allSatisfy({ $0 == theme || sums[$0] < sums[theme] - 1e-9 }) { return (theme, 1) }
        }
        NameClassifier.softmax(&found.sums)
        let likeliest = ThemeReading.best(found.sums)
        return (likeliest, found.sums[likeliest])
    }

    /// Computes the weighted sums of the first `count` columns; each of *n* features of a name, or of details, counts 1/√n.
    private func sum(_ found: inout Findings, upTo count: Int) {
        let rows = found.rows
        let scale = rows.isEmpty ? 0 : 1 / Double(rows.count).squareRoot()
        let told = found.toldRows
        let toldScale = told.isEmpty ? 0 : found.toldWeight / Double(told.count).squareRoot()
        found.sums.removeAll(keepingCapacity: true)
        // Eight columns at a time; lanes add like single numbers.
        for first in stride(from: 0, to: count, by: 8) {
            var lanes = SIMD8<Double>.zero
            for row in rows { lanes += values[Int(row) * blocks + first / 8] }
            lanes *= scale
            if !told.isEmpty {
                var more = SIMD8<Double>.zero
                for row in told { more += values[Int(row) * blocks + first / 8] }
                lanes += more * toldScale
            }
            for column in first..<min(first + 8, count) { found.sums.append(lanes[column - first] + bias[column]) }
        }
    }
}
