import ArgumentParser
import WaymarkBatch
import WaymarkQuestions
import WaymarkRecommendations

extension RecommendationFormat: ExpressibleByArgument {}
extension Interests.Union: ExpressibleByArgument {}

/// `waymark recommend`: what else to see.
struct RecommendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recommend",
        abstract:
            "Recommend attractions for each stop, for each trip or along a route: the nearest and best, with reasons.",
        discussion: """
            Around a stop the nearest places come first. Into a trip a score says which belong there: a sum of parts between 0 \
            and 1, of the way that a place adds, of the neighbours that it has in the stops, and of their themes. What \
            travellers like, and what a column of yours holds of places, counts if you give it. \
            Documentation/Recommendations.md has the formulas, and figures from real courses. The stops \
            themselves are left out, also under another name; stations, offices, toilets and the like come last.

            If the stops have a trip column (trip_id), a stop's list is scored for its whole trip, and no place comes \
            twice in it; otherwise each stop stands alone. --per trip has one list for each trip, or for all rows; \
            --along has places along its route.

            Where 10 km around a stop have too few sights for a list, it looks farther, and says how far; --radius sets a limit.

            A stored trip, by --trip, comes with what its companions like, unless --interests or --companions is given; \
            what the stops of past trips and visits of the store are is left out.

            The tool `waymark-weights` fits and tests the weights of the parts, and reads themes from names.

            EXAMPLES
              waymark recommend stops.csv --attractions places.csv --explain
              waymark recommend stops.csv --attractions places.csv --per trip \\
                --interests 역사:1,자연:0.5 --format table
              waymark recommend stops.csv --attractions places.csv --along \\
                --detour 5km --format geojson --output seen.geojson
              waymark recommend --trip 제주 --store trips --attractions places.csv
            """)

    @Argument(
        help: ArgumentHelp(
            "Stops: a CSV with latitude and longitude columns; - is standard input.", valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var stops: String?
    @OptionGroup var stored: StoredTripArguments
    @Option(
        help: ArgumentHelp(
            "Attractions, in any format that `nearby` accepts; repeat it to join files.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: [String]

    @OptionGroup var lists: QuestionOptions<RecommendationQuestion, Sections.First>
    @Option(
        help: ArgumentHelp(
            "With --along or svg: the source of legs: \(LegChoice.help). \(LegChoice.byDefault)",
            valueName: "source"),
        transform: LegChoice.init(text:))
    var legs: LegChoice?

    @OptionGroup var likes: QuestionOptions<RecommendationQuestion, Sections.Second>
    @Option(
        help: ArgumentHelp(
            "What companions like: a CSV with a row for each companion and theme, and its interest.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var companions: String?
    @Option(
        help: ArgumentHelp("How several travellers become one: average, least-misery or nash.", valueName: "way"))
    var union: Interests.Union = .average
    @Option(
        help: ArgumentHelp(
            "GeoJSON of municipalities, whose borders an svg map shows.", valueName: "file"),
        completion: .file(extensions: ["geojson", "json"]))
    var boundaries: String?
    @Option(
        help: ArgumentHelp(
            "Places that are left out: a CSV with ids, or with names and coordinates.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var visited: String?
    @Option(
        help: ArgumentHelp(
            "Visits of others to the attractions, a row each: what was seen together counts.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var visits: String?
    @Option(
        help: ArgumentHelp(
            "Column of the attractions with numbers of your own, whose rank counts: a rating, visits, an editor's choice.",
            valueName: "name"))
    var worthColumn: String?
    @Option(help: ArgumentHelp("What these numbers are called in sentences. (default: the column)", valueName: "text"))
    var worthName: String?
    @Option(
        help: ArgumentHelp(
            "Weights of the parts of a score, as `waymark-weights` prints or fits them.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var weights: String?
    @Option(
        help: ArgumentHelp("Reads themes from names, as `waymark-weights themes print` writes it.", valueName: "file"),
        completion: .file())
    var lexicon: String?
    @OptionGroup var taste: QuestionOptions<RecommendationQuestion, Sections.Third>

    @Option(help: ArgumentHelp("csv, table, geojson, ndjson or svg.", valueName: "format"))
    var format: RecommendationFormat?
    @OptionGroup var ground: GroundArguments
    @OptionGroup var output: RowOutputArguments
    @Option(help: ArgumentHelp("Title of the svg map.", valueName: "text"))
    var title: String?
    @Option(
        help: ArgumentHelp(
            "Answer only the i-th of n parts; a trip belongs to the part in which it begins. `waymark merge` joins the answers.",
            valueName: "i/n"),
        transform: Shard.init(argument:))
    var shard: Shard?
    @Flag(help: "Exit with 1 if a row was rejected.")
    var strict = false
    @Flag(help: "Hold all trips in memory, so that the rows of a trip need not be adjacent.")
    var scattered = false
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false
    @OptionGroup var jobs: JobsArguments
    @OptionGroup var system: SystemArguments
    @OptionGroup var columns: VisitColumnArguments
    @OptionGroup var catalog: CatalogReadingArguments

    /// What is asked.
    var question: RecommendationQuestion {
        get throws { try RecommendationQuestion(from: lists, likes, taste) }
    }

    func validate() throws {
        if (stops != nil) == (stored.trip != nil) { throw ValidationError("Give one of <stops>, --trip.") }
        try stored.check(table: stops, [("--crs", system.crs != nil), ("--find-stops", findStops)])
        let question = try question
        do throws(ParameterError) {
            try question.check()
        } catch {
            throw ValidationError(error.optionReason)
        }
        if !question.isAlong, legs != nil, legs != .greatCircle, format != .svg {
            throw ValidationError("--legs needs --along or --format svg.")
        }
        if title != nil, format != .svg { throw ValidationError("--title needs --format svg.") }
        if shard != nil, format == .svg { throw ValidationError("--shard cannot be used with --format svg.") }
        if findStops, attractions.contains("-") {
            throw ValidationError("--find-stops needs --attractions, which is a file.")
        }
        if worthName != nil, worthColumn == nil { throw ValidationError("--worth-name needs --worth-column.") }
        if boundaries != nil, format != .svg { throw ValidationError("--boundaries needs --format svg.") }
        if worthColumn != nil, attractions.contains("-") {
            throw ValidationError("--worth-column needs --attractions, which is a file.")
        }
        if visits == nil, columns.user != nil { throw ValidationError("--user-column needs --visits.") }
        try validateFiles()
    }

    private func validateFiles() throws {
        var inputs: [SameFiles.Use] = []
        if let stops { inputs.append(.init("the stops", stops)) }
        inputs += attractions.map { .init("--attractions", $0) }
        for (role, path) in [
            ("--companions", companions), ("--visited", visited), ("--visits", visits), ("--boundaries", boundaries),
            ("--weights", weights),
            ("--lexicon", lexicon),
        ] {
            if let path { inputs.append(.init(role, path)) }
        }
        switch legs {
        case .track(let path), .roads(let path?): inputs.append(.init("--legs", path))
        default: break
        }
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(outputs: output.uses, inputs: inputs)
    }

    func run() async throws { try await answer() }
}
