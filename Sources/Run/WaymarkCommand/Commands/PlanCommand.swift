import ArgumentParser
import WaymarkBatch
import WaymarkDrawings
import WaymarkPlans

/// `waymark plan`: what to see, in what order, in the time there is.
struct PlanCommand: AsyncParsableCommand {
    /// The output formats of a plan.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json, geojson, gpx, ics, svg }

    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan days: what to see, in what order, in the time there is.",
        discussion: """
            Places are chosen from --attractions around the start so that what they are worth adds up to the most, in an \
            order and at times that fit the hours of each day. A place is worth what public lists, courses and its own row \
            say, or the number of --worth-column; --interests shift that. Places of one site are one visit. Stays are usual \
            ones by name and theme, or those of --stay. Ways are by --legs, otherwise guessed, in whole minutes. The car stays \
            where it was parked, and who has walked on goes back to it. Each way by car takes --parking besides.

            What must be seen (--must), is at a fixed time (--pin) or is a break is kept whatever the scores; what \
            cannot be kept is reported with the reason, and with --strict the exit code is 1. A visit lies inside the opening \
            hours of --open or --open-column; places outdoors without hours are seen until sunset, others without hours count as \
            open: choose the hours of the day so that what is seen is open.

            The plan says how far its score is at most below the best possible. With --effort alone it is the same on \
            every machine; --time-limit may cut it, and json says which ended it.

            EXAMPLES
              waymark plan --attractions places.csv --start 경주역 --hours 8 --must 불국사
              waymark plan --attractions places.csv --start 35.84,129.21 --days 2 \\
                --break 12:00-14:00/60m --pin 불국사@14:00 --format svg --output plan.svg
              waymark plan --attractions places.csv --start Hotel --date 2027-04-03 \\
                --legs osrm:http://localhost:5000 --format ics
              waymark plan --attractions places.csv --replan plan.json --now 13:20
            """)

    @Option(
        help: ArgumentHelp(
            "Attractions, in any format that `nearby` accepts; repeat it to join files.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: [String] = []
    @OptionGroup var days: QuestionOptions<PlanQuestion, Sections.First>
    @Option(
        help: ArgumentHelp(
            "Column of a CSV of attractions with such hours, without names and days: 09:00-12:00,13:00-18:00.",
            valueName: "name"))
    var openColumn: String?
    @OptionGroup var wishes: QuestionOptions<PlanQuestion, Sections.Second>
    @Option(
        help: ArgumentHelp(
            "Column of a CSV of attractions with numbers that say what a place is worth: a rating, a number of visits.",
            valueName: "name"))
    var worthColumn: String?
    @OptionGroup var reach: QuestionOptions<PlanQuestion, Sections.Third>
    @OptionGroup var legs: LegArguments
    @OptionGroup var more: QuestionOptions<PlanQuestion, Sections.Fourth>
    @Option(
        help: ArgumentHelp(
            """
            An earlier plan, as json; the new one changes as little else as it can. Start, end, days, date, hours, breaks, and \
            what is pinned or must be seen are those of the plan, unless given.
            """, valueName: "plan"),
        completion: .file(extensions: ["json"]))
    var replan: String?
    @OptionGroup var search: QuestionOptions<PlanQuestion, Sections.Fifth>
    @Option(help: ArgumentHelp("table, csv, json, geojson, gpx, ics or svg.", valueName: "format"))
    var format = Format.table
    @Option(help: ArgumentHelp("Title of the svg map.", valueName: "text"))
    var title: String?
    @OptionGroup var ground: GroundArguments
    @OptionGroup var output: OutputArguments
    @Flag(help: "Say what each visit is worth and costs, and what was left out and would cost; with --format table.")
    var explain = false
    @Flag(help: "Exit with 1 if a wish is not kept, or the plan is empty.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false
    @OptionGroup var catalog: CatalogReadingArguments

    /// What is asked, without an earlier plan.
    var question: PlanQuestion {
        get throws { try PlanQuestion(from: days, wishes, reach, more, search) }
    }

    mutating func validate() throws {
        legs.choose(beside: attractions)
        guard !attractions.isEmpty, days.has("start") || replan != nil else {
            throw ValidationError("A plan needs --attractions and --start.")
        }
        if attractions.contains("-") { throw ValidationError("--attractions must be a file.") }
        try legs.check()
        if replan == nil, ["now", "at", "change-price"].contains(where: search.has) {
            throw ValidationError("--now, --at and --change-price need --replan.")
        }
        if more.has("alternatives") {
            if try question.alternatives > 1, format != .table, format != .json {
                throw ValidationError("--alternatives needs --format table or json.")
            }
            if replan != nil { throw ValidationError("--alternatives needs --start, without --replan.") }
        }
        if search.has("at"), !search.has("now") { throw ValidationError("--at needs --now.") }
        if title != nil, format != .svg { throw ValidationError("--title needs --format svg.") }
        if explain, format != .table {
            throw ValidationError("--explain needs --format table; json says it in any case.")
        }
        let inputs =
            attractions.map { SameFiles.Use("--attractions", $0) }
            + (replan.map { [SameFiles.Use("--replan", $0)] } ?? [])
        try SameFiles.refuse(outputs: [output.use], inputs: inputs)
    }
}
