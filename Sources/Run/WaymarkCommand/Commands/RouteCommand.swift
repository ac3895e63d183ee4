import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkOrders
import WaymarkPlaces
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension TripFormat: ExpressibleByArgument {
    /// The format of an output by its name.
    fileprivate init?(path: String) {
        let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
        guard let format = Self.allCases.first(where: { name.lowercased().hasSuffix(".\($0.rawValue)") }) else {
            return nil
        }
        self = format
    }
}
extension TripOrder: ExpressibleByArgument {}
extension RouteColoring: ExpressibleByArgument {
    /// The colourings that `--gradient` offers.
    public static var allValueStrings: [String] { [leg, progress, speed, grade].map(\.rawValue) }

    /// The colouring of a name that the option takes.
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}

/// `waymark route`: joins the stops of each trip by legs, as rows, lines or a map.
struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Join the stops of each trip by legs, as rows, as files for maps, or as a map.",
        discussion: """
            Stops are the rows of a CSV. trip_id identifies the trip; stop_index is the position in the trip, from 0 \
            or 1 without gaps. Without stop_index rows are in visiting order; without trip_id all rows are one trip. \
            An invalid row rejects its whole trip, and no other trip.

            If stops have a planned arrival, a stay or a time zone (arrival, stay, time_zone), times are computed: \
            csv has the columns departure and arrival with --times; geojson, gpx, kml and json always have times.

            csv has a row for each leg; a missing leg has its status. Keep the rows of a trip together; then memory \
            does not grow with the number of trips. If every leg failed, the exit code is 69 and no output is left.

            --optimize orders by the durations of a server's roads, or with --by distance by their lengths. After five \
            failed requests in a row a server is not asked for 30 s, and legs fail at once.

            A route written as json can be read again, and then has its legs: ask a server once, and write several \
            formats, at once or later.

            EXAMPLES
              waymark route stops.csv
              waymark route trips.csv --totals --output legs.csv
              waymark route trips.csv --crs EPSG:5179
              waymark route stops.csv --optimize round-trip --format geojson
              waymark route stops.csv --format svg --attractions places.csv \\
                --output map.svg
              waymark route trips.csv --legs osrm:http://localhost:5000
              waymark route stops.csv --legs valhalla:http://localhost:8002 \\
                --optimize round-trip -o trip.json -o trip.svg -o trip.gpx
              waymark route trip.json --format kml
              waymark route --trip 제주 --store trips --format gpx
            """)

    @Argument(
        help: ArgumentHelp(
            "Stops: a CSV with latitude and longitude columns; or routes, as json of this command. - is standard input.",
            valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv", "json"]))
    var stops: String?
    @OptionGroup var stored: StoredTripArguments

    @OptionGroup var legs: LegArguments
    @OptionGroup var travel: ModeArguments
    @Option(
        help: ArgumentHelp(
            "Find the best order of visits, with these fixed: start-end, start, end, free (none); or round-trip, returning "
                + "to the first stop.", valueName: "ends"))
    var optimize: TripOrder?
    @Option(
        help: ArgumentHelp(
            "With --optimize: the cost of a way, duration or distance. (default: duration by a server, otherwise distance)",
            valueName: "cost"))
    var by: LegCost?
    @Option(
        help: ArgumentHelp(
            "Colours of lines, if the format has them: leg, one colour each; or, within legs, progress, "
                + "speed or grade.",
            valueName: "what"))
    var gradient: RouteColoring?
    @Option(
        help: ArgumentHelp(
            "csv, geojson, gpx, kml, polyline, svg or json. (default: that of the output's name, otherwise csv)",
            valueName: "format"))
    var format: TripFormat?
    @Option(
        name: OutputArguments.name,
        help: ArgumentHelp(
            "Output file, which appears under its name only when complete, packed if that ends in .gz; - is standard output. "
                + "Repeat it for several formats, by the names: -o trip.json -o trip.svg.", valueName: "file"),
        completion: .file())
    var outputs: [String] = []
    @Option(help: RowOutputArguments.rejectsHelp, completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false
    @Flag(help: "In csv, add a row with totals after each trip.")
    var totals = false
    @Flag(help: "In csv, add the columns departure and arrival, in the time zones of the stops.")
    var times = false
    @Flag(help: "In csv, a row for each step on the roads, with what to do there in the language, in place of legs.")
    var steps = false
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Decimals of encoded polylines, 0 to 7.", valueName: "n"))
    var precision = 5
    @Option(help: ArgumentHelp("Only this trip; repeat it for more.", valueName: "id"))
    var tripID: [String] = []
    @Option(
        help: ArgumentHelp(
            "Arrival at the first stop of each trip, in place of a planned one: 2027-04-01T09:00 in the stop's zone, or with "
                + "an offset.", valueName: "time"),
        transform: ClockReading.init(argument:))
    var depart: ClockReading?
    @Flag(help: "Hold all trips in memory, so that the rows of a trip need not be adjacent.")
    var scattered = false

    @Option(help: ArgumentHelp("Title of the svg map.", valueName: "text"))
    var title: String?
    @Option(help: RouteMap.Language.help)
    var language: RouteMap.Language?
    @Option(
        help: ArgumentHelp(
            "Attractions to show on the svg map or to find stops by name, in any format that `nearby` accepts.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: String?
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum distance of these from a stop: \(Radius.help). (default: \(Radius.usual))", valueName: "length"),
        transform: { try Radius(text: $0) })
    var radius = Radius.usual
    @OptionGroup var ground: GroundArguments
    @OptionGroup var system: SystemArguments
    @Flag(
        help: "Exit with 1 if a row was rejected, a leg is missing, or a stop is reached after its planned arrival.")
    var strict = false
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Maximum number of simultaneous leg requests, over all trips.", valueName: "n"))
    var jobs = 8

    @Option(help: ArgumentHelp("Trip column, by name or number (#1).", valueName: "name"))
    var tripColumn: String?
    @Option(help: ArgumentHelp("Column of the position in the trip, by name or number (#2).", valueName: "name"))
    var indexColumn: String?
    @Option(
        help: ArgumentHelp(
            "Id column, by name or number (#3); without one, the stop's number is the id.", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Name column, by name or number (#4).", valueName: "name"))
    var nameColumn: String?
    @Option(help: ArgumentHelp("Latitude column, by name or number (#5).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column, by name or number (#6).", valueName: "name"))
    var longitudeColumn: String?
    @Option(
        help: ArgumentHelp(
            "Planned arrival column, by name or number (#7). Times such as 2027-05-01T09:00, with or without offset.",
            valueName: "name"))
    var arrivalColumn: String?
    @Option(
        help: ArgumentHelp("Stay column, by name or number (#8). Minutes, 1h30m or PT45M.", valueName: "name"))
    var stayColumn: String?
    @Option(help: ArgumentHelp("Time zone column, by name or number (#9).", valueName: "name"))
    var timeZoneColumn: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time zone of the first stops without one: Asia/Seoul, -05:00. (default: UTC)",
            valueName: "zone"), transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Flag(help: "The stops have no header: give columns by number.")
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the stops: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter of the stops; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    mutating func validate() throws {
        legs.choose(beside: [attractions], travel.travelMode)
        try stored.check(table: stops, [("--crs", system.crs != nil), ("--find-stops", findStops)])
        var inputs = stops.map { [SameFiles.Use("the stops", $0)] } ?? []
        if let use = legs.use { inputs.append(use) }
        if let attractions { inputs.append(.init("--attractions", attractions)) }
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(
            outputs: paths.map { .init("--output", $0) } + (rejects.map { [.init("--rejects", $0)] } ?? []),
            inputs: inputs)
        try legs.check()
        try travel.check(legs.choice)
        if legs.choice.isServer, system.crs != nil { throw LegArguments.noProjection }
        if by != nil, optimize == nil { throw ValidationError("--by needs --optimize.") }
        let formats = try formats()
        guard jobs >= 1 else { throw ValidationError("--jobs must be a whole number of at least 1.") }
        guard 0...7 ~= precision else { throw ValidationError("--precision must be 0 to 7.") }
        if totals, !formats.contains(.csv) { throw ValidationError("--totals needs --format csv.") }
        if steps, totals || times || !formats.contains(.csv) {
            throw ValidationError("--steps needs --format csv, without --totals and --times.")
        }
        if steps, legs.choice.roadFile == nil { throw ValidationError("--steps needs --legs roads.") }
        if times, !formats.contains(.csv) { throw ValidationError("--times needs --format csv.") }
        let attractionsAreUsed = findStops || attractions == legs.choice.roadFile
        if !formats.contains(.svg),
            attractions != nil && !attractionsAreUsed || title != nil || language != nil && !steps
        {
            throw ValidationError(
                "--attractions, --title and --language need --format svg; --attractions can also be used with --find-stops and roads, --language with --steps."
            )
        }
        if findStops, attractions == nil || attractions == "-" {
            throw ValidationError("--find-stops needs --attractions, which must be a file.")
        }
        if gradient != nil, Set(formats).isDisjoint(with: [.geojson, .kml, .svg]) {
            throw ValidationError("--gradient needs --format geojson, kml or svg.")
        }
    }

    var paths: [String] { outputs.isEmpty ? ["-"] : outputs }

    /// The format of each output: the one given, or by its name.
    ///
    /// - Throws: `ValidationError` if several outputs do not have a format each.
    func formats() throws -> [TripFormat] {
        if paths.count == 1 { return [format ?? TripFormat(path: paths[0]) ?? .csv] }
        if format != nil { throw ValidationError("--format cannot be used with several outputs: their names say it.") }
        return try paths.map { path in
            guard let format = TripFormat(path: path) else {
                let endings = TripFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
                throw ValidationError("--output \(path): with several outputs, names end in \(endings).")
            }
            return format
        }
    }

    func run() async throws { try await answer() }
}

extension ClockReading {
    /// - Throws: `ValidationError` that states the format of a departure with a date.
    fileprivate init(argument: String) throws {
        guard let reading = ClockReading(Array(argument.utf8)[...], form: .person) else {
            throw ValidationError("a departure must be a time such as 2027-04-01T09:00, or with an offset +09:00.")
        }
        self = reading
    }
}
