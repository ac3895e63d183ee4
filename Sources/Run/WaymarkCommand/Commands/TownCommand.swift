import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkExtracts
import WaymarkTables

/// `waymark town`: makes the places of an extract of OpenStreetMap into an index file.
struct TownCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "town",
        abstract: "Make an extract of OpenStreetMap into a file of attractions.",
        discussion: """
            Takes the sights, and where to eat, sleep and leave, of an .osm.pbf, .osm or .osm.gz file, as the Export button of \
            openstreetmap.org or download.geofabrik.de gives it, with names, opening hours and what they are worth a way. The \
            file is accepted wherever attractions are. With --attractions, a row of the table and a place of the map that are \
            the same become one.

            What is shown of the map needs its attribution: \(Attribution.text) (\(Attribution.link)).

            EXAMPLES
              waymark town andorra.osm.pbf --output andorra.waymark
              waymark town busan.osm.pbf --attractions places.csv --output busan.waymark
              waymark serve --attractions andorra.waymark
              waymark index info andorra.waymark
            """)

    @Argument(
        help: ArgumentHelp("The extract: .osm.pbf, .osm or .osm.gz.", valueName: "extract"),
        completion: .file(extensions: ["pbf", "osm", "gz"]))
    var extract: String
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File to write; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["waymark"]))
    var output: String
    @Option(
        name: .customLong("attractions"),
        help: ArgumentHelp(
            "A table of attractions to join with the places of the map: CSV, JSON or GeoJSON. Repeat it for more.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson"]))
    var tables: [String] = []
    @Flag(name: .customLong("no-ground"), help: "Leave out the ground under maps: streets, water, buildings.")
    var hasNoGround = false
    @Flag(name: .customLong("no-roads"), help: "Leave out the roads, over which the fastest ways are found.")
    var hasNoRoads = false
    @OptionGroup var reading: CatalogReadingArguments
    @OptionGroup var jobs: JobsArguments
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        try OutputArguments.refuse(packed: output, "an index file, which is mapped into memory")
        try SameFiles.refuse(
            outputs: [.init("--output", output)],
            inputs: [.init("the extract", extract)] + tables.map { .init("--attractions", $0) })
    }

    func run() throws {
        let options = try reading.options()
        let map = try MapExtract(contentsOf: extract)
        var rows: [Attraction] = []
        if !tables.isEmpty {
            let read = try CatalogArguments.reading(tables) { () throws(AttractionError) in
                try Town.rows(of: tables, reading: options, jobs: jobs.count)
            }
            try CatalogArguments.say(read.reading, quietly: quiet)
            rows = read.rows
        }
        var progress = ProgressLine(output: output)
        let town = try Town(
            map, with: rows, hasGround: !hasNoGround, hasRoads: !hasNoRoads, jobs: jobs.count
        ) { share in
            progress.show(share: share, of: "reading \(extract)")
        }
        progress.clear()
        if town.mappedCount == 0 {
            throw Failure(.badData, "\(extract): no place was found: nothing in it has a name and tags of a place")
        }
        let file = try OutputFile(path: output)
        try town.writeFile(jobs: jobs.count) { (bytes) throws(TableError) in try file.write(bytes) }
        try file.commit()
        if !quiet { Console.write(town.report) }
    }
}
