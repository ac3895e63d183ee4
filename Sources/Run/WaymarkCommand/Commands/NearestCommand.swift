import ArgumentParser

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

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("Number of attractions per stop.", valueName: "k"))
    var count: Int
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("Maximum distance: \(Radius.help).", valueName: "length"),
        transform: { try Radius(text: $0) })
    var radius: Radius?
    @OptionGroup var arguments: LookupArguments

    func validate() throws {
        if count < 1 { throw ValidationError("--count must be a whole number of at least 1.") }
    }

    func run() throws {
        try arguments.run(.nearest(count: count, within: radius?.meters))
    }
}
