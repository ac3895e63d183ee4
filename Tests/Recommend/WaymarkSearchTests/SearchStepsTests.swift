import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// What is found when nothing matches as it is spelled, and in what order.
@Suite struct SearchStepsTests {
    static let names = [
        "경복궁", "남산서울타워", "불국사", "석굴암", "국립중앙박물관", "해운대해수욕장", "63빌딩", "N서울타워", "의릉", "외도", "올림픽공원", "과천과학관",
        "전쟁기념관", "광안리해수욕장", "독립문", "영월 장릉", "순천만", "성류굴", "강릉중앙시장", "춘천역", "서울역", "덕수궁", "궁남지",
    ]
    static let search = PlaceSearch(
        names.enumerated().map { number, name in
            SearchedPlace(
                id: String(number), name: name, coordinate: coordinate(37, 127),
                otherTexts: name == "외도" ? ["거제 바다"] : [])
        })

    @Test(
        "a query that nothing matches as it is spelled is read in another way",
        arguments: [
            ("남산타워", "남산서울타워", SearchRung.partsInOrder), ("gyeongbokgung", "경복궁", .otherScript),
            ("Gyeongbokgung Palace", "경복궁", .otherScript), ("haeundae beach", "해운대해수욕장", .otherScript),
            ("Bulguksa", "불국사", .otherScript), ("gwangalli", "광안리해수욕장", .otherScript),
            ("Dongnimmun", "독립문", .otherScript),
            ("war memorial", "전쟁기념관", .otherScript), ("olympic park", "올림픽공원", .otherScript),
            ("육삼빌딩", "63빌딩", .otherScript), ("엔서울", "N서울타워", .otherScript), ("엔타워", "N서울타워", .otherScript),
            ("위릉", "의릉", .misspelled), ("왜도", "외도", .misspelled), ("괘천과학관", "과천과학관", .misspelled),
            ("경궁", "경복궁", .misspelled), ("경경복궁", "경복궁", .misspelled), ("복경궁", "경복궁", .misspelled),
            ("국중박", "국립중앙박물관", .abbreviation), ("경복궁 맛집", "경복궁", .someWords), ("불국사 석굴암", "석굴암", .someWords),
            ("불국사 석굴암", "불국사", .someWords), ("거제바다", "외도", .someWords), ("경복사거리", "경복궁", .someWords),
            ("옛경복길", "경복궁", .nearest),
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
        #expect(!hits.isEmpty && hits.allSatisfy { $0.name != name && $0.rung <= .otherText })
    }

    @Test("words that match nothing are named")
    func namesDroppedWords() {
        #expect(Self.search.answers(to: SearchQuery("경복궁 뷁뷁, 맛집")).droppedWords == ["뷁뷁", "맛집"])
        #expect(Self.search.answers(to: SearchQuery("경복궁")).droppedWords.isEmpty)
    }

    @Test("the place that has the rarer word comes first")
    func rarerWordFirst() {
        let places = ["송정해수욕장", "광안리해수욕장", "다대포해수욕장", "경포해변"].enumerated().map {
            SearchedPlace(id: String($0), name: $1, coordinate: coordinate(37, 127))
        }
        let hits = PlaceSearch(places).answers(to: SearchQuery("경포 해수욕장")).hits
        #expect(hits.first?.name == "경포해변" && hits.count == 4)
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
        // A match in another text is never better than one in a name.
        var texts = [place("궁남지", 36.2), place("매점", 37.5)]
        texts[1].otherTexts = ["궁남지 매점"]
        let hits = PlaceSearch(texts).answers(to: SearchQuery("궁남", near: coordinate(37.5, 127))).hits
        #expect(hits.map(\.name) == ["궁남지", "매점"])
    }
}
