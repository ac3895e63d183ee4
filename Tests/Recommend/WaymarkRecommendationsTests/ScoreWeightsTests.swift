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
        #expect(weights[.kinship] == 0)
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
            try read(#"{"version": 1, "weights": {"theme": 1, "detour": 1, "theme": 0}}"#)
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
        let a = try #require(Interests(["역사": 2, "자연": 1]))
        let b = try #require(Interests(["역사": 0.25, "자연": 1]))
        #expect(a.byTheme == ["역사": 1, "자연": 0.5])
        #expect(Interests([a, b], by: .average)?.byTheme == ["역사": 0.625, "자연": 0.75])
        #expect(Interests([a, b], by: .leastMisery)?.byTheme == ["역사": 0.25, "자연": 0.5])
        let nash = try #require(Interests([a, b], by: .nash)).byTheme
        #expect(abs(nash["역사"]! - 0.5) < 1e-15 && abs(nash["자연"]! - 0.5.squareRoot()) < 1e-15)
        #expect(Interests([], by: .nash) == nil)
        for bad in [["역사": -1], ["역사": .nan], ["역사": 0], [:]] as [[String: Double]] { #expect(Interests(bad) == nil) }
        #expect(Interests([a, try #require(Interests(["산": 1]))], by: .nash)?.byTheme["산"] == 0)
    }
}
