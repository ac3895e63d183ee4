import ArgumentParser
import WaymarkBatch
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkQuestions
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables

/// The mode of travel.
struct ModeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Mode of travel: \(Self.modes); a server may support others.", valueName: "mode"))
    var mode: String?

    private static let modes = "walking (5 km/h), cycling (15), driving (50, the default), train (100), flying (800)"

    var travelMode: TravelMode { mode.map { TravelMode(rawValue: $0) } ?? .driving }

    /// Checks the mode for a source.
    ///
    /// - Throws: `ValidationError`.
    func check(_ choice: LegChoice) throws {
        if let mode,
            mode.isEmpty || !mode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        {
            throw ValidationError("--mode must be one word: \(Self.modes), or a mode of the server.")
        }
        if choice == .greatCircle, mode != nil, travelMode.usualSpeed == nil {
            throw ValidationError("--mode must be \(Self.modes); only a server may support others.")
        }
    }
}

/// Where legs come from, and how a server is asked for them.
struct LegArguments: ParsableArguments {
    @Option(
        name: .customLong("legs"),
        help: ArgumentHelp(
            "Source of legs: \(LegChoice.help). \(LegChoice.byDefault)", valueName: "source"),
        transform: LegChoice.init(text:))
    var given: LegChoice?
    /// Whether roads are used because the attractions have them.
    private(set) var isByDefault = false
    @Option(
        help: ArgumentHelp(
            "Speed along straight lines, in place of the mode's: \(OptionText.speeds).", valueName: "speed"),
        transform: { text in
            do { return try OptionText.metersPerSecond(text) } catch { throw ValidationError("\(error)") }
        })
    var speed: Double?
    @Option(
        help: ArgumentHelp(
            "Length of a way in straight lines, for a guess without roads: 1 to 100; about 1.3 by car. Its distances are then "
                + "estimated.", valueName: "factor"))
    var detour: Double?
    @Option(
        help: ArgumentHelp(
            "Instead of legs that a server or the roads do not give: great-circle, marked as fallback, with the reason.",
            valueName: "source"))
    var fallback: Fallback?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum distance of a stop from the nearest road: \(Radius.help). Beyond it, its legs are not found. "
                + "(default: \(Radius.usualSnap))", valueName: "length"),
        transform: { try Radius(text: $0, of: "max-snap") })
    var maxSnap: Radius?
    @Option(
        name: .customLong("avoid-roads"),
        help: ArgumentHelp(
            "Over roads: avoid tolls, ferries or motorways, separated by commas.", valueName: "what"),
        transform: AvoidedRoads.init(text:))
    var avoid: AvoidedRoads?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time for all legs of a trip from a server, with all retries: \(OptionText.times). (default: 60s)",
            valueName: "time"),
        transform: Duration.init(argument:))
    var timeout: Duration?
    @Option(
        help: ArgumentHelp("Retries of a failed request to a server. (default: 3)", valueName: "n"))
    var retries: Int?
    @Option(
        help: ArgumentHelp("Maximum rate of requests to a server: 5/s, 300/min or 1000/h.", valueName: "rate"),
        transform: RequestRate.init(text:))
    var rate: RequestRate?
    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "Header of requests to a server, such as 'Authorization: Bearer TOKEN'; or @FILE with a header on each line, which "
                + "keeps a token out of the list of processes.", valueName: "header"))
    var headers: [String] = []

    /// What missing legs are replaced with.
    enum Fallback: String, ExpressibleByArgument, CaseIterable { case greatCircle = "great-circle" }

    /// The source of legs.
    var choice: LegChoice { given ?? .greatCircle }

    /// Chooses the roads of the first attractions that have them, if they are asked for, or nothing is.
    mutating func choose(beside attractions: [String?], _ mode: TravelMode = .driving) {
        let isOpen = given == nil && speed == nil && detour == nil && !mode.needsNoRoads
        guard isOpen || given == .roads(path: nil) else { return }
        given = LegChoice.resolved(given, beside: attractions.compactMap(\.self).filter { $0 != "-" })
        guard isOpen, case .roads = given else { return }
        isByDefault = true
        // What is off the roads is straight, and said to be.
        fallback = .greatCircle
    }

    /// A line that says whose roads are used by default; nil otherwise.
    var remark: String? {
        guard isByDefault, let path = choice.roadFile else { return nil }
        return LegChoice.remark(onRoadsOf: path)
    }

    static let noProjection = ValidationError(
        "--crs cannot be used with legs from a server: first convert to degrees, with waymark project --from SYSTEM --to EPSG:4326."
    )

    /// The time limit of a trip's legs; nil where they are computed.
    var timeLimit: Duration? { choice.isServer ? requests.timeout : nil }

    /// The file of a track or of roads, for ``SameFiles``.
    var use: SameFiles.Use? {
        switch choice {
        case .track(let path): .init("--legs", path)
        // Those of the attractions are theirs.
        case .roads(let path): isByDefault ? nil : path.map { .init("--legs", $0) }
        case .greatCircle, .server: nil
        }
    }

    private var requests: LegChoice.Requests {
        var requests = LegChoice.Requests()
        if let maxSnap { requests.maxSnap = maxSnap.meters }
        if let timeout { requests.timeout = timeout }
        if let retries { requests.retries = retries }
        (requests.rate, requests.avoid) = (rate, avoid)
        return requests
    }

    /// Checks the options against one another.
    ///
    /// - Throws: `ValidationError`.
    func check() throws {
        if !choice.hasRoads {
            for (option, isGiven) in [("--max-snap", maxSnap != nil), ("--fallback", fallback != nil)] where isGiven {
                throw ValidationError("\(option) needs legs from a server or over roads.")
            }
        }
        if avoid != nil, choice.roadFile == nil { throw ValidationError("--avoid-roads needs --legs roads.") }
        if !choice.isServer {
            let options: [(String, Bool)] = [
                ("--timeout", timeout != nil), ("--retries", retries != nil), ("--rate", rate != nil),
                ("--header", !headers.isEmpty),
            ]
            for (option, isGiven) in options where isGiven {
                throw ValidationError("\(option) needs legs from a server.")
            }
        }
        if choice != .greatCircle, fallback == nil {
            for (option, isGiven) in [("--speed", speed != nil), ("--detour", detour != nil)] where isGiven {
                throw ValidationError(
                    "\(option) is for straight lines: legs of great circles, or --fallback great-circle.")
            }
        }
        if let detour, !(1...100 ~= detour) { throw ValidationError("--detour must be 1 to 100.") }
        if let retries, !(0...100 ~= retries) { throw ValidationError("--retries must be 0 to 100.") }
        if let timeout, timeout <= .zero { throw ValidationError("--timeout must be above 0.") }
    }

    /// Great circles at the speed of the mode, or that given.
    func circles(_ mode: TravelMode) -> GreatCircleLegs {
        GreatCircleLegs(mode: mode.usualSpeed == nil ? .driving : mode, speed: speed, detour: detour ?? 1)
    }

    /// The leg source; call it before reading or writing anything, since it may fail.
    ///
    /// - Throws: ``Failure``: `.usage` for an invalid URL or header, or the error in reading a file.
    func source(_ mode: TravelMode) throws -> any LegSource {
        var requests = requests
        requests.headers = try readHeaders()
        requests.fallback = fallback == nil ? nil : circles(mode)
        return try choice.source(circles(mode), mode: mode, requests)
    }

    /// The legs over roads; nil for those of another source.
    func roadLegs(_ mode: TravelMode) throws -> RoadLegs? {
        guard case .roads(let path) = choice else { return nil }
        return try LegChoice.roadLegs(path, mode: mode, requests.maxSnap, avoiding: avoid)
    }

    private func readHeaders() throws -> [HTTPHeader] {
        let lines = try headers.flatMap { header -> [String] in
            guard header.hasPrefix("@") else { return [header] }
            let text = String(decoding: try FileSource.contents(of: String(header.dropFirst())).bytes, as: UTF8.self)
            return text.split(whereSeparator: \.isNewline).map(String.init)
        }
        return try lines.map { line in
            do { return try HTTPHeader(line) } catch { throw Failure(.usage, "--header: \(error)") }
        }
    }
}

