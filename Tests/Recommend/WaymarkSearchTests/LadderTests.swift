import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// The examples of the ladder, each with the rung it is on.
@Suite struct LadderTests {
    static let names = [
        "경복궁", "한국민속촌", "한글", "가나", "과천", "닭", "63빌딩", "삼성", "사슴", "(봉화)남호구택", "Café Ünique", "Lotte Tower",
        "서울 경복궁 앞", "국립중앙박물관어린이박물관", "ㅎㅎ카페", "北村 한옥마을", "BIFF광장", "남산&N서울타워", "CGV쌍문",
    ]
    static let search = PlaceSearch(
        names.enumerated().map { number, name in
            SearchedPlace(id: String(number), name: name, coordinate: coordinate(37, 127))
        })

    static func rungs(_ text: String) -> [String: SearchRung] {
        Dictionary(
            uniqueKeysWithValues: search.answers(to: SearchQuery(text, limit: 100)).hits.map { ($0.name, $0.rung) })
    }

    @Test(
        "a query finds a name on the rung that the ladder says",
        arguments: [
            ("경복궁", "경복궁", SearchRung.wholeName), ("경복", "경복궁", .nameStart), ("경복궁", "서울 경복궁 앞", .wordStart),
            ("복궁", "경복궁", .nameEnd), ("복", "경복궁", .inside), ("국민속", "한국민속촌", .inside),
            ("간", "가나", .unfinishedSyllable), ("가", "가나", .nameStart), ("고", "과천", .unfinishedSyllable),
            ("닥", "닭", .unfinishedSyllable), ("달", "닭", .unfinishedSyllable), ("경복ㄱ", "경복궁", .unfinishedSyllable),
            ("ㅎ글", "한글", .unfinishedSyllable), ("한ㄱ", "한국민속촌", .unfinishedSyllable),
            ("ㅎ", "한국민속촌", .unfinishedSyllable), ("하", "한국민속촌", .unfinishedSyllable),
            ("한", "한국민속촌", .nameStart), ("한구", "한국민속촌", .unfinishedSyllable),
            ("ㄱㅂㄱ", "경복궁", .initials), ("ㄱㅂㄱ", "서울 경복궁 앞", .initials), ("63ㅂㄷ", "63빌딩", .initials),
            ("ㅂㄱ", "경복궁", .initialsInsideWord), ("rudqhrrnd", "경복궁", .otherKeyboard), ("rqr", "경복궁", .otherKeyboard),
            ("ㅣㅐㅅㅅㄷ", "Lotte Tower", .otherKeyboard), ("63qlfeld", "63빌딩", .otherKeyboard),
            ("BIFFrhkd", "BIFF광장", .otherKeyboard), ("CGVTkdans", "CGV쌍문", .otherKeyboard),
            ("skatks&Ntj", "남산&N서울타워", .otherKeyboard),
            ("경벅궁", "경복궁", .misspelled), ("겨복궁", "경복궁", .misspelled), ("경복군", "경복궁", .misspelled),
            ("국립중앙바물관어린이박물관", "국립중앙박물관어린이박물관", .misspelled), ("Lotre Tower", "Lotte Tower", .misspelled),
            ("남호구택", "(봉화)남호구택", .nameEnd), ("봉화", "(봉화)남호구택", .nameStart), ("봉화남호구택", "(봉화)남호구택", .wholeName),
            ("cafe unique", "Café Ünique", .wholeName), ("ＣＡＦＥ", "Café Ünique", .nameStart),
            ("앞 경복궁", "서울 경복궁 앞", .words),
            ("한 국민 속촌", "한국민속촌", .wholeName), ("속촌 한국", "한국민속촌", .words), ("처", "과천", .unfinishedInsideWord),
            ("北村", "北村 한옥마을", .nameStart),
            ("ㅎㅎ카", "ㅎㅎ카페", .nameStart), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글", .wholeName),
        ])
    func findsOnRung(query: String, name: String, rung: SearchRung) {
        #expect(Self.rungs(query)[name] == rung)
    }

    @Test(
        "a full syllable is never weakened to its first consonant",
        arguments: [("삼성", "사슴"), ("가나", "경복궁"), ("경북ㄱ", "경복궁")])
    func keepsSyllables(query: String, name: String) {
        let rung = Self.rungs(query)[name]
        #expect(rung == nil || rung == .misspelled)
    }

    /// The start was once that of the match which would have been best on the own keyboard.
    @Test("of matches on the other keyboard the earliest counts")
    func earliestOnOtherKeyboard() {
        let place = SearchedPlace(id: "a", name: "달가 통닭", coordinate: coordinate(37, 127))
        let hit = PlaceSearch([place]).answers(to: SearchQuery("ekfr")).hits.first
        #expect(hit?.rung == .otherKeyboard && hit?.start == .name && hit?.matched == [0..<6])
    }

    @Test("initials inside words can be switched off")
    func initialsInsideWordsSwitch() {
        let query = SearchQuery("ㅂㄱ", findsInitialsInsideWords: false)
        #expect(!Self.search.answers(to: query).hits.contains { $0.name == "경복궁" })
    }

    @Test(
        "the matched part is where it stands in the name",
        arguments: [
            ("남호", "(봉화)남호구택", "남호"), ("ㅂㄷ", "63빌딩", "빌딩"), ("앞 서울", "서울 경복궁 앞", "서울|앞"), ("한구", "한국민속촌", "한국"),
        ])
    func marksMatch(query: String, name: String, marked: String) throws {
        let hits = Self.search.answers(to: SearchQuery(query, limit: 100)).hits
        let hit = try #require(hits.first { $0.name == name })
        #expect(hit.matchedRanges.map { String(hit.name[$0]) }.joined(separator: "|") == marked)
    }

    @Test(
        "what nobody types finds nothing, at once",
        arguments: ["", " \t\u{3000}", "()-·", "\u{301}", "\u{0}\u{7}", "🏯"])
    func findsNothing(query: String) {
        #expect(Self.search.answers(to: SearchQuery(query)) == .none)
    }

    @Test("a megabyte of text finds nothing")
    func megabyte() {
        #expect(Self.search.answers(to: SearchQuery(String(repeating: "가", count: 350_000))) == .none)
        #expect(Self.search.answers(to: SearchQuery(String(repeating: " ", count: 1 << 20))) == .none)
    }

    @Test("a name with a vowel as a letter of its own is found misspelled")
    func loneVowel() {
        let search = PlaceSearch([SearchedPlace(id: "a", name: "값ㅏ궁", coordinate: coordinate(37, 127))])
        #expect(search.answers(to: SearchQuery("값ㅏ굴")).hits.map(\.rung) == [.misspelled])
    }
}
