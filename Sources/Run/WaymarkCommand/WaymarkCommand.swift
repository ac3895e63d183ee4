import ArgumentParser
import WaymarkC

/// The `waymark` command: parses arguments, calls the library, prints.
struct WaymarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waymark",
        abstract:
            "Finds attractions near the stops of a trip or by name, the order of visits, legs, lines, distances and regions.",
        discussion: """
            Data goes to standard output, everything else to standard error.

            EXAMPLES
              waymark nearby stops.csv --attractions places.csv
              waymark nearest stops.csv --attractions places.csv --count 3
              waymark recommend stops.csv --attractions places.csv --explain
              waymark search 경복ㄱ --attractions places.csv
              waymark route stops.csv --format svg --output map.svg
              waymark order stops.csv --round-trip
              waymark plan --attractions places.csv --start Hotel --hours 8
              waymark distance pairs.csv --using haversine,geodesic,EPSG:5179
              waymark regions stops.csv --boundaries provinces.geojson
              waymark attractions check places.csv
              waymark trips list --store trips
              waymark serve --attractions places.csv
              waymark index build places.csv --output places.waymark
              waymark town andorra.osm.pbf --output andorra.waymark
              waymark --generate-completion-script bash > waymark.bash

            EXIT CODES
              0    done; also if the reader of a pipe has closed it
              1    done, with rejected rows, under --strict
              64   usage error
              65   bad data; also if no row could be answered
              66   no such input
              69   a leg server or a library (PROJ, GEOS, SQLite, libcurl) is unavailable
              73   cannot create output
              74   input/output error, such as a full disk
              75   try again later: out of memory, file descriptors or similar
              129  ended by hang-up, unless run under nohup
              130  ended by Ctrl-C
              143  ended by kill; 128 plus its number for another request to end
            """,
        version: "waymark \(WaymarkProgram.version)",
        subcommands: [
            NearbyCommand.self, NearestCommand.self, RecommendCommand.self, SearchCommand.self, RouteCommand.self,
            OrderCommand.self, PlanCommand.self, PolylineCommand.self, DistanceCommand.self, ProjectCommand.self,
            RegionsCommand.self, MergeCommand.self, TripsCommand.self, AttractionsCommand.self, TownCommand.self,
            IndexCommand.self,
            ServeCommand.self, BenchmarkCommand.self,
        ])
}

/// The entry point of the `waymark` executable.
public enum WaymarkProgram {
    /// The version of Waymark.
    package static let version = "0.2.0"

    /// Runs the command given by the process arguments, and ends the process with its exit code.
    ///
    /// Call it first: it sets up signals before any other thread exists. Synchronous commands run on the main thread,
    /// with its large stack.
    @MainActor
    public static func main() async -> Never { await main(WaymarkCommand.self) }

    /// Runs another program that answers and ends as `waymark` does.
    @MainActor
    package static func main<Root: ParsableCommand>(_ root: Root.Type) async -> Never {
        StandardStreams.occupy()
        Signals.watch()
        do {
            var command = try root.parseAsRoot()
            try RepeatedOptions.refuse(in: CommandLine.arguments.dropFirst(), of: type(of: command))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if let failure = Failure.of(error) { failure.exit(of: root.configuration.commandName ?? "waymark") }
            root.exit(withError: error)
        }
        exit(ExitStatus.done.rawValue)
    }
}
