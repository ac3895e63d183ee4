import Testing
import WaymarkGeodesy
import WaymarkRecommendations

@Suite struct InterestReachTests {
    private static let themes = ["자연/힐링", "종교/역사/전통", "먹거리"]

    /// What is said of interests around one stop with some places, by name and theme, 100 m apart.
    private func sentence(_ interests: String, _ places: [(name: String, theme: String?)]) throws -> String? {
        let made = try places.enumerated().map { number, place in
            RecommendedPlace(
                id: "\(number)", name: place.name,
                coordinate: try Coordinate(latitude: 37.5 + 0.001 * Double(number), longitude: 127), theme: place.theme)
        }
        var recommender = Recommender(RecommendedPlaces(made))
        let liked = try Interests(text: interests, among: Self.themes)
        let reach = InterestReach(liked, recommender.places)
        recommender.interestReach = reach
        let stop = RecommendedPlace(
            id: "stop", name: "stop", coordinate: try Coordinate(latitude: 37.49, longitude: 127))
        _ = recommender.recommendations(around: stop, within: .kilometers(5), count: 2, interests: liked)
        return reach?.sentence
    }

    @Test("an interest that no place within reach has is said, and one that all have; others are not")
    func sentences() throws {
        let history = (name: "고택", theme: "종교/역사/전통" as String?)
        let nature = (name: "계곡", theme: "자연/힐링" as String?)
        let unknown = (name: "QX", theme: nil as String?)
        let food = (name: "국밥", theme: "먹거리" as String?)
        #expect(try sentence("역사", [history, nature]) == nil)
        #expect(try sentence("맛집", [history, nature, food]) == nil)
        #expect(try sentence("역사", [history, unknown]) == nil)
        let missing = try #require(try sentence("역사,food", [nature, history, unknown]))
        #expect(missing == "no place within reach has the theme 먹거리 (food): that interest changes nothing")
        let all = try #require(try sentence("history", [history, history]))
        #expect(all == "all places within reach are of what is liked: interests change nothing")
        #expect(try sentence("역사", []) == nil)
    }

    @Test("words for food are its theme; an unknown word names the themes")
    func food() throws {
        for word in ["먹거리", "맛집", "카페", "음식", "food", "Restaurants", "cafe"] {
            #expect(try Interests.theme(named: word, among: ThemeLexicon.standard.themes) == "먹거리", "\(word)")
        }
        let error = #expect(throws: InterestsError.self) {
            try Interests.theme(named: "우주", among: ThemeLexicon.standard.themes)
        }
        for theme in ThemeLexicon.standard.themes { #expect("\(try #require(error))".contains(theme)) }
    }
}
