import ArgumentParser

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
        let (source, target) = inverse ? (to, from) : (from, to)
        try arguments.run(file, purpose: "project") { maps, files in
            let question = { (geographic: String, map: String, isInverse: Bool) in
                MapBatches.ProjectionQuestion(
                    geographic: geographic, map: map, isInverse: isInverse, refusesOutsideArea: !outsideArea,
                    columns: PlaceColumnNames(latitude: latitudeColumn, longitude: longitudeColumn))
            }
            let isInverse = try maps.isProjected(source)
            if isInverse, try maps.isProjected(target) {
                throw MapBatches.Fault.question(
                    "\(source) and \(target) are both maps: go by way of degrees, --from \(source) --to EPSG:4326, then "
                        + "--from EPSG:4326 --to \(target)")
            }
            return try maps.projections(
                isInverse ? question(target, source, true) : question(source, target, false), files)
        }
    }
}
