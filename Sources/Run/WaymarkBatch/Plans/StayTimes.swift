import WaymarkRecommendations

/// How long a visit usually takes, in minutes: round numbers for planning, by what a place is called, otherwise by its theme.
enum StayTimes {
    /// Endings and parts of names, the first that fits.
    private static let byName: [(words: [String], minutes: Int)] = [
        (["놀이공원", "월드", "에버랜드", "테마파크", "theme park"], 240),
        (["등산", "국립공원", "산행", "national park"], 180),
        (["박물관", "미술관", "과학관", "수족관", "아쿠아리움", "동물원", "museum", "gallery", "aquarium", "zoo"], 90),
        (["수목원", "식물원", "휴양림", "해수욕장", "해변", "온천", "beach", "garden"], 75),
        (["궁", "불국사", "민속촌", "한옥마을", "시장", "palace", "market"], 60),
        (["전망대", "타워", "케이블카", "tower", "view"], 45),
        (["탑", "비", "정자", "생가", "다리", "등대", "대", "각", "루"], 25),
    ]

    private static let byTheme = [
        "문화/예술": 60, "쇼핑/놀이": 75, "자연/힐링": 60, "종교/역사/전통": 45, "체험/학습/산업": 75, "캠핑/스포츠": 90,
    ]

    /// The stay at a place; `given` has stays by name or theme.
    static func minutes(of place: RecommendedPlace, _ given: [String: Int]) -> Int {
        if let own = given[place.name] ?? place.theme.flatMap({ given[$0] }) { return own }
        let name = place.name.lowercased()
        for (words, minutes) in byName {
            // Short words are endings: 대 is a pavilion in 첨성대, not in 대릉원.
            if words.contains(where: { $0.count <= 2 ? name.hasSuffix($0) : name.contains($0) }) { return minutes }
        }
        return place.theme.flatMap { byTheme[$0] } ?? 45
    }
}
