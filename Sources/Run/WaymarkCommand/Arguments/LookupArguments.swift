import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkPlaces
import WaymarkTables
import WaymarkText
import WaymarkThreads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Output file, which appears under its name only when complete; - is standard output.",
            valueName: "file"),
        completion: .file())
    var output = "-"
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

    @Option(
        help: ArgumentHelp(
            "File for rejected rows with line, column and reason; correct it and use it as input again.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 if a row of the stops was rejected.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false
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
                + "coordinate columns are given by number and hold numbers."))
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the stops: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter of the stops; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    func validate() throws {
        if stops == "-", catalog.path == "-" {
            throw ValidationError("Only one of <stops> and --attractions can be standard input.")
        }
        if findStops, catalog.path == "-" {
            throw ValidationError("With --find-stops --attractions is a file: it is read twice.")
        }
        try SameFiles.refuse(
            outputs: [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? []) + manifest,
            inputs: [.init("the stops", stops), .init("--attractions", catalog.path)])
        if ["", "usual-map"].contains(using.lowercased()) || using.contains(",") {
            throw ValidationError("--using must be haversine, geodesic or EPSG:n.")
        }
        if let columns, columns.split(separator: ",").isEmpty {
            throw ValidationError("--columns needs at least one column name.")
        }
    }

    /// The manifest of a part.
    private var manifest: [SameFiles.Use] {
        shard == nil || OpenDescriptor.number(of: output) != nil
            ? []
            : [.init("the manifest of --output", ShardManifest.path(of: output))]
    }

    /// The surface of distances.
    private func surface() throws -> LookupSurface {
        do {
            return try LookupSurface(Measure(using))
        } catch {
            throw Failure(error)
        }
    }

    /// The requested columns; the distance column has only the name given by the surface.
    private func columns(on surface: LookupSurface) -> [OutputColumn]? {
        columns?.split(separator: ",").map { name in
            let name = trimmed(name)
            let column = OutputColumn(name: name)
            return column == .distance && name != surface.column ? .stopColumn(name: name) : column
        }
    }

    /// Runs the batch and prints a summary.
    func run(_ lookup: Lookup) throws {
        // Before anything is read: an option may give an invalid system.
        let (surface, system, reading) = (try surface(), try system.system(), try catalog.options())
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
        options.surface = surface
        if findStops { options.stops.finder = try CatalogArguments.stopFinder(catalog.path, reading: reading) }

        let batch = try catalog.load(options, reading: reading, jobs: jobs.count, quietly: quiet)
        var progress = ProgressLine(output: output)
        var complaints = Complaints(file: stops, isShown: !quiet && rejects == nil)
        let summary: BatchSummary
        do {
            let source = try FileSource(path: stops)
            summary = try batch.run(
                stops: source, output: OutputFile(path: output), rejects: rejects, shard: shard, jobs: jobs.count,
                onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
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
            complaints.end()
            Console.say((shard.map { "part \($0): " } ?? "") + summary.line)
        }
        // A part may have no answers; the whole file may not.
        if shard == nil {
            try NothingAnswered.refuse(rowsIn: summary.rowsIn, answered: summary.answered, complaints)
        }
        if strict, summary.rejected > 0 { throw Failure.rejectedRows }
    }

    private func trimmed(_ name: Substring) -> String {
        String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
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
