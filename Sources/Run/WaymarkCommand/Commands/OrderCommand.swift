import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkOrders
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// `waymark order`: the best order of visits.
struct OrderCommand: ParsableCommand {
    /// What the order can be written as.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Find the best order to visit stops in, and how much shorter any other could be.",
        discussion: """
            The file is a CSV of stops (by great circles, in metres), a CSV matrix whose first row and first column name \
            the stops, a square of numbers without names, whose stops have numbers from 1, a TSPLIB file (.tsp, .atsp), or a file of time windows: number of nodes, matrix, a line "opens \
            closes" for each node.

            Stops are called by their name, else their id, else the number of their row; in json by their ids where a \
            name comes twice. --start and --end take either. TSPLIB's nodes have the numbers \
            of the file, from 1; those of a window file count from 0, the depot. Both are round trips from the first \
            node unless a start or an end is given.

            A CSV of stops may have opening hours and stays (opens, closes, stay): then metres become time by --mode or \
            --speed, one comes by the time a stop closes, and columns reached and left say when. Times are 09:30, of the \
            day of --depart, or 2027-05-01T09:30. Windows that the order misses are named; where no order can meet all, \
            it is said why. Without hours and --depart there are no times, and what is for them is refused. A row that is no stop is rejected, and the rest is ordered.

            Up to 13 stops are solved exactly; more are searched until the time is over or the order is proved. The same \
            seed and --iterations give the same order everywhere.

            EXAMPLES
              waymark order stops.csv --start Hotel --round-trip
              waymark order stops.csv --depart 09:00 --mode walking
              waymark order berlin52.tsp --format json
              waymark order minutes.csv --start A --end B --time 2s
            """)

    @Argument(
        help: ArgumentHelp("The stops, or what it costs from each to each; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "tsp", "atsp", "txt", "dat"]))
    var file: String
    @Option(help: ArgumentHelp("Begin with this stop, by name or id.", valueName: "name"))
    var start: String?
    @Option(help: ArgumentHelp("End with this stop, by name or id.", valueName: "name"))
    var end: String?
    @Flag(help: "Come back to the first stop: the start, or the first of the file.")
    var roundTrip = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long to search: \(SearchTime.help). (default: 0.5s; no limit with --iterations)", valueName: "time"),
        transform: SearchTime.init(text:))
    var time: SearchTime?
    @Option(parsing: .unconditional, help: ArgumentHelp("How many changes to try at most.", valueName: "n"))
    var iterations: Int?
    @Option(help: ArgumentHelp("Where the random numbers start.", valueName: "n"))
    var seed: UInt64 = 0
    @Option(help: ArgumentHelp("csv or json.", valueName: "format"))
    var format = Format.csv
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the result goes; - is standard output.", valueName: "file"), completion: .file())
    var output = "-"
    @Option(
        help: ArgumentHelp(
            "When the first stop is reached: 09:30 or 2027-05-01T09:30, by the clock of --time-zone, or with an offset: "
                + "2027-05-01T09:30+09:00. (default: when the first of them opens)",
            valueName: "time"), transform: ClockTime.init(argument:))
    var depart: ClockTime?
    @Option(help: ArgumentHelp("How one travels: \(OrderSpeed.modes).", valueName: "mode"))
    var mode: String?
    @Option(
        help: ArgumentHelp("How fast one travels, along great circles: \(OrderSpeed.help).", valueName: "speed"),
        transform: OrderSpeed.init(text:))
    var speed: OrderSpeed?
    @Flag(help: "A stay ends by closing, too; else one only comes by then.")
    var leaveByClosing = false
    @Option(help: ArgumentHelp("Column of the opening time, or its number: #4.", valueName: "name"))
    var opensColumn: String?
    @Option(help: ArgumentHelp("Column of the closing time, or its number: #5.", valueName: "name"))
    var closesColumn: String?
    @Option(help: ArgumentHelp("Column of the stay, or its number: #6. Minutes, 1h30m or PT45M.", valueName: "name"))
    var stayColumn: String?
    @Option(help: ArgumentHelp("Column of the time zone, or its number: #7.", valueName: "name"))
    var timeZoneColumn: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Whose clock is meant where a stop names no zone, and by --depart: Asia/Seoul, -05:00. (default: the only zone "
                + "that stops name; else UTC)", valueName: "zone"),
        transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Option(
        help: ArgumentHelp(
            "Where rejected rows go, with line, column and reason, to be mended and given in again.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 when a row was rejected or a window is missed.")
    var strict = false
    @OptionGroup var system: SystemArguments
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if roundTrip, end != nil { throw ValidationError("A round trip ends where it begins: say --start alone.") }
        if let iterations, iterations < 0 { throw ValidationError("--iterations is a whole number from 0.") }
        if speed != nil, mode != nil { throw ValidationError("--mode is a usual speed: say it or --speed.") }
        if let mode, TravelMode(rawValue: mode).usualSpeed == nil {
            throw ValidationError("--mode is \(OrderSpeed.modes).")
        }
        try SameFiles.refuse(
            outputs: [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? []),
            inputs: [.init("the stops", file)])
    }

    /// How stops are read.
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
        let clock = ContinuousClock()
        let stops: OrderFile
        var complaints = Complaints(file: file, isShown: !quiet && rejects == nil)
        try MemoryLimit.refuse(tooLarge: file)
        do {
            stops = try OrderFile(path: file, options: options(in: system), rejects: rejects) { complaints.add($0) }
            complaints.end()
            if !quiet, let remark = stops.remark { Console.say(remark) }
        } catch {
            throw Failure(error)
        }
        // Before the search: what cannot be written is known at once.
        let output: OutputFile
        do {
            output = try OutputFile(path: self.output)
        } catch {
            throw Failure(error)
        }
        let answer: OrderAnswer
        let began = clock.now
        do {
            var effort = iterations.map { SearchEffort.iterations($0, seed: seed) } ?? SearchEffort(seed: seed)
            if let time { effort.budget = time.duration }
            answer = try OrderAnswer(stops, start: start, end: end, isRoundTrip: roundTrip, effort: effort)
        } catch {
            throw Failure(error)
        }
        let seconds = began.duration(to: clock.now) / .seconds(1)
        let text = format == .json ? answer.json(seconds: seconds) : answer.csv()
        do {
            try output.write(ContiguousArray(text.utf8).span)
            // All bytes of both before either gets its name.
            try stops.flushRejects()
            try output.commit()
            try stops.commitRejects()
        } catch {
            throw Failure(error)
        }
        // A window that is missed is no matter of taste.
        for complaint in answer.complaints { Console.say(complaint) }
        if !quiet { say(answer, rejected: stops.rejected, seconds: seconds) }
        try NothingAnswered.refuse(
            rowsIn: stops.names.count + stops.rejected, answered: stops.names.count, complaints)
        if strict, stops.rejected > 0 || !answer.order.missed.isEmpty { throw Failure.rejectedRows }
    }

    private func say(_ answer: OrderAnswer, rejected: Int, seconds: Double) {
        let order = answer.order
        let bound = order.isProven ? "proved the best" : "no order is below \(Self.rounded(order.lowerBound))"
        let stops = order.order.count == 1 ? "1 stop" : "\(order.order.count) stops"
        Console.say(
            "\(stops)\(rejected > 0 ? ", \(rejected) rejected" : ""): length \(Self.rounded(order.length)), \(bound); "
                + "\(NumberText.fixed(seconds, decimals: 3)) s")
    }

    /// A length as a person reads it: whole units as they are, else a tenth of one.
    private static func rounded(_ length: Double) -> String {
        NumberText.fixed(length, decimals: length == length.rounded() ? 0 : 1)
    }
}

