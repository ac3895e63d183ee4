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
    /// The roads of an extract of OpenStreetMap.
    case roads(path: String)
    /// A server and its protocol.
    case server(OSRMSettings.Dialect, url: String)

    static let help = "great-circle, roads:EXTRACT, gpx:FILE, osrm:URL or valhalla:URL"

    /// - Throws: `ValidationError` that lists the choices.
    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "great-circle" where parts.count == 1: self = .greatCircle
        case "gpx" where !rest.isEmpty: self = .track(path: rest)
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
        case .roads(let path): "roads:\(path)"
        case .server(let dialect, let url): "\(dialect):\(url)"
        }
    }

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
            let source = try Self.roadLegs(path, mode: mode, requests.maxSnap)
            return requests.fallback.map { source.fallback(to: $0) } ?? source
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

    private static func roadLegs(
        _ path: String, mode: TravelMode, _ maxSnap: Meters
    ) throws -> any LegSource {
        let roads: RoadNetwork?
        do {
            roads = try RoadNetwork.contents(of: path, jobs: JobsArguments.cores)
        } catch let error as IndexFileError {
            throw Failure(error)
        } catch let error as ExtractError {
            throw Failure(error)
        }
        guard let roads, roads.counts.segments > 0 else { throw Failure(.badData, "\(path): there are no roads in it") }
        guard let legs = RoadLegs(roads, mode: mode, maxSnap: maxSnap) else {
            let known = roads.modes.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "--mode \(mode.rawValue): roads are for \(known)")
        }
        return legs
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