/// A rate of requests, as in `5/s`.
struct RequestRate {
    let count: Int
    let duration: Duration

    /// - Throws: `ValidationError` that states the format of a rate.
    init(text: String) throws {
        let parts = text.split(separator: "/")
        let units: [Substring: Duration] = ["s": .seconds(1), "min": .seconds(60), "h": .seconds(3600)]
        guard parts.count == 2, let count = Int(parts[0]), 1...1_000_000 ~= count, let unit = units[parts[1]] else {
            throw ValidationError("a rate must be a whole number of requests per s, min or h: 5/s, 300/min.")
        }
        (self.count, duration) = (count, unit)
    }
}

extension TravelMode {
    /// Whether it is not travelled on roads.
    fileprivate var needsNoRoads: Bool { ![.driving, .cycling, .walking].contains(self) }
}

/// Roads that are avoided.
struct AvoidedRoads {
    private let words: Set<String>

    /// - Throws: `ValidationError` that lists the words.
    init(text: String) throws {
        words = Set(text.split(separator: ",").map(String.init))
        guard !words.isEmpty, words.isSubset(of: ["tolls", "ferries", "motorways"]) else {
            throw ValidationError("--avoid-roads must be tolls, ferries or motorways, separated by commas.")
        }
    }

    /// The roads without them, for a mode.
    func removed(from roads: RoadNetwork, _ mode: TravelMode) -> RoadNetwork {
        roads.customized(for: mode) { road in
            let isAvoided =
                road.isToll && words.contains("tolls") || road.isFerry && words.contains("ferries")
                || road.isMotorway && words.contains("motorways")
            return isAvoided ? .infinity : 1
        }
    }
}
