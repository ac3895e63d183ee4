/// Measures how well held-out stops are found again by weights fitted without them, compared with simple methods.
///
/// The courses of a single file are split into folds; of several files each is left out in turn. A scorer never sees
/// the course that a question is about.
public struct Evaluation: Sendable {
    /// The source of themes.
    public enum Themes: String, CaseIterable, Sendable {
        /// The themes of the places.
        case given
        /// Read from names, by a lexicon learned from the themes of the places on the courses of the other folds.
        case learned
        /// No themes.
        case none
    }

    /// A ranking method.
    public enum Method: String, CaseIterable, Sendable {
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
    public enum Metric: String, CaseIterable, Sendable {
        case reciprocalRank = "MRR@10"
        case recall5 = "Recall@5"
        case recall10 = "Recall@10"
        case nDCG = "nDCG@10"
        /// F1 of a list that is as long as the number of places to find.
        case f1 = "F1"
        /// Intra-list diversity of themes and locations.
        case diversity = "ILD@10"
        /// The mean of -log2 of the share of visits to each place of the list.
        case novelty = "Novelty@10"
    }

    /// The values of each method and metric, one per question.
    public private(set) var values: [Method: [Metric: [Double]]] = [:]
    /// The share of all places that a method's lists name.
    public private(set) var coverage: [Method: Double] = [:]
    /// The group of each question: its course.
    public private(set) var groups: [Int] = []
    /// The file of each question.
    public private(set) var files: [Int] = []
    /// The weights of each fold that has questions.
    public private(set) var foldWeights: [ScoreWeights] = []
    /// The number of folds tested with the standard weights, because no data was left to fit weights on.
    public private(set) var foldsWithoutFit = 0
    /// Whether the caller gave the weights.
    public let areWeightsGiven: Bool

    /// The mean of a metric over all files or one.
    ///
    /// - Precondition: There is a question, in that file if one is given.
    public func estimate(_ metric: Metric, of method: Method, file: Int? = nil) -> Estimate {
        let kept = groups.indices.filter { file == nil || files[$0] == file }
        let all = values[method]![metric]!
        return Estimate(kept.map { all[$0] }, groups: kept.map { groups[$0] })
    }

    /// The mean by which one method exceeds another, question by question.
    public func gain(_ metric: Metric, of method: Method, over other: Method) -> Estimate {
        let (a, b) = (values[method]![metric]!, values[other]![metric]!)
        return Estimate(zip(a, b).map { $0 - $1 }, groups: groups)
    }

    /// Evaluates parts of the score on data.
    ///
    /// - Parameters:
    ///   - data: One element per file.
    ///   - task: The stops to hold out.
    ///   - parts: The parts whose weights are fitted; the others are 0.
    ///   - folds: The number of folds of a single file: course *i* is in fold *i* mod `folds`.
    ///   - themes: The source of themes.
    ///   - given: The weights to test the model with; nil fits weights for each fold on the other folds.
    ///   - diversity: The strength of ``Method/diverse``.
    ///   - progress: Called with the completed share.
    /// - Precondition: there is data; `folds` is at least 2.
    /// - Complexity: O(questions × places × stops).
    public init(
        of data: [VisitData], task: EvaluationTask, parts: [ScorePart], folds: Int = 5, themes: Themes = .given,
        weights given: ScoreWeights? = nil, diversity: Double = 0.3, progress: (Double) -> Void = { _ in }
    ) {
        precondition(!data.isEmpty && folds >= 2, "there are no data, or fewer than two folds: \(folds)")
        areWeightsGiven = given != nil
        let count = data.count == 1 ? min(folds, max(1, data[0].courses.count)) : data.count
        // Questions do not depend on themes, and so not on the fold.
        let questions = data.indices.flatMap { data[$0].questions(task, data: $0) }
        for fold in 0..<count {
            func isTested(_ file: Int, _ course: Int) -> Bool {
                data.count == 1 ? course % folds == fold : file == fold
            }
            let tested = questions.filter { isTested($0.data, $0.course) }
            if tested.isEmpty { continue }
            var seen = data
            if themes != .given {
                let shown = data.indices.flatMap { file in
                    data[file].courses.indices.filter { !isTested(file, $0) }.flatMap {
                        data[file].examples(ofCourse: $0)
                    }
                }
                let lexicon = themes == .learned && !shown.isEmpty ? ThemeLexicon.standard.learned(from: shown) : nil
                seen = data.map { $0.relabelled(by: lexicon) }
            }
            var weights = given
            if weights == nil {
                let training = questions.filter { !isTested($0.data, $0.course) }
                weights = Self.fit(training, seen, task: task, parts: parts)
                if weights == nil { foldsWithoutFit += 1 }
            }
            foldWeights.append(weights ?? .standard)
            for question in tested {
                append(
                    question, of: seen[question.data], task: task, weights: weights ?? .standard, diversity: diversity)
            }
            progress(Double(fold + 1) / Double(count))
        }
        for method in Method.allCases {
            let places = data.reduce(0) { $0 + $1.places.places.count }
            coverage[method] = Double(named[method]?.count ?? 0) / Double(max(1, places))
        }
    }