extension ClockTime {
    /// - Throws: `ValidationError` that says what a time of departure looks like.
    init(argument: String) throws {
        guard let time = ClockTime(argument) else {
            throw ValidationError("a departure is a time such as 09:30 or 2027-05-01T09:30.")
        }
        self = time
    }
}

/// A speed in kilometres an hour, as in `30km/h`.
struct OrderSpeed {
    let metersPerSecond: Double

    static let help = "a number above 0 in km/h: 4.5 or 4.5km/h"
    static let modes = "walking (5 km/h), cycling (15), driving (50, the default), train (100), flying (800)"

    /// - Throws: `ValidationError` that says what a speed looks like.
    init(text: String) throws {
        let number = text.hasSuffix("km/h") ? text.dropLast(4).trimming(" ") : text[...]
        guard let value = NumberParser.double(number), value >= 0.01, value <= 1e6 else {
            throw ValidationError("a speed is \(Self.help).")
        }
        metersPerSecond = value / 3.6
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        guard let last = lastIndex(where: { $0 != character }) else { return "" }
        return self[...last]
    }
}

/// A time with its unit, as in `0.5s`.
struct SearchTime {
    let duration: Duration

    static let help = "a number from 0 with its unit, ms, s or min: 500ms, 0.5s, 2min"

    /// - Throws: `ValidationError` that says what a time looks like.
    init(text: String) throws {
        for (unit, length) in [("ms", 0.001), ("min", 60), ("s", 1)] where text.hasSuffix(unit) {
            guard let value = NumberParser.double(ContiguousArray(text.utf8.dropLast(unit.utf8.count)).span),
                value >= 0,
                value <= 1e9
            else { break }
            duration = .seconds(value * length)
            return
        }
        throw ValidationError("a time is \(Self.help).")
    }
}
