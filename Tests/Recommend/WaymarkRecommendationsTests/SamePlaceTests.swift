import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRecommendations

@Suite("A place under another name is known")
struct SamePlaceTests {
    @Test(
        "the same place",
        arguments: [
            ("경주 대릉원", "대릉원", 600.0), ("부산 해운대", "해운대해수욕장", 0), ("경상북도 수목원", "경상북도수목원", 336),
            ("한산도 제승당", "제승당", 900), ("거제포로수용소", "포로수용소유적공원", 0), ("상림", "상림공원", 20),
            ("Osaka Castle", "OSAKA-CASTLE", 900), ("석굴암 주차장", "경주 석굴암 주차장", 300),
        ])
    func same(_ a: String, _ b: String, _ distance: Double) {
        #expect(SamePlace.reason(NamePairs(a), NamePairs(b), at: distance) != nil)
        #expect(SamePlace.reason(NamePairs(b), NamePairs(a), at: distance) != nil)
    }

    @Test(
        "another place",
        arguments: [
            ("명동", "명동성당", 188.0), ("명동", "명동예술극장", 48), ("해운대", "해운대시장", 400), ("석굴암 주차장", "석굴암", 60),
            ("석굴암 주차장", "석굴암", 0), ("해운대역", "해운대해수욕장", 20), ("섭지코지", "신양 섭지코지 해변", 404),
            ("국립중앙박물관", "국립민속박물관", 300), ("대릉원", "대릉원", 1000), ("", "대릉원", 0), ("대릉원", "첨성대", 0),
        ])
    func other(_ a: String, _ b: String, _ distance: Double) {
        #expect(SamePlace.reason(NamePairs(a), NamePairs(b), at: distance) == nil)
        #expect(SamePlace.reason(NamePairs(b), NamePairs(a), at: distance) == nil)
    }

    @Test("the reason is the widest rule that holds")
    func reasons() {
        func reason(_ a: String, _ b: String, _ distance: Double) -> SamePlace? {
            SamePlace.reason(NamePairs(a), NamePairs(b), at: distance)
        }
        #expect(reason("경주 대릉원", "대릉원", 0) == .name)
        #expect(reason("해운대", "해운대해수욕장", 100) == .part && reason("해운대", "해운대해수욕장", 100.1) == nil)
        #expect(reason("명동", "명동성당", 25) == .spot && reason("명동", "명동성당", 25.1) == nil)
    }

    @Test(
        "of the stops that one course names, one pair is taken for the same; by names alone it would be three",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func courses() throws {
        let courses = try SharedCourses.all.get()
        let rows = Dictionary(grouping: zip(courses.courseNumbers, courses.rows), by: \.0).values
        var (same, alike) = (0, 0)
        for course in rows {
            for (i, a) in course.map(\.1).enumerated() {
                for b in course.map(\.1)[(i + 1)...] where a.name != b.name {
                    let distance = Sphere.earth.distance(
                        from: try Coordinate(latitude: a.latitude, longitude: a.longitude),
                        to: try Coordinate(latitude: b.latitude, longitude: b.longitude)
                    ).value
                    let (first, second) = (NamePairs(a.name), NamePairs(b.name))
                    same += SamePlace.reason(first, second, at: distance) == nil ? 0 : 1
                    alike += distance < 1000 && first.containment(in: second) >= 0.7 ? 1 : 0
                }
            }
        }
        #expect(same == 1 && alike == 3)
    }
}
