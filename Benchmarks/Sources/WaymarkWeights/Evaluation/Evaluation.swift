import WaymarkBatch
import WaymarkRecommendations
import WaymarkThreads

/// Measures how well held-out stops are found again by weights fitted without them, compared with simple methods.
///
/// The courses of a single file are split into folds; of several files each is left out in turn. A scorer never sees
/// the course that a question is about. Simple methods may name the same places as the model.
package struct Evaluation: Sendable {
    /// A ranking method.
    package enum Method: String, CaseIterable, Sendable {
        /// The sum of weighted parts.
        case model
        /// The model, with diverse lists.
        case diverse
        /// The places nearest to any stop first.
        case nearest
        /// The places with the smallest sum of distances to the stops first.
        case sumOfDistances = "sum-of-distances"
        /// The most visited places first.
        case popularity
    }

    /// A metric of lists, by its usual name.
    package enum Metric: String, CaseIterable, Sendable {
        case reciprocalRank = "MRR@10"
        case recall5 = "Recall@5"
        case recall10 = "Recall@10"
        case nDCG = "nDCG@10"
        /// F1 of a list that is as long as the number of places to find.
        case f1 = "F1"
        /// Intra-list diversity of themes and locations.
        case diversity = "ILD@10"
    }

    /// How an evaluation is made.
    package struct Options: Sendable {
        /// The stops to hold out.
        package var task: EvaluationTask
        /// The parts whose weights are fitted; the others are 0.
        package var parts: [ScorePart]
        /// The number of folds of a single file: unit *i*, a visitor or a course, is in fold *i* mod `folds`.
        package var folds = 5
        /// The weights to test the model with; nil fits weights for each fold on the other folds.
        package var weights: ScoreWeights?
        /// The strength of ``Method/diverse``.
        package var diversity = 0.2
        /// The maximum number of questions that are asked, and of those that weights are fitted on: evenly chosen. Among more
        /// than 20 000 places fewer are asked, since each ranks all of them.
        package var maxQuestions = 10_000

        /// Creates options with default values.
        package init(task: EvaluationTask, parts: [ScorePart]) { (self.task, self.parts) = (task, parts) }
    }

    /// The values of each method and metric, one per question.
    package private(set) var values: [Method: [Metric: [Double]]] = [:]
    /// The unit of each question: its visitor, or its course if that is unknown.
    package private(set) var groups: [Int] = []
    /// The number of courses that were asked about.
    package private(set) var courseCount = 0
    /// The file of each question.
    package private(set) var files: [Int] = []
    /// The number of questions that the data has; ``groups`` has fewer if only some of them were asked.
    package private(set) var questionCount = 0
    /// The weights of each fold that has questions.
    package private(set) var foldWeights: [ScoreWeights] = []
    /// The number of folds tested with the standard weights, because no data was left to fit weights on.
    package private(set) var foldsWithoutFit = 0
    /// The number of folds whose weights had not settled after all steps.
    package private(set) var unsettledFolds = 0
    /// Whether the caller gave the weights.
    package let areWeightsGiven: Bool

    /// The mean of a metric over all files or one.
    ///
    /// - Precondition: There is a question, in that file if one is given.
    package func estimate(_ metric: Metric, of method: Method, file: Int? = nil) -> Estimate {
        estimate(values[method]![metric]!, file)
    }

    /// The mean by which one method exceeds another, question by question.
    package func gain(_ metric: Metric, of method: Method, over other: Method, file: Int? = nil) -> Estimate {
        estimate(zip(values[method]![metric]!, values[other]![metric]!).map { $0 - $1 }, file)
    }

    /// The mean by which the model exceeds that of another evaluation of the same questions, question by question.
    ///
    /// - Precondition: Both are of the same data and task.
    package func gain(_ metric: Metric, over other: Evaluation, file: Int? = nil) -> Estimate {
        precondition(groups == other.groups, "the evaluations are of other questions")
        return estimate(zip(values[.model]![metric]!, other.values[.model]![metric]!).map { $0 - $1 }, file)
    }

    private func estimate(_ all: [Double], _ file: Int?) -> Estimate {
        let kept = groups.indices.filter { file == nil || files[$0] == file }
        return Estimate(kept.map { all[$0] }, groups: kept.map { groups[$0] })
    }

    /// Evaluates parts of the score on data.
    ///
    /// - Parameters:
    ///   - data: One element per file.
    ///   - options: What is asked, and how.
    ///   - jobs: The number of threads; the result does not depend on it.
    ///   - progress: Called with the completed share.
    /// - Precondition: There is data; there are two folds or more.
    /// - Complexity: O(questions × places × stops).
    package init(
        of data: [VisitData], _ options: Options, jobs: Int = 1, progress: (Double) -> Void = { _ in }
    ) {
        precondition(
            !data.isEmpty && options.folds >= 2, "there are no data, or fewer than two folds: \(options.folds)")
        areWeightsGiven = options.weights != nil
        let folds = data.count == 1 ? min(options.folds, max(1, (data[0].units.max() ?? 0) + 1)) : data.count
        func fold(_ question: HeldOut) -> Int {
            data.count == 1 ? data[0].units[question.course] % folds : question.data
        }
        let all = data.indices.flatMap { data[$0].questions(options.task, data: $0) }
        questionCount = all.count
        let places = data.reduce(0) { $0 + $1.places.places.count }
        let asked = Self.chosen(all, min(options.maxQuestions, max(1000, Self.maxRanked / max(1, places))))
        courseCount = Set(asked.map { $0.data << 32 | $0.course }).count
        let learnable = Self.chosen(all, options.maxQuestions)
        let samples =
            options.weights == nil ? Self.samples(learnable, data, options.task, jobs) { progress($0 / 3) } : []
        for number in 0..<folds {
            let tested = asked.filter { fold($0) == number }
            if tested.isEmpty { continue }
            var weights = options.weights
            if weights == nil {
                let solution = Self.fit(
                    zip(learnable, samples).filter { fold($0.0) != number }.map(\.1), parts: options.parts)
                weights = solution?.weights
                if weights == nil { foldsWithoutFit += 1 }
                if solution?.isConverged == false { unsettledFolds += 1 }
            }
            let used = weights ?? .standard
            foldWeights.append(used)
            Self.inOrder(tested, jobs: jobs) { question in
                data[question.data].answer(question, options.task, weights: used, diversity: options.diversity)
            } deliver: { question, answer in
                groups.append(question.data << 32 | data[question.data].units[question.course])
                files.append(question.data)
                for (method, metrics) in answer {
                    for (metric, value) in metrics { values[method, default: [:]][metric, default: []].append(value) }
                }
                progress((1 + 2 * Double(groups.count) / Double(asked.count)) / 3)
            }
        }
    }

    /// Weights fitted on all the data; nil if it determines none. `progress` is called with the completed share.
    package static func fittedWeights(
        on data: [VisitData], _ options: Options, jobs: Int = 1, progress: (Double) -> Void = { _ in }
    ) -> (weights: ScoreWeights, isConverged: Bool, questions: Int)? {
        let all = data.indices.flatMap { data[$0].questions(options.task, data: $0) }
        let questions = chosen(all, options.maxQuestions)
        return fit(samples(questions, data, options.task, jobs, progress), parts: options.parts).map {
            ($0.weights, $0.isConverged, questions.count)
        }
    }

    /// The number of places that are ranked in all questions together, beyond which fewer are asked: some minutes of work.
    private static let maxRanked = 200_000_000

    /// At most `count` of some questions, evenly chosen.
    private static func chosen(_ questions: [HeldOut], _ count: Int) -> [HeldOut] {
        if questions.count <= count { return questions }
        return (0..<count).map { questions[$0 * questions.count / count] }
    }

    /// The samples of each question: one for each answer, asked for without the others.
    private static func samples(
        _ questions: [HeldOut], _ data: [VisitData], _ task: EvaluationTask, _ jobs: Int,
        _ progress: (Double) -> Void = { _ in }
    ) -> [[WeightFitting.Sample]] {
        let perFile = Dictionary(grouping: questions, by: \.data).mapValues(\.count)
        var samples: [[WeightFitting.Sample]] = []
        inOrder(questions, jobs: jobs) { question in
            let file = data[question.data]
            let rivals = file.rivals(question, task)
            let truth = file.truth(of: question, task)
            // Each file counts the same, and each of its questions.
            let weight = 1 / Double(truth.count * perFile[question.data]!)
            return truth.compactMap { answer -> WeightFitting.Sample? in
                let kept = rivals.filter { $0.place == answer || !truth.contains($0.place) }
                guard let position = kept.firstIndex(where: { $0.place == answer }) else { return nil }
                return .init(rivals: kept.map(\.parts), answer: position, weight: weight)
            }
        } deliver: { _, more in
            samples.append(more)
            progress(Double(samples.count) / Double(questions.count))
        }
        return samples
    }

    private static func fit(_ samples: [[WeightFitting.Sample]], parts: [ScorePart]) -> WeightFitting.Solution? {
        var fitting = WeightFitting(parts: parts)
        for sample in samples.lazy.joined() { fitting.append(sample) }
        return fitting.solve()
    }

    /// Works on questions by several threads, and delivers the results in the order of the questions.
    private static func inOrder<Result: Sendable>(
        _ questions: [HeldOut], jobs: Int, _ work: @escaping @Sendable (HeldOut) -> Result,
        deliver: (HeldOut, Result) -> Void
    ) {
        var start = 0
        // Nothing throws it; `Never` in its place crashes the compiler of Swift 6.3.
        do throws(NoError) {
            try OrderedWork.run(jobs: jobs) { () throws(NoError) in
                guard start < questions.count else { return nil }
                defer { start += 8 }
                return start..<min(start + 8, questions.count)
            } makeWorker: {
                0
            } work: { (_, range: Range<Int>, emit) throws(NoError) in
                try emit(zip(range, range.map { work(questions[$0]) }).map { ($0, $1) })
            } deliver: { (results: [(Int, Result)]) throws(NoError) in
                for (number, result) in results { deliver(questions[number], result) }
            }
        } catch {}
    }

    private struct NoError: Error {}
}

