import ArgumentParser
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkThreads
import WaymarkTimes

extension PlanQuestion.Pace: ExpressibleByArgument {}

/// `waymark plan`: what to see, in what order, in the time there is.
struct PlanCommand: AsyncParsableCommand {
    /// What is done with places whose opening hours are not understood.
    enum UnknownHours: String, ExpressibleByArgument, CaseIterable { case leaveOut = "leave-out", open }

    /// The output formats of a plan.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json, geojson, gpx, ics, svg }

    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan days: what to see, in what order, in the time there is.",
        discussion: """
            Places are chosen from --attractions around the start so that their scores add up to the most, in an order \
            and at times that fit the hours of each day. A place is worth as much as --worth-column says, otherwise all \
            the same; --interests shift that. Stays are usual ones by name and theme, or those of --stay; ways are by \
            --legs, otherwise straight lines times --detour at the speed of --mode, in whole minutes. By car each takes \
            --parking besides, and what is nearer on foot is walked.

            What must be seen (--must), is at a fixed time (--pin) or is a break is kept whatever the scores; what \
            cannot be kept is reported with the reason, and with --strict the exit code is 1. A visit lies inside the opening \
            hours of --open or --open-column; places without hours count as always open: choose the hours of the day so that \
            what is seen is open.

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
        help: ArgumentHelp("Attractions, in any format that `nearby` accepts.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where days start: latitude,longitude, or the name of an attraction.", valueName: "place"))
    var start: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where days end, and all but the first start. (default: the start)", valueName: "place"))
    var end: String?
    @Option(help: ArgumentHelp("Number of days. (default: 1)", valueName: "n"))
    var days: Int?
    @Option(
        help: ArgumentHelp("Departure of each day. (default: 09:00)", valueName: "time"),
        transform: DayMinute.init(text:))
    var depart: DayMinute?
    @Option(help: ArgumentHelp("Hours of each day. (default: 9)", valueName: "hours"))
    var hours: Double?
    @Option(
        help: ArgumentHelp("Date of the first day: 2027-04-03.", valueName: "date"), transform: DateArgument.init(text:)
    )
    var date: DateArgument?
    @Option(help: ArgumentHelp("How long visits take: slow, usual or fast.", valueName: "pace"))
    var pace = PlanQuestion.Pace.usual
    @Option(help: ArgumentHelp("A place that must be seen; repeat it for more.", valueName: "name"))
    var must: [String] = []
    @Option(help: ArgumentHelp("A place to leave out; repeat it for more.", valueName: "name"))
    var avoid: [String] = []
    @Option(
        help: ArgumentHelp(
            "A visit at a fixed time: 불국사@14:00, on the second day 불국사@2/14:00; repeat it for more.", valueName: "visit"
        ),
        transform: PinArgument.init(text:))
    var pin: [PinArgument] = []
    @Option(
        name: .customLong("break"),
        help: ArgumentHelp(
            "A break of each day: 12:00-14:00/60m is an hour between 12 and 14; repeat it for more.", valueName: "break"
        ),
        transform: BreakArgument.init(text:))
    var breaks: [BreakArgument] = []
    @Option(
        help: ArgumentHelp(
            "The stay at a place, or at places of a theme: 불국사=2h; repeat it for more.", valueName: "stay"),
        transform: StayArgument.init(text:))
    var stay: [StayArgument] = []
    @Option(
        help: ArgumentHelp(
            """
            When a place, or each place of a theme, is open: 불국사=09:00-12:00,13:00-18:00 every day, 불국사@2=closed on the \
            second day; repeat it for more.
            """, valueName: "hours"),
        transform: OpenArgument.init(text:))
    var open: [OpenArgument] = []
    @Option(
        help: ArgumentHelp(
            "Column of a CSV of attractions with such hours, without names and days: 09:00-12:00,13:00-18:00.",
            valueName: "name"))
    var openColumn: String?
    @Option(
        help: ArgumentHelp(
            "Places with a text in --open-column that is not understood: leave-out, or open, which plans them as always open.",
            valueName: "choice"))
    var unknownHours = UnknownHours.leaveOut
    @Option(
        help: ArgumentHelp("What the travellers like: 역사:1,자연:0.5, or history, nature.", valueName: "theme:number,..."))
    var interests: String?
    @Option(help: ArgumentHelp("Maximum number of visits of one theme.", valueName: "n"))
    var maxPerTheme: Int?
    @Option(
        help: ArgumentHelp(
            "Column of a CSV of attractions with numbers that say what a place is worth: a rating, a number of visits.",
            valueName: "name"))
    var worthColumn: String?
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "How far from the start or the end to look: \(Radius.help). (default: what the mode of travel makes in 36 minutes)",
            valueName: "length"),
        transform: { try Radius(text: $0) })
    var radius: Radius?
    @Option(help: ArgumentHelp("Maximum number of places to choose from.", valueName: "n"))
    var limit = 60
    @Flag(help: "Choose stations, offices and the like as any other place, and not only where time is left.")
    var facilities = false
    @OptionGroup var legs: LegArguments
    @Option(
        help: ArgumentHelp(
            "Minutes that a way by car takes besides: parking, walking to the door. Shorter ways on foot are walked.",
            valueName: "minutes"))
    var parking = 5
    @Option(
        help: ArgumentHelp(
            "Number of plans, each different from the others in a third of its visits or more. (default: 1)",
            valueName: "n"))
    var alternatives: Int?
    @Option(
        help: ArgumentHelp(
            """
            An earlier plan, as json; the new one changes as little else as it can. Start, end, days, date, hours, breaks, and \
            what is pinned or must be seen are those of the plan, unless given.
            """, valueName: "plan"),
        completion: .file(extensions: ["json"]))
    var replan: String?
    @Option(
        help: ArgumentHelp(
            "With --replan: what began before this time is past. 13:20, on the second day 2/13:20.", valueName: "time"),
        transform: MomentArgument.init(text:))
    var now: MomentArgument?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --now: where you are: latitude,longitude, or the name of an attraction. (default: where the plan has you)",
            valueName: "place"))
    var at: String?
    @Option(
        help: ArgumentHelp(
            "With --replan: what a visit that is new, gone or on another day costs; a place is worth 100 at most. (default: 20)",
            valueName: "score"))
    var changePrice: Double?
    @Option(help: ArgumentHelp("Maximum number of iterations of the search.", valueName: "n"))
    var effort: Int?
    @Option(
        help: ArgumentHelp(
            "Time limit of the search: \(OptionText.times). (default: 5s, and 20000 iterations)", valueName: "time"),
        transform: Duration.init(argument:))
    var timeLimit: Duration?
    @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "n"))
    var seed: UInt64 = 0
    @Option(help: ArgumentHelp("table, csv, json, geojson, gpx, ics or svg.", valueName: "format"))
    var format = Format.table
    @Option(help: ArgumentHelp("Title of the svg map.", valueName: "text"))
    var title: String?
    @Option(help: RouteMap.Language.help)
    var language: RouteMap.Language?
    @OptionGroup var output: OutputArguments
    @Flag(help: "Exit with 1 if a wish is not kept, or the plan is empty.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false
    @OptionGroup var catalog: CatalogReadingArguments

    func validate() throws {
        guard attractions != nil, start != nil || replan != nil else {
            throw ValidationError("A plan needs --attractions and --start.")
        }
        if attractions == "-" { throw ValidationError("--attractions must be a file.") }
        try legs.check()
        if replan == nil, now != nil || at != nil || changePrice != nil {
            throw ValidationError("--now, --at and --change-price need --replan.")
        }
        if let alternatives {
            guard 1...9 ~= alternatives else { throw ValidationError("--alternatives must be 1 to 9.") }
            if alternatives > 1, format != .table, format != .json {
                throw ValidationError("--alternatives needs --format table or json.")
            }
            if replan != nil { throw ValidationError("--alternatives needs --start, without --replan.") }
        }
        if at != nil, now == nil { throw ValidationError("--at needs --now.") }
        if let changePrice, !(0...1000 ~= changePrice) {
            throw ValidationError("--change-price must be 0 to 1000.")
        }
        guard 1...30 ~= days ?? 1 else { throw ValidationError("--days must be 1 to 30.") }
        if let hours, !(hours > 0 && hours <= 24) { throw ValidationError("--hours must be above 0 and at most 24.") }
        guard 0...120 ~= parking else { throw ValidationError("--parking must be 0 to 120.") }
        guard 1...500 ~= limit else { throw ValidationError("--limit must be 1 to 500.") }
        if let effort, effort < 0 { throw ValidationError("--effort must be a whole number of at least 0.") }
        if let maxPerTheme, maxPerTheme < 0 { throw ValidationError("--max-per-theme must be at least 0.") }
        if title != nil || language != nil, format != .svg, format != .table {
            throw ValidationError("--title and --language need --format svg or table.")
        }
        let inputs = [
            ("--attractions", attractions), ("--replan", replan),
        ].compactMap { role, path in
            path.map { SameFiles.Use(role, $0) }
        }
        try SameFiles.refuse(outputs: [output.use], inputs: inputs)
    }
}
