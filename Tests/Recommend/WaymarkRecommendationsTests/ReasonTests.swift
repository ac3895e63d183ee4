import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations

@Suite struct ReasonTests {
    /// The reasons, without the way, of places in a list, the first 100 m away and each 100 m farther.
    private func reasons(
        _ places: [(name: String, introduction: String?)], _ language: ExplanationLanguage = .korean,
        with change: (inout RecommendedPlace) -> Void = { _ in }
    ) throws -> [String] {
        let rows = try places.enumerated().map { number, place in
            var row = RecommendedPlace(
                id: "\(number)", name: place.name,
                coordinate: try Coordinate(latitude: 36 + 0.02 * Double(number + 1), longitude: 128),
                introduction: place.introduction)
            change(&row)
            return row
        }
        let recommender = Recommender(RecommendedPlaces(rows))
        let stop = RecommendedPlace(id: "s", name: "역", coordinate: try Coordinate(latitude: 36, longitude: 128))
        var explainer = Explainer(recommender.places, stops: [stop], in: language)
        return recommender.recommendations(around: stop, within: .kilometers(100), count: rows.count).map {
            explainer.explanation(of: $0).split(separator: " · ", maxSplits: 1).dropFirst().joined()
        }
    }

    @Test(
        "a text that says nothing of the place is no reason",
        arguments: [
            ("천동관광지", "천동관광지"), ("화순온천", "온천휴양지"), ("국립나주박물관", "박물관"), ("성류굴 관광지", "성류굴 주변 관광지"), ("오월드", "Y"),
            ("대관령어흘리관광지", "성산면 대관령 어흘리 관광지"), ("방동관광지", "기린면 방동지역에 위치하고 있음"), ("사라실 예술촌", "광양 사라실 예술촌"),
            ("공원 하나", "전라남도 구례군 산동면 지리산온천로 261"), ("공원 하나", "055-123-4567"), ("공원 하나", "해당없음"), ("공원 하나", "-"),
            ("공원 하나", "주차장, 화장실, 매점, 음수대"), ("만리포 관광지", "관광진흥과"), ("오수의견관광지", "재정비 공사중(24.12월까지)"),
            ("통도사 터", "http://tongdosa.or.kr/bbs/content.php?co_id=menu01103"), ("공원 하나", "관광진흥법 제52조에 의해 지정된 곳이다."),
            ("도립미술관", "2017년 말 착공 예정"), ("뿌리공원", "*수용인원:제한없음"),
        ])
    func empty(name: String, text: String) throws {
        #expect(try reasons([(name, text)]) == [""])
    }

    @Test(
        "the next sentence is taken, marks before it and the name as its topic are left out",
        arguments: [
            ("중앙공원", "(건설부고시 제360호). 산책로가 잘 놓인 숲이다.", "산책로가 잘 놓인 숲이다"),
            ("충렬사", "충렬사는 임진왜란 때 순절한 분들을 모신 곳이다.", "임진왜란 때 순절한 분들을 모신 곳이다"),
            ("청암동 부군당", "부군당은 마을의 복을 지키는 신을 모신 곳", "마을의 복을 지키는 신을 모신 곳"),
            ("꽃지지구", "- 낙조가 아름다운 지역 - 해물이 풍부", "낙조가 아름다운 지역"),
            ("아쿠아리움", "담수어 수족관이다  *수용인원:제한없음", "담수어 수족관이다"), ("불회사", "사찰", "사찰"),
            ("정방폭포", "높이 23m", "높이 23m"),
        ])
    func sentences(name: String, text: String, reason: String) throws {
        #expect(try reasons([(name, text)]) == [reason])
    }

