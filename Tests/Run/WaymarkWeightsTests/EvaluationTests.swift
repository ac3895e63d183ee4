import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkWeights

@Suite struct EvaluationTests {
    @Test("metrics of lists worked out by hand")
    func metrics() {
        let list = ["a", "b", "c", "d"]
        #expect(RankingMetrics.reciprocalRank(list, truth: ["c", "x"], k: 10) == 1.0 / 3)
        #expect(RankingMetrics.reciprocalRank(list, truth: ["c"], k: 2) == 0)
        #expect(RankingMetrics.recall(list, truth: ["c", "x"], k: 3) == 0.5)
        #expect(RankingMetrics.recall(list, truth: [], k: 3) == 0)
        // 1/log2(4) over 1/log2(2) + 1/log2(3)
        #expect(abs(RankingMetrics.nDCG(list, truth: ["c", "x"], k: 3) - 0.5 / 1.630_929_753_571_457_4) < 1e-12)
        #expect(RankingMetrics.nDCG(list, truth: ["a", "b"], k: 2) == 1)
        #expect(RankingMetrics.diversity([1.0, 2, 4]) { 1 - abs($0 - $1) / 4 } == (0.25 + 0.75 + 0.5) / 3)
        #expect(RankingMetrics.diversity([1.0]) { _, _ in 0 } == 0)
    }

    @Test("the error of a mean is that of its groups")
    func errors() {
        let single = Estimate([1, 2, 3, 4], groups: [0, 1, 2, 3])
        #expect(single.mean == 2.5)
        #expect(abs(single.standardError - (5.0 / 3).squareRoot() / 2) < 1e-15)
        // Twice the same value in each group says no more than once.
        let doubled = Estimate([1, 1, 2, 2, 3, 3, 4, 4], groups: [0, 0, 1, 1, 2, 2, 3, 3])
        #expect(abs(doubled.standardError - single.standardError) < 1e-15)
        #expect(Estimate([1, 2], groups: [0, 0]).standardError.isNaN)
    }

    @Test("fitted weights are the likeliest", arguments: 1...6 as ClosedRange<UInt64>)
    func fitting(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let parts: [ScorePart] = [.way, .theme, .neighbours]
        let taste = [3.0, 0, 1]
        var fitting = WeightFitting(parts: parts)
        var samples: [WeightFitting.Sample] = []
        for _ in 0..<200 {
            let rivals = (0..<8).map { _ -> PartValues in
                var values = PartValues.zero
                for part in parts { values[part.lane] = Double.random(in: 0...1, using: &generator) }
                return values
            }
            let likes = rivals.map { rival in
                zip(parts, taste).reduce(Double.random(in: 0...0.5, using: &generator)) { $0 + $1.1 * rival[$1.0.lane] }
            }
            let answer = likes.indices.max { likes[$0] < likes[$1] }!
            samples.append(.init(rivals: rivals, answer: answer, weight: 1))
            fitting.append(samples.last!)
        }
        let solution = try #require(fitting.solve())
        #expect(solution.isConverged)
        let weights = solution.weights
        #expect(weights[.way] > weights[.neighbours])
        #expect(weights[.theme] < 0.05)
        #expect(abs(parts.reduce(0) { $0 + weights[$1] } - 1) < 1e-12)
        #expect(weights[.worth] == 0)
    }

    @Test("parts that separate every answer from its rivals: the steps stay finite, and come to an end")
    func separable() throws {
        var fitting = WeightFitting(parts: [.way, .theme])
        for _ in 0..<50 {
            var (answer, rival) = (PartValues.zero, PartValues.zero)
            (answer[ScorePart.way.lane], rival[ScorePart.theme.lane]) = (1, 1)
            fitting.append(.init(rivals: [answer, rival, rival], answer: 0, weight: 1))
        }
        let solution = try #require(fitting.solve())
        #expect(solution.isConverged && solution.weights[.way] == 1 && solution.weights[.theme] == 0)
        #expect(WeightFitting(parts: [.theme]).solve() == nil)
    }

