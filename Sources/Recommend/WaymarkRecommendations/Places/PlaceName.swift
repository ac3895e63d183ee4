/// What a name is made of: city or province, a name of its own, and the kind of place.
package struct PlaceName: Sendable, Equatable {
    /// The folded letters after the words that name a city or province, without what stands in parentheses.
    private var letters: ContiguousArray<UInt32> = []
    /// The number of letters, and of those that are left as kinds are taken off the end: 만리포해수욕장 관광지, 만리포해수욕장, 만리포.
    private var ends: [Int] = []
    /// The group of the kind at the end; nil if it has none.
    private var kind: Int?
    /// The numbers of letters of the cities that the first word begins with, such as 2 in 전주한옥마을.
    private var cities: [Int] = []
    /// Whether one arrives or waits there: at a station, a car park.
    private var isArrival = false
    /// Whether it is a museum or a hall, as stands within many a sight.
    private var isMuseum = false
    /// Whether it is a kind alone, such as 어린이공원, with nothing of its own.
    private var isKindAlone = false
    /// Whether it begins with a city or province.
    private var hasRegion = false
    /// The letters in parentheses behind the name.
    private var aside: ContiguousArray<UInt32> = []

    /// Reads a name.
    ///
    /// - Complexity: O(*n*) in its letters.
    package init(_ name: String) { self.init(NameLetters(name)) }

    init(_ name: Span<UInt8>) { self.init(NameLetters(name)) }

    private init(_ name: NameLetters) {
        let own = name.letters.span.extracting(..<name.ownCount)
        var start = 0
        var word: ContiguousArray<UInt32> = []
        for i in 0..<own.count where i + 1 < own.count {
            word.append(own[i].scalar)
            guard own[i].isLast else { continue }
            guard Self.isRegion(word) else { break }
            start = i + 1
            word.removeAll(keepingCapacity: true)
        }
        letters.reserveCapacity(own.count - start)
        for i in start..<own.count { letters.append(own[i].scalar) }
        for i in own.count..<name.letters.count { aside.append(name.letters[i].scalar) }
        var node = LetterTrie.start
        for (i, letter) in letters.enumerated() {
            node = Self.cityNames.node(after: node, letter)
            if node == LetterTrie.none { break }
            if Self.cityNames.values[Int(node)] >= 0 { cities.append(i + 1) }
        }
        hasRegion = start > 0 || !cities.isEmpty
        isKindAlone =
            start == 0
            && (Self.kinds.value(of: letters.reversed()) >= 0 || Self.arrivals.value(of: letters.reversed()) >= 0)
        ends = letters.isEmpty ? [] : [letters.count]
        isArrival = !Self.endings(of: letters[...], in: Self.arrivals).isEmpty
        var cut = 0
        while !isArrival, cut < ends.count {
            for (group, length) in Self.endings(of: letters[..<ends[cut]], in: Self.kinds) {
                // The longest kind says what it is; of 감천문화마을 both 감천 and 감천문화 are left.
                if cut == 0 { kind = group }
                let end = ends[cut] - length
                if end >= 2, !ends.contains(end) { ends.append(end) }
            }
            cut += 1
        }
        ends.sort(by: >)
        isMuseum = kind.map { Self.museums.contains($0) } ?? false
    }

    /// Whether two names at a distance in metres mean one place; nil if not.
    ///
    /// Within 1 km, if they differ by no more than a city before them, or also by kinds that mean the same, such as 해변 and
    /// 해수욕장. Within 100 m, if one has the kind that the other lacks: 광안리 is 광안리해수욕장 there, and 명동 is not 명동예술극장; a
    /// museum is beside what it is named for, 정림사지 and 정림사지박물관, unless that is named with its city. Kinds alone, 근린공원
    /// and 근린공원, are one within 100 m, and what differs in parentheses within 20 m. What one arrives at is never the sight:
    /// 해운대역 is not 해운대.
    package func reason(_ other: PlaceName, at distance: Double) -> SamePlace? {
        guard distance < SamePlace.maxRadius.value, let end = ends.first, let otherEnd = other.ends.first else {
            return nil
        }
        if !aside.isEmpty, !other.aside.isEmpty, aside != other.aside, distance > 20 { return nil }
        if isKindAlone, other.isKindAlone, distance > 100 || aside != other.aside { return nil }
        if isAlike(end, other, otherEnd) { return .name }
        if isArrival || other.isArrival { return nil }
        if kind != nil, kind == other.kind, isAlike(ends[ends.count - 1], other, other.ends[other.ends.count - 1]) {
            return .name
        }
        return distance <= 100 && (lacks(kindOf: other) || other.lacks(kindOf: self)) ? .kind : nil
    }

    /// Whether it is another name without its kind.
    private func lacks(kindOf other: PlaceName) -> Bool {
        guard hasRegion || !other.isMuseum, let end = ends.first else { return false }
        return other.ends.dropFirst().contains { isAlike(end, other, $0) }
    }

    /// Whether the first letters of two names are equal, or differ by a city before one of them.
    private func isAlike(_ end: Int, _ other: PlaceName, _ otherEnd: Int) -> Bool {
        func isRest(_ long: PlaceName, _ longEnd: Int, _ short: PlaceName, _ shortEnd: Int) -> Bool {
            let start = longEnd - shortEnd
            guard start == 0 || start > 0 && shortEnd >= 3 && long.cities.contains(start) else { return false }
            for i in 0..<shortEnd where long.letters[start + i] != short.letters[i] { return false }
            return true
        }
        return end >= otherEnd ? isRest(self, end, other, otherEnd) : isRest(other, otherEnd, self, end)
    }

    /// The numbers and lengths of the texts, kept backwards, that letters end with; the shortest first.
    private static func endings(
        of letters: ContiguousArray<UInt32>.SubSequence, in trie: LetterTrie
    ) -> [(number: Int, length: Int)] {
        var (node, found): (Int32, [(Int, Int)]) = (LetterTrie.start, [])
        for (length, letter) in letters.reversed().enumerated() {
            node = trie.node(after: node, letter)
            if node == LetterTrie.none { break }
            // A name that is a kind alone has no name of its own.
            if trie.values[Int(node)] >= 0, length + 1 < letters.count {
                found.append((Int(trie.values[Int(node)]), length + 1))
            }
        }
        return found
    }

    /// Whether a word names a region: a city or province, with or without its kind, or a word of three letters in 구. One in 군
    /// may be a prince: 광해군 묘 is not 연산군 묘.
    private static func isRegion(_ word: ContiguousArray<UInt32>) -> Bool {
        cityNames.value(of: word) >= 0 || word.count >= 3 && word[word.count - 1] == ("구" as Unicode.Scalar).value
    }

    /// Provinces, cities and counties, with and without their kinds.
    private static let cityNames: LetterTrie = {
        var trie = LetterTrie()
        let names = String(decoding: PackageResources.city_names_txt, as: UTF8.self)
        for (number, name) in names.split(whereSeparator: \.isWhitespace).enumerated() {
            for kind in ["", "특별자치도", "특별자치시", "특별시", "광역시", "도", "시", "군"] {
                trie.insert((name + kind).unicodeScalars.map(\.value), number)
            }
        }
        return trie
    }()

    /// The kinds of places by their endings; those of a line mean the same.
    private static let kinds = backwards(String(decoding: PackageResources.place_kinds_txt, as: UTF8.self))
    /// The lines of museums.
    private static let museums = 0..<3
    private static let arrivals = backwards(
        "주차장 매표소 정류장 정류소 화장실 안내소 입구 역 터미널 휴게소 사무소 선착장 승강장 공항 parking station entrance terminal airport")

    private static func backwards(_ lines: String) -> LetterTrie {
        var trie = LetterTrie()
        for (number, line) in lines.split(separator: "\n").enumerated() {
            for text in line.split(separator: " ") { trie.insert(text.unicodeScalars.reversed().map(\.value), number) }
        }
        return trie
    }
}
