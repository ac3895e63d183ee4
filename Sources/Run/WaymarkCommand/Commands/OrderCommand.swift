import ArgumentParser
import WaymarkBatch
import WaymarkOrders
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// `waymark order`: finds the best order of visits.
struct OrderCommand: ParsableCommand {
    /// The output formats of an order.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Find the best order in which to visit stops, with a lower bound.",
        discussion: """
            The file is a CSV of stops (ordered by great circles, in metres); a CSV matrix whose first row and first \
            column name the stops; a square of numbers without names, whose stops are numbered from 1; a TSPLIB file \
            (.tsp, .atsp); or a file of time windows: number of nodes, matrix, a line "opens closes" for each node.

            Stops are identified by name, otherwise by id, otherwise by row number; in json by id if names repeat. \
            --start and --end accept names and ids. TSPLIB nodes have the numbers in the file, from 1; those of a \
            window file count from 0, the depot. Both are round trips from the first node unless a start or an end \
            is given.

            A CSV of stops may have opening hours and stays (opens, closes, stay). Then metres become time by --mode \
            or --speed, arrivals are no later than closing, and the columns reached and left have the times. Times \
            are 09:30, on the date of --depart, or 2027-05-01T09:30. Windows that the order misses are reported; if \
            no order can meet all, the reason is reported. Without hours and --depart there are no times, and \
            options for times are refused. An invalid row is rejected, and the others are ordered.

            Up to 13 stops are solved exactly; for more, the search runs until the time limit or until the order is \
            proven optimal. The same seed and --iterations give the same order on every machine.

            A stored trip, by --trip, starts and ends at its first and its last stop if they are pinned, unless --start, \
            --end or --round-trip is given; other pinned stops are not kept in their places.

            EXAMPLES
              waymark order stops.csv --start Hotel --round-trip
              waymark order stops.csv --depart 09:00 --mode walking
              waymark order berlin52.tsp --format json
              waymark order minutes.csv --start A --end B --time 2s
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
            "Time limit of the search: \(SearchTime.help). (default: 0.5s; no limit with --iterations)",
            valueName: "time"),
        transform: SearchTime.init(text:))
    var time: SearchTime?
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
    @Option(help: ArgumentHelp("Mode of travel: \(OrderSpeed.modes).", valueName: "mode"))
    var mode: String?
    @Option(
        help: ArgumentHelp("Speed along great circles: \(OrderSpeed.help).", valueName: "speed"),
        transform: OrderSpeed.init(text:))
    var speed: OrderSpeed?
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

    func validate() throws {
        if roundTrip, end != nil { throw ValidationError("A round trip ends where it begins: give only --start.") }
        if let iterations, iterations < 0 {
            throw ValidationError("--iterations must be a whole number of at least 0.")
        }
        if speed != nil, mode != nil { throw ValidationError("--mode implies a speed: give either --mode or --speed.") }
        if let mode, TravelMode(rawValue: mode).usualSpeed == nil {
            throw ValidationError("--mode must be \(OrderSpeed.modes).")
        }
        if findStops != (attractions != nil) || attractions == "-" {
            throw ValidationError("--find-stops goes with --attractions, which is a file.")
        }
        try stored.check(table: file, [("--crs", system.crs != nil), ("--find-stops", findStops)])
        try SameFiles.refuse(
            outputs: output.uses,
            inputs: (file.map { [.init("the stops", $0)] } ?? [])
                + (attractions.map { [.init("--attractions", $0)] } ?? []))
    }

    /// The reading options for stops.
    private func options(in system: PlaceSystem?) -> OrderOptions {
        OrderOptions(
            timeColumns: TimeColumnNames(
                stay: stayColumn, timeZone: timeZoneColumn, opens: opensColumn, closes: closesColumn),
            departure: depart, timeZone: timeZone,
            speed: speed?.metersPerSecond ?? mode.flatMap { TravelMode(rawValue: $0).usualSpeed },
            leavesByClosing: leaveByClosing, system: system)
    }

    func run() throws {
        let system = try system.system()
        let stored = try stored.open()
        var complaints = output.complaints(about: file ?? stored?.source.name ?? "")
        if let file { try MemoryLimit.refuse(tooLarge: file) }
        var options = options(in: system)
        options.finder = try attractions.map { try CatalogArguments.stopFinder($0) }
        let source: any ByteSource = if let stored { stored.source } else { try FileSource(path: file ?? "-") }
        let stops = try OrderFile(source, options: options, rejects: output.rejects) { complaints.add($0) }
        complaints.end()
        if !output.quiet, let remark = stops.remark { Console.say(remark) }
        // Before the search, so that an impossible output is reported at once.
        let outputFile = try OutputFile(path: output.path, packing: .byName)
        let began = ContinuousClock.now
        var effort = iterations.map { SearchEffort.iterations($0, seed: seed) } ?? SearchEffort(seed: seed)
        if let time { effort.budget = time.duration }
        let pinned = roundTrip || start != nil || end != nil ? nil : stored?.pinnedEnds
        let answer = try OrderAnswer(
            stops, start: start ?? pinned?.first, end: end ?? pinned?.last, isRoundTrip: roundTrip, effort: effort)
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let text = format == .json ? answer.json(seconds: seconds) : answer.csv()
        try outputFile.write(ContiguousArray(text.utf8).span)
        try stops.commit(outputFile)
        // Missed windows are reported even under --quiet.
        for complaint in answer.complaints { Console.say(complaint) }
        if !output.quiet { say(answer, rejected: stops.rejected, seconds: seconds) }
        try NothingAnswered.refuse(
            rowsIn: stops.names.count + stops.rejected, answered: stops.names.count, complaints)
        if strict, stops.rejected > 0 || !answer.order.missed.isEmpty { throw Failure.rejectedRows }
    }

    private func say(_ answer: OrderAnswer, rejected: Int, seconds: Double) {
        let order = answer.order
        let bound = order.isProven ? "proven optimal" : "lower bound \(Self.rounded(order.lowerBound))"
        let stops = order.order.count == 1 ? "1 stop" : "\(order.order.count) stops"
        Console.say(
            "\(stops)\(rejected > 0 ? ", \(rejected) rejected" : ""): length \(Self.rounded(order.length)), \(bound); "
                + "\(NumberText.fixed(seconds, decimals: 3)) s")
    }

    /// A readable length: whole units unchanged, others to a tenth.
    private static func rounded(_ length: Double) -> String {
        NumberText.fixed(length, decimals: length == length.rounded() ? 0 : 1)
    }
}

extension ClockTime {
    /// - Throws: `ValidationError` that states the format of a departure.
    init(argument: String) throws {
        guard let time = ClockTime(argument) else {
            throw ValidationError("a departure must be a time such as 09:30 or 2027-05-01T09:30.")
        }
        self = time
    }
}

/// A speed in kilometres per hour, as in `30km/h`.
struct OrderSpeed {
    let metersPerSecond: Double

    static let help = OptionText.speeds
    static let modes = "walking (5 km/h), cycling (15), driving (50, the default), train (100), flying (800)"

    /// - Throws: `ValidationError` that states the format of a speed.
    init(text: String) throws {
        do { metersPerSecond = try OptionText.metersPerSecond(text) } catch { throw ValidationError("\(error)") }
    }
}

/// A time with its unit, as in `0.5s`.
struct SearchTime {
    let duration: Duration

    static let help = OptionText.times

    /// - Throws: `ValidationError` that states the format of a time.
    init(text: String) throws {
        do { duration = try OptionText.duration(text) } catch { throw ValidationError("\(error)") }
    }
}
