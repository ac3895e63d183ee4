import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkIndex
import WaymarkOSRM
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables

/// The source of legs, as given by `--legs`.
enum LegChoice: Hashable, CustomStringConvertible {
    /// Great circles.
    case greatCircle
    /// A recorded track in a GPX file; `-` is standard input.
    case track(path: String)
    /// The roads of a town, or of an extract of OpenStreetMap; of the attractions if there is no path.
    case roads(path: String?)
    /// A server and its protocol.
    case server(OSRMSettings.Dialect, url: String)

    static let help =
        "great-circle, roads (of the attractions), roads:FILE (a town or an extract), gpx:FILE, osrm:URL or valhalla:URL"

    /// The choice without `--legs`.
    static let byDefault =
        "(default: the roads of the attractions, where these have roads; else great-circle)"

    /// A line about roads that are used by default.
    static func remark(onRoadsOf path: String) -> String {
        "legs over the roads of \(path) (straight lines: --legs great-circle)"
    }

    /// - Throws: `ValidationError` that lists the choices.
    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "great-circle" where parts.count == 1: self = .greatCircle
        case "gpx" where !rest.isEmpty: self = .track(path: rest)
        case "roads" where parts.count == 1: self = .roads(path: nil)
        case "roads" where !rest.isEmpty: self = .roads(path: rest)
        case "osrm" where !rest.isEmpty: self = .server(.osrm, url: rest)
        case "valhalla" where !rest.isEmpty: self = .server(.valhalla, url: rest)
        default: throw ValidationError("the source of legs must be \(Self.help).")
        }
    }

    var description: String {
        switch self {
        case .greatCircle: "great-circle"
        case .track(let path): "gpx:\(path)"
        case .roads(let path): path.map { "roads:\($0)" } ?? "roads"
        case .server(let dialect, let url): "\(dialect):\(url)"
        }
    }

    /// The file of roads.
    var roadFile: String? { if case .roads(let path) = self { path } else { nil } }
    var isServer: Bool { if case .server = self { true } else { false } }
    /// Whom legs are from, by the terms of their source.
    var attribution: String? { if case .roads = self { Attribution.text } else { nil } }
    /// Whether a stop may be too far from a road.
    var hasRoads: Bool { if case .roads = self { true } else { isServer } }

    /// How a server is asked.
    struct Requests {
        /// The maximum distance of a stop from the nearest road.
        var maxSnap: Meters = Radius.usualSnap.meters
        /// The time for all legs of a trip.
        var timeout: Duration = .seconds(60)
        var retries = 3
        var rate: RequestRate?
        var headers: [HTTPHeader] = []
        /// Roads that are not used.
        var avoid: AvoidedRoads?
        /// What missing legs are replaced with.
        var fallback: GreatCircleLegs?

        /// The time for one answer: a server that hangs leaves time for smaller requests, and for others. Always less than all
        /// the time, so that what hangs is counted as a failure.
        fileprivate var answerTimeout: Duration { max(timeout / 6, min(timeout * 4 / 5, .seconds(5))) }
    }

    /// The leg source; call it before reading or writing anything, since it may fail.
    ///
    /// - Throws: ``Failure``: `.usage` for an invalid URL, or the error in reading the file.
    func source(_ circles: GreatCircleLegs, mode: TravelMode, _ requests: Requests) throws -> any LegSource {
        switch self {
        case .greatCircle: return circles
        case .track(let path): return try Self.trackLegs(path, mode: mode)
        case .roads(let path):
            let legs = try Self.roadLegs(path, mode: mode, requests.maxSnap, avoiding: requests.avoid)
            return requests.fallback.map { legs.fallback(to: $0) } ?? legs
        case .server(let dialect, let url):
            let settings = OSRMSettings(
                dialect: dialect, maxSnap: requests.maxSnap, timeout: requests.answerTimeout, headers: requests.headers)
            var source: any LegSource
            do {
                source = try OSRMLegs(url, mode: mode, settings: settings)
            } catch {
                throw Failure(.usage, "--legs \(dialect):URL: \(error)")
            }
            // The pause, retries, shared requests and a cache limit the load of the server.
            if let rate = requests.rate { source = source.limited(to: rate.count, per: rate.duration) }
            source = source.pausing()
            if requests.retries > 0 { source = source.retrying(1 + requests.retries, longest: .seconds(30)) }
            source = source.coalesced()
            source = source.cached(4_096).watchingSpeeds { Console.say($0) }
            if let circles = requests.fallback { source = source.fallback(to: circles) }
            return source
        }
    }

    /// The legs over the roads of a file.
    ///
    /// - Throws: ``Failure`` if there are none.
    static func roadLegs(
        _ path: String?, mode: TravelMode, _ maxSnap: Meters, avoiding avoided: AvoidedRoads? = nil
    ) throws -> RoadLegs {
        var roads = try roads(of: path)
        if let avoided { roads = avoided.removed(from: roads, mode) }
        if let legs = RoadLegs(roads, mode: mode, maxSnap: maxSnap) { return legs }
        let known = roads.modes.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "--mode \(mode.rawValue): roads are for \(known)")
    }

    /// The roads of a file.
    ///
    /// - Throws: ``Failure`` if there are none.
    static func roads(of path: String?) throws -> RoadNetwork {
        guard let path else {
            throw Failure(.usage, "--legs roads needs --attractions with roads, as `waymark town` makes; or roads:FILE")
        }
        let roads: RoadNetwork?
        do {
            roads = try RoadNetwork.contents(of: path, jobs: JobsArguments.cores)
        } catch let error as IndexFileError {
            throw Failure(error)
        } catch let error as ExtractError {
            throw Failure(error)
        }
        guard let roads, !roads.isEmpty else { throw Failure(.badData, "\(path): there are no roads in it") }
        return roads
    }

    /// The same choice with the file of its roads: the first of some attractions that has them. Without a choice, its roads, or great
    /// circles if there are none.
    static func resolved(_ choice: LegChoice?, beside attractions: [String]) -> LegChoice {
        let path = RoadNetwork.firstPath(of: attractions)
        switch choice {
        case nil: return path.map { .roads(path: $0) } ?? .greatCircle
        case .roads(path: nil): return .roads(path: path)
        case let choice?: return choice
        }
    }

    private static func trackLegs(_ path: String, mode: TravelMode) throws -> any LegSource {
        try MemoryLimit.refuse(tooLarge: path)
        let lines: [[TrackPoint]]
        do {
            lines = try GPXDocument(Array(FileSource.contents(of: path).bytes)).lines
        } catch let error as GPXError {
            throw Failure(.badData, "\(path): \(error)")
        }
        guard !lines.isEmpty else { throw Failure(.badData, "\(path): the file has no track and no route") }
        return TrackLegs(lines, mode: mode)
    }
}
