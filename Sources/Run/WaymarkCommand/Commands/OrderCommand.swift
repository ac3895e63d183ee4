import ArgumentParser
import WaymarkBatch
import WaymarkOrders
import WaymarkPlaces
import WaymarkQuestions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// `waymark order`: finds the best order of visits.
struct OrderCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Find the best order in which to visit stops, with a lower bound.",
        discussion: """
            The file is a CSV of stops (ordered by great circles, in metres, or by --legs); a CSV matrix whose first row and first \
            column name the stops; or a square of numbers without names, whose stops are numbered from 1.

            Stops are identified by name, otherwise by id, otherwise by row number; in json by id if names repeat. \
            --start and --end accept names and ids.

            A CSV of stops may have opening hours and stays (opens, closes, stay). Then metres become time by --mode \
            or --speed, arrivals are no later than closing, and the columns reached and left have the times. Times \
            are 09:30, on the date of --depart, or 2027-05-01T09:30. Windows that the order misses are reported; if \
            no order can meet all, the reason is reported. Without hours and --depart there are no times, and \
            options for times are refused. An invalid row is rejected, and the others are ordered.

            With --legs from a server, the costs are the durations of its roads in seconds, or with --by distance their \
            lengths, from its table where it has one. With windows they are the ways between them. Without a server, \
            --detour 1.3 --speed 60 --by duration makes an honest guess of straight lines. In json, by and source say \
            what the costs are. If the server does not give all costs, the exit code is 69, or 65 if two stops have no \
            way between them; --fallback orders all by straight lines instead, and says so.

            Up to 13 stops are solved exactly; for more, the search runs until the time limit or until the order is \
            proven optimal. The same seed and --iterations give the same order on every machine.

            A stored trip, by --trip, starts and ends at its first and its last stop if they are pinned, unless --start, \
            --end or --round-trip is given; other pinned stops are not kept in their places.

            EXAMPLES
              waymark order stops.csv --start Hotel --round-trip
              waymark order stops.csv --depart 09:00 --mode walking
              waymark order berlin52.tsp --format json
              waymark order minutes.csv --start A --end B --time 2s
              waymark order stops.csv --legs osrm:http://localhost:5000 --round-trip
              waymark order --trip 제주 --store trips
            """)

    @Argument(
        help: ArgumentHelp("Stops, or the cost between all pairs of stops; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "tsp", "atsp", "txt", "dat"]))
    var file: String?
    @OptionGroup var stored: StoredTripArguments
    @Option(help: ArgumentHelp("Start at this stop, by name or id.", valueName: "name"))
    var start: String?
    @Option(help: ArgumentHelp("End at this stop, by name or id.", valueName: "name"))
    var end: String?
    @Flag(help: "Return to the first stop: the start, or the first in the file.")
    var roundTrip = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time limit of the search: \(OptionText.times). (default: 0.5s; no limit with --iterations)",
            valueName: "time"),
        transform: Duration.init(argument:))
    var time: Duration?
    @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of iterations.", valueName: "n"))
    var iterations: Int?
    @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "n"))
    var seed: UInt64 = 0
    @Option(help: ArgumentHelp("csv or json.", valueName: "format"))
    var format = Format.csv
    @OptionGroup var output: RowOutputArguments
    @Option(
        help: ArgumentHelp(
            "Arrival at the first stop: 09:30 or 2027-05-01T09:30 in the zone of --time-zone, or with an offset: "
                + "2027-05-01T09:30+09:00. (default: the earliest opening)",
            valueName: "time"), transform: ClockTime.init(argument:))
    var depart: ClockTime?
    @OptionGroup var legs: LegArguments
    @OptionGroup var travel: ModeArguments
    @Option(
        help: ArgumentHelp(
            "Cost of a way: duration or distance. (default: duration by a server and with windows, otherwise distance)",
            valueName: "cost"))
    var by: LegCost?
    @Flag(help: "Stays must end by closing time; by default only the arrival must be by then.")
    var leaveByClosing = false
    @Option(help: ArgumentHelp("Opening time column, by name or number (#4).", valueName: "name"))
    var opensColumn: String?
    @Option(help: ArgumentHelp("Closing time column, by name or number (#5).", valueName: "name"))
    var closesColumn: String?
    @Option(help: ArgumentHelp("Stay column, by name or number (#6). Minutes, 1h30m or PT45M.", valueName: "name"))
    var stayColumn: String?
    @Option(help: ArgumentHelp("Time zone column, by name or number (#7).", valueName: "name"))
    var timeZoneColumn: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time zone of stops without one, and of --depart: Asia/Seoul, -05:00. (default: the only zone "
                + "in the file, otherwise UTC)", valueName: "zone"),
        transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Flag(help: "Exit with 1 if a row was rejected or a window is missed.")
    var strict = false
    @Option(
        help: ArgumentHelp("Attractions to find stops by, in any format `nearby` takes.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: String?
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false
    @OptionGroup var system: SystemArguments

    mutating func validate() throws {
        legs.choose(beside: [attractions], travel.travelMode)
        if roundTrip, end != nil { throw ValidationError("A round trip ends where it begins: give only --start.") }
        if let iterations, iterations < 0 {
            throw ValidationError("--iterations must be a whole number of at least 0.")
        }
        try legs.check()
        try travel.check(legs.choice)
        if legs.choice.isServer, system.crs != nil { throw LegArguments.noProjection }
        if findStops != (attractions != nil) || attractions == "-" {
            throw ValidationError("--find-stops goes with --attractions, which is a file.")
        }
        try stored.check(table: file, [("--crs", system.crs != nil), ("--find-stops", findStops)])
        try SameFiles.refuse(
            outputs: output.uses,
            inputs: (file.map { [.init("the stops", $0)] } ?? [])
                + (attractions.map { [.init("--attractions", $0)] } ?? []) + [legs.use].compactMap(\.self))
    }

    private func options(in system: PlaceSystem?) -> OrderOptions {
        OrderOptions(
            timeColumns: TimeColumnNames(
                stay: stayColumn, timeZone: timeZoneColumn, opens: opensColumn, closes: closesColumn),
            departure: depart, timeZone: timeZone,
            speed: costsAreAsked
                ? nil : legs.speed ?? travel.mode.flatMap { _ in travel.travelMode.usualSpeed },
            leavesByClosing: leaveByClosing, system: system)
    }

    /// Whether the costs come from a source of legs: those of great circles need none.
    private var costsAreAsked: Bool { legs.choice != .greatCircle || legs.detour != nil || by != nil }

    func run() async throws {
        let ways = try legs.source(travel.travelMode)
        if !output.quiet, let remark = legs.remark { Console.say(remark) }
        let system = try system.system()
        let stored = try stored.open()
        var complaints = output.complaints(about: file ?? stored?.source.name ?? "")
        if let file { try MemoryLimit.refuse(tooLarge: file) }
        var options = options(in: system)
        options.finder = try attractions.map { try CatalogArguments.stopFinder([$0]) }
        let source: any ByteSource = if let stored { stored.source } else { try FileSource(path: file ?? "-") }
        let stops = try OrderFile(source, options: options, rejects: output.rejects) { complaints.add($0) }
        complaints.end()
        if !output.quiet, let remark = stops.remark { Console.say(remark) }
        // Before the search, so that an impossible output is reported at once.
        let outputFile = try OutputFile(path: output.path, packing: .byName)
        let travel = costsAreAsked ? try await travel(between: stops, by: ways) : nil
        let began = ContinuousClock.now
        var effort = iterations.map { SearchEffort.iterations($0, seed: seed) } ?? SearchEffort(seed: seed)
        if let time { effort.budget = time }
        let pinned = roundTrip || start != nil || end != nil ? nil : stored?.pinnedEnds
        let answer = try OrderAnswer(
            stops, start: start ?? pinned?.first, end: end ?? pinned?.last, isRoundTrip: roundTrip,
            travel: travel, effort: effort)
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let text = format == .json ? answer.json(seconds: seconds) : answer.csv()
        try outputFile.write(ContiguousArray(text.utf8).span)
        try stops.commit(outputFile)
        // Missed windows are reported even under --quiet.
        for complaint in answer.complaints { Console.say(complaint) }
        if let reason = travel?.fallbackReason { Console.say("ordered by straight lines instead: \(reason)") }
        if let words = travel?.estimateWords { Console.say(words) }
        if !output.quiet { say(answer, travel, rejected: stops.rejected, seconds: seconds) }
        try NothingAnswered.refuse(
            rowsIn: stops.names.count + stops.rejected, answered: stops.names.count, complaints)
        if strict, stops.rejected > 0 || !answer.order.missed.isEmpty { throw Failure.rejectedRows }
    }

    private func travel(between file: OrderFile, by source: any LegSource) async throws -> OrderTravel {
        guard let stops = file.stops else { throw OrderError.noPlaces(file: self.file ?? "") }
        if file.isTimed, by == .distance {
            throw Failure(.usage, "--by distance cannot be used for stops with opening hours: their ways take time")
        }
        let cost = by ?? (file.isTimed ? .duration : nil)
        do {
            return try await OrderTravel(
                between: stops, by: source,
                .init(
                    cost: cost, fallback: legs.fallback == nil ? nil : legs.circles(travel.travelMode),
                    timeLimit: legs.timeLimit))
        } catch let error as MissingCost {
            let (from, to) = (PrintableText.of(file.labels[error.from]), PrintableText.of(file.labels[error.to]))
            let isOfData = if case .notFound = error.reason { true } else { false }
            throw Failure(
                isOfData ? .badData : .unavailable, "\(source.name): no cost from \(from) to \(to): \(error.reason)")
        } catch let error as LegError {
            throw Failure(.unavailable, "\(source.name): \(error)")
        }
    }

    private func say(_ answer: OrderAnswer, _ travel: OrderTravel?, rejected: Int, seconds: Double) {
        let order = answer.order
        let bound = order.isProven ? "proven optimal" : "lower bound \(Self.rounded(order.lowerBound))"
        let stops = order.order.count == 1 ? "1 stop" : "\(order.order.count) stops"
        Console.say(
            "\(stops)\(rejected > 0 ? ", \(rejected) rejected" : ""): length \(Self.rounded(order.length))\(travel.map { " " + $0.words } ?? ""), \(bound); "
                + "\(NumberText.fixed(seconds, decimals: 3)) s")
    }

    /// A readable length: whole units unchanged, others to a tenth.
    private static func rounded(_ length: Double) -> String {
        NumberText.fixed(length, decimals: length == length.rounded() ? 0 : 1)
    }
}

extension LegCost: ExpressibleByArgument {}

extension ClockTime {
    /// - Throws: `ValidationError` that states the format of a departure.
    init(argument: String) throws {
        guard let time = ClockTime(argument) else {
            throw ValidationError("a departure must be a time such as 09:30 or 2027-05-01T09:30.")
        }
        self = time
    }
}

extension Duration {
    /// - Throws: `ValidationError` that states the format of a time.
    init(argument: String) throws {
        do { self = try OptionText.duration(argument) } catch { throw ValidationError("\(error)") }
    }
}
