import Foundation
import Testing
import WaymarkRecommendations

@Suite struct ScoreWeightsTests {
    private func read(_ text: String) throws(ScoreWeightsError) -> ScoreWeights {
        try ScoreWeights(json: ContiguousArray(text.utf8))
    }

    @Test("weights written are read again", arguments: [ScoreWeights.standard, .visited])
    func roundTrip(weights: ScoreWeights) throws {
        #expect(try read(weights.json) == weights)
    }

    @Test(
        "the shipped weights are the files of the repository",
        arguments: [("standard", ScoreWeights.standard), ("visited", .visited)])
    func shipped(name: String, weights: ScoreWeights) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let file = root.appending(path: "Sources/Recommend/WaymarkRecommendations/Score/Weights/\(name).json")
        let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        #expect(weights.json == text)
        #expect(try read(text) == weights)
    }

    @Test("what is not said counts 0")
    func missing() throws {
        let weights = try read(#"{"version": 1, "weights": {"theme": 2}}"#)
        #expect(weights[.theme] == 2)
        #expect(weights[.neighbours] == 0)
    }

    @Test("a file that makes no sense is refused, with the reason")
    func refusals() {
        #expect(throws: ScoreWeightsError.invalidWeight(part: "theme", value: "-1.0")) {
            try read(#"{"version": 1, "weights": {"theme": -1}}"#)
        }
        #expect(throws: ScoreWeightsError.invalidWeight(part: "theme", value: "inf")) {
            try read(#"{"version": 1, "weights": {"theme": 1e999}}"#)
        }
        #expect(throws: ScoreWeightsError.allZero) { try read(#"{"version": 1, "weights": {"theme": 0}}"#) }
        #expect(throws: ScoreWeightsError.allZero) { try read(#"{"version": 1, "weights": {}}"#) }
        #expect(throws: ScoreWeightsError.repeatedPart("theme")) {
            try read(#"{"version": 1, "weights": {"theme": 1, "way": 1, "theme": 0}}"#)
        }
        #expect(throws: ScoreWeightsError.unknownVersion("2")) { try read(#"{"version": 2, "weights": {}}"#) }
        #expect(throws: ScoreWeightsError.unknownPart("fame", known: ScorePart.allCases.map(\.rawValue))) {
            try read(#"{"version": 1, "weights": {"fame": 1}}"#)
        }
        for text in ["", "[]", "{}", #"{"version": 1}"#, #"{"version": "1", "weights": {"theme": 1}}"#] {
            #expect { try read(text) } throws: {
                if case ScoreWeightsError.malformed = $0 { true } else { false }
            }
        }
        #expect { try read(#"{"version": 1, "weights": {"theme": "1"}}"#) } throws: {
            if case ScoreWeightsError.invalidWeight(part: "theme", _) = $0 { true } else { false }
        }
    }

    @Test("several travellers become one: the mean, the lowest, the geometric mean")
    func travellers() throws {
        let themes = ["역사", "자연", "산"]
        let a = try Interests(["역사": 2, "자연": 1], among: themes)
        let b = try Interests(["역사": 0.25, "자연": 1], among: themes)
        #expect(a.byTheme == ["역사": 1, "자연": 0.5])
        let mean = try #require(Interests([a, b], by: .average)).byTheme
        #expect(abs(mean["역사"]! - 0.625 / 0.75) < 1e-15 && mean["자연"] == 1)
        #expect(Interests([a, b], by: .leastMisery)?.byTheme == ["역사": 0.5, "자연": 1])
        let nash = try #require(Interests([a, b], by: .nash)).byTheme
        #expect(abs(nash["역사"]! - 0.5.squareRoot()) < 1e-15 && nash["자연"] == 1)
        #expect(Interests([], by: .nash) == nil)
        #expect(Interests([a, try Interests(["산": 1], among: themes)], by: .nash)?.byTheme.values.max() == 0)
    }

    @Test("interests name themes by their parts, and an unknown theme is an error, as in the command")
    func interestsByPart() throws {
        let themes = ["종교/역사/전통", "자연/힐링"]
        #expect(try Interests(["역사": 1], among: themes) == Interests(text: "역사:1", among: themes))
        #expect(try Interests(["역사": 1, "종교": 2, "힐링": 1], among: themes).byTheme == [themes[0]: 1, themes[1]: 0.5])
        #expect(throws: InterestsError.unknownTheme("공룡", known: themes)) {
            try Interests(["공룡": 1], among: themes)
        }
        for bad in [["역사": -1], ["역사": .nan], ["역사": 0], [:]] as [[String: Double]] {
            #expect(throws: InterestsError.self) { try Interests(bad, among: themes) }
        }
    }

    @Test("themes are named in Korean and English, and a typing error suggests one")
    func themeNames() throws {
        let themes = ThemeLexicon.standard.themes
        for (name, theme) in [
            ("history", 3), ("Tradition", 3), ("nature", 2), ("arts and culture", 0), ("camping", 5), ("문화", 0),
            ("캠핑", 5),
        ] {
            #expect(try Interests.theme(named: name, among: themes) == themes[theme])
        }
        for (typed, meant) in [("histroy", "history"), ("자엽", "자연"), ("natur", "nature"), ("쇼핑몰", "쇼핑")] {
            let error = #expect(throws: InterestsError.self) { try Interests.theme(named: typed, among: themes) }
            #expect("\(try #require(error))".contains("did you mean \(meant)?"), "\(typed)")
        }
        #expect(!"\(InterestsError.unknownTheme("공룡", known: themes))".contains("did you mean"))
    }

    @Test("worth is the rank of a number: smaller ones count, and half of the equal ones")
    func worths() {
        #expect(RecommendedPlace.worths(byRank: [5, nil, 1, 3, 3]) == [1, nil, 0, 0.5, 0.5])
        #expect(RecommendedPlace.worths(byRank: [1, 0, 0, 0, 0]) == [1, 0.375, 0.375, 0.375, 0.375])
        #expect(RecommendedPlace.worths(byRank: [7, .nan]) == [0.5, nil])
        #expect(RecommendedPlace.worths(byRank: []) == [])
    }
}