    /// Weights fitted on all the data; nil if it has no questions. `progress` is called with the completed share.
    public static func fittedWeights(
        on data: [VisitData], task: EvaluationTask, parts: [ScorePart], progress: (Double) -> Void = { _ in }
    ) -> ScoreWeights? {
        let questions = data.indices.flatMap { data[$0].questions(task, data: $0) }
        return fit(questions, data, task: task, parts: parts, progress: progress)
    }

    /// File and position of all places that a method's lists name.
    private var named: [Method: Set<[Int]>] = [:]

    private static func fit(
        _ questions: [HeldOut], _ data: [VisitData], task: EvaluationTask, parts: [ScorePart],
        progress: (Double) -> Void = { _ in }
    ) -> ScoreWeights? {
        var fitting = WeightFitting(parts: parts)
        let perFile = Dictionary(grouping: questions, by: \.data).mapValues(\.count)
        for (number, question) in questions.enumerated() {
            progress(Double(number) / Double(questions.count))
            let scorer = data[question.data].scorer(question, task: task, weights: .standard)
            let rivals = scorer.nearest(WeightFitting.rivalCount).map { (place: $0, parts: scorer.parts(of: $0)!) }
            // If there are several answers, each is asked for without the others.
            let weight = 1 / Double(question.truth.count * (task == .between ? perFile[question.data]! : 1))
            for answer in question.truth {
                let kept = rivals.filter { $0.place == answer || !question.truth.contains($0.place) }
                guard let position = kept.firstIndex(where: { $0.place == answer }) else { continue }
                fitting.append(.init(rivals: kept.map(\.parts), answer: position, weight: weight))
            }
        }
        return fitting.solve()
    }

    private mutating func append(
        _ question: HeldOut, of data: VisitData, task: EvaluationTask, weights: ScoreWeights, diversity: Double
    ) {
        let places = data.places
        groups.append(question.data << 32 | question.course)
        files.append(question.data)
        let truth = Set(question.truth)
        let count = max(10, truth.count)
        let scorer = data.scorer(question, task: task, weights: weights)
        for method in Method.allCases {
            let list: [Int]
            switch method {
            case .model, .diverse:
                let lists = DiverseList(strength: method == .model ? 0 : diversity)
                list = lists.best(count, of: places.places.indices, by: scorer).map(\.place)
            case .nearest, .sumOfDistances, .popularity:
                list = data.plainList(method, question, count: count)
            }
            for place in list.prefix(10) { named[method, default: []].insert([question.data, place]) }
            func add(_ metric: Metric, _ value: Double) {
                values[method, default: [:]][metric, default: []].append(value)
            }
            add(.reciprocalRank, RankingMetrics.reciprocalRank(list, truth: truth, k: 10))
            add(.recall5, RankingMetrics.recall(list, truth: truth, k: 5))
            add(.recall10, RankingMetrics.recall(list, truth: truth, k: 10))
            add(.nDCG, RankingMetrics.nDCG(list, truth: truth, k: 10))
            add(.f1, RankingMetrics.recall(list, truth: truth, k: truth.count))
            add(.diversity, RankingMetrics.diversity(Array(list.prefix(10)), similarity: places.similarity))
            add(.novelty, data.novelty(Array(list.prefix(10))))
        }
    }
}
