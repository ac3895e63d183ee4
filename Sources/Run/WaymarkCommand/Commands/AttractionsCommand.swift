import ArgumentParser
import WaymarkAttractions
import WaymarkFoundation
import WaymarkPlaces
import WaymarkTables

/// `waymark attractions`: checks and converts files of attractions.
struct AttractionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attractions",
        abstract: "Check and convert files of attractions.",
        subcommands: [CheckCommand.self, ConvertCommand.self])
}

/// Arguments of `check` and `convert`: the file and its reading options.
struct AttractionsFileArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "CSV, JSON or GeoJSON of attractions, or an index file; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var file: String

    @Option(help: ArgumentHelp("Id column, by name or number (#1).", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Name column, by name or number (#2).", valueName: "name"))
    var nameColumn: String?
    @Option(help: ArgumentHelp("Category column, by name or number (#3).", valueName: "name"))
    var categoryColumn: String?
    @Option(help: ArgumentHelp("Latitude column, by name or number (#5).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column, by name or number (#6).", valueName: "name"))
    var longitudeColumn: String?
    @Option(help: ArgumentHelp("Encoding: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter; detected by default.", valueName: "character"))
    var delimiter: Delimiter?
    @OptionGroup var system: SystemArguments
    @Flag(help: "Correct rows with swapped latitude and longitude instead of rejecting them.")
    var mendSwapped = false
    @OptionGroup var merging: MergingArguments
    @OptionGroup var jobs: JobsArguments
    @Flag(help: "Exit with 1 if a row was rejected.")
    var strict = false

    func options() throws -> CatalogOptions {
        CatalogOptions(
            encoding: encoding, delimiter: delimiter?.byte,
            columns: PlaceColumnNames(
                id: idColumn, name: nameColumn, category: categoryColumn, latitude: latitudeColumn,
                longitude: longitudeColumn, system: try system.system()),
            mendsSwapped: mendSwapped, merging: merging.merging)
    }

    func load() throws -> AttractionCatalog {
        let options = try options()
        try MemoryLimit.refuse(tooLarge: file)
        return try AttractionCatalog(contentsOf: file, options: options, jobs: jobs.count)
    }

    /// The attractions as columns, with only `fields`.
    func table(_ fields: [AttractionField]) throws -> AttractionTable {
        let options = try options()
        try MemoryLimit.refuse(tooLarge: file)
        return try AttractionTable(
            contentsOf: file, options: options, fields: fields, checksValues: true, jobs: jobs.count)
    }

    /// Writes a file with `write`, and prints a summary of the rows.
    func convert(
        _ report: QualityReport, to output: String, packing: OutputFile.Packing, quietly: Bool,
        _ write: (OutputFile) throws(TableError) -> Void
    ) throws {
        try report.refuseNothing(of: file)
        let file = try OutputFile(path: output, packing: packing)
        try write(file)
        try file.commit()
        if !quietly {
            Console.say(
                """
                \(report.rowsIn) rows in: \(report.rowsKept) kept, \(report.rowsRejected) rejected, \
                \(report.duplicatesMerged) duplicates merged
                """)
        }
        MergingArguments.sayMerged(report.duplicatesMerged - report.equalRowsMerged, of: self.file)
        try finish(report)
    }

    func finish(_ report: QualityReport) throws {
        if strict, report.rowsRejected > 0 { throw Failure.rejectedRows }
    }
}

/// `waymark attractions check`: reports the contents and faults of a file.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report the contents and faults of a file of attractions.",
        usage: "waymark attractions check [<options>] <file>",
        discussion: """
            Each row is kept, rejected, or merged as a duplicate.

            EXAMPLES
              waymark attractions check attractions.csv
              waymark attractions check attractions.json --json > report.json
              waymark attractions check wifi.csv --mend-swapped --strict
              waymark attractions check hotels.csv --crs EPSG:5174
            """)

    @OptionGroup var arguments: AttractionsFileArguments
    @Flag(help: "Print the report as JSON.")
    var json = false

    func run() throws {
        let report = try arguments.table([]).report
        var text = report.summary()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            text = String(decoding: try encoder.encode(report), as: UTF8.self)
        }
        if !text.hasSuffix("\n") { text += "\n" }
        try OutputArguments.write(text)
        try report.refuseNothing(of: arguments.file)
        try arguments.finish(report)
    }
}

/// `waymark attractions convert`: writes the same attractions in another format.
struct ConvertCommand: ParsableCommand {
    /// The formats of `convert`.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, geojson }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a file of attractions as CSV or GeoJSON.",
        discussion: """
            CSV has the 22 columns of the national standard data, in UTF-8, with a column id before them if the ids \
            do not follow from these columns. The extension of the output determines the format: .csv, .geojson or \
            .json.

            EXAMPLES
              waymark attractions convert old.cp949.csv --output new.csv
              waymark attractions convert places.csv --output places.geojson
              waymark attractions convert places.json --format csv | head
              waymark attractions convert hotels.csv --crs EPSG:5174 --output new.csv
            """)

    @OptionGroup var arguments: AttractionsFileArguments
    @OptionGroup var output: OutputArguments
    @Option(help: ArgumentHelp("csv or geojson; by default from the extension of the output.", valueName: "format"))
    var format: Format?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    private var chosenFormat: Format? {
        if let format { return format }
        var name = output.path.lowercased()
        if name.hasSuffix(".gz") { name.removeLast(3) }
        if name.hasSuffix(".csv") { return .csv }
        return name.hasSuffix(".geojson") || name.hasSuffix(".json") ? .geojson : nil
    }

    func validate() throws {
        guard chosenFormat != nil else {
            throw ValidationError("The format is unknown: give an --output that ends in .csv or .geojson, or --format.")
        }
        try SameFiles.refuse(outputs: [output.use], inputs: [.init("the attractions", arguments.file)])
    }

    func run() throws {
        let format = chosenFormat
        let catalog = try arguments.load()
        try arguments.convert(catalog.report, to: output.path, packing: .byName, quietly: quiet) {
            (file) throws(TableError) in
            switch format {
            case .csv?, nil: try catalog.writeCSV { (bytes) throws(TableError) in try file.write(bytes) }
            case .geojson?: try catalog.writeGeoJSON { (bytes) throws(TableError) in try file.write(bytes) }
            }
        }
        if !quiet, format != .geojson, let attribution = catalog.attribution { Console.say(attribution) }
    }
}
