import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// What is found when nothing matches as it is spelled, and in what order.
@Suite struct SearchStepsTests {
    static let names = [
        "경복궁", "남산서울타워", "불국사", "석굴암", "국립중앙박물관", "해운대해수욕장", "63빌딩", "N서울타워", "의릉", "외도", "올림픽공원", "과천과학관",
        "전쟁기념관", "광안리해수욕장", "독립문", "영월 장릉", "순천만", "성류굴", "강릉중앙시장", "춘천역", "서울역", "덕수궁", "궁남지", "잠실119센터",
    ]
    static let search = PlaceSearch(
        names.enumerated().map { number, name in
            SearchedPlace(
                id: String(number), name: name, coordinate: coordinate(37, 127),
                addresses: name == "외도" ? ["경상남도 거제시"] : [])
        })

    @Test(
        "a query that nothing matches as it is spelled is read in another way",
        arguments: [
            ("남산타워", "남산서울타워", SearchRung.partsInOrder), ("gyeongbokgung", "경복궁", .otherScript),
            ("gyengbokgung", "경복궁", .misspelled), ("seoul tower", "남산서울타워", .otherScript),
            ("강릉 시장", "강릉중앙시장", .words),
            ("Gyeongbokgung Palace", "경복궁", .otherScript), ("haeundae beach", "해운대해수욕장", .otherScript),
            ("Bulguksa", "불국사", .otherScript), ("gwangalli", "광안리해수욕장", .otherScript),
            ("Dongnimmun", "독립문", .otherScript),
            ("war memorial", "전쟁기념관", .otherWord), ("olympic park", "올림픽공원", .otherScript),
            ("육삼빌딩", "63빌딩", .otherScript), ("엔서울", "N서울타워", .otherScript), ("잠실일일구센터", "잠실119센터", .otherScript),
            ("엔타워", "N서울타워", .otherScript),
            ("위릉", "의릉", .misspelled), ("왜도", "외도", .misspelled), ("괘천과학관", "과천과학관", .misspelled),
            ("경궁", "경복궁", .misspelled), ("경경복궁", "경복궁", .misspelled), ("복경궁", "경복궁", .misspelled),
            ("국중박", "국립중앙박물관", .abbreviation), ("경복궁 맛집", "경복궁", .someWords), ("불국사 석굴암", "석굴암", .someWords),
            ("불국사 석굴암", "불국사", .someWords), ("거제외도", "외도", .someWords), ("경복사거리", "경복궁", .someWords),
        ])
    func readsOtherwise(query: String, name: String, rung: SearchRung) {
        let hits = Self.search.answers(to: SearchQuery(query, limit: 100)).hits
        #expect(hits.first { $0.name == name }?.rung == rung, "\(hits.map { ($0.name, $0.rung) })")
    }

    @Test(
        "a correction never accompanies what is spelled right",
        arguments: [("서울", "성류굴"), ("강릉", "영월 장릉"), ("춘천", "순천만"), ("경복궁", "덕수궁")])
    func neverCorrectsTheRight(query: String, name: String) {
        let hits = Self.search.answers(to: SearchQuery(query, limit: 100)).hits
        #expect(!hits.isEmpty && hits.allSatisfy { $0.name != name && $0.rung < .partsInOrder })
    }

    @Test("words that match nothing are named")
    func namesDroppedWords() {
        #expect(Self.search.answers(to: SearchQuery("경복궁 뷁뷁, 맛집")).droppedWords == ["뷁뷁", "맛집"])
        #expect(Self.search.answers(to: SearchQuery("경복궁")).droppedWords.isEmpty)
    }

    @Test("a single letter counts only where another word matches, if any does: it named every place that has it")
    func singleLetters() {
        let search = PlaceSearch(
            ["한강공원 2", "한강공원", "예식장 2", "남이섬"].enumerated().map {
                SearchedPlace(id: String($0), name: $1, coordinate: coordinate(37, 127))
            })
        func answer(_ text: String) -> [[String]] {
            let answers = search.answers(to: SearchQuery(text))
            return [answers.hits.map(\.name), answers.droppedWords]
        }
        #expect(answer("맛집 한강공원 2") == [["한강공원 2", "한강공원"], ["맛집"]])
        #expect(answer("남이섬 2 맛집") == [["남이섬"], ["2", "맛집"]])
        #expect(answer("맛집 2") == [["예식장 2", "한강공원 2"], ["맛집"]])
    }

    @Test("the place that has the rarer word comes first")
    func rarerWordFirst() {
        let places = ["송정시장", "광안리시장", "다대포시장", "경포해변"].enumerated().map {
            SearchedPlace(id: String($0), name: $1, coordinate: coordinate(37, 127))
        }
        let hits = PlaceSearch(places).answers(to: SearchQuery("경포 시장")).hits
        #expect(hits.first?.name == "경포해변" && hits.count == 4)
    }

    private static func place(_ name: String, _ addresses: [String] = [], _ others: [String] = [], standing: Double = 0)
        -> SearchedPlace
    {
        SearchedPlace(
            id: name, name: name, coordinate: coordinate(37, 127), addresses: addresses, standing: standing,
            otherNames: others)
    }

