import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkOrders
import WaymarkPlaces
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
        if times, !formats.contains(.csv) { throw ValidationError("--times needs --format csv.") }
        if !formats.contains(.svg), attractions != nil && !findStops || title != nil || language != nil {
            throw ValidationError(
                "--attractions, --title and --language need --format svg; --attractions can also be used with --find-stops."
            )
        }
        if findStops, attractions == nil || attractions == "-" {
            throw ValidationError("--find-stops needs --attractions, which must be a file.")
        }
        if gradient != nil, Set(formats).isDisjoint(with: [.geojson, .kml, .svg]) {
            throw ValidationError("--gradient needs --format geojson, kml or svg.")
        }
    }

    private var paths: [String] { outputs.isEmpty ? ["-"] : outputs }

    /// The format of each output: the one given, or by its name.
    ///
    /// - Throws: `ValidationError` if several outputs do not have a format each.
    private func formats() throws -> [TripFormat] {
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

    func run() async throws {
        // Before anything is read or written: an option may give an invalid server or system.
        let source = try legs.source(travel.travelMode)
        if !quiet, let remark = legs.remark { Console.say(remark) }
        let system = try system.system()
        var options = TripOptions(
            stops: StopOptions(
                columns: PlaceColumnNames(
                    id: idColumn, name: nameColumn, latitude: latitudeColumn, longitude: longitudeColumn,
                    system: system),
                encoding: encoding, delimiter: delimiter?.byte, hasHeader: noHeader ? false : nil),
            tripColumn: tripColumn, indexColumn: indexColumn, isScattered: scattered, order: optimize,
            writesTotals: totals, precision: precision, coloring: gradient, width: jobs)
        options.formats = try formats()
        options.travel = OrderTravel.Requests(
            cost: by, fallback: legs.fallback == nil ? nil : legs.circles(travel.travelMode), timeLimit: legs.timeLimit,
            width: jobs)
        options.tripIDs = tripID.isEmpty ? nil : Set(tripID)
        options.departure = depart
        options.timeColumns = TimeColumnNames(arrival: arrivalColumn, stay: stayColumn, timeZone: timeZoneColumn)
        (options.timeZone, options.writesTimes, options.attribution) = (timeZone, times, legs.choice.attribution)
        (options.map.title, options.map.language, options.map.isDark) = (title, language ?? .ofLocale, ground.isDark)
        options.radius = radius.meters
        let stored = try stored.open()
        let name = stops ?? stored?.source.name ?? ""
        if scattered, let stops { try MemoryLimit.refuse(tooLarge: stops) }
        if findStops, let attractions {
            let finder = try CatalogArguments.stopFinder([attractions])
            (options.stops.finder, options.attribution) = (finder, options.attribution ?? finder.attribution)
        }
        if options.formats.contains(.svg) { options.map.ground = try ground.open(beside: [attractions]) }
        if options.formats.contains(.svg), let attractions {
            try MemoryLimit.refuse(tooLarge: attractions)
            do {
                options.attractions = try AttractionCatalog(contentsOf: attractions, jobs: JobsArguments.cores)
            } catch {
                throw Failure(error, optionPrefix: "attractions-")
            }
            try options.attractions?.report.refuseNothing(of: attractions)
        }
        var progress = ProgressLine(output: paths.first { $0 == "-" } ?? paths[0])
        defer { progress.clear() }
        let noComplaints = Complaints(file: name, isShown: !quiet && rejects == nil)
        var complaints = noComplaints
        let batch = TripBatch(options, source: source)
        let summary: TripSummary
        if let stored {
            summary = try await batch.run(
                stops: stored.source, outputs: paths, rejects: rejects,
                onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
        } else {
            summary = try await batch.run(
                stops: name, outputs: paths, rejects: rejects, onRejection: { complaints.add($0) },
                onScattered: { trip, line in
                    progress.clear()
                    complaints = noComplaints
                    if !quiet {
                        Console.say(
                            "\(name), line \(line): trip \(trip) continues after other trips: reading again with all trips in memory"
                        )
                    }
                }, onProgress: { progress.show($0) })
        }
        progress.clear()
        if !quiet {
            complaints.end(untold: summary.untold)
            for legs in summary.missing { Console.say(legs.line) }
            for line in summary.orderLines + summary.timeLines { Console.say(line) }
            if let attribution = options.attribution, !Set(options.formats).isSubset(of: [.geojson, .gpx, .kml, .svg]) {
                Console.say(attribution)
            }
            Console.say(summary.line)
        }
        try NothingAnswered.refuse(rowsIn: summary.rowsIn, answered: summary.answered, complaints)
        if strict,
            summary.rejected > 0 || summary.missingLegs > 0 || summary.lateStops > 0 || summary.unordered.count > 0
        {
            throw Failure.rejectedRows
        }
    }
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

extension MissingLegs {
    /// The missing leg and the reason, in one line.
    fileprivate var line: String {
        let others =
            count > 1 ? "; and \(count - 1) more for \(status == .fallback ? "such reasons" : "the same reason")" : ""
        if status == .fallback { return "straight line from \(from) to \(to) of trip \(trip): \(reason)\(others)" }
        return "no leg from \(from) to \(to) of trip \(trip), \(status.rawValue): \(reason)\(others)"
    }
}

extension ClockZone {
    /// - Throws: `ValidationError` that states the format of a time zone.
    init(argument: String) throws {
        guard let zone = ClockZone(identifier: argument) else {
            throw ValidationError("a time zone must be a name such as Asia/Seoul, or an offset such as +09:00.")
        }
        self = zone
    }
}

extension TripSummary {
    /// What became of orders, one line each.
    fileprivate var orderLines: [String] {
        let kinds = [
            (orderedByStraightLines, "ordered by straight lines instead"),
            (orderedByEstimates, "ordered by the roads as far as there are"), (unordered, "in the order of the file"),
        ]
        return kinds.filter { $0.0.count > 0 }.map { trips, words in
            "\(trips.count == 1 ? "1 trip is" : "\(trips.count) trips are") \(words): \(trips.reason)"
        }
    }

    /// The faults of times, one line each.
    fileprivate var timeLines: [String] {
        var lines: [String] = []
        if let late = firstLate {
            let stops = lateStops == 1 ? "1 stop is" : "\(lateStops) stops are"
            let seconds = NumberText.fixed(late.lateness / .seconds(1), decimals: 1)
            lines.append(
                "\(stops) reached after the planned arrival: \(lateStops == 1 ? "" : "first ")"
                    + "\(PrintableText.of(late.stop)) of trip \(PrintableText.of(late.trip)), \(seconds) s late")
        }
        if changedNames > 0 {
            let stops = changedNames == 1 ? "1 stop has" : "\(changedNames) stops have"
            lines.append("\(stops) characters in name or id that XML cannot have: they became U+FFFD")
        }
        if untimedTrips > 0, untimedTrips == trips {
            lines.append("times are unknown: no first stop has a planned arrival")
        } else if untimedTrips > 0 {
            let whose = untimedTrips == 1 ? "its first stop has" : "their first stops have"
            lines.append("times are unknown for \(untimedTrips) of \(trips) trips: \(whose) no planned arrival")
        }
        return lines
    }

    var line: String {
        let spoiled = spoiledTrips > 0 ? " (\(spoiledTrips) \(spoiledTrips == 1 ? "trip" : "trips"))" : ""
        let counts = LegStatus.allCases.compactMap { status in legs[status].map { "\($0) \(status.rawValue)" } }
        let time = duration > .zero ? " in \(NumberText.fixed(duration / .seconds(1), decimals: 3)) s" : ""
        return
            "\(rowsIn) rows in: \(answered) answered, \(rejected) rejected\(spoiled); \(trips) \(trips == 1 ? "trip" : "trips"); "
            + "legs: \(counts.isEmpty ? "none" : counts.joined(separator: ", "))\(time)"
    }
}