    @Test("no reason comes twice in a list: the next sentence follows, or what the row gives")
    func repeated() throws {
        let text = "마을의 안녕과 복을 지켜 주는 신을 모신 곳이다. "
        let places = [("이태원 당", text), ("남쪽 당", text + "이성계를 모신다."), ("통도사", text), ("빈 곳", text)]
        #expect(
            try reasons(places) == ["마을의 안녕과 복을 지켜 주는 신을 모신 곳이다", "이성계를 모신다", "절", ""])
        #expect(
            try reasons([("가", nil), ("나", nil)]) { $0.theme = "자연/힐링" } == ["자연·힐링", ""])
    }

    @Test("designation is told of what is called so, facilities by their kinds, parking where no hundreds are given")
    func facts() throws {
        func reason(_ name: String, _ language: ExplanationLanguage, _ facts: PlaceFacts) throws -> String {
            try reasons([(name, nil)], language) { $0.facts = facts }[0]
        }
        var facts = PlaceFacts()
        (facts.designated, facts.parkingSpaces) = (1984, 80)
        #expect(try reason("천동관광지", .korean, facts) == "1984년에 지정된 관광지")
        #expect(try reason("천동관광지", .english, facts) == "tourist site, designated in 1984")
        #expect(try reason("유관순 동상", .korean, facts) == "주차 80대")
        facts.facilities = ["Y", "주차장+화장실", "화장실", "야영장", "캠핑장", "스키장", "골프장"]
        #expect(try reason("보문관광단지", .korean, facts) == "1984년에 지정된 관광단지, 시설: 야영장, 스키장")
        #expect(try reason("보문리", .english, facts) == "has a campground and a ski resort")
        (facts.designated, facts.parkingSpaces, facts.facilities) = (1905, 1000, [])
        #expect(try reason("천동관광지", .korean, facts) == "")
        var attraction = Attraction(
            id: "a", name: "오수관광지", coordinate: try Coordinate(latitude: 36, longitude: 128))
        attraction.designated = .init("2010-01-01")
        #expect(RecommendedPlace(attraction).facts.designated == nil)
        attraction.designated = .init("2010-05-06")
        #expect(RecommendedPlace(attraction).facts.designated == 2010)
    }

    @Test("in English a text in Korean gives what it tells of, the theme, or nothing; not what the name says")
    func english() throws {
        let places: [(String, String?)] = [
            ("광안리해수욕장", "광안대교 야경을 바라볼 수 있는 백사장이다."), ("조계사", "사찰로 마당에 오래된 백송이 있다."), ("둘", "다른 방향의 항구적인 곳이다."),
            ("해운대 동백길", "해운대해수욕장 남쪽 끝의 길"), ("셋", "The old tower of the town. It is tall."),
        ]
        #expect(
            try reasons(places, .english) == [
                "night view, sandy beach", "Buddhist temple, big trees", "", "", "The old tower of the town",
            ])
        // A Korean list does not tell what is known in English only.
        #expect(try reasons([places[4]]) == [""])
    }

    @Test("public counts have words: courses before editions of the national list, one edition says nothing")
    func known() {
        let (korean, english) = (ExplanationWords(.korean), ExplanationWords(.english))
        #expect(korean.known(KnownCounts(courses: 1, lists: 11)) == "여행 목록·코스 12곳에 나옴")
        #expect(english.known(KnownCounts(lists: 3)) == "in 3 travel lists and courses")
        #expect(korean.known(KnownCounts(courses: 2)) == nil && english.known(nil) == nil)
    }

    @Test("facts are those of the fields that a table was read with, in memory and in a file")
    func tables() throws {
        var attraction = Attraction(
            id: "a", name: "천동관광지", coordinate: try Coordinate(latitude: 36, longitude: 128))
        attraction.designated = .init("1984-11-28")
        (attraction.parkingSpaces, attraction.cultureFacilities) = (80, ["야영장"])
        let catalog = AttractionCatalog([attraction])
        let read = RecommendedPlaces(
            AttractionTable(catalog, fields: RecommendedPlaces.fields + PlaceFacts.fields),
            englishNames: [0: "Cheondong Resort"])
        #expect(read.places.facts(0).designated == 1984 && read.places.facts(0).facilities == ["야영장"])
        #expect(read.shownName(of: 0, in: .english) == "Cheondong Resort (천동관광지)")
        #expect(read.shownName(of: 0, in: .korean) == "천동관광지" && read.englishName(of: 0) == "Cheondong Resort")
        let few = RecommendedPlaces(AttractionTable(catalog, fields: RecommendedPlaces.fields))
        #expect(
            few.places.facts(0).designated == nil && few.places.facts(0).facilities.isEmpty
                && few.englishName(of: 0) == "Cheondong Tourist Site")
    }
}
