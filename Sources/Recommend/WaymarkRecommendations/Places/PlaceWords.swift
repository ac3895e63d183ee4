/// The words that the rule of one place knows: regions of city-names.txt, and the lines of place-words.txt, each a role and words.
enum PlaceWords {
    /// What the words of a line are. Words of a line of kinds mean the same.
    enum Role: String {
        /// A kind of place that stands beside what it is named for: 정림사지박물관 is not 정림사지.
        case museum
        /// The same, which is also called after a person's surname or full name: 몽양기념관, 몽양여운형기념관.
        case memorial
        /// A designation of what it is named for and what is around: 신륵사관광지.
        case zone
        /// A kind that a zone may be named after: 협재해수욕장 is 협재관광지.
        case wide
        /// A kind with an extent: 낙안읍성민속마을 is 낙안읍성.
        case area
        /// Any other kind.
        case kind
        /// Where one arrives or waits.
        case arrival
        /// Tells no place alone, and is never cut off: 캠핑장.
        case sort
        /// Says nothing of its own before a name: 국립.
        case before
        /// The same, as a whole word only: the.
        case word
        /// Says nothing within a name: 대한민국 술 박물관 is 대한민국술테마박물관.
        case between
        /// Spellings that are read as the first of them.
        case spelling

        var isKind: Bool {
            switch self {
            case .museum, .memorial, .zone, .wide, .area, .kind: true
            default: false
            }
        }
        var isMuseum: Bool { self == .museum || self == .memorial }
    }

    /// The roles of the lines.
    static let roles = lines.map(\.role)
    /// Kinds, arrivals and sorts, backwards, with the number of their line.
    static let tails = trie(backwards: true) { $0.isKind || $0 == .arrival || $0 == .sort }
    /// What may stand before a name, with the number of the line.
    static let befores = trie { $0 == .before || $0 == .word }
    static let betweens = trie { $0 == .between }
    /// Spellings but the first of a line, with the number of that in ``spellings``.
    static let variants = trie { $0 == .spelling }
    /// The first spelling of each line; empty where a line is none.
    static let spellings = lines.map { $0.role == .spelling ? scalars($0.words[0]) : [] }

    /// Provinces and great cities, and cities and counties, with and without their kinds, with their number.
    static let regions: LetterTrie = {
        var trie = LetterTrie()
        for (number, name) in names.enumerated() {
            // 충청북도 is 충북.
            let number =
                name.count == 3 && number < provinceCount ? names.firstIndex(of: short(name)) ?? number : number
            for kind in ["", "특별자치도", "특별자치시", "특별시", "광역시", "도", "시", "군"] {
                trie.insert(scalars(name + kind), number)
            }
        }
        return trie
    }()

    /// The number of the regions that are provinces or great cities; the numbers from it on are of cities and counties.
    static let provinceCount = regionLines[0].count

    private static let names = regionLines.flatMap { $0 }
    private static let regionLines = String(decoding: PackageResources.city_names_txt, as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    /// The first and third syllable: 충북 of 충청북.
    private static func short(_ name: String) -> String { String([name.first, name.last].compactMap { $0 }) }

    private static let lines = String(decoding: PackageResources.place_words_txt, as: UTF8.self)
        .split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            guard let role = Role(rawValue: words[0]) else { preconditionFailure("a line of no role: \(line)") }
            return (role: role, words: Array(words.dropFirst()))
        }

    private static func scalars(_ text: String) -> ContiguousArray<UInt32> {
        ContiguousArray(text.unicodeScalars.lazy.map(\.value))
    }

    /// The words of some roles, with the number of their line; of spellings but the first.
    private static func trie(backwards: Bool = false, of has: (Role) -> Bool) -> LetterTrie {
        var trie = LetterTrie()
        for (number, line) in lines.enumerated() where has(line.role) {
            for word in line.words.dropFirst(line.role == .spelling ? 1 : 0) {
                let letters = scalars(word)
                trie.insert(backwards ? ContiguousArray(letters.reversed()) : letters, number)
            }
        }
        return trie
    }
}
