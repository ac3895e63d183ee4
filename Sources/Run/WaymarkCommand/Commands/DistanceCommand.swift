import ArgumentParser
import WaymarkBatch
import WaymarkMeasures
import WaymarkPlaces
import WaymarkText

/// `waymark distance`: the distances of pairs, or between all places of a table.
struct DistanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distance",
        abstract: "Append the distance to each pair of places, on sphere, ellipsoid or map.",
        discussion: """
            Pairs are the rows of a CSV with from_latitude, from_longitude, to_latitude and to_longitude; its other \
            columns are kept. haversine appends haversine_m, geodesic appends geodesic_m, and EPSG:5179 appends \
            epsg5179_m and epsg5179_scale: the ratio of lengths on the map and on the ellipsoid, as the mean of both \
            ends. usual-map is EPSG:5179 in Korea and UTM elsewhere, and appends map_m, map_scale and map_crs.

            With --matrix the rows are places. With --pairs too, rejects contain the two places of each pair that a \
            map refuses.

            EXAMPLES
              waymark distance pairs.csv --using haversine,geodesic,EPSG:5179
              waymark distance --matrix stops.csv --using geodesic --output matrix.csv
              waymark distance --matrix stops.csv --pairs --using haversine,geodesic
              waymark distance pairs-xy.csv --crs EPSG:5186 --using geodesic
            """)

    @Argument(
        help: ArgumentHelp("Pairs: a CSV; - is standard input.", valueName: "pairs"),
        completion: .file(extensions: ["csv", "tsv"]))
    var pairs: String?
    @Option(
        help: ArgumentHelp(
            "A CSV of places: measure between all of them, and write a matrix.", valueName: "stops"),
        completion: .file(extensions: ["csv", "tsv"]))
    var matrix: String?
    @Flag(name: .customLong("pairs"), help: "With --matrix: write a row for each pair of places instead.")
    var writesPairs = false
    @Option(
        help: ArgumentHelp(
            "Surfaces, separated by commas: haversine, geodesic, usual-map, or systems such as EPSG:5179.",
            valueName: "a,b,c"))
    var using = "haversine"

    @Option(help: ArgumentHelp("Latitude column of the start, by name or number (#1).", valueName: "name"))
    var fromLatitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column of the start, by name or number (#2).", valueName: "name"))
    var fromLongitudeColumn: String?
    @Option(help: ArgumentHelp("Latitude column of the end, by name or number (#3).", valueName: "name"))
    var toLatitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column of the end, by name or number (#4).", valueName: "name"))
    var toLongitudeColumn: String?
    @Option(help: ArgumentHelp("With --matrix: id column, by name or number (#1).", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("With --matrix: latitude column, by name or number (#2).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("With --matrix: longitude column, by name or number (#3).", valueName: "name"))
    var longitudeColumn: String?
    @OptionGroup var system: SystemArguments
    @OptionGroup var arguments: ColumnBatchArguments

    private var measures: [String] {
        using.split(separator: ",").map { PlainText.trimmed(String($0)) }
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
            throw ValidationError("--using contains \(twice) twice.")
        }
        if writesPairs, matrix == nil { throw ValidationError("--pairs needs --matrix.") }
        if matrix != nil, !writesPairs {
            guard measures.count == 1, ["haversine", "geodesic"].contains(measures[0].lowercased()) else {
                throw ValidationError(
                    "A matrix has one number per cell: use --using haversine or geodesic, or add --pairs.")
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
