import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkSearch

/// What strangers type, and what the first answer is, over the attractions of the sample.
@Suite("Competing readings")
struct CompetingReadingsTests {
    private static let sample = Repository.root.appending(path: "data/attractions.csv")

    /// A park whose text names what others are called.
    private static let park =
        "동네공원,관광지,서울특별시 강북구 어딘가로 1,,37.63,127.02,,,,,,,,,,,\"국립박물관과 남산타워 사이의 공원, gyeongbokgung 옆\",,,2026-11-01,,Waymark\n"

    private static let attractions = Result {
        SearchedAttractions(
            try AttractionCatalog(bytes: ContiguousArray(Data(contentsOf: sample) + Data(park.utf8)), name: "sample"))
    }

    private func answers(_ text: String, near: Coordinate? = nil) throws -> SearchAnswers {
        try Self.attractions.get().search.answers(to: SearchQuery(text, near: near, limit: 100))
    }

    @Test(
        "a word in an introduction never hides the place that is meant, in any script",
        arguments: [
            ("남산타워", "남산서울타워", true), ("국립박물관", "국립중앙박물관", false), ("gyeongbokgung", "경복궁", true),
            ("ㅗㅁㄷㅕㅜㅇㅁㄷ", "해운대해수욕장", true), ("景福宮", "경복궁", true), ("경福궁", "경복궁", true), ("景福宫", "경복궁", true),
            ("キョンボックン", "경복궁", true), ("チャンドックン", "창덕궁", true), ("ddp", "동대문디자인플라자", true),
            ("안압지", "동궁과 월지", true), ("국중박", "국립중앙박물관", true), ("haeundae beach", "해운대해수욕장", true),
            ("경복궁 맛집", "경복궁", false), ("경벅궁", "경복궁", false),
        ])
    func firstIsMeant(query: String, name: String, isExact: Bool) throws {
        let found = try answers(query)
        #expect(found.hits.first?.name == name && found.isExact == isExact, "\(found.hits.prefix(3).map(\.name))")
    }

    @Test("kind and district come before sound")
    func kindAndDistrict() throws {
        let found = try answers("suwon fortress")
        #expect(found.isExact && found.hits.first?.address?.contains("수원시") == true)
        let beach = try answers("부산 바닷가", near: Coordinate(latitude: 35.1587, longitude: 129.1604))
        #expect(beach.hits.first?.name == "해운대해수욕장")
    }

    @Test(
        "the best known come first where a query says only a kind",
        arguments: [("박물관", "국립중앙박물관"), ("시장", "자갈치시장"), ("궁", "경복궁")])
    func bestKnownFirst(query: String, name: String) throws { #expect(try answers(query).hits.first?.name == name) }

    @Test("with a point, how near a place is counts too")
    func nearness() throws {
        let found = try answers("궁", near: Coordinate(latitude: 36.2758, longitude: 126.9127))
        #expect(found.hits.first?.name == "궁남지")
        #expect(try answers("시장", near: Coordinate(latitude: 37.57, longitude: 127.0)).hits.first?.name == "광장시장")
    }

    @Test(
        "what is not there is said, with the words that were left out or corrected",
        arguments: ["북한산", "위도해수욕장", "이마트"])
    func absent(name: String) throws {
        let found = try answers(name)
        #expect(!found.isExact && found.hits.allSatisfy { $0.rung >= .partsInOrder })
        #expect(try answers("경복궁 뷁뷁").droppedWords == ["뷁뷁"] && answers("경벅궁").correctedWords == ["경벅궁"])
    }

    /// Pairs of a query and the names that it means.
    private static let strangers = Result {
        try String(contentsOf: Repository.root.appending(path: "data/strangers.csv"), encoding: .utf8)
            .split(separator: "\n").dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return (query: String(cells[0]), meant: Set(cells[3].split(separator: "|").map(String.init)))
            }
    }

    private func meanReciprocalRank(_ search: PlaceSearch) throws -> Double {
        let queries = try Self.strangers.get()
        #expect(queries.count >= 200)
        let ranks = queries.map { query, meant in
            search.answers(to: SearchQuery(query, limit: 100)).hits.firstIndex { meant.contains($0.name) }
                .map { 1 / Double($0 + 1) } ?? 0
        }
        return ranks.reduce(0, +) / Double(ranks.count)
    }

    @Test("strangers' queries have what they mean first, in the mean, on the sample")
    func strangersOnSample() throws {
        #expect(try meanReciprocalRank(Self.attractions.get().search) >= 0.85)
    }

    @Test(
        "and among the national data too; of names that are not there nearly none has an answer that is like nothing of it",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func strangersOnUnion() throws {
        let national = SharedData.folder.appending(path: "attractions/attractions-2024-04-dups.cp949.csv").path
        let union = try SearchedAttractions(contentsOf: [Self.sample.path, national])
        #expect(try meanReciprocalRank(union.search) >= 0.85)
        let sample = try SearchedAttractions(contentsOf: [Self.sample.path]).search
        let all = try AttractionCatalog(contentsOf: national).attractions.map(\.name)
        let known = Set(try AttractionCatalog(contentsOf: Self.sample.path).attractions.map(\.name))
        func syllables(_ name: String) -> Set<Character> { Set(name.filter { "가"..."힣" ~= $0 }) }
        var (asked, unlike) = (0, 0)
        for name in Set(all).subtracting(known) {
            let found = sample.answers(to: SearchQuery(name))
            asked += 1
            // An exact answer is called so but for blanks, is part of a longer name, or has the kind or district beside its name.
            if found.isExact {
                #expect(found.hits.allSatisfy { $0.rung <= .otherName || $0.rung == .nameAndText }, "\(name)")
            } else if let first = found.hits.first {
                let isAlike = [first.name, first.otherName ?? ""].contains {
                    syllables(name).intersection(syllables($0)).count >= 2 || $0.last == name.last
                }
                unlike += isAlike ? 0 : 1
            }
        }
        #expect(asked >= 400 && unlike * 10 <= asked, "\(unlike) of \(asked)")
    }
}
