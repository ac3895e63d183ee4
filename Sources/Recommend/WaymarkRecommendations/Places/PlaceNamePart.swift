/// One of the places that a name lists: where it is, a name of its own, and its kind.
struct PlaceNamePart: Sendable, Equatable {
    /// A number of letters at the beginning that say where it is, or nothing of their own: 2 of 전주한옥마을, 국립공원.
    struct Head: Sendable, Equatable {
        var count = 0
        /// The regions among them.
        var regions: [Region] = []
    }

    struct Region: Sendable, Equatable {
        enum Level { case province, city, district }
        var level: Level
        var number: UInt32
    }

    /// The folded letters.
    private(set) var letters: ContiguousArray<UInt32>
    /// The letters that begin a word, of the first 64.
    private(set) var starts: UInt64 = 1
    /// What may be left out at the beginning: first nothing.
    private(set) var heads = [Head()]
    /// The numbers of letters that are left as kinds are taken off the end, first all: 만리포해수욕장 관광지, 만리포해수욕장, 만리포.
    private(set) var ends: [Int] = []
    /// The number of letters left without a museum and the city before it: 클레이아크김해미술관.
    private(set) var endBeforeCity: Int?
    /// The line of the longest kind at the end.
    private(set) var kind: Int?
    /// Whether one arrives or waits there: at a station, a car park.
    private(set) var isArrival = false
    /// Whether a sort ends it: 야영장.
    private(set) var isSort = false
    /// Whether it is a kind alone, such as 어린이공원, with nothing of its own.
    private(set) var isKindAlone = false
    /// Whether it stands behind 및, where what belongs to the first place is called: 묘 및 신도비.
    let isRest: Bool

    init(_ name: ContiguousArray<ListedPlaces.Letter>.SubSequence, isRest: Bool) {
        self.isRest = isRest
        var name = name
        // N서울타워
        if name.count >= 4, Self.isLatin(name[name.startIndex].scalar), Self.isHangul(name[name.startIndex + 1].scalar)
        {
            name = name.dropFirst()
        }
        letters = []
        letters.reserveCapacity(name.count)
        var i = name.startIndex
        while i < name.endIndex {
            if name[i].isWordStart, letters.count < 64 { starts |= 1 << UInt64(letters.count) }
            if let (count, spelling) = Self.spelling(of: name[i...]) {
                letters += PlaceWords.spellings[spelling]
                i += count
            } else {
                letters.append(name[i].scalar)
                i += 1
            }
        }
        findHeads()
        findEnds()
    }

    func isStart(_ letter: Int) -> Bool { letter < 64 && starts >> UInt64(letter) & 1 == 1 }

    /// The number of letters that are another spelling of a word, and the line of that.
    private static func spelling(of name: ContiguousArray<ListedPlaces.Letter>.SubSequence) -> (Int, Int)? {
        var (node, found): (Int32, (Int, Int)?) = (LetterTrie.start, nil)
        for (i, letter) in zip(name.indices, name) {
            node = PlaceWords.variants.node(after: node, letter.scalar)
            if node == LetterTrie.none { break }
            let line = Int(PlaceWords.variants.values[Int(node)])
            if line < 0 { continue }
            // Latin letters are a whole word: un, not of union.
            let isWord = name[name.startIndex].isWordStart && (i + 1 == name.endIndex || name[i + 1].isWordStart)
            if isWord || !isLatin(letter.scalar) { found = (i + 1 - name.startIndex, line) }
        }
        return found
    }

    // MARK: What stands before the name

    private mutating func findHeads() {
        var next = 0
        while next < heads.count {
            let head = heads[next]
            next += 1
            walk(PlaceWords.regions, from: head.count) { end, number in
                let level: Region.Level = number < PlaceWords.provinceCount ? .province : .city
                add(head, end, Region(level: level, number: UInt32(number)))
            }
            walk(PlaceWords.befores, from: head.count) { end, line in
                if PlaceWords.roles[line] == .before || isStart(end) { add(head, end, nil) }
            }
            if let end = wordEnd(from: head.count), end - head.count >= 3, Self.districts.contains(letters[end - 1]) {
                // FNV-1a (Fowler, Noll, Vo).
                let hash = letters[head.count..<end].reduce(0x811C_9DC5 as UInt32) { ($0 ^ $1) &* 0x0100_0193 }
                add(head, end, Region(level: .district, number: hash))
            }
            if isYear(head.count) { add(head, head.count + 4, nil) }
        }
    }