    /// Courses of two kinds of places in rows, with visitors.
    private static func made(_ generator: inout SplitMix64) -> VisitData {
        let places = RecommendedPlaces(
            (0..<60).map { number in
                RecommendedPlace(
                    id: "\(number)", name: "Q\(number)",
                    coordinate: try! Coordinate(
                        latitude: .random(in: 35...36, using: &generator),
                        longitude: .random(in: 127...128, using: &generator)),
                    theme: ["역사", "자연", nil].randomElement(using: &generator)!)
            })
        let courses = (0..<40).map { number in
            VisitData.Course(
                id: "\(number)", places: (0..<5).map { _ in Int.random(in: 0..<60, using: &generator) },
                visitor: number % 3 == 0 ? nil : "v\(number % 7)")
        }
        return VisitData(places: places, courses: courses)
    }

    @Test("any number of threads gives the same evaluation and the same weights", arguments: EvaluationTask.allCases)
    func threads(task: EvaluationTask) {
        var generator = SplitMix64(seed: 5)
        let data = Self.made(&generator)
        var options = Evaluation.Options(task: task, parts: Self.parts)
        options.maxQuestions = 90
        let (one, three) = (Evaluation(of: [data], options), Evaluation(of: [data], options, jobs: 3))
        #expect(one.values == three.values && one.groups == three.groups)
        #expect(one.groups.count == min(90, one.questionCount) && one.foldWeights == three.foldWeights)
        // Units are visitors where they are known.
        #expect(Set(one.groups).count < 25)
        let (a, b) = (
            Evaluation.fittedWeights(on: [data], options), Evaluation.fittedWeights(on: [data], options, jobs: 3)
        )
        #expect(a?.weights == b?.weights && a?.questions == b?.questions)
        #expect(one.gain(.f1, over: three).mean == 0 && one.gain(.f1, over: three).standardError == 0)
    }

    @Test("plain ways may name what the model may, and no more")
    func exclusions() throws {
        // The second place is the first under another name, and only the third can be found.
        func place(_ id: String, _ name: String, _ latitude: Double) throws -> RecommendedPlace {
            RecommendedPlace(id: id, name: name, coordinate: try Coordinate(latitude: latitude, longitude: 127))
        }
        let places = RecommendedPlaces([
            try place("a", "불국사", 36), try place("b", "경주 불국사", 36.001), try place("c", "석굴암", 36.02),
        ])
        let data = VisitData(
            places: places, courses: [.init(id: "1", places: [0, 2]), .init(id: "2", places: [0, 2])])
        let result = Evaluation(of: [data], .init(task: .leftOut, parts: Self.parts))
        for method in [Evaluation.Method.model, .nearest, .sumOfDistances] {
            let found = result.values[method]![.reciprocalRank]!
            #expect(found[0] == 0.5 || found[1] == 1, "\(method): \(found)")
            #expect(found[1] == 1, "\(method): \(found)")
        }
    }

    @Test("the mean of files varies as its files do")
    func meanOfFiles() {
        let (a, b) = (Estimate([1, 2, 3, 4], groups: [0, 1, 2, 3]), Estimate([5, 5, 7, 7], groups: [0, 1, 2, 3]))
        let mean = Estimate(meanOf: [a, b])
        #expect(mean.mean == 4.25)
        let squares = a.standardError * a.standardError + b.standardError * b.standardError
        #expect(abs(mean.standardError - squares.squareRoot() / 2) < 1e-15)
    }

    @Test("a positive definite system is solved")
    func system() {
        let x = WeightFitting.solution([[4, 2, 0], [2, 5, 1], [0, 1, 3]], [2, -3, 7])
        let back = [4 * x[0] + 2 * x[1], 2 * x[0] + 5 * x[1] + x[2], x[1] + 3 * x[2]]
        for (value, expected) in zip(back, [2.0, -3, 7]) { #expect(abs(value - expected) < 1e-12) }
    }

    private static let parts: [ScorePart] = [.way, .neighbours, .theme]
}
