import ArgumentParser
import WaymarkBatch
import WaymarkGeodesy
import WaymarkMeasures
import WaymarkPlaces
import WaymarkProjections

/// `waymark project`: converts places of a table to map coordinates, or back.
struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Append map coordinates to each row, or longitude and latitude to map coordinates.",
        discussion: """
            Appends x and y, east and north, in the map's own unit: US survey feet in EPSG:2264, metres in most. \
            With --inverse, or if --from is a map and --to is not, the rows hold points of the map, in the same \
            unit, and longitude and latitude are appended. Systems are EPSG codes, WKT or PROJ strings. A place \
            outside the map's area of use is rejected, unless --outside-area is given.

            EXAMPLES
              waymark project places.csv --to EPSG:5179
              waymark project restaurants.csv --from EPSG:5174 --to EPSG:4326 --rejects bad.csv
              waymark project points.csv --from EPSG:4326 --to EPSG:5186 --inverse
            """)

    @Argument(
        help: ArgumentHelp("Table: a CSV; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var file: String
    @Option(help: ArgumentHelp("System of the rows.", valueName: "system"))
    var from = "EPSG:4326"
    @Option(help: ArgumentHelp("System of the result.", valueName: "system"))
    var to: String
    @Flag(help: "Convert from --to back to --from.")
    var inverse = false
    @Flag(help: "Accept places outside the map's area of use.")
    var outsideArea = false
    @Option(help: ArgumentHelp("Latitude or y column, by name or number (#1).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude or x column, by name or number (#2).", valueName: "name"))
    var longitudeColumn: String?
    @OptionGroup var arguments: ColumnBatchArguments

    func validate() throws { try arguments.refuseSameFiles(file) }

    func run() throws {
        let summary = try arguments.answer(file, systemOption: "--from") { files in
            let rows = try rows(files.reading)
            return try rows.run(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection)
        }
        try arguments.finish(summary)
    }

    private func rows(_ reading: ColumnBatchOptions) throws -> ProjectedRows {
        let (source, target) = inverse ? (to, from) : (from, to)
        let isInverse = try Self.isMap(source)
        if isInverse, try Self.isMap(target) {
            throw Failure(
                .usage,
                "\(source) and \(target) are both maps: convert through degrees, --from \(source) --to EPSG:4326, then "
                    + "--from EPSG:4326 --to \(target)")
        }
        return ProjectedRows(
            from: isInverse ? target : source, to: isInverse ? source : target, isInverse: isInverse,
            refusesOutsideArea: !outsideArea,
            columns: PlaceColumnNames(latitude: latitudeColumn, longitude: longitudeColumn), reading: reading)
    }

    /// Whether a system is projected, not one of longitudes and latitudes.
    private static func isMap(_ system: String) throws -> Bool {
        try ReferenceSystem(system).kind == .projected
    }
}
