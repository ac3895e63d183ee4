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
        let names = """
            서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주 충청북 충청남 전라북 전라남 경상북 경상남 \
            수원 성남 고양 용인 부천 안산 안양 남양주 화성 평택 의정부 시흥 파주 김포 광명 군포 오산 이천 양주 구리 안성 포천 의왕 하남 여주 \
            동두천 과천 가평 양평 연천 춘천 원주 강릉 동해 태백 속초 삼척 홍천 횡성 영월 평창 정선 철원 화천 양구 인제 고성 양양 청주 충주 제천 \
            보은 옥천 영동 증평 진천 괴산 음성 단양 천안 공주 보령 아산 서산 논산 계룡 당진 금산 부여 서천 청양 홍성 예산 태안 전주 군산 익산 \
            정읍 남원 김제 완주 진안 무주 장수 임실 순창 고창 부안 목포 여수 순천 나주 광양 담양 곡성 구례 고흥 보성 화순 장흥 강진 해남 영암 \
            무안 함평 영광 장성 완도 진도 신안 포항 경주 김천 안동 구미 영주 영천 상주 문경 경산 의성 청송 영양 영덕 청도 고령 성주 칠곡 예천 \
            봉화 울진 울릉 군위 창원 진주 통영 사천 김해 밀양 거제 양산 의령 함안 창녕 남해 하동 산청 함양 거창 합천 마산 진해 서귀포 기장 달성 \
            강화 옹진 울주
            """
        var trie = LetterTrie()
        for (number, name) in names.split(separator: " ").enumerated() {
            for kind in ["", "특별자치도", "특별자치시", "특별시", "광역시", "도", "시", "군"] {
                trie.insert((name + kind).unicodeScalars.map(\.value), number)
            }
        }
        return trie
    }()

    /// The kinds of places by their endings; those of a line mean the same.
    private static let kinds = backwards(
        """
        박물관
        미술관
        기념관 전시관 역사관 문학관 문화관
        해수욕장 해변 해안 백사장
        시장 전통시장 재래시장 오일장 5일장 상설시장
        관광지 관광단지 국민관광지 관광지구 관광특구 유원지 휴양지 국민휴양지
        공원 역사공원 국립공원 도립공원 군립공원 유적공원 유적 유적지 사적 사적지 사적공원
        생태공원
        근린공원 도시공원
        어린이공원
        소공원
        문화공원
        체육공원
        마을 한옥마을 민속마을 전통마을 문화마을 벽화마을 체험마을 민속촌
        수목원 식물원
        자연휴양림 휴양림
        성당 천주교회
        향교
        서원
        동굴
        케이블카 해상케이블카
        전망대
        스카이워크
        온천 온천지구
        저수지 호수
        거리 문화의거리 문화거리 골목
        광장
        테마파크 랜드
        고택 생가
        정원 국가정원
        출렁다리 구름다리
        고분군 왕릉
        """)
    /// The lines of museums.
    private static let museums = 0..<3
    private static let arrivals = backwards(
        """
        주차장 매표소 정류장 정류소 화장실 안내소 입구 역 터미널 휴게소 사무소 선착장 승강장 공항 parking station entrance terminal airport
        """)

    private static func backwards(_ lines: String) -> LetterTrie {
        var trie = LetterTrie()
        for (number, line) in lines.split(separator: "\n").enumerated() {
            for text in line.split(separator: " ") { trie.insert(text.unicodeScalars.reversed().map(\.value), number) }
        }
        return trie
    }
}