extension VisitData {
    /// The metrics of all methods for a question.
    func answer(
        _ question: HeldOut, _ task: EvaluationTask, weights: ScoreWeights, diversity: Double
    ) -> [Evaluation.Method: [Evaluation.Metric: Double]] {
        let truth = Set(truth(of: question, task))
        let count = max(10, truth.count)
        let scorer = scorer(question, task, weights: weights)
        let hidden = hidden(by: question, task)
        let open = places.places.indices.filter { $0 != hidden }
        var lists = plainLists(question, task, scorer, count: count)
        var recommender = Recommender(places)
        for (method, strength) in [(Evaluation.Method.model, 0), (.diverse, diversity)] {
            recommender.lists = DiverseList(strength: strength)
            lists[method] = recommender.list(count, of: open, by: scorer).map(\.place)
        }
        return lists.mapValues { list in
            [
                .reciprocalRank: RankingMetrics.reciprocalRank(list, truth: truth, k: 10),
                .recall5: RankingMetrics.recall(list, truth: truth, k: 5),
                .recall10: RankingMetrics.recall(list, truth: truth, k: 10),
                .nDCG: RankingMetrics.nDCG(list, truth: truth, k: 10),
                .f1: RankingMetrics.recall(list, truth: truth, k: truth.count),
                .diversity: RankingMetrics.diversity(Array(list.prefix(10)), similarity: places.similarity),
            ]
        }
    }
}
