import ArgumentParser
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations

/// `waymark-weights evaluate`: how well held-out stops are found.
struct EvaluateWeightsCommand: ParsableCommand {
    /// The formats of figures.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv }

    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Test weights on courses or visits that they were not fitted on.",
        discussion: """
            Figures have 95 % intervals, and stand beside nearest-first, sum of distances and popularity. The courses of one \
            file are split into folds; of several files, each is tested by weights fitted on the others. \
            Documentation/Recommendations.md says what the figures mean, and has those of real courses.

            EXAMPLES
              waymark-weights evaluate courses.csv --ablation
              waymark-weights evaluate courses.csv --weights weights.json
              waymark-weights evaluate visits.csv --attractions places.csv \\
                --task between
            """)

    @OptionGroup var visits: VisitArguments
    @Option(
        help: ArgumentHelp("Test these weights instead of fitting some for each fold.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var weights: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Number of folds of a single file.", valueName: "n"))
    var folds = 5
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How diverse the diverse lists are: 0 to 1. (default: 0.2)", valueName: "number"))
    var diversity: Double?
    @Flag(help: "Also test the model without each part, and with each other one.")
    var ablation = false
    @Option(help: ArgumentHelp("table or csv.", valueName: "format"))
    var format: Format = .table

    func validate() throws {
        guard folds >= 2 else { throw ValidationError("--folds must be a whole number of at least 2.") }
        guard 0...1 ~= diversity ?? 0 else { throw ValidationError("--diversity must be a number from 0 to 1.") }
        if ablation, weights != nil { throw ValidationError("--ablation fits weights: not with --weights.") }
        if ablation, format == .csv { throw ValidationError("--ablation cannot be used with --format csv.") }
        if visits.parts != nil, weights != nil { throw ValidationError("--parts cannot be used with --weights.") }
        try visits.validateFiles(weights.map { [.init("--weights", $0)] } ?? [])
    }

    func run() throws {
        let fixed = try weights.map { try ScoreFiles.weights($0) }
        let tables = try visits.read()
        var options = try visits.options(tables)
        (options.folds, options.weights) = (folds, fixed)
        options.diversity = diversity ?? options.diversity
        let used = options.parts
        let data = visits.data(tables)
        var progress = ProgressLine(output: visits.output.path)
        defer { progress.clear() }
        func test(_ parts: [ScorePart], _ name: String) -> Evaluation {
            options.parts = parts
            return Evaluation(of: data, options, jobs: visits.jobs.count) {
                progress.show(share: $0, of: name)
            }
        }
        let evaluation = test(used, "testing")
        if evaluation.groups.isEmpty { throw Failure(.badData, "no course can be tested") }
        let report = EvaluationReport(evaluation, files: visits.files)
        if format == .csv {
            progress.clear()
            try visits.output.write(report.csv)
            return try visits.finish(tables)
        }
        let places = tables.reduce(0) { $0 + $1.data.places.places.count }
        let unit = tables.contains(where: \.hasVisitors) ? "visitors" : "courses"
        let asked = evaluation.groups.count
        let share = asked < evaluation.questionCount ? ", of \(evaluation.questionCount) evenly chosen," : ""
        var text =
            "\(asked == 1 ? "1 question" : "\(asked) questions")\(share) of \(VisitArguments.courses(evaluation.courseCount)), "
            + "\(places) places; intervals are 95 %, with \(unit) as units.\n\n"
        text += report.text
        if ablation {
            var rows = [("all of these", evaluation)]
            for part in used where used.count > 1 {
                rows.append(("without \(part.rawValue)", test(used.filter { $0 != part }, "without \(part.rawValue)")))
            }
            for part in ScorePart.allCases where !used.contains(part) {
                rows.append(("with \(part.rawValue)", test(used + [part], "with \(part.rawValue)")))
            }
            text += "\nAblation of the parts \(used.map(\.rawValue).joined(separator: ", ")):\n\n"
            text += EvaluationReport.ablation(rows)
        }
        progress.clear()
        try visits.output.write(ContiguousArray(text.utf8))
        try visits.finish(tables)
    }
}
