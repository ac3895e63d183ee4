import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkTables
import WaymarkText
import WaymarkThreads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `nearby` and `nearest` share: the stops, the output, and how the batch is run.
struct LookupArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The stops: a CSV with columns for latitude and longitude; - is standard input.",
            valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var stops: String

    @OptionGroup var system: SystemArguments
    @OptionGroup var catalog: CatalogArguments
    @Flag(help: CatalogArguments.findStopsHelp)
    var findStops = false

    @Option(
        help: ArgumentHelp(
            "What to measure on: haversine, a sphere; geodesic, the ellipsoid WGS 84; or the map of a system such as "
                + "EPSG:5179. The column says which: haversine_m, geodesic_m, epsg5179_m.",
            valueName: "surface"))
    var using = "haversine"

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the rows go; appears under its name only when it is complete. - is standard output.",
            valueName: "file"),
        completion: .file())
    var output = "-"
    @Option(help: ArgumentHelp("csv, ndjson, geojson or table.", valueName: "format"))
    var format: RowFormat = .csv
    @Option(
        help: ArgumentHelp(
            "Columns of the output, in order, by commas. Known: "
                + OutputColumn.known.map(\.name).joined(separator: ", ") + "; any other is a column of the stops. "
                + "Default: " + OutputColumn.defaults.map(\.name).joined(separator: ", "),
            valueName: "a,b,c"))
    var columns: String?
    @Flag(
        help: ArgumentHelp(
            "The stops' other columns follow, each under its own name; one that is also ours has stop_ before it, a "
                + "repeated one _2, _3, ... after it."))
    var keepColumns = false

    @Flag(help: "Leave out the line of column names in CSV and table.")
    var noOutputHeader = false
    @Option(
        help: ArgumentHelp(
            "Answer only the i-th of n parts of the stops. The answers to all parts, one after another, are the answer to "
                + "the whole, byte for byte; `waymark merge` puts them together.",
            valueName: "i/n"),
        transform: Shard.init(argument:))
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Where rejected rows go, with line, column and reason, to be mended and given in again.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 when a row of the stops was rejected.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false
    @OptionGroup var jobs: JobsArguments

    @Option(
        help: ArgumentHelp(
            "Column of the stops that holds the id, or its number: #1; else the row's number is the id.",
            valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Column of the stops that holds the name, or its number: #2.", valueName: "name"))
    var nameColumn: String?
    @Option(help: ArgumentHelp("Column of the stops that holds the latitude, or its number: #4.", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the stops that holds the longitude, or its number: #5.", valueName: "name"))
    var longitudeColumn: String?
    @Flag(
        help: ArgumentHelp(
            "The first row is a stop: give the columns by number, as in --latitude-column '#1'. Found out where both "
                + "coordinate columns are numbers."))
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the stops: utf-8 or cp949; found out by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Character between the stops' fields; found out by default.", valueName: "character"))
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
            throw ValidationError("--using is one of haversine, geodesic, EPSG:n.")
        }
        if let columns, columns.split(separator: ",").isEmpty {
            throw ValidationError("--columns needs the name of at least one column.")
        }
    }

    /// The file that is written beside a part.
    private var manifest: [SameFiles.Use] {
        shard == nil || OpenDescriptor.number(of: output) != nil
            ? []
            : [.init("the manifest of --output", ShardManifest.path(of: output))]
    }

    /// What is measured on.
    private func surface() throws -> LookupSurface {
        do {
            return try LookupSurface(Measure(using))
        } catch {
            throw Failure(error)
        }
    }

    /// The columns asked for; the distances go by the name that the surface gives them, and by no other.
    private func columns(on surface: LookupSurface) -> [OutputColumn]? {
        columns?.split(separator: ",").map { name in
            let name = trimmed(name)
            let column = OutputColumn(name: name)
            return column == .distance && name != surface.column ? .stopColumn(name: name) : column
        }
    }

    /// Runs the batch and says what it did.
    func run(_ lookup: Lookup) throws {
        // Before anything is read: an option may name no system.
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
        // A part may well have none; the whole may not.
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
    /// - Throws: `ValidationError` that says what a shard looks like.
    init(argument: String) throws {
        guard let shard = Shard(text: argument) else {
            throw ValidationError("a shard is i/n, the i-th of n parts counted from 1: 1/4, 2/4, 3/4, 4/4.")
        }
        self = shard
    }
}

extension BatchSummary {
    /// What was done, in a line.
    var line: String {
        let without = withoutHits > 0 ? " (\(withoutHits) without hits)" : ""
        let time = duration > .zero ? " in \(NumberText.fixed(duration / .seconds(1), decimals: 3)) s" : ""
        return
            "\(rowsIn) rows in: \(answered) answered\(without), \(rejected) rejected; \(hits) \(hits == 1 ? "hit" : "hits")\(time)"
    }
}