    private static func found(_ places: [SearchedPlace], _ query: String) -> [SearchHit] {
        PlaceSearch(places).answers(to: SearchQuery(query)).hits
    }

    @Test("other names find a place, on rungs of their own, and in every other way")
    func otherNames() {
        let pond = Self.place("동궁과 월지", ["경주시"], ["안압지", "Wolji Pond"])
        let places = [pond, Self.place("안압지식당"), Self.place("월지")]
        let hits = Self.found(places, "안압지")
        #expect(hits.map(\.name) == ["안압지식당", "동궁과 월지"] && hits.map(\.rung) == [.nameStart, .otherName])
        #expect(hits.map(\.otherName) == [nil, "안압지"])
        #expect(Self.found(places, "압지").map(\.rung) == [.inside, .insideOtherName])
        #expect(Self.found(places, "wolji p").map(\.rung) == [.otherName])
        #expect(Self.found(places, "안압지 경주").map(\.name) == ["동궁과 월지"])
        #expect(Self.found([pond], "안앞지").map(\.rung) == [.misspelled])
        #expect(Self.found([pond], "안압지 맛집").map(\.otherName) == ["안압지"])
        let bare = [Self.place("동궁과 월지", ["경주시"])] + places.dropFirst()
        let added = PlaceSearch(bare).adding(otherNames: [0: ["안압지"]]).adding(otherNames: [0: ["Wolji Pond"]])
        for query in ["안압지", "압지", "wolji", "안앞지", "안압지 경주", "월지"] {
            #expect(added.answers(to: SearchQuery(query)).hits == Self.found(places, query))
        }
    }

    @Test("other names of the last of many places are found, with initials and digits beside them")
    func otherNamesOfMany() {
        let places = (0..<3000).map { number in
            Self.place(
                "공원 \(number)", [], number % 1000 == 999 ? ["달못 \(number)"] : [], standing: 1 - Double(number) / 3000)
        }
        let search = PlaceSearch(places)
        #expect(search.answers(to: SearchQuery("공원 1999 ㄷㅁ 9")).hits.map(\.name) == ["공원 1999"])
        #expect(
            search.answers(to: SearchQuery("달못 공원 9", limit: 5)).hits.map(\.name) == ["공원 999", "공원 1999", "공원 2999"])
    }

    @Test("standing is weighed with how well a name matches")
    func weighsStanding() {
        #expect(Self.found([Self.place("박물관마을"), Self.place("국립중앙박물관")], "박물관").first?.name == "박물관마을")
        let known = [Self.place("박물관마을"), Self.place("국립중앙박물관", standing: 1)]
        #expect(Self.found(known, "박물관").first?.name == "국립중앙박물관")
        #expect(Self.found([Self.place("종묘"), Self.place("종묘공원", standing: 1)], "종묘").first?.name == "종묘")
    }

    @Test("a name with a word of an address comes before other texts alone, and provinces have short names")
    func nameAndText() {
        let places = [Self.place("섬", ["부산광역시 해운대구"]), Self.place("해운대해수욕장", ["부산광역시"])]
        let hits = Self.found(places, "부산 해운대")
        #expect(hits.map(\.name) == ["해운대해수욕장", "섬"] && hits.map(\.rung) == [.nameAndText, .kindOrDistrict])
        #expect(Self.found([Self.place("성산일출봉", ["제주특별자치도"])], "제주도 일출봉").map(\.rung) == [.nameAndText])
    }

    @Test("no place is lost by the next keystroke that agrees with its name")
    func keepsWhileTyping() {
        for name in Self.names + LadderTests.names {
            let search = PlaceSearch((Self.names + LadderTests.names).map { Self.place($0) })
            for start in name.indices {
                var wasFound = false
                for text in TwoSetKeyboard.textsWhileTyping(String(name[start...])) {
                    let hits = search.answers(to: SearchQuery(text, limit: 100)).hits
                    let isFound = hits.contains { $0.name == name }
                    #expect(isFound || !wasFound, "\(name) by \(text)")
                    wasFound = wasFound || isFound
                }
                #expect(wasFound || !name[start...].contains { $0.isLetter || $0.isNumber }, "\(name)")
            }
        }
    }

    @Test("how well a name matches and how near it is are weighed together")
    func weighsDistance() {
        func place(_ name: String, _ latitude: Double) -> SearchedPlace {
            SearchedPlace(id: name, name: name, coordinate: coordinate(latitude, 127))
        }
        let search = PlaceSearch([place("궁남지", 36.2), place("덕수궁", 37.51), place("경복궁", 37.525), place("덕수당", 37.5)])
        let near = SearchQuery("궁", near: coordinate(37.5, 127))
        #expect(search.answers(to: near).hits.map(\.name) == ["덕수궁", "경복궁", "궁남지"])
        #expect(search.answers(to: SearchQuery("궁")).hits.first?.name == "궁남지")
        // A word in another text is no answer beside one in a name.
        var texts = [place("궁남지", 36.2), place("매점", 37.5)]
        texts[1].otherTexts = ["궁남지 매점"]
        let hits = PlaceSearch(texts).answers(to: SearchQuery("궁남", near: coordinate(37.5, 127))).hits
        #expect(hits.map(\.name) == ["궁남지"])
    }
}
