import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations

@Suite("A place under another name is known")
struct SamePlaceTests {
    private func reason(_ a: String, _ b: String, _ distance: Double) -> SamePlace? {
        PlaceName(a).reason(PlaceName(b), at: distance)
    }

    @Test(
        "the same place",
        arguments: [
            ("경주 대릉원", "대릉원", 600.0), ("부산 광안리", "광안리해수욕장", 40), ("경상북도 수목원", "경상북도수목원", 336),
            ("한산도 제승당", "한산도제승당", 900), ("거제포로수용소", "포로수용소유적공원", 0), ("상림", "상림공원", 20),
            ("Osaka Castle", "OSAKA-CASTLE", 900), ("석굴암 주차장", "경주 석굴암 주차장", 300), ("안목해변", "강릉 안목해수욕장", 700),
            ("중앙탑 사적공원", "중앙탑공원", 500), ("전주한옥마을", "한옥마을", 300), ("기장군 해동용궁사", "해동용궁사", 900),
            ("삼척해수욕장관광지", "삼척해수욕장", 50), ("부산 감천문화", "감천문화마을", 40), ("부산 감천", "감천문화마을", 40),
            ("용봉산(구룡대 매표소)", "용봉산", 20), ("종로구 북촌한옥마을", "북촌 한옥마을", 90),
            ("제주 민속자연사", "제주민속자연사박물관", 40), ("경암", "경암근린공원", 0), ("어린이공원", "어린이공원", 90), ("청평사", "청평사(춘천)", 915),
            ("뮤지엄산(청조갤러리)", "뮤지엄산(페이퍼갤러리)", 0),
        ])
    func same(_ a: String, _ b: String, _ distance: Double) {
        #expect(reason(a, b, distance) != nil && reason(b, a, distance) != nil)
    }

    @Test(
        "another place",
        arguments: [
            ("명동", "명동성당", 188.0), ("명동", "명동예술극장", 48), ("해운대", "해운대시장", 400), ("석굴암 주차장", "석굴암", 60),
            ("석굴암 주차장", "석굴암", 0), ("해운대역", "해운대해수욕장", 20), ("섭지코지", "신양 섭지코지 해변", 404),
            ("국립중앙박물관", "국립민속박물관", 300), ("대릉원", "대릉원", 1000), ("", "대릉원", 0), ("대릉원", "첨성대", 0),
            ("왜고개 순교성지", "당고개 순교성지", 700), ("해운대해수욕장", "해운대시장", 90), ("부산역", "부산", 10), ("15호 어린이공원", "17호 어린이공원", 90),
            ("경주", "경주월드", 50), ("공원", "중앙공원", 10), ("남해대교", "대교", 10),
            ("독립기념관", "독립기념관캠핑장", 0), ("정림사지", "정림사지박물관", 63), ("한국민속촌", "한국민속촌박물관", 0), ("소공원", "소공원", 300),
            ("밀성군 묘역", "운산군 묘역", 276), ("돌배야영장(제1야영장)", "돌배야영장(제2야영장)", 285), ("수승대 오토캠핑장", "수승대야영장", 406),
            ("개포공원", "개포근린공원", 734), ("공원(백교3)", "공원(백교4)", 81), ("10호 근린공원(10-A)", "10호 근린공원(10-B)", 52),
        ])
    func other(_ a: String, _ b: String, _ distance: Double) {
        #expect(reason(a, b, distance) == nil && reason(b, a, distance) == nil)
    }

    @Test("the reason is the widest rule that holds")
    func reasons() {
        #expect(reason("경주 대릉원", "대릉원", 0) == .name)
        #expect(reason("속리산 법주사", "법주사", 500) == .kind && reason("속리산 법주사", "법주사", 500.1) == nil)
        #expect(reason("낙안읍성민속마을", "낙안읍성", 500) == .kind && reason("용두산관광지", "용두산", 500.1) == nil)
        #expect(reason("간월암", "천수만/간월암", 900) == .name && reason("간월암 및 부도", "무학대사 및 부도", 0) == nil)
        #expect(reason("해운대", "해운대해수욕장", 100) == .kind && reason("해운대", "해운대해수욕장", 100.1) == nil)
    }

    @Test("a stop called by its city and its name without the kind is the place, 40 m beside it")
    func shortNames() throws {
        let path = Repository.root.appending(path: "data/attractions.csv").path
        var (count, missed): (Int, [String]) = (0, [])
        for attraction in try AttractionCatalog(contentsOf: path).attractions {
            let words = (attraction.lotAddress ?? "").split(separator: " ").map(String.init)
            guard words.count > 1 else { continue }
            let region = words[1].hasSuffix("구") ? words[0] : words[1]
            let city = ["특별자치시", "특별시", "광역시", "시", "군"].first { region.hasSuffix($0) }.map {
                String(region.dropLast($0.count))
            }
            let kinds = [
                "해수욕장", "해변", "해안", "관광단지", "관광지", "한옥마을", "문화마을", "벽화마을", "마을", "재래시장", "전통시장", "시장", "국제시장",
                "생태공원", "공원", "박물관", "미술관", "기념관", "전시관", "역사관", "수목원", "식물원", "자연휴양림", "휴양림", "동굴", "전망대", "케이블카",
                "성당", "향교", "서원", "온천", "국가정원", "정원", "호수", "유적지", "유적", "고분군", "생가", "거리", "골목", "광장", "스카이워크",
                "출렁다리", "테마파크", "랜드", "민속촌",
            ]
            guard let city, let kind = kinds.first(where: { attraction.name.hasSuffix($0) }) else { continue }
            let short = String(attraction.name.dropLast(kind.count))
            guard short.count > 1, !short.hasSuffix(" ") else { continue }
            count += 1
            if reason("\(city) \(short)", attraction.name, 40) == nil { missed.append("\(city) \(short)") }
        }
        #expect(count >= 140 && missed.count * 100 <= count * 2, "\(missed) of \(count)")
    }

    @Test(
        "of the stops that one course names, none is taken for another",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func courses() throws {
        let courses = try SharedCourses.all.get()
        let rows = Dictionary(grouping: zip(courses.courseNumbers, courses.rows), by: \.0).values
        var same: [String] = []
        for course in rows {
            for (i, a) in course.map(\.1).enumerated() {
                for b in course.map(\.1)[(i + 1)...] where a.name != b.name {
                    let distance = Sphere.earth.distance(
                        from: try Coordinate(latitude: a.latitude, longitude: a.longitude),
                        to: try Coordinate(latitude: b.latitude, longitude: b.longitude)
                    ).value
                    if reason(a.name, b.name, distance) != nil { same.append("\(a.name), \(b.name)") }
                }
            }
        }
        #expect(same.count <= 1, "\(same)")
    }
}
