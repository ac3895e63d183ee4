import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkMeasures
import WaymarkPlaces
import WaymarkQuestions
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables
import WaymarkText

/// Arguments of `nearby` and `nearest`: the stops, the output, and batch options.
struct LookupArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Stops: a CSV with latitude and longitude columns; - is standard input.",
            valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var stops: String

    @OptionGroup var system: SystemArguments
    @OptionGroup var catalog: CatalogArguments
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false

    @Option(
        help: ArgumentHelp(
            "Surface of distances: haversine (a sphere), geodesic (the WGS 84 ellipsoid), or the map of a system such as "
                + "EPSG:5179. The column is named after it: haversine_m, geodesic_m, epsg5179_m.",
            valueName: "surface"))
    var using = "haversine"

    @OptionGroup var output: RowOutputArguments
    @Option(help: ArgumentHelp("csv, ndjson, geojson or table.", valueName: "format"))
    var format: RowFormat = .csv
    @Option(
        help: ArgumentHelp(
            "Output columns in order, separated by commas. Known: "
                + OutputColumn.known.map(\.name).joined(separator: ", ") + "; any other is a column of the stops. "
                + "Default: " + OutputColumn.defaults.map(\.name).joined(separator: ", "),
            valueName: "a,b,c"))
    var columns: String?
    @Flag(
        help: ArgumentHelp(
            "Append the other columns of the stops under their names; a name in use gets the prefix stop_, a "
                + "repeated one the suffix _2, _3, ..."))
    var keepColumns = false

    @Flag(help: "Omit the line of column names in CSV and tables.")
    var noOutputHeader = false
    @Option(
        help: ArgumentHelp(
            "Answer only the i-th of n parts of the stops. The concatenated answers to all parts equal the answer to "
                + "the whole file byte for byte; `waymark merge` joins them.",
            valueName: "i/n"),
        transform: Shard.init(argument:))
    var shard: Shard?

    @Flag(help: "Exit with 1 if a row of the stops was rejected.")
    var strict = false
    @OptionGroup var jobs: JobsArguments

    @Option(
        help: ArgumentHelp(
            "Id column of the stops, by name or number (#1); without one, the row number is the id.",
            valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Name column of the stops, by name or number (#2).", valueName: "name"))
    var nameColumn: String?
    @Option(help: ArgumentHelp("Latitude column of the stops, by name or number (#4).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column of the stops, by name or number (#5).", valueName: "name"))
    var longitudeColumn: String?
    @Flag(
        help: ArgumentHelp(
            "The stops have no header: give columns by number, as in --latitude-column '#1'. Detected if both "
                + "coordinate columns are given by number and contain numbers."))
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the stops: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter of the stops; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    func validate() throws {
        if stops == "-", catalog.isStandardInput {
            throw ValidationError("Only one of <stops> and --attractions can be standard input.")
        }
        if findStops, catalog.isStandardInput {
            throw ValidationError("With --find-stops, --attractions must be a file, since it is read twice.")
        }
        try SameFiles.refuse(
            outputs: output.uses + manifest,
            inputs: [.init("the stops", stops)] + catalog.uses)
        if ["", "usual-map"].contains(using.lowercased()) || using.contains(",") {
            throw ValidationError("--using must be haversine, geodesic or EPSG:n.")
        }
        if let columns, columns.split(separator: ",").isEmpty {
            throw ValidationError("--columns needs at least one column name.")
        }
    }

    /// The manifest of a part.
    private var manifest: [SameFiles.Use] {
        shard == nil || OpenDescriptor.number(of: output.path) != nil
            ? []
            : [.init("the manifest of --output", ShardManifest.path(of: output.path))]
    }

    /// The times over the roads of the attractions.
    private func roads(_ mode: TravelMode) throws -> LookupSurface {
        if using != "haversine" { throw ValidationError("--within and --using exclude each other.") }
        guard let path = RoadNetwork.firstPath(of: catalog.paths) else {
            throw Failure(.usage, "--within needs --attractions with roads, as `waymark town` makes")
        }
        return .roads(try LegChoice.roadLegs(path, mode: mode, Radius.usualSnap.meters))
    }

    /// The requested columns; the distance column has only the name given by the surface.
    private func columns(on surface: LookupSurface) -> [OutputColumn]? {
        columns?.split(separator: ",").map { name in
            let name = PlainText.trimmed(String(name))
            let column = OutputColumn(name: name)
            return column == .distance && name != surface.column ? .stopColumn(name: name) : column
        }
    }

    /// Runs the batch and prints a summary; with a mode over the roads of the attractions.
    func run(_ lookup: Lookup, ofKind kind: PlaceKind?, over mode: TravelMode? = nil) throws {
        // Before anything is read: an option may give an invalid system.
        let (system, reading) = (try system.system(), try catalog.options())
        let surface = try mode.map(roads) ?? LookupSurface(Measure(using))
        var options = LookupBatchOptions(
            lookup, format: format,
            columns: columns(on: surface),
            keepsColumns: keepColumns,
            stops: StopOptions(
                columns: PlaceColumnNames(
                    id: idColumn, name: nameColumn, latitude: latitudeColumn, longitude: longitudeColumn,
                    system: system),
                encoding: encoding, delimiter: delimiter?.byte, hasHeader: noHeader ? false : nil))
        options.writesHeader = !noOutputHeader
        (options.surface, options.kind) = (surface, kind)
        if findStops { options.stops.finder = try CatalogArguments.stopFinder(catalog.paths, reading: reading) }

        let batch = try catalog.load(options, reading: reading, jobs: jobs.count, quietly: output.quiet)
        let attribution = format == .geojson ? nil : batch.attribution
        try output.run(stops, shard, isStrict: strict, attribution: attribution) { progress, complaints in
            try batch.run(
                stops: FileSource(path: stops), output: OutputFile(path: output.path, packing: .byName),
                rejects: output.rejects,
                shard: shard, jobs: jobs.count, onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
        }
    }
}

extension Shard {
    /// - Throws: `ValidationError` that states the format of a shard.
    init(argument: String) throws {
        guard let shard = Shard(text: argument) else {
            throw ValidationError("a shard must be i/n, the i-th of n parts counted from 1: 1/4, 2/4, 3/4, 4/4.")
        }
        self = shard
    }
}

extension BatchSummary {
    /// The summary in one line.
    var line: String {
        let without = withoutHits > 0 ? " (\(withoutHits) without hits)" : ""
        let time = duration > .zero ? " in \(NumberText.fixed(duration / .seconds(1), decimals: 3)) s" : ""
        return
            "\(rowsIn) rows in: \(answered) answered\(without), \(rejected) rejected; \(hits) \(hits == 1 ? "hit" : "hits")\(time)"
    }
}

/// A length with its unit, as in `10km`.
struct Radius: CustomStringConvertible {
    let meters: Meters

    /// The default radius around the stops of a map.
    static let usual = Radius(.kilometers(10))

    /// The default maximum distance of a stop from the nearest road.
    static let usualSnap = Radius(.kilometers(1))

    init(_ meters: Meters) { self.meters = meters }

    /// - Throws: `ValidationError` that states the format of a radius, or of the length named `what`.
    init(text: String, of what: String = "radius") throws {
        do { meters = try OptionText.length(text, of: what) } catch { throw ValidationError("\(error)") }
    }

    static let help = OptionText.lengths
    var description: String { NumberText.shortest(meters.kilometers) + "km" }
}
