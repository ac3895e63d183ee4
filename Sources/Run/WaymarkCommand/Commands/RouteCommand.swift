import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension TripFormat: ExpressibleByArgument {}
extension TripOrder: ExpressibleByArgument {}
extension TripColoring: ExpressibleByArgument {}

/// `waymark route`: the legs that join the stops of each trip, as rows, lines or a map.
struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Join the stops of each trip by legs: as rows, as files for maps, or as a map.",
        discussion: """
            Stops are the rows of a CSV. trip_id tells trips apart; stop_index is the place in the trip, from 0 or 1 \
            without gaps. Without stop_index the order of the rows decides; without trip_id all are one trip. A row that \
            is no stop spoils its trip: all rows of it are rejected, and no other trip suffers.

            Where the stops have a planned arrival, a stay or a time zone (arrival, stay, time_zone), times are worked \
            out: csv has columns departure and arrival with --times; geojson, gpx, kml and json have them always.

            csv has a row for each leg; a leg that is not there has its status. The rows of a trip should stand \
            together; then any number of trips takes the memory of one. When nothing but failures came of a service, the \
            exit code is 69 and no output is left.

            EXAMPLES
              waymark route stops.csv
              waymark route trips.csv --totals --output legs.csv
              waymark route trips.csv --crs EPSG:5179
              waymark route stops.csv --optimize round-trip --format geojson
              waymark route stops.csv --format svg --attractions places.csv \\
                --output map.svg
              waymark route trips.csv --legs osrm:http://localhost:5000
            """)

    @Argument(
        help: ArgumentHelp(
            "The stops: a CSV with columns for latitude and longitude; - is standard input.", valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var stops: String

    @Option(
        help: ArgumentHelp("Where legs come from: \(LegChoice.help).", valueName: "source"),
        transform: LegChoice.init(text:))
    var legs = LegChoice.greatCircle
    @Option(
        help: ArgumentHelp("How one travels: \(TravelMode.knownNames); a server may know others.", valueName: "mode"))
    var mode = "driving"
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far a stop may be from the nearest road of a server: \(Radius.help). Farther off, its legs are not found. "
                + "(default: \(Radius.usualSnap))", valueName: "length"),
        transform: { try Radius(text: $0, of: "max-snap") })
    var maxSnap: Radius?
    @Option(
        help: ArgumentHelp(
            "Seek the shortest order of visits by great circles; what stays in its place: start-end, start, end, free; or "
                + "round-trip, back to the first stop.", valueName: "ends"))
    var optimize: TripOrder?
    @Option(
        help: ArgumentHelp(
            "What lines are coloured by, where the format has colours: leg, a colour each; or within legs, progress, "
                + "speed or grade.",
            valueName: "what"))
    var gradient: TripColoring?
    @Option(help: ArgumentHelp("csv, geojson, gpx, kml, polyline, svg or json.", valueName: "format"))
    var format: TripFormat = .csv
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the result goes; appears under its name only when it is complete. - is standard output.",
            valueName: "file"),
        completion: .file())
    var output = "-"
    @Flag(help: "In csv, a row with the total behind each trip.")
    var totals = false
    @Flag(help: "In csv, columns departure and arrival, on the clocks of the stops.")
    var times = false
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Decimals of encoded polylines, 0 to 7.", valueName: "n"))
    var precision = 5
    @Flag(help: "Read all trips before the first is answered: their rows need not stand together.")
    var scattered = false

    @Option(help: ArgumentHelp("What the map of svg is called.", valueName: "text"))
    var title: String?
    @Option(
        help: ArgumentHelp(
            "Attractions to show on the map of svg or to find stops by, in any format `nearby` takes.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: String?
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "How far from a stop these may be: \(Radius.help). (default: \(Radius.usual))", valueName: "length"),
        transform: { try Radius(text: $0) })
    var radius = Radius.usual

    @OptionGroup var system: SystemArguments
    @Option(
        help: ArgumentHelp(
            "Where rejected rows go, with line, column and reason, to be mended and given in again.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(
        help: "Exit with 1 when a row was rejected, a leg is missing, or a stop is reached after its planned arrival.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false
    @Option(
        name: .shortAndLong, help: ArgumentHelp("How many legs are asked for at once, over all trips.", valueName: "n"))
    var jobs = 8

    @Option(help: ArgumentHelp("Column of the trip, or its number: #1.", valueName: "name"))
    var tripColumn: String?
    @Option(help: ArgumentHelp("Column of the place in the trip, or its number: #2.", valueName: "name"))
    var indexColumn: String?
    @Option(help: ArgumentHelp("Column of the id, or its number: #3; else the stop's number is.", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Column of the name, or its number: #4.", valueName: "name"))
    var nameColumn: String?
    @Option(help: ArgumentHelp("Column of the latitude, or its number: #5.", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the longitude, or its number: #6.", valueName: "name"))
    var longitudeColumn: String?
    @Option(
        help: ArgumentHelp(
            "Column of the planned arrival, or its number: #7. Times as 2027-05-01T09:00, with an offset or without.",
            valueName: "name"))
    var arrivalColumn: String?
    @Option(
        help: ArgumentHelp("Column of the stay, or its number: #8. Minutes, 1h30m or PT45M.", valueName: "name"))
    var stayColumn: String?
    @Option(help: ArgumentHelp("Column of the time zone, or its number: #9.", valueName: "name"))
    var timeZoneColumn: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Whose clock is meant where no stop so far has named a zone: Asia/Seoul, -05:00. (default: UTC)",
            valueName: "zone"), transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Flag(help: "The first row is a stop: give the columns by number.")
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the stops: utf-8 or cp949; found out by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Character between the stops' fields; found out by default.", valueName: "character"))
    var delimiter: Delimiter?

    func validate() throws {
        var inputs = [SameFiles.Use("the stops", stops)]
        if case .track(let path) = legs { inputs.append(.init("--legs", path)) }
        if let attractions { inputs.append(.init("--attractions", attractions)) }
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(
            outputs: [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? []), inputs: inputs)
        guard !mode.isEmpty, mode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        else {
            throw ValidationError("--mode is a word: \(TravelMode.knownNames), or what a server knows.")
        }
        if legs == .greatCircle, !TravelMode.known.contains(TravelMode(rawValue: mode)) {
            throw ValidationError("--mode is \(TravelMode.knownNames), where no server knows of others.")
        }
        if maxSnap != nil {
            guard case .server = legs else { throw ValidationError("--max-snap is for legs of a server.") }
        }
        if case .server = legs, system.crs != nil {
            throw ValidationError(
                "--crs does not go with legs of a server: first write degrees, by waymark project --from SYSTEM --to EPSG:4326."
            )
        }
        guard jobs >= 1 else { throw ValidationError("--jobs is a whole number from 1.") }
        guard 0...7 ~= precision else { throw ValidationError("--precision is 0 to 7.") }
        if totals, format != .csv { throw ValidationError("--totals is for --format csv.") }
        if times, format != .csv { throw ValidationError("--times is for --format csv.") }
        if format != .svg, attractions != nil && !findStops || title != nil {
            throw ValidationError(
                "--attractions and --title are for --format svg, --attractions also for --find-stops.")
        }
        if findStops, attractions == nil || attractions == "-" {
            throw ValidationError("--find-stops needs --attractions, which is a file.")
        }
        if gradient != nil, ![.geojson, .kml, .svg].contains(format) {
            throw ValidationError("--gradient is for --format geojson, kml and svg.")
        }
    }

    func run() async throws {
        // Before anything is read or written: an option may name no server or no system.
        let source = try legs.source(
            mode: TravelMode(rawValue: mode), maxSnap: (maxSnap ?? Radius.usualSnap).meters)
        let system = try system.system()
        var options = TripOptions(
            stops: StopOptions(
                columns: PlaceColumnNames(
                    id: idColumn, name: nameColumn, latitude: latitudeColumn, longitude: longitudeColumn,
                    system: system),
                encoding: encoding, delimiter: delimiter?.byte, hasHeader: noHeader ? false : nil),
            tripColumn: tripColumn, indexColumn: indexColumn, isScattered: scattered, order: optimize, format: format,
            writesTotals: totals, precision: precision, coloring: gradient, width: jobs)
        options.timeColumns = TimeColumnNames(arrival: arrivalColumn, stay: stayColumn, timeZone: timeZoneColumn)
        options.timeZone = timeZone
        options.writesTimes = times
        options.map.title = title
        options.radius = radius.meters
        if scattered { try MemoryLimit.refuse(tooLarge: stops) }
        if findStops, let attractions { options.stops.finder = try CatalogArguments.stopFinder(attractions) }
        if format == .svg, let attractions {
            try MemoryLimit.refuse(tooLarge: attractions)
            do {
                options.attractions = try AttractionCatalog(contentsOf: attractions, jobs: JobsArguments.cores)
            } catch {
                throw Failure(error, optionPrefix: "attractions-")
            }
            try options.attractions?.report.refuseNothing(of: attractions)
        }
        var progress = ProgressLine(output: output)
        var complaints = Complaints(file: stops, isShown: !quiet && rejects == nil)
        let summary: TripSummary
        do {
            summary = try await TripBatch(options, source: source).run(
                stops: stops, output: output, rejects: rejects, onRejection: { complaints.add($0) },
                onScattered: { trip, line in
                    progress.clear()
                    complaints = Complaints(file: stops, isShown: !quiet && rejects == nil)
                    if !quiet {
                        Console.say(
                            "\(stops), line \(line): trip \(trip) comes again behind other trips: reading anew, with all trips held"
                        )
                    }
                }, onProgress: { progress.show($0) })
        } catch {
            progress.clear()
            switch error {
            case let error as BatchError: throw Failure(error)
            case let error as TableError: throw Failure(error)
            default: throw error
            }
        }
        progress.clear()
        if !quiet {
            complaints.end(untold: summary.untold)
            for legs in summary.missing { Console.say(legs.line) }
            for line in summary.timeLines { Console.say(line) }
            Console.say(summary.line)
        }
        try NothingAnswered.refuse(rowsIn: summary.rowsIn, answered: summary.answered, complaints)
        if strict, summary.rejected > 0 || summary.missingLegs > 0 || summary.lateStops > 0 {
            throw Failure.rejectedRows
        }
    }
}

extension TravelMode {
    /// The modes of which something is known, for help and errors.
    fileprivate static var knownNames: String { known.map(\.rawValue).joined(separator: ", ") }
}

extension MissingLegs {
    /// What is missing and why, in a line.
    fileprivate var line: String {
        let others = count > 1 ? "; and \(count - 1) more of this kind" : ""
        return "no leg from \(from) to \(to) of trip \(trip), \(status.rawValue): \(reason)\(others)"
    }
}

extension ClockZone {
    /// - Throws: `ValidationError` that says what a time zone looks like.
    init(argument: String) throws {
        guard let zone = ClockZone(identifier: argument) else {
            throw ValidationError("a time zone is a name such as Asia/Seoul, or an offset such as +09:00.")
        }
        self = zone
    }
}

extension TripSummary {
    /// What is amiss with the times, a line each.
    fileprivate var timeLines: [String] {
        var lines: [String] = []
        if let late = firstLate {
            let stops = lateStops == 1 ? "1 stop is" : "\(lateStops) stops are"
            let seconds = NumberText.fixed(late.lateness / .seconds(1), decimals: 1)
            lines.append(
                "\(stops) reached after the planned arrival: \(lateStops == 1 ? "" : "first ")"
                    + "\(PrintableText.of(late.stop)) of trip \(PrintableText.of(late.trip)), \(seconds) s late")
        }
        if untimedTrips > 0, untimedTrips == trips {
            lines.append("no times: no first stop has a planned arrival")
        } else if untimedTrips > 0 {
            let whose = untimedTrips == 1 ? "its first stop has" : "their first stops have"
            lines.append("no times for \(untimedTrips) of \(trips) trips: \(whose) no planned arrival")
        }
        return lines
    }

    /// What was done, in a line.
    var line: String {
        let spoiled = spoiledTrips > 0 ? " (\(spoiledTrips) \(spoiledTrips == 1 ? "trip" : "trips") spoiled)" : ""
        let counts = LegStatus.allCases.compactMap { status in legs[status].map { "\($0) \(status.rawValue)" } }
        let time = duration > .zero ? " in \(NumberText.fixed(duration / .seconds(1), decimals: 3)) s" : ""
        return
            "\(rowsIn) rows in: \(answered) answered, \(rejected) rejected\(spoiled); \(trips) \(trips == 1 ? "trip" : "trips"); "
            + "legs: \(counts.isEmpty ? "none" : counts.joined(separator: ", "))\(time)"
    }
}
