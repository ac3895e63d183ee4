import ArgumentParser

/// `waymark nearest`: the nearest attractions of each stop.
struct NearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "For each stop, the nearest attractions.",
        discussion: """
            As many as --count says, however far, unless --radius ends the search. Equal distances go by the order of \
            the attractions. With --using they are nearest on the ellipsoid or on a map.

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
        help: ArgumentHelp("How many attractions a stop.", valueName: "k"))
    var count: Int
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("How far to look at most: \(Radius.help).", valueName: "length"),
        transform: { try Radius(text: $0) })
    var radius: Radius?
    @OptionGroup var arguments: LookupArguments

    func validate() throws {
        if count < 1 { throw ValidationError("--count is a whole number from 1.") }
    }

    func run() throws {
        try arguments.run(.nearest(count: count, within: radius?.meters))
    }
}
