import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// Answers found among those of the query before, against a search of all places.
@Suite struct SearchCandidateTests {
    @Test(
        "while texts are typed, changed and deleted, answers equal those of a new search",
        arguments: 1...8 as ClosedRange<UInt64>)
    func answersEqualNewSearch(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadePlaces.places([40, 400, 2000][Int(seed) % 3], using: &generator)
        let search = PlaceSearch(places)
        var (candidates, narrowed): (SearchCandidates?, Int) = (nil, 0)
        for _ in 0..<60 {
            var query = MadePlaces.query(about: places, using: &generator)
            for text in Self.typed(query.text, using: &generator) {
                query.text = text
                if candidates?.contain(answersTo: query) == true { narrowed += 1 }
                #expect(search.answers(to: query, among: &candidates) == search.answers(to: query), "\(query)")
            }
        }
        #expect(narrowed > 100)
    }

    @Test(
        "a text with another behind it has the answers of a new search", arguments: 1...8 as ClosedRange<UInt64>)
    func appendedTexts(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 50)
        let places = MadePlaces.places(60, using: &generator)
        let search = PlaceSearch(places)
        for _ in 0..<400 {
            var query = MadePlaces.query(about: places, using: &generator)
            query.limit = 1000
            var candidates: SearchCandidates?
            _ = search.answers(to: query, among: &candidates)
            query.text += MadePlaces.query(about: places, using: &generator).text.prefix(3)
            #expect(search.answers(to: query, among: &candidates) == search.answers(to: query), "\(query)")
        }
    }

    @Test("a session gives the answers of new searches: finals that move, deletions, the wrong keyboard")
    func sessionEqualsNewSearch() async throws {
        let names = ["가나다", "간식당", "가나안 교회", "달가람 마을", "닭갈비 골목", "값진 시장", "갑사", "BIFF광장", "경복궁", "경복궁 야간개장"]
        let search = PlaceSearch(
            names.enumerated().map { SearchedPlace(id: "\($0)", name: $1, coordinate: coordinate(37, 127)) })
        let session = SearchSession(search)
        var updates = session.updates.makeAsyncIterator()
        let texts = [
            "ㄱ", "가", "간", "가나", "가낟", "가나다", "가나", "가", "다", "달", "닭", "달가", "닭", "달", "갑", "값", "갑사", "ㄱㅂ", "ㄱㅂㄱ",
            "ㄱ복",
            "ㄱ보", "r", "ru", "rud", "rudq", "rudqh", "rudqhr", "rudqhrr", "B", "BI", "BIF", "BIFF", "BIFFr", "BIFFrhk",
            "경복", "경복ㄱ", "경복구", "경복궁", "경복궁 ", "경복궁 ㅇ", "경복궁 야", "경복궁 야ㄱ", "경벅궁", "경벅궁 야",
        ]
        for text in texts {
            let query = SearchQuery(text)
            session.type(query)
            let update = try #require(await updates.next())
            let wanted = search.answers(to: query)
            #expect(update.suggestions.map(\.position) == wanted.hits.map(\.position), "\(text)")
            #expect(update.suggestions.map(\.matched) == wanted.hits.map(\.matched), "\(text)")
            #expect(update.count == wanted.count, "\(text)")
        }
    }

    /// The texts while something is typed, with keys deleted and typed again, and more behind it.
    private static func typed(_ text: String, using generator: inout SplitMix64) -> [String] {
        let keys = Typing.keys(of: String(text.prefix(40)))
        var texts: [String] = []
        var length = 0
        while length < keys.count {
            length += length > 0 && Int.random(in: 0..<6, using: &generator) == 0 ? -1 : 1
            texts.append(Typing.text(Array(keys.prefix(length))))
        }
        let last = texts.last ?? ""
        return texts + [last + " ", last + [" 궁", " ㄱ", "ㄱㅂ", "1", "a", "ㅏ"].randomElement(using: &generator)!]
    }
}
