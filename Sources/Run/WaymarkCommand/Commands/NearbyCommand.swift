import ArgumentParser
import WaymarkAttractions
import WaymarkRoutes

/// `waymark nearby`: finds the attractions within a radius of each stop.
struct NearbyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby",
        abstract: "Find the attractions within a radius of each stop, nearest first.",
        discussion: """
            Distances are great-circle, on a sphere of radius 6 371 008.8 m; the boundary belongs to the circle. \
            Rows are in the order of the stops, then by distance; a stop without attractions gives no row. With \
            --within they are those that are reached in a time over the roads of the attractions, which `waymark town` makes; \
            the column walking_s, cycling_s or driving_s has the seconds. With \
            --using the circle is on the ellipsoid or on a map instead; a stop outside the map's area of use is \
            rejected, an attraction outside is omitted.

            EXAMPLES
              waymark nearby stops.csv --attractions places.csv
              waymark nearby stops.csv --attractions places.csv --radius 500m
              waymark nearby stops.csv --attractions places.csv --format table
              waymark nearby stops.csv --attractions places.csv --limit 3 \\
                --format geojson --output nearby.geojson
              waymark nearby stops.csv --attractions places.csv \\
                --columns stop_id,name,haversine_m --rejects bad.csv
              waymark nearby shops.csv --crs EPSG:5174 --attractions places.csv
              waymark nearby stops.csv --attractions places.csv --using geodesic
              waymark nearby stops.csv --attractions places.csv --using EPSG:5179
              waymark nearby stops.csv --attractions andorra.waymark \
                --within 30min --mode walking
              waymark nearby stops.csv.gz --attractions places.csv -o near.csv.gz
            """)

    @OptionGroup var question: QuestionOptions<NearbyQuestion, Sections.First>
    @OptionGroup var arguments: LookupArguments

    func run() throws {
        let question = try NearbyQuestion(from: question)
        try arguments.run(
            question.lookup, ofKind: question.kind,
            over: question.within.map { _ in TravelMode(rawValue: question.mode.rawValue) })
    }
}

/// `waymark nearest`: finds the nearest attractions of each stop.
struct NearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Find the nearest attractions of each stop.",
        discussion: """
            Gives the number of attractions in --count, at any distance unless --radius limits it. Equal distances \
            are in the order of the attractions. With --using they are the nearest on the ellipsoid or on a map.

            EXAMPLES
              waymark nearest stops.csv --attractions places.csv --count 5
              waymark nearest stops.csv --attractions places.csv --count 1 \\
                --radius 50km --format ndjson
              waymark nearest stops.csv --attractions hotels.csv \\
                --attractions-crs EPSG:5174 --count 3
              waymark nearest stops.csv --attractions places.csv --count 3 \\
                --using geodesic
            """)

    @OptionGroup var question: QuestionOptions<NearestQuestion, Sections.First>
    @OptionGroup var arguments: LookupArguments

    func run() throws {
        let question = try NearestQuestion(from: question)
        try arguments.run(question.lookup, ofKind: question.kind)
    }
}
