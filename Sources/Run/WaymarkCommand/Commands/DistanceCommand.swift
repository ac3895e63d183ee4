import ArgumentParser
import WaymarkBatch
import WaymarkPlaces

/// `waymark distance`: how far apart the places of each pair are, or all places of a table.
struct DistanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance",
        abstract: "Append to each pair of places how far apart they are, on sphere, ellipsoid or map.",
        discussion: """
            The pairs are the rows of a CSV with from_latitude, from_longitude, to_latitude and to_longitude; its other \
            columns stay. haversine appends haversine_m, geodesic geodesic_m, EPSG:5179 epsg5179_m and epsg5179_scale: \
            how much longer a line is on the map than on the ellipsoid, the mean of both ends. usual-map is EPSG:5179 in \
            Korea and UTM elsewhere, and appends map_m, map_scale and map_crs. With --matrix the rows are places. With \
            --pairs too, the rejects name the two places of each pair that a map refuses.

            EXAMPLES
              waymark distance pairs.csv --using haversine,geodesic,EPSG:5179
              waymark distance --matrix stops.csv --using geodesic --output matrix.csv
              waymark distance --matrix stops.csv --pairs --using haversine,geodesic
              waymark distance pairs-xy.csv --crs EPSG:5186 --using geodesic
            """)

    @Argument(
        help: ArgumentHelp("The pairs: a CSV; - is standard input.", valueName: "pairs"),
        completion: .file(extensions: ["csv", "tsv"]))
    var pairs: String?
    @Option(
        help: ArgumentHelp(
            "A CSV of places: measure each to each, and write a matrix.", valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var matrix: String?
    @Flag(name: .customLong("pairs"), help: "With --matrix: write a row for each two places instead.")
    var writesPairs = false
    @Option(
        help: ArgumentHelp(
            "What to measure on, by commas: haversine, geodesic, usual-map, or systems such as EPSG:5179.",
            valueName: "a,b,c"))
    var using = "haversine"

    @Option(help: ArgumentHelp("Column of the latitude where one starts, or its number: #1.", valueName: "name"))
    var fromLatitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the longitude where one starts, or its number: #2.", valueName: "name"))
    var fromLongitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the latitude where one ends, or its number: #3.", valueName: "name"))
    var toLatitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the longitude where one ends, or its number: #4.", valueName: "name"))
    var toLongitudeColumn: String?
    @Option(help: ArgumentHelp("With --matrix: column of the id, or its number: #1.", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("With --matrix: column of the latitude, or its number: #2.", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("With --matrix: column of the longitude, or its number: #3.", valueName: "name"))
    var longitudeColumn: String?
    @OptionGroup var system: SystemArguments
    @OptionGroup var arguments: ColumnBatchArguments

    private var measures: [String] {
        using.split(separator: ",").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    func validate() throws {
        guard (pairs == nil) != (matrix == nil) else {
            throw ValidationError("Give a table of pairs, or --matrix with a table of places.")
        }
        try arguments.refuseSameFiles(matrix ?? pairs ?? "-")
        guard !measures.isEmpty, !measures.contains("") else {
            throw ValidationError("--using needs at least one of haversine, geodesic, usual-map, EPSG:n.")
        }
        var seen: Set<String> = []
        if let twice = measures.first(where: { !seen.insert($0.lowercased()).inserted }) {
            throw ValidationError("--using names \(twice) twice.")
        }
        if writesPairs, matrix == nil { throw ValidationError("--pairs goes with --matrix.") }
        if matrix != nil, !writesPairs {
            guard measures.count == 1, ["haversine", "geodesic"].contains(measures[0].lowercased()) else {
                throw ValidationError(
                    "A matrix holds one number a cell: --using haversine or geodesic, or add --pairs.")
            }
        }
    }

    func run() throws {
        let system = try system.system()
        if let matrix { try MemoryLimit.refuse(tooLarge: matrix) }
        let measures = measures.map { Measure($0) }
        try arguments.run(matrix ?? pairs ?? "-") { files in
            guard matrix != nil else {
                let pairs = PairDistances(
                    measures,
                    columns: PairDistances.ColumnNames(
                        fromLatitude: fromLatitudeColumn, fromLongitude: fromLongitudeColumn,
                        toLatitude: toLatitudeColumn, toLongitude: toLongitudeColumn, system: system),
                    reading: files.reading)
                return try pairs.run(
                    pairs: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                    onRejection: files.onRejection)
            }
            let distances = DistanceMatrix(
                measures, as: writesPairs ? .pairs : .matrix,
                columns: PlaceColumnNames(
                    id: idColumn, latitude: latitudeColumn, longitude: longitudeColumn, system: system),
                reading: files.reading)
            return try distances.run(
                places: files.source, output: files.output, rejects: files.rejects, onRejection: files.onRejection)
        }
    }
}
