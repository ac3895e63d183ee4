import ArgumentParser
import WaymarkBatch
import WaymarkC
import WaymarkFiles
import WaymarkQuestions
import WaymarkRoads
import WaymarkText

/// `waymark serve`: parses options, and serves.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waymark serve",
        abstract:
            "Answer questions over HTTP: what is near, what it is called, what else to see, on which day, in what order, by which way.",
        discussion: """
            /docs lists the questions, /openapi.json has them as a document; OSRM's clients find /route/v1, /table/v1, /nearest/v1 and \
            /trip/v1. SIGHUP reads changed files; SIGTERM ends, after every accepted request is answered.

            EXAMPLES
              waymark serve --attractions places.csv
              waymark serve --attractions places.waymark --boundaries province=p.geojson
              waymark serve --attractions places.waymark --listen 0.0.0.0:8080 \\
                --token-file tokens --rate 20
              waymark serve --attractions places.csv --legs osrm:http://localhost:5000
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Attractions, in any format that `waymark nearby` accepts; those of several files are answered together.",
            valueName: "file"))
    var attractions: [String]
    @Option(
        help: ArgumentHelp(
            "GeoJSON of regions, and their name (default: region). Repeat for several levels.", valueName: "[name=]file"
        ))
    var boundaries: [String] = []
    @Option(
        help: ArgumentHelp(
            "Column of a CSV of attractions with opening hours, which plans keep: 09:00-12:00,13:00-18:00.",
            valueName: "name"))
    var openColumn: String?
    @Option(
        help: ArgumentHelp(
            "Source of legs: roads (of the attractions), roads:FILE (a town or an extract), great-circle, osrm:URL or valhalla:URL. (default: the roads of the attractions, where these have roads; else great-circle)",
            valueName: "source"))
    var legs: String?
    @Option(help: ArgumentHelp("The time limit of a request for legs: \(OptionText.times).", valueName: "time"))
    var legsTimeout = "10s"
    @Option(
        help: ArgumentHelp(
            "Address and port to listen on; only this machine can ask at 127.0.0.1, any at 0.0.0.0.",
            valueName: "address:port"))
    var listen = "127.0.0.1:8080"
    @Option(
        help: ArgumentHelp(
            "Answer only those who send one of the tokens in this file, one on each line.", valueName: "file"))
    var tokenFile: String?
    @Option(
        help: ArgumentHelp(
            "Where Leaflet's files are, for the map page; found by itself as a package.", valueName: "folder"))
    var leaflet: String?
    @Option(
        help: ArgumentHelp(
            "Tiles for the map page, with {z}, {x} and {y}, in place of its own land and borders.", valueName: "url"))
    var tiles: String?
    @Option(help: ArgumentHelp("Whom the tiles are from, as their terms have it.", valueName: "text"))
    var tilesAttribution: String?
    @Option(help: ArgumentHelp("Pages of this origin may ask; * is any. May be repeated.", valueName: "origin"))
    var cors: [String] = []
    @Option(help: ArgumentHelp("How long answers may be kept without asking again.", valueName: "time"))
    var maxAge: String?
    @Option(help: ArgumentHelp("Maximum number of requests a second of a client.", valueName: "number"))
    var rate: Double?
    @Flag(help: "Clients are named by the last address of X-Forwarded-For, as behind a proxy.")
    var forwarded = false
    @Option(help: ArgumentHelp("Maximum size of a body of JSON: 64kB, 1MB.", valueName: "size"))
    var maxBody = "1MB"
    @Option(help: ArgumentHelp("Maximum size of a streamed body.", valueName: "size"))
    var maxStream = "1GB"
    @Option(help: ArgumentHelp("Maximum size of all headers of a request.", valueName: "size"))
    var maxHeader = "16kB"
    @Option(help: ArgumentHelp("Maximum time that a body of JSON may take to arrive.", valueName: "time"))
    var maxTime = "30s"
    @Option(help: ArgumentHelp("Maximum time of a search for an order or a plan.", valueName: "time"))
    var maxSearchTime = "5s"
    @Option(help: ArgumentHelp("Maximum number of results of an answer that is no stream.", valueName: "n"))
    var maxResults = 10_000
    @Option(help: ArgumentHelp("Maximum number of places of a request that is no stream.", valueName: "n"))
    var maxCoordinates = 500
    @Option(help: ArgumentHelp("Maximum number of connections; more wait until one is closed.", valueName: "n"))
    var maxConnections = 1024
    @Option(help: ArgumentHelp("Maximum number of streams at a time.", valueName: "n"))
    var maxBatches = 8
    @Option(help: ArgumentHelp("Close a connection after this time without a request.", valueName: "time"))
    var idle = "60s"
    @Option(help: ArgumentHelp("At the end: time for accepted requests to be answered.", valueName: "time"))
    var drain = "10s"
    @Option(
        help: ArgumentHelp(
            "At the end: time in which /readyz says 503 while new requests are still answered.", valueName: "time"))
    var notice = "1s"
    @Option(
        help: ArgumentHelp(
            "A line for each request on standard error: none; requests; or targets, with coordinates and texts.",
            valueName: "what"))
    var log = RequestLog.Detail.requests

    func validate() throws {
        // The parser would keep only the last value of an option.
        var given: Set<Substring> = ["--attractions", "--boundaries", "--cors"]
        let repeating = given
        for argument in CommandLine.arguments.dropFirst() where argument.hasPrefix("--") {
            let name = argument.prefix { $0 != "=" }
            if !given.insert(name).inserted, !repeating.contains(name) {
                throw ValidationError("\(name) is given twice, but takes one value.")
            }
        }
    }

    func run() async throws {
        let limits = try Limits(
            body: Self.size(maxBody, "max-body"), stream: Self.size(maxStream, "max-stream"),
            header: Self.size(maxHeader, "max-header"), time: Self.time(maxTime, "max-time"),
            searchTime: Self.time(maxSearchTime, "max-search-time"), results: maxResults,
            coordinates: maxCoordinates, connections: maxConnections, idle: Self.time(idle, "idle"),
            batches: maxBatches, rate: rate)
        for (name, value) in [
            ("max-results", maxResults), ("max-coordinates", maxCoordinates), ("max-connections", maxConnections),
            ("max-batches", maxBatches),
        ] where !(1...1_000_000_000 ~= value) {
            throw ValidationError("--\(name) must be a whole number of at least 1.")
        }
        guard maxBatches <= 256 else { throw ValidationError("--max-batches must be at most 256.") }
        if let rate, !(0.01...1e9 ~= rate) { throw ValidationError("--rate must be a number of at least 0.01.") }
        var tokens: Tokens?
        if let tokenFile {
            let found = Tokens(String(decoding: try FileSource.contents(of: tokenFile).bytes, as: UTF8.self))
            if found.isEmpty { throw ValidationError("--token-file: \(tokenFile) has no token.") }
            tokens = found
        }
        let (address, port) = try Self.address(listen)
        var page = MapPage(leaflet: MapPage.leaflet(in: leaflet))
        if let tiles {
            guard let tilesAttribution else { throw ValidationError("--tiles needs --tiles-attribution.") }
            guard MapPage.isTiles(tiles) else {
                throw ValidationError("--tiles must be an address such as https://tiles.example/{z}/{x}/{y}.png.")
            }
            page.tiles = (tiles, tilesAttribution)
        } else if tilesAttribution != nil {
            throw ValidationError("--tiles-attribution needs --tiles.")
        }
        let service = Service(
            limits: limits, legs: try legService(), tokens: tokens, origins: cors,
            maxAge: try maxAge.map { try Self.time($0, "max-age") }, isForwarded: forwarded,
            log: RequestLog(detail: log), page: page)
        var application = ServiceApplication(
            service: service,
            files: ServiceData.Files(
                attractions: attractions, boundaries: OptionText.boundaries(boundaries), openColumn: openColumn))
        (application.address, application.port) = (address, port)
        (application.drain, application.notice) = (try Self.time(drain, "drain"), try Self.time(notice, "notice"))
        let host = address.contains(":") ? "[\(address)]" : address
        application.onListening = { port in
            RequestLog.say("waymark serve: listening on http://\(host):\(port); reading the data")
        }
        application.onReady = { [page, leaflet] data, port in
            let place =
                "latitude=\(NumberText.shortest(data.example.latitude))&longitude=\(NumberText.shortest(data.example.longitude))"
            let map =
                page.leaflet == nil
                ? "The map page needs Leaflet, which is not in \(leaflet ?? "the usual folders"): apt-get install libjs-leaflet, or --leaflet FOLDER."
                : "The map: http://\(host):\(port)/"
            RequestLog.say(
                """
                waymark serve: ready with \(data.count) attractions, data \(data.version). \(map) Ask:
                  curl 'http://\(host):\(port)/v1/nearby?\(place)&radius=10km'
                  curl -H 'Accept: application/geo+json' 'http://\(host):\(port)/v1/recommend?\(place)&explain=true'
                  curl --data-binary @stops.csv -H 'Content-Type: text/csv' 'http://\(host):\(port)/v1/nearest?count=3'
                """)
        }
        try await application.run()
    }

    private func legService() throws -> LegService {
        let parts = (legs ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let server: LegService.Server?
        switch (parts[0], parts.count) {
        case ("", 1): return LegService(nil, isByData: true, fallsBack: true)
        case ("roads", 1):
            guard let found = try RoadNetwork.ofFirst(of: attractions) else {
                throw ValidationError(
                    "--legs roads: the attractions have no roads; `waymark town` makes a file that has them.")
            }
            return LegService(found, isByData: true, fallsBack: false)
        case ("roads", 2):
            guard let roads = try RoadNetwork.contents(of: String(parts[1]), jobs: 1) else {
                throw ValidationError("--legs: \(parts[1]): there are no roads in it.")
            }
            return LegService(roads, isByData: false, fallsBack: false)
        case ("great-circle", 1): server = nil
        case ("osrm", 2): server = .init(dialect: .osrm, url: String(parts[1]))
        case ("valhalla", 2): server = .init(dialect: .valhalla, url: String(parts[1]))
        default: throw ValidationError("--legs must be roads, roads:FILE, great-circle, osrm:URL or valhalla:URL.")
        }
        do {
            return try LegService(server, timeout: try Self.time(legsTimeout, "legs-timeout"))
        } catch {
            throw ValidationError("--legs: \(error)")
        }
    }

    private static func address(_ text: String) throws -> (String, Int) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), 0...65535 ~= port,
            colon != text.startIndex
        else { throw ValidationError("--listen must be an address and a port: 127.0.0.1:8080, [::1]:8080.") }
        return (text[..<colon].filter { $0 != "[" && $0 != "]" }, port)
    }

    private static func time(_ text: String, _ option: String) throws -> Duration {
        do { return try OptionText.duration(text) } catch { throw ValidationError("--\(option): \(error)") }
    }

    private static func size(_ text: String, _ option: String) throws -> Int {
        for (unit, bytes) in [("kB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30), ("B", 1)] where text.hasSuffix(unit) {
            if let number = Int(text.dropLast(unit.count)), 1...1_000_000 ~= number { return number * bytes }
            break
        }
        throw ValidationError("--\(option) must be a whole number with a unit, B, kB, MB or GB: 64kB.")
    }
}

extension RequestLog.Detail: ExpressibleByArgument {}

/// The entry point of `waymark serve`.
public enum ServeProgram {
    /// Whether the arguments of the process ask for it.
    public static var isAsked: Bool { CommandLine.arguments.dropFirst().first == "serve" }

    /// Serves as the arguments behind `serve` say, and ends the process with an exit code of `waymark`.
    public static func main() async -> Never {
        // A client that goes away is an error of a write, not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            // Of --help this is another command.
            var command = try ServeCommand.parseAsRoot(Array(CommandLine.arguments.dropFirst(2)))
            if let serve = command as? ServeCommand { try await serve.run() } else { try command.run() }
        } catch let error as ServiceData.Fault {
            end(65, error)
        } catch let error as TableError {
            end(66, error)
        } catch {
            if error is ValidationError || error is CleanExit || "\(type(of: error))" == "CommandError" {
                ServeCommand.exit(withError: error)
            }
            end(69, error)
        }
        exit(0)
    }

    private static func end(_ status: Int32, _ error: any Error) -> Never {
        RequestLog.say("waymark serve: \(error)")
        exit(status)
    }
}
