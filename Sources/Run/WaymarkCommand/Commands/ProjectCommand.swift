import ArgumentParser
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkProjections

/// `waymark project`: the places of a table on a map, or the other way round.
struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Append to each row where its place is on a map, or which place a point of a map is.",
        discussion: """
            Appends x and y, east and north, in the map's own unit: US survey feet in EPSG:2264, metres in most. With \
            --inverse, or where --from is a map and --to is not, the rows hold points of the map, in the same unit, and \
            longitude and latitude are appended. Systems are EPSG codes, WKT or PROJ strings. \
            A place outside the area that the map is made for is rejected, unless --outside-area.

            EXAMPLES
              waymark project places.csv --to EPSG:5179
              waymark project restaurants.csv --from EPSG:5174 --to EPSG:4326 --rejects bad.csv
              waymark project points.csv --from EPSG:4326 --to EPSG:5186 --inverse
            """)

    @Argument(
        help: ArgumentHelp("The table: a CSV; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var file: String
    @Option(help: ArgumentHelp("The system the rows are in.", valueName: "system"))
    var from = "EPSG:4326"
    @Option(help: ArgumentHelp("The system that is wanted.", valueName: "system"))
    var to: String
    @Flag(help: "The other way round: rows are in --to, and --from is wanted.")
    var inverse = false
    @Flag(help: "Let through what lies outside the area that the map is made for.")
    var outsideArea = false
    @Option(help: ArgumentHelp("Column of the latitude or of y, or its number: #1.", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the longitude or of x, or its number: #2.", valueName: "name"))
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
                "\(source) and \(target) are both maps: go by way of degrees, --from \(source) --to EPSG:4326, then "
                    + "--from EPSG:4326 --to \(target)")
        }
        return ProjectedRows(
            from: isInverse ? target : source, to: isInverse ? source : target, isInverse: isInverse,
            refusesOutsideArea: !outsideArea,
            columns: PlaceColumnNames(latitude: latitudeColumn, longitude: longitudeColumn), reading: reading)
    }

    /// Whether a system is a map's, and not one of longitudes and latitudes.
    private static func isMap(_ system: String) throws -> Bool {
        do {
            return try ReferenceSystem(system).kind == .projected
        } catch {
            throw Failure(error)
        }
    }
}
