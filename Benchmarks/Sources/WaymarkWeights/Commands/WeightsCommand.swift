import ArgumentParser
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations
import WaymarkTables

/// `waymark-weights panel`: what is recommended around well-known stops, beside what a guide names first.
struct PanelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Test lists around stops by the places that a guide names first.",
        discussion: """
            EXAMPLES
              waymark-weights panel data/panel.csv --attractions data/attractions.csv
            """)

    @Argument(
        help: ArgumentHelp("A CSV with stop, latitude, longitude and place: a row for each place.", valueName: "panel"),
        completion: .file(extensions: ["csv", "tsv"]))
    var panel: String
    @Option(
        help: ArgumentHelp("Attractions, in any format that `nearby` accepts; may be repeated.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: [String]
    @Option(
        help: ArgumentHelp("Test these weights instead of those that ship.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var weights: String?
    @OptionGroup var output: OutputArguments

    func validate() throws {
        try SameFiles.refuse(
            outputs: [output.use], inputs: [.init("the panel", panel)] + attractions.map { .init("--attractions", $0) })
    }

    func run() throws {
        let places = try RecommendedAttractions(contentsOf: attractions).places
        do {
            var recommender = Recommender(places)
            if let weights { recommender.weights = try ScoreFiles.weights(weights) }
            let figures = try Panel(FileSource(path: panel)).figures(recommender)
            if figures.rows.isEmpty {
                throw Failure(.badData, "none of the places of \(panel) is among the attractions")
            }
            try output.write(Panel.report(figures))
        } catch let error as Rejection {
            throw Failure(.badData, "\(panel): line \(error.line): \(error.reason)")
        }
    }
}

/// `waymark-weights print`: writes the weights that ship.
struct PrintWeightsCommand: ParsableCommand {
    /// Weights that ship with the program.
    enum ShippedWeights: String, ExpressibleByArgument, CaseIterable {
        case standard, visited

        var weights: ScoreWeights { self == .standard ? .standard : .visited }
    }

    static let configuration = CommandConfiguration(
        commandName: "print",
        abstract: "Write the weights that ship, to be edited for --weights: standard, or visited.",
        discussion: """
            `waymark recommend` takes standard; with --visits it takes visited.

            EXAMPLES
              waymark-weights print standard
              waymark-weights print visited --output weights.json
            """)

    @Argument(help: ArgumentHelp("Which of them: standard or visited.", valueName: "standard|visited"))
    var weights: ShippedWeights
    @OptionGroup var output: OutputArguments

    func run() throws { try output.write(weights.weights.json) }
}

/// `waymark-weights fit`: makes weights of courses or visits.
struct FitWeightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Fit weights on courses or visits, and write them.",
        discussion: """
            The file says how it was made: the command, the version, and the hash of each file.

            The weights are those under which the stops that were left out are the likeliest among the 100 nearest places.

            EXAMPLES
              waymark-weights fit courses.csv --output weights.json
              waymark-weights fit visits.csv --attractions places.csv --task between
              waymark recommend stops.csv --attractions places.csv \\
                --weights weights.json
            """)

    @OptionGroup var visits: VisitArguments

    func validate() throws { try visits.validateFiles() }

    func run() throws {
        let tables = try visits.read()
        let options = try visits.options(tables)
        var progress = ProgressLine(output: visits.output.path)
        defer { progress.clear() }
        let fitted = Evaluation.fittedWeights(on: visits.data(tables), options, jobs: visits.jobs.count) {
            progress.show(share: $0, of: "fitting")
        }
        progress.clear()
        guard let fitted else {
            throw Failure(
                .badData, "no weights could be fitted: nothing that was left out is among the 100 nearest places")
        }
        var parts = Dictionary(uniqueKeysWithValues: ScorePart.allCases.map { ($0, fitted.weights[$0]) })
        // Trips know nothing of one stop, where distance and worth count by their ratios.
        if parts[.near] == 0, let worth = parts[.worth] { parts[.near] = worth * TripScorer.nearOfWorth }
        var weights = try ScoreWeights(parts)
        weights.origins.append(try visits.origin(CommandLine.arguments))
        try visits.output.write(ContiguousArray(weights.json.utf8))
        if !fitted.isConverged {
            Console.say("the weights had not settled after all steps: they may not be the likeliest")
        }
        if !visits.output.quiet {
            Console.say(
                "fitted on \(fitted.questions) questions; `waymark-weights evaluate` tests weights on courses that they were not fitted on"
            )
        }
        try visits.finish(tables)
    }
}
