import ArgumentParser
import WaymarkRoutes

/// `waymark order`: the best order of visits.
struct OrderCommand: ParsableCommand {
    /// What the order can be written as.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Find the best order to visit stops in, and how much shorter any other could be.",
        discussion: """
            The file is a CSV of stops (by great circles, in metres), a CSV matrix whose first row and first column name \
            the stops, a TSPLIB file (.tsp, .atsp), or a file of time windows: number of nodes, matrix, a line "opens \
            closes" for each node.

            Stops are called by their name, else their id, else the number of their row. TSPLIB's nodes have the numbers \
            of the file, from 1; those of a window file count from 0, the depot. Both are round trips from the first \
            node unless a start or an end is given.

            Up to 13 stops are solved exactly; more are searched until the time is over or the order is proved. The same \
            seed and --iterations give the same order everywhere.

            EXAMPLES
              waymark order stops.csv --start Hotel --round-trip
              waymark order berlin52.tsp --format json
              waymark order minutes.csv --start A --end B --time 2s
            """)

    @Argument(
        help: ArgumentHelp("The stops, or what it costs from each to each; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "tsp", "atsp", "txt", "dat"]))
    var file: String
    @Option(help: ArgumentHelp("Begin with this stop.", valueName: "name"))
    var start: String?
    @Option(help: ArgumentHelp("End with this stop.", valueName: "name"))
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
    @OptionGroup var system: SystemArguments
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if roundTrip, end != nil { throw ValidationError("A round trip ends where it begins: say --start alone.") }
        if let iterations, iterations < 0 { throw ValidationError("--iterations is a whole number from 0.") }
        try SameFiles.refuse(outputs: [.init("--output", output)], inputs: [.init("the stops", file)])
    }

    func run() throws {
        let system = try system.system()
        let clock = ContinuousClock()
        let answer: OrderAnswer
        let began: ContinuousClock.Instant
        do {
            let file = try OrderFile(path: file, system: system)
            began = clock.now
            var effort = iterations.map { SearchEffort.iterations($0, seed: seed) } ?? SearchEffort(seed: seed)
            if let time { effort.budget = time.duration }
            answer = try OrderAnswer(file, start: start, end: end, isRoundTrip: roundTrip, effort: effort)
        } catch {
            throw Failure(error)
        }
        let seconds = began.duration(to: clock.now) / .seconds(1)
        let text = format == .json ? answer.json(seconds: seconds) : answer.csv()
        do {
            let file = try OutputFile(path: output)
            try file.write(ContiguousArray(text.utf8).span)
            try file.commit()
        } catch {
            throw Failure(error)
        }
        if quiet { return }
        for complaint in answer.complaints { Console.say(complaint) }
        let order = answer.order
        let bound = order.isProven ? "proved the best" : "no order is below \(Self.rounded(order.lowerBound))"
        Console.say(
            "\(order.order.count) stops: length \(Self.rounded(order.length)), \(bound); "
                + "\(NumberText.fixed(seconds, decimals: 3)) s")
    }

    /// A length as a person reads it: whole units as they are, else a tenth of one.
    private static func rounded(_ length: Double) -> String {
        NumberText.fixed(length, decimals: length == length.rounded() ? 0 : 1)
    }
}

/// A time with its unit, as in `0.5s`.
struct SearchTime {
    let duration: Duration

    static let help = "a number from 0 with its unit, ms, s or min: 500ms, 0.5s, 2min"

    /// - Throws: `ValidationError` that says what a time looks like.
    init(text: String) throws {
        for (unit, length) in [("ms", 0.001), ("min", 60), ("s", 1)] where text.hasSuffix(unit) {
            guard let value = NumberParser.double(Array(text.utf8.dropLast(unit.utf8.count)).span), value >= 0,
                value <= 1e9
            else { break }
            duration = .seconds(value * length)
            return
        }
        throw ValidationError("a time is \(Self.help).")
    }
}
