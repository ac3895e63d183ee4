import ArgumentParser
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkRoutes
import WaymarkTables

/// The source of legs, as given by `--legs`.
///
///     @Option(help: ArgumentHelp("Source of legs: \(LegChoice.help).", valueName: "source"),
///             transform: LegChoice.init(text:))
///     var legs = LegChoice.greatCircle
enum LegChoice: Hashable, CustomStringConvertible {
    /// Great circles.
    case greatCircle
    /// A recorded track in a GPX file; `-` is standard input.
    case track(path: String)
    /// A server and its protocol.
    case server(OSRMSettings.Dialect, url: String)

    static let help = "great-circle, gpx:FILE, osrm:URL or valhalla:URL"

    /// - Throws: `ValidationError` that lists the choices.
    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "great-circle" where parts.count == 1: self = .greatCircle
        case "gpx" where !rest.isEmpty: self = .track(path: rest)
        case "osrm" where !rest.isEmpty: self = .server(.osrm, url: rest)
        case "valhalla" where !rest.isEmpty: self = .server(.valhalla, url: rest)
        default: throw ValidationError("the source of legs must be \(Self.help).")
        }
    }

    var description: String {
        switch self {
        case .greatCircle: "great-circle"
        case .track(let path): "gpx:\(path)"
        case .server(let dialect, let url): "\(dialect):\(url)"
        }
    }

    /// The leg source.
    ///
    /// Call it before reading or writing anything: it may fail.
    ///
    /// - Parameters:
    ///   - mode: The mode of travel.
    ///   - maxSnap: The maximum distance of a stop from the server's nearest road; nil is any distance.
    /// - Returns: The source.
    /// - Throws: ``Failure``: `.usage` for an invalid URL, or the error in reading the file.
    func source(mode: TravelMode, maxSnap: Meters? = nil) throws -> any LegSource {
        switch self {
        case .greatCircle: return GreatCircleLegs(mode: mode)
        case .track(let path): return try Self.trackLegs(path, mode: mode)
        case .server(let dialect, let url):
            do {
                // Retries, shared requests and a cache limit the load of the server.
                return try OSRMLegs(url, mode: mode, settings: OSRMSettings(dialect: dialect, maxSnap: maxSnap))
                    .retrying().coalesced().cached(4_096)
            } catch {
                throw Failure(.usage, "--legs \(dialect):URL: \(error)")
            }
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
