import WaymarkRecommendations

/// How long visits take, in minutes.
package struct StayTimes {
    /// Words of names, the first that fits: round numbers for planning.
    ///
    /// Those in Latin letters are whole words, also in the plural; of others, a word of one or two letters is an ending: 대 is a
    /// pavilion in 첨성대, not in 대릉원.
    package static let byName: [(words: [String], minutes: Int)] = [
        (["놀이공원", "월드", "에버랜드", "테마파크", "theme park"], 240),
        (["등산", "국립공원", "산행", "national park"], 180),
        (["박물관", "미술관", "과학관", "수족관", "아쿠아리움", "동물원", "museum", "gallery", "aquarium", "zoo"], 90),
        (["수목원", "식물원", "휴양림", "해수욕장", "해변", "온천", "beach", "garden"], 75),
        (["궁", "불국사", "민속촌", "한옥마을", "시장", "palace", "market"], 60),
        (["전망대", "타워", "케이블카", "tower", "view", "viewpoint"], 45),
        (["탑", "비", "정자", "생가", "다리", "등대", "대", "각", "루"], 25),
    ]

    private static let byTheme = [
        "문화/예술": 60, "쇼핑/놀이": 75, "자연/힐링": 60, "종교/역사/전통": 45, "체험/학습/산업": 75, "캠핑/스포츠": 90,
        "먹거리": 60,
    ]

    private let candidates: RecommendedPlaces
    private var ofPlaces: [(place: Int, minutes: Int)] = []
    private var ofThemes: [String: Int] = [:]

    /// Stays that are given by name of a theme or a place; `position` finds a place by its name.
    init(_ given: [PlanQuestion.Stay], _ candidates: RecommendedPlaces, position: (String) throws -> Int) rethrows {
        self.candidates = candidates
        let last = Dictionary(given.map { ($0.name, $0.minutes) }) { $1 }
        for (name, minutes) in last.sorted(by: { $0.key < $1.key }) {
            if let theme = try? Interests.theme(named: name, among: candidates.themes) {
                ofThemes[theme] = minutes
            } else {
                ofPlaces.append((try position(name), minutes))
            }
        }
    }

    /// The stay at a place, and whether it is given for the place itself.
    func minutes(of place: Int) -> (minutes: Int, isGiven: Bool) {
        if let own = ofPlaces.first(where: { candidates.areOne($0.place, place, within: nil) }) {
            return (own.minutes, true)
        }
        let place = candidates.places[place]
        let given = place.theme.flatMap { ofThemes[$0] }
        return (given ?? Self.usual(place.name) ?? place.theme.flatMap { Self.byTheme[$0] } ?? 45, false)
    }

    /// The usual stay by a name; nil if no word of it tells.
    package static func usual(_ name: String) -> Int? {
        let name = name.lowercased()
        let words = " " + name.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
        return byName.first { entry in
            entry.words.contains { word in
                if word.utf8.first! < 0x80 { return words.contains(" \(word) ") || words.contains(" \(word)s ") }
                return word.count <= 2 ? name.hasSuffix(word) : name.contains(word)
            }
        }?.minutes
    }
}