    private mutating func add(_ head: Head, _ end: Int, _ region: Region?) {
        guard end + 2 <= letters.count, !heads.contains(where: { $0.count == end }) else { return }
        heads.append(Head(count: end, regions: head.regions + (region.map { [$0] } ?? [])))
    }

    private func walk(_ trie: LetterTrie, from start: Int, _ found: (_ end: Int, _ value: Int) -> Void) {
        var node = LetterTrie.start
        for i in start..<letters.count {
            node = trie.node(after: node, letters[i])
            if node == LetterTrie.none { return }
            if trie.values[Int(node)] >= 0 { found(i + 1, Int(trie.values[Int(node)])) }
        }
    }

    /// The end of the word that begins at a letter; nil if none does, or it is the last.
    private func wordEnd(from start: Int) -> Int? {
        guard isStart(start), start < 63 else { return nil }
        let rest = starts >> UInt64(start + 1)
        return rest == 0 ? nil : start + 1 + rest.trailingZeroBitCount
    }

    /// Whether four digits are a year: 2012여수세계박람회장.
    private func isYear(_ start: Int) -> Bool {
        guard start + 4 < letters.count, letters[start] == 0x31 || letters[start] == 0x32 else { return false }
        return letters[start + 1] == (letters[start] == 0x31 ? 0x39 : 0x30)
            && letters[start..<start + 4].allSatisfy(Self.isDigit) && !Self.isDigit(letters[start + 4])
    }

    // MARK: Kinds

    private mutating func findEnds() {
        let count = letters.count
        ends = [count]
        isKindAlone = isKindAlone(0..<count)
        for (line, length) in endings(of: count) {
            switch PlaceWords.roles[line] {
            case .arrival: isArrival = isArrival || length < count
            case .sort: isSort = true
            // The longest kind says what it is; of 감천문화마을 both 감천 and 감천문화 are left.
            default: kind = line
            }
        }
        if isArrival { return }
        var cut = 0
        while cut < ends.count {
            for (line, length) in endings(of: ends[cut]) where PlaceWords.roles[line].isKind {
                let end = ends[cut] - length
                if end >= 2, !ends.contains(end) { ends.append(end) }
            }
            cut += 1
        }
        guard isMuseum else { return }
        for end in ends.dropFirst() {
            for length in 2...3 where end - length >= 3 && endBeforeCity == nil {
                if PlaceWords.regions.value(of: letters[end - length..<end]) >= 0, !ends.contains(end - length) {
                    endBeforeCity = end - length
                    ends.append(end - length)
                }
            }
        }
    }

    var isMuseum: Bool { kind.map { PlaceWords.roles[$0].isMuseum } ?? false }

    /// The lines and lengths of the words that the first letters end with, the shortest first; Latin words are whole.
    private func endings(of end: Int) -> [(line: Int, length: Int)] {
        var (node, found): (Int32, [(Int, Int)]) = (LetterTrie.start, [])
        for start in (0..<end).reversed() {
            node = PlaceWords.tails.node(after: node, letters[start])
            if node == LetterTrie.none { break }
            let line = Int(PlaceWords.tails.values[Int(node)])
            if line >= 0, !Self.isLatin(letters[start]) || isStart(start) { found.append((line, end - start)) }
        }
        return found
    }

    /// Whether letters are no more than a kind, an arrival or a sort.
    func isKindAlone(_ range: Range<Int>) -> Bool {
        PlaceWords.tails.value(of: letters[range].reversed()) >= 0
    }

    static func isLatin(_ letter: UInt32) -> Bool { 0x61...0x7A ~= letter }
    static func isDigit(_ letter: UInt32) -> Bool { 0x30...0x39 ~= letter }
    private static func isHangul(_ letter: UInt32) -> Bool { 0xAC00...0xD7A3 ~= letter }
    private static let districts = "구동리면읍".unicodeScalars.map(\.value)
}
